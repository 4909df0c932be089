"""What a strong player would do: the best turns of a position, as one seat may see it."""

from dataclasses import replace
from typing import Final

from tourelle.bots.calibration import set_right
from tourelle.bots.presets import DEEP, for_people
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import Findings, Progress
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Seat

HINTER: Final = Thinker("deep", DEEP)


def hinter(game: AnyGame, seconds: float = 0.0, work: int = 0) -> Thinker:
    """Return who finds what is told in a game."""
    share = for_people(game).root_share
    return HINTER.with_settings("hint", seconds=seconds, work=work, root_share=share)


def find_turns(
    game: AnyGame,
    view: View,
    seat: Seat,
    dice: list[int],
    seconds: float = 1.0,
    work: int = 0,
    progress: Progress | None = None,
) -> Findings:
    """Return the turns that `seat` might play, the best first, knowing no more than its `view`.

    Chances and points are set right: they are those of the end of the game.
    """
    found = hinter(game, seconds, work).findings(game, view, seat, dice, progress)
    turns = tuple(set_right(game, view, seat, each) for each in found.candidates)
    return replace(found, candidates=turns)
