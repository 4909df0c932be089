"""A bot that takes the most points at once: a yardstick for those that think.

It counts what it would have if everything were scored now, one action ahead, and weighs nothing
else: no tuning makes it stronger or weaker. An action that ends the turn is taken only once every
other one would cost points; otherwise it would end its turn to see the year scored, with all its
action points unspent.
"""

from tourelle.bots.bot import AtOnce, any_of
from tourelle.core.chance import Dice, next_word
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Action, Seat


class Greedy(AtOnce):
    """Takes the action after which it leads by the most points, the others' best against it."""

    name = "greedy"

    def action(self, game: AnyGame, view: View, seat: Seat, dice: Dice) -> Action:
        """Return the most rewarding action in one world that fits what the seat sees."""
        world = game.imagine(view, seat, int(next_word(dice)))
        actions = game.legal_actions(view)
        going_on = [action for action in actions if not game.ends_turn(action)]
        ending = [action for action in actions if game.ends_turn(action)]
        best, lead = self._best(game, world, seat, going_on, dice)
        if not ending or lead >= lead_of(game, world, seat):
            return best
        return self._best(game, world, seat, ending, dice)[0]

    def _best(
        self, game: AnyGame, world: AnyPosition, seat: Seat, actions: list[Action], dice: list[int]
    ) -> tuple[Action, float]:
        """Return the action with the largest lead, and the lead; dice decide between equals."""
        best: list[Action] = []
        largest = float("-inf")
        for action, child in zip(actions, game.children(world, actions), strict=True):
            lead = lead_of(game, child, seat)
            if lead > largest:
                best, largest = [], lead
            if lead == largest:
                best.append(action)
        if not best:
            return Action(-1), largest
        return any_of(best, dice), largest


def lead_of(game: AnyGame, position: AnyPosition, seat: Seat) -> float:
    """Return by how many points `seat` would be ahead of the best of the others."""
    others = [game.points_now(position, Seat(s)) for s in range(game.seats) if s != seat]
    return game.points_now(position, seat) - max(others)
