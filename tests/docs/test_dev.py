"""`dev.py`, the one command of those who work on Tourelle."""

import os

import pytest

import dev


def test_start_becomes_tourelle_so_that_ending_it_ends_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    became: list[list[str]] = []
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(os, "execv", lambda _, command: became.append(command))
    monkeypatch.setattr(dev, "ensure", lambda _: None)
    monkeypatch.setattr(dev, "run", lambda *_, **__: 0)
    assert dev.start(["serve", "--port", "9000"]) == 0
    assert became == [[str(dev.PYTHON), "-m", "tourelle", "serve", "--port", "9000"]]


def test_the_tests_see_the_pages_as_they_are_now(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def note(*words: str) -> int:
        ran.append(" ".join(words))
        return 0

    monkeypatch.setattr(dev, "ensure", lambda _: None)
    monkeypatch.setattr(dev, "run", note)
    assert dev.test(["tests/docs"]) == 0
    assert ran[:2] == ["hatch_build.py", "tests/browser/chromium.py"]
    assert ran[2].startswith("-m pytest")
