"""Decisions judged: what was played against what the search would have played, in the same worlds.

A part of the budget seeks turns; the rest is shared evenly between the turn that was played and the
best others, each followed by itself through the same worlds in the same order. Under a budget of
work the answer depends on nothing but the view, the turn and the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tourelle.bots.calibration import Calibration, calibration_of
from tourelle.bots.presets import opponents
from tourelle.bots.thinking import Candidate, Progress, SearchSettings, follow, think
from tourelle.core.bits import mix
from tourelle.core.compile import buffer
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Action, Seat
from tourelle.neural.artefact import net_of
from tourelle.review.judged import Decision, Expectation, Line

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
    def settings(self) -> SearchSettings:
        """Return how it searches: as the strongest bots do."""
        return replace(opponents(self.game.title).deep, seconds=0.0, threads=1)

    @property
    def calibration(self) -> Calibration:
        """Return what sets its judgements right."""
        return calibration_of(self.game)

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
        view: AnyPosition,
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
        self, view: AnyPosition, seat: Seat, at: int, progress: Progress | None = None
    ) -> list[tuple[Action, ...]]:
        """Return the turns that a search finds, the best first."""
        settings = replace(self.settings, work=max(1, int(SEEKING * self.work)))
        net = net_of(self.game, settings.asks)
        dice = self._dice(at)
        thought = think(self.game, view, seat, dice, settings, None, progress, net)
        return [candidate.turn for candidate in thought.candidates]

    def followed(
        self,
        view: AnyPosition,
        seat: Seat,
        turn: Sequence[Action],
        at: int,
        lines: int,
        progress: Progress | None = None,
    ) -> Line:
        """Return what a turn leads to, followed with its share of the budget for so many lines."""
        work = max(1, int((1 - SEEKING) * self.work / lines))
        settings = replace(self.settings, work=work)
        net = net_of(self.game, settings.asks)
        found = follow(self.game, view, seat, turn, self._dice(~at), settings, progress, net)
        right = self.calibration.candidate(found, seat, self.game.progress(view))
        texts = tuple(self.game.action_text(action) for action in turn)
        return Line(at, texts, _expected(right, self.game.seats), found.visits)

    def _dice(self, at: int) -> list[int]:
        """Return a generator for one decision: the same each time."""
        dice = buffer(1)
        dice[0] = int(mix(self.seed, at))
        return dice


def _expected(found: Candidate, seats: int) -> Expectation:
    """Return what a turn leads to; where nothing was followed, nobody is ahead."""
    if not found.visits:
        return Expectation((1 / seats,) * seats, (0.0,) * seats)
    return Expectation(found.chances, found.points)


def _utility(line: Line, seat: int) -> float:
    """Return by what lines are compared: chance, and points where that is level."""
    expected = line.leads_to
    return expected.chances[seat] + A_POINT * expected.points[seat]


def same_turn(one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Tell whether two turns are the same actions, in any order, as far as both go."""
    length = min(len(one), len(other))
    return bool(length) and sorted(one[:length]) == sorted(other[:length])
