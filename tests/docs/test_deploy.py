"""What lies in deploy/ speaks of commands and settings that there are."""

import configparser
import re
import shlex
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
