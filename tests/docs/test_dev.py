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


@pytest.mark.parametrize(
    ("failed", "alone", "result"),
    [(1, 0, 0), (1, 1, 1), (dev.FEW, 0, 0), (dev.FEW + 1, 0, 1)],
    ids=["tripped once", "wrong", "a few", "too many for bad luck"],
)
def test_what_failed_is_tried_once_more_alone(
    monkeypatch: pytest.MonkeyPatch, failed: int, alone: int, result: int
) -> None:
    codes = {"auto": 1, "0": alone}

    def tested(*words: str) -> int:
        return codes[words[words.index("-n") + 1]] if "-n" in words else 0

    monkeypatch.setattr(dev, "ensure", lambda _: None)
    monkeypatch.setattr(dev, "run", tested)
    monkeypatch.setattr(dev, "failed_tests", lambda: ["tests/test_x.py::test_x"] * failed)
    assert dev.test([]) == result
