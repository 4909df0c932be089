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
