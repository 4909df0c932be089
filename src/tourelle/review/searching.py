"""Searching for the review: as the strongest bots do, within a budget of work alone.

Under such a budget the answer depends on nothing but the view, the turn and the dice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tourelle.bots.calibration import Calibration, calibration_of, set_right
from tourelle.bots.presets import for_people
from tourelle.bots.thinking import Candidate, Progress, SearchSettings, follow, think
from tourelle.core.chance import Dice
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Action, Seat
from tourelle.neural.artefact import net_of


@dataclass(frozen=True)
class Searcher:
    """Finds turns of one game, and follows those that it is given."""

    game: AnyGame

    @property
    def calibration(self) -> Calibration:
        """Return what sets its judgements right."""
        return calibration_of(self.game)

    def settings(self, work: int) -> SearchSettings:
        """Return how it searches with so many states to weigh."""
        return replace(for_people(self.game), seconds=0.0, threads=1, work=work)

    def turns(
        self, view: View, seat: Seat, work: int, dice: Dice, progress: Progress | None = None
    ) -> list[tuple[Action, ...]]:
        """Return the turns that a search finds, the best first."""
        settings = self.settings(work)
        net = net_of(self.game, settings.asks)
        found = think(self.game, view, seat, dice, settings, None, progress, net)
        return [candidate.turn for candidate in found.candidates if candidate.turn]

    def followed(
        self,
        view: View,
        seat: Seat,
        turn: Sequence[Action],
        work: int,
        dice: Dice,
        progress: Progress | None = None,
    ) -> Candidate:
        """Return what a turn leads to, with chances and points set right."""
        settings = self.settings(work)
        net = net_of(self.game, settings.asks)
        found = follow(self.game, view, seat, turn, dice, settings, progress, net)
        return set_right(self.game, view, seat, found)


def same_turn(one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Tell whether two turns are the same actions, in any order, as far as both go."""
    length = min(len(one), len(other))
    return bool(length) and sorted(one[:length]) == sorted(other[:length])
