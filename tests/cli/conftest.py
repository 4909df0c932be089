"""Every test talks English, keeps its games to itself, and gets the command to call."""

from pathlib import Path

import pytest

from tests.cli.running import Command


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    for name in ("TOURELLE_LANG", "LC_ALL", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TOURELLE_STATE", str(tmp_path / "state"))
    return Command(monkeypatch, capsys)
