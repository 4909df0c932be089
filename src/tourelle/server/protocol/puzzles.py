"""The protocol: puzzles, and what is answered to a turn that somebody tries at one."""

from typing import Literal

from tourelle.server.protocol import Choice, Message


class PuzzleInfo(Message):
    """A puzzle before it is solved: nothing here tells its solution."""

    id: str
    line: str  # the position, to be shown through the eyes of `seat`
    seat: int
    rating: int


class PuzzleTheme(Message):
    """What some puzzles are about, and how many; which ones they are is told with a solution."""

    name: str
    label: str
    puzzles: int


class Puzzles(Message):
    """The puzzles of a title; none where it has none."""

    title: str
    label: str
    puzzles: list[PuzzleInfo]
    themes: list[PuzzleTheme]


class PuzzleSolution(Message):
    """The turn that is best, and what is known of it."""

    actions: list[Choice]
    missed: list[Choice]  # what a quick look plays
    chance: float  # to win: what it has more than the best turn that is not as good
    themes: list[str]  # names
    solved_by: int | None  # the lowest level that finds it more often than not; None: none does


class PuzzleVerdict(Message):
    """What a tried turn is: not at its end yet, not the one, the solution, or one gave up."""

    found: Literal["going", "wrong", "solved", "shown"]
    solution: PuzzleSolution | None  # once it is solved, or given up
