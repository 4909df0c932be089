"""Every test talks English, keeps its games to itself, and gets the command to call."""

from pathlib import Path

import pytest

from tests.cli.running import Command
from tourelle.cli.precompile import precompile_rules
from tourelle.cli.voice import Voice
from tourelle.games import TITLES, game_class


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """What a first start says is no part of any answer, so it is said before."""
    for title in TITLES:
        precompile_rules(game_class(title), Voice("en"))


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    for name in ("TOURELLE_LANG", "LC_ALL", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TOURELLE_STATE", str(tmp_path / "state"))
    return Command(monkeypatch, capsys)
