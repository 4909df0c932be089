"""`tourelle worker` says what it lacks before it begins; how it works is in tests/server."""

import pytest

from tests.cli.running import Command
from tourelle.languages import LANGUAGES, say

ADDRESS = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worker_needs_a_database_and_a_thread(
    command: Command, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.delenv("TOURELLE_STORE", raising=False)
    without = command("worker", "--lang", language)
    assert (without.status, without.out) == (1, "")
    assert without.err.strip() == say(language, "terminal", "error.worker-store")
    idle = command("worker", "--store", ADDRESS, "--threads", "0", "--lang", language)
    assert idle.status == 1
    assert idle.err.strip() == say(language, "terminal", "error.worker-threads", threads=0)
    assert "--threads N" in command("worker", "--help", "--lang", language).out
