"""What a turn that somebody tries at a puzzle is.

Nothing is searched: a turn is the solution where it plays the same actions, or leads to the same
position, as one of those that the puzzle knows to be best. A puzzle is tried in a world that its
seat may imagine: what others hold, and what is still to be drawn, is no part of what is told.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from tourelle.core import line
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import RefusedError, Seat
from tourelle.games import game_class
from tourelle.review.puzzles import FILE, Puzzle, PuzzlesError

Found = Literal["going", "wrong", "solved"]


@cache
def told_line(written: str, seat: int) -> str:
    """Return a position as its seat may be told it: what is hidden from the seat is imagined.

    It is the same each time; a `PuzzlesError` says why a line can't be read.
    """
    try:
        given = line.read(written)
        game, position = game_class(given["game"]).read(given)
    except (RefusedError, KeyError, ValueError) as trouble:
        raise PuzzlesError(f"{FILE}: {trouble}: {written[:60]}") from trouble
    seed = int.from_bytes(hashlib.sha256(written.encode()).digest()[:6], "big")
    world = game.imagine(game.view(position, Seat(seat)), Seat(seat), seed)
    return line.written(game.document(world))


@dataclass(frozen=True)
class Attempt:
    """A puzzle that somebody tries."""

    puzzle: Puzzle

    @property
    def line(self) -> str:
        """Return the position that is tried, as its seat may be told it."""
        return told_line(self.puzzle.line, self.puzzle.seat)

    @cached_property
    def start(self) -> tuple[AnyGame, AnyPosition]:
        """Return the rules and the position, as its seat may imagine it."""
        given = line.read(self.line)
        game, position = game_class(given["game"]).read(given)
        return game, position

    def tried(self, turn: Sequence[str]) -> Found:
        """Tell what a turn is: the solution, another one, or not yet played to its end.

        A `RefusedError` says why an action can't be played.
        """
        game, start = self.start
        position = game.copy(start)
        interrupts = game.answer("interrupts")
        interrupted = False
        for text in turn:
            action = game.parse_action(text)
            interrupted = interrupted or bool(interrupts(position, action))
            game.play(position, action)
        if game.identity(position) in self._ends:
            return "solved"
        away = game.to_move(position) != self.puzzle.seat
        return "wrong" if interrupted or away or self._is_over(turn) else "going"

    @cached_property
    def _ends(self) -> set[bytes]:
        """Return what identifies the positions after the best turns."""
        game, start = self.start
        found = set[bytes]()
        for turn in (self.puzzle.solution, *self.puzzle.alternatives):
            position = game.copy(start)
            for text in turn:
                game.play_text(position, text)
            found.add(game.identity(position))
        return found

    def _is_over(self, turn: Sequence[str]) -> bool:
        """Tell whether a turn is ended, and goes on no longer than the best turns do."""
        after = self._after_end(turn)
        best = (self.puzzle.solution, *self.puzzle.alternatives)
        return after is not None and after >= max(self._after_end(each) or 0 for each in best)

    def _after_end(self, turn: Sequence[str]) -> int | None:
        """Return how many actions follow the one that ends a turn; None where none does."""
        game, _ = self.start
        for number, text in enumerate(turn, 1):
            if game.ends_turn(game.parse_action(text)):
                return len(turn) - number
        return None
