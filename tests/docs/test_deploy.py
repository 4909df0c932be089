"""What lies in deploy/ speaks of commands and settings that there are."""

import configparser
import re
import shlex
import shutil
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from tourelle.cli.parser import make_parser
from tourelle.cli.voice import Voice
from tourelle.server.settings import PREFIX, Settings

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
KNOWN = {PREFIX + field.name.upper() for field in fields(Settings)} | {"TOURELLE_CACHE"}


def read(unit: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their capitals
    parser.read_string((DEPLOY / unit).read_text(encoding="utf-8"))
    return parser


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_the_command_of_a_unit_is_understood(unit: str) -> None:
    parser = read(unit)
    program, *words = shlex.split(parser["Service"]["ExecStart"])
    assert program.endswith("/tourelle")
    given = make_parser(Voice("en")).parse_args(words)
    assert given.command == ("worker" if "worker" in unit else "serve")
    assert given.command == "worker" or given.no_browser


def test_units_beside_each_other_have_one_user_and_one_sandbox() -> None:
    """systemd gives a folder to the user of the unit that started last: with two, one is shut out.

    Who starts before the database does is started again, however often.
    """
    own = {"ExecStart", "ExecReload", "Environment", "EnvironmentFile", "KillMode", "Restart"}
    own |= {"LimitNOFILE", "StateDirectory", "TimeoutStopSec"}
    units = [read(path.name) for path in DEPLOY.glob("*.service")]
    services = [{k: v for k, v in unit["Service"].items() if k not in own} for unit in units]
    assert len(units) == 3
    assert all(service == services[0] for service in services)
    assert services[0]["User"] == "tourelle"
    assert "MemoryDenyWriteExecute" not in services[0], "rules are compiled"
    assert all(unit["Unit"]["StartLimitIntervalSec"] == "0" for unit in units)


def test_the_build_of_the_container_sees_what_it_needs_and_no_password() -> None:
    lines = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    seen = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines
    assert all((DEPLOY.parent / path).exists() for path in seen)
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))
    packed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"]
    assert {*packed, "web", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE"} == seen


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_setting_is_one(file: str) -> None:
    named = re.findall(r"TOURELLE_[A-Z_]+", (DEPLOY / file).read_text(encoding="utf-8"))
    assert set(named) <= KNOWN


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze (systemd)")
@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_systemd_understands_a_unit(unit: str, tmp_path: Path) -> None:
    program = shutil.which("true")
    assert program
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    (tmp_path / unit).write_text(text.replace("/opt/tourelle/bin/tourelle", program), "utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / unit], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


@pytest.mark.skipif(not shutil.which("caddy"), reason="needs caddy")
def test_caddy_understands_its_file() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config"]
    command.append(str(DEPLOY / "Caddyfile"))
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
