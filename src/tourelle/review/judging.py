"""Decisions judged: what was played against what the search would have played, in the same worlds.

A part of the budget seeks turns; the rest is shared evenly between the turn that was played and the
best others, each followed by itself through the same worlds in the same order. Under a budget of
work the answer depends on nothing but the view, the turn and the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tourelle.bots.calibration import Calibration
from tourelle.bots.thinking import Candidate, Progress
from tourelle.core.bits import mix
from tourelle.core.chance import Dice, dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Action, Seat
from tourelle.review.judged import Decision, Expectation, Variation
from tourelle.review.searching import Searcher, same_turn

SEEKING: Final = 0.3
"""The part of the budget in which turns are sought."""
RIVALS: Final = 2
"""Turns that are followed beside the one that was played."""
SLIGHT: Final = 0.01
"""Less chance, with two seats, is no difference: what was played is then as good as the best."""
A_POINT: Final = 0.001
"""What a point counts against chance: where nothing is to be won or lost, points decide."""


@dataclass(frozen=True)
class Judge:
    """Judges the decisions of one game."""

    game: AnyGame
    work: int
    """States weighed for a decision."""
    seed: int = 0

    @property
    def searcher(self) -> Searcher:
        """Return who searches for it."""
        return Searcher(self.game)

    @property
    def calibration(self) -> Calibration:
        """Return what sets its judgements right."""
        return self.searcher.calibration

    def decision(
        self,
        position: AnyPosition,
        at: int,
        actions: Sequence[Action],
        progress: Progress | None = None,
    ) -> Decision:
        """Judge what was played at a position, the `at`-th of a record, from its seat's view."""
        seat = self.game.to_move(position)
        if seat is None:
            raise ValueError("nobody decides in a game that is over")
        view = self.game.view(position, seat)
        rivals = self.rivals(view, seat, actions, at, progress)
        lines = [
            self.followed(view, seat, turn, at, 1 + len(rivals), progress)
            for turn in (tuple(actions), *rivals)
        ]
        played = lines[0]
        best = max(lines, key=lambda line: _utility(line, seat))
        if _utility(best, seat) - _utility(played, seat) < SLIGHT * 2 / self.game.seats:
            best = played
        worst = self.calibration.thresholds.of(self.game.seats).mistake
        clear = [
            best.leads_to.chances[seat] - line.leads_to.chances[seat] >= worst for line in lines[1:]
        ]
        return Decision(seat, played, best, only=best is played and bool(clear) and all(clear))

    def rivals(
        self,
        view: View,
        seat: Seat,
        actions: Sequence[Action],
        at: int,
        progress: Progress | None = None,
    ) -> list[tuple[Action, ...]]:
        """Return the best other turns that a search finds."""
        if len(self.game.legal_actions(view)) < 2 and len(actions) < 2:
            return []
        found = self.found(view, seat, at, progress)
        others = [turn for turn in found if not same_turn(turn, actions)]
        return others[:RIVALS]

    def found(
        self, view: View, seat: Seat, at: int, progress: Progress | None = None
    ) -> list[tuple[Action, ...]]:
        """Return the turns that a search finds, the best first."""
        work = max(1, int(SEEKING * self.work))
        return self.searcher.turns(view, seat, work, self._dice(at), progress)

    def followed(
        self,
        view: View,
        seat: Seat,
        turn: Sequence[Action],
        at: int,
        lines: int,
        progress: Progress | None = None,
    ) -> Variation:
        """Return what a turn leads to, followed with its share of the budget for so many lines."""
        work = max(1, int((1 - SEEKING) * self.work / lines))
        found = self.searcher.followed(view, seat, turn, work, self._dice(~at), progress)
        texts = tuple(self.game.action_text(action) for action in turn)
        return Variation(at, texts, _expected(found, self.game.seats), found.visits)

    def _dice(self, at: int) -> Dice:
        """Return a generator for one decision: the same each time."""
        return dice_from(int(mix(self.seed, at)))


def _expected(found: Candidate, seats: int) -> Expectation:
    """Return what a turn leads to; where nothing was followed, nobody is ahead."""
    if not found.visits:
        return Expectation((1 / seats,) * seats, (0.0,) * seats)
    return Expectation(found.chances, found.points)


def _utility(line: Variation, seat: int) -> float:
    """Return by what lines are compared: chance, and points where that is level."""
    expected = line.leads_to
    return expected.chances[seat] + A_POINT * expected.points[seat]
