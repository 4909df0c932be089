"""A bot that plays anything legal: the yardstick at the lower end."""

# ruff: noqa: ARG002 (what every bot is handed)

from tourelle.bots.thinking import Progress
from tourelle.core.chance import Dice, below
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Action, Seat


class Random:
    """Plays every legal action with the same chance."""

    name = "random"

    def turn(
        self, game: AnyGame, view: View, seat: Seat, dice: Dice, progress: Progress | None = None
    ) -> list[Action]:
        """Return any legal action."""
        actions = game.legal_actions(view)
        return [actions[int(below(dice, len(actions)))]]
