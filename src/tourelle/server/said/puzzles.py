"""Puzzles as messages, in the language of whoever asks."""

from collections import Counter
from collections.abc import Sequence

from tourelle.review.puzzles import Puzzle, puzzles_of
from tourelle.review.trying import Attempt
from tourelle.server.protocol import Choice
from tourelle.server.protocol.puzzles import PuzzleInfo, Puzzles, PuzzleSolution, PuzzleTheme
from tourelle.server.said import messages
from tourelle.server.said.retelling import retold


def puzzles(title: str, language: str, theme: str = "") -> Puzzles:
    """Return the puzzles of a title, or those about a theme, without their solutions."""
    known = puzzles_of(title)
    themes = Counter(theme for puzzle in known for theme in puzzle.themes)
    return Puzzles(
        title=title,
        label=messages.label(language, title, "title", title),
        puzzles=[
            PuzzleInfo(id=each.id, line=Attempt(each).line, seat=each.seat, rating=each.rating)
            for each in known
            if theme in ("", *each.themes)
        ],
        themes=[
            PuzzleTheme(
                name=name,
                label=messages.label(language, title, f"theme.{name}", name),
                puzzles=count,
            )
            for name, count in sorted(themes.items())
        ],
    )


def solution(puzzle: Puzzle, title: str, language: str) -> PuzzleSolution:
    """Return the solution of a puzzle, told as the log tells turns."""

    def told(turn: Sequence[str]) -> list[Choice]:
        (choices,) = retold(language, title, messages.LETTERS, [turn], Attempt(puzzle).start)
        return choices

    return PuzzleSolution(
        actions=told(puzzle.solution),
        missed=told(puzzle.missed),
        chance=puzzle.gain["chance"],
        themes=list(puzzle.themes),
        solved_by=puzzle.solved_by,
    )
