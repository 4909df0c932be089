"""What a strong player would do: the best turns of a position, as one seat may see it."""

from typing import Final

from tourelle.bots.presets import DEEP
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import Findings, Progress
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Seat

HINTER: Final = Thinker("deep", DEEP)


def find_turns(
    game: AnyGame,
    view: View,
    seat: Seat,
    dice: list[int],
    seconds: float = 1.0,
    work: int = 0,
    progress: Progress | None = None,
) -> Findings:
    """Return the turns that `seat` might play, the best first, knowing no more than its `view`."""
    hinter = HINTER.with_settings("hint", seconds=seconds, work=work)
    return hinter.findings(game, view, seat, dice, progress)
