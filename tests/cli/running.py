"""The command as a person calls it, without a new process for every call."""

import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tourelle.cli.main import main


class Said(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


class Command:
    """Calls `tourelle` with words and standard input."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.patch = patch
        self.capture = capture

    def __call__(self, *words: str, given: str = "") -> Said:
        self.patch.setattr(sys, "stdin", io.StringIO(given))
        self.capture.readouterr()
        try:
            status = main(words)
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        out, err = self.capture.readouterr()
        return Said(status, out, err)


def document(tmp_path: Path, data: object) -> str:
    """Write a document to a file and return its name."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


TURN = {
    "board": (
        ".. .. .. 1. .. .. .. ..\n"
        ".. .. .. .. .. .. .. ..\n"
        ".. .0 2. .. .. 1K .. ..\n"
        ".. .. 1. .. .. .. .. 1.\n"
        "1. .. .. .. .. .. .. ..\n"
        ".. .. 1. .. .. 1. .. ..\n"
        ".. .. .. .. .. .. .. ..\n"
        ".. .. .. .. 11 .. .. .."
    ),
    "options": {"seats": 2},
}
"""The board of T5.4's height limit, with two seats."""
