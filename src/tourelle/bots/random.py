"""A bot that plays anything legal: the yardstick at the lower end."""

from tourelle.bots.bot import AtOnce, any_of
from tourelle.core.chance import Dice
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Action, Seat


class Random(AtOnce):
    """Plays every legal action with the same chance."""

    name = "random"

    def action(self, game: AnyGame, view: View, seat: Seat, dice: Dice) -> Action:  # noqa: ARG002 (anyone's)
        """Return any legal action."""
        return any_of(game.legal_actions(view), dice)
