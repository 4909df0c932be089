"""A bot of one's own, for any game: it looks one action ahead in several worlds that may be."""

from typing import Final

from tourelle.bots.bot import AtOnce
from tourelle.core.chance import Dice, next_word
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Action, Seat

WORLDS: Final = 8


class Steady(AtOnce):
    """Takes the action that its evaluation likes best on the average of some imagined worlds."""

    name = "steady"

    def action(self, game: AnyGame, view: View, seat: Seat, dice: Dice) -> Action:
        """Return one action, knowing only what `seat` may see."""
        actions = game.legal_actions(view)
        totals = [0.0] * len(actions)
        for _ in range(WORLDS):
            world = game.imagine(view, seat, int(next_word(dice)))
            for i, child in enumerate(game.children(world, actions)):
                totals[i] += lead(game, child, seat)
        return actions[totals.index(max(totals))]


def lead(game: AnyGame, position: AnyPosition, seat: Seat) -> float:
    """Return how far `seat` may hope to end ahead of the best of the others."""
    others = [game.evaluate(position, Seat(s)) for s in range(game.seats) if s != seat]
    return game.evaluate(position, seat) - max(others)
