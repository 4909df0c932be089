"""What lies in deploy/ speaks of commands and settings that there are."""

import configparser
import re
import shlex
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from tourelle.cli.parser import make_parser
from tourelle.cli.voice import Voice
from tourelle.server.settings import PREFIX, Settings

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
KNOWN = {PREFIX + field.name.upper() for field in fields(Settings)} | {"TOURELLE_CACHE"}


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_the_command_of_a_unit_is_understood(unit: str) -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their capitals
    parser.read_string((DEPLOY / unit).read_text(encoding="utf-8"))
    program, *words = shlex.split(parser["Service"]["ExecStart"])
    assert program.endswith("/tourelle")
    given = make_parser(Voice("en")).parse_args(words)
    assert given.command == ("worker" if "worker" in unit else "serve")
    assert given.command == "worker" or given.no_browser


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
