"""Puzzles as a title keeps them in `puzzles.json`, of an installed package too."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

from tourelle.core import plugins

FILE: Final = "puzzles.json"
EASIEST: Final = 600
STEP: Final = 150
"""What a level that fails adds to a puzzle's rating."""


class PuzzlesError(ValueError):
    """A title's puzzles can't be read: which of them, and why."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as `puzzles.json` holds it."""

    id: str
    line: str
    seat: int
    solution: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    """Other turns that are as good."""
    missed: tuple[str, ...]
    """What a quick look plays."""
    gain: dict[str, float]
    """What the solution is ahead of the best turn that is not as good: `chance` to win, and
    `points` of its lead over the best other seat."""
    rating: int
    themes: tuple[str, ...]
    solved_by: int | None
    """The lowest level that finds it more often than not; None: none does."""
    levels: tuple[float, ...]
    """How often each level found it."""
    verified: dict[str, int]

    def to_json(self) -> dict[str, object]:
        """Return it as JSON."""
        return asdict(self)


def read_puzzles(document: object) -> list[Puzzle]:
    """Read a list of puzzles; a `ValueError` says which of them lacks what."""
    if not isinstance(document, list):
        raise ValueError("not a list of puzzles")
    found = list[Puzzle]()
    for number, given in enumerate(document, 1):
        try:
            found.append(_read(given))
        except (KeyError, TypeError, ValueError) as trouble:
            raise ValueError(f"puzzle {number}: {trouble}") from trouble
    return found


def _read(given: Mapping[str, Any]) -> Puzzle:
    """Read one puzzle."""
    lists = {name: tuple(given[name]) for name in ("solution", "missed", "themes", "levels")}
    others = tuple(tuple(turn) for turn in given["alternatives"])
    return Puzzle(**{**given, **lists, "alternatives": others})


@cache
def puzzles_of(title: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a title, of an installed package too; none where it has no file.

    A `PuzzlesError` says what is wrong with the file.
    """
    try:
        return tuple(read_puzzles(json.loads(plugins.text_of(title, FILE) or "[]")))
    except ValueError as trouble:
        raise PuzzlesError(f"{FILE} of {title}: {trouble}") from trouble


def puzzle_named(title: str, name: str) -> Puzzle | None:
    """Return a puzzle of a title; None where it has no such one."""
    return next((puzzle for puzzle in puzzles_of(title) if puzzle.id == name), None)


def rating_of(levels: Sequence[float]) -> int:
    """Return how hard a puzzle is: more for every level that fails, in part for each that may."""
    return EASIEST + round(STEP * sum(1 - share for share in levels))


def solved_by(levels: Sequence[float]) -> int | None:
    """Return the lowest level that finds it more often than not."""
    return next((number for number, share in enumerate(levels, 1) if share > 0.5), None)
