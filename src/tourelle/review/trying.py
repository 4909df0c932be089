"""What a turn that somebody tries at a puzzle is.

Nothing is searched: a turn is the solution where it plays the same actions, or leads to the same
position, as one of those that the puzzle knows to be best.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tourelle.core import line
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.games import game_class
from tourelle.review.puzzles import Puzzle

Found = Literal["going", "wrong", "solved"]


@dataclass(frozen=True)
class Attempt:
    """A puzzle that somebody tries."""

    puzzle: Puzzle

    @cached_property
    def _start(self) -> tuple[AnyGame, AnyPosition]:
        """Return the rules and the position."""
        given = line.read(self.puzzle.line)
        game, position = game_class(given["game"]).read(given)
        return game, position

    def tried(self, turn: Sequence[str]) -> Found:
        """Tell what a turn is: the solution, another one, or not yet played to its end.

        A `RefusedError` says why an action can't be played.
        """
        game, start = self._start
        position = game.copy(start)
        interrupts = game.answer("interrupts")
        shows = False
        for text in turn:
            action = game.parse_action(text)
            shows = shows or bool(interrupts(position, action))
            game.play(position, action)
        if game.identity(position) in self._ends:
            return "solved"
        away = game.to_move(position) != self.puzzle.seat
        return "wrong" if shows or away or self._is_over(turn) else "going"

    @cached_property
    def _ends(self) -> set[bytes]:
        """Return what identifies the positions after the best turns."""
        game, start = self._start
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
        game, _ = self._start
        for number, text in enumerate(turn, 1):
            if game.ends_turn(game.parse_action(text)):
                return len(turn) - number
        return None
