"""A bot that looks one action ahead and takes what promises most.

What a turn has gained is booked when the turn ends, so actions that end it are weighed apart: they
are taken only once nothing else makes the position better. Without that, a bot would end its turn
to see the year scored, with all its action points unspent.
"""

from typing import Any, Final

from tourelle.bots.thinking import Thought
from tourelle.core.chance import below, next_word
from tourelle.core.game import Game
from tourelle.core.words import Action, Seat

ENDS_A_TURN: Final = {"torres": "end"}
"""The first word of the action by which a seat gives up the rest of its turn, title by title."""


class Greedy:
    """Takes the action after which it stands best, compared with the best of the others."""

    name = "greedy"

    def turn(
        self,
        game: Game[Any],
        view: Any,
        seat: Seat,
        dice: list[int],
        thought: Thought | None = None,  # noqa: ARG002 (a Bot's signature)
    ) -> list[Action]:
        """Return the most promising action in one world that fits what the seat sees."""
        actions = game.legal_actions(view)
        world = game.imagine(view, seat, int(next_word(dice)))
        going_on = [action for action in actions if not ends_turn(game, action)]
        ending = [action for action in actions if ends_turn(game, action)]
        best, worth = self._best(game, world, seat, going_on, dice)
        if not ending or worth > standing(game, world, seat):
            return [best]
        return [self._best(game, world, seat, ending, dice)[0]]

    def _best(
        self, game: Game[Any], world: Any, seat: Seat, actions: list[Action], dice: list[int]
    ) -> tuple[Action, float]:
        """Return the action whose outcome is best, and its worth; dice decide between equals."""
        best: list[Action] = []
        highest = float("-inf")
        for action, child in zip(actions, game.children(world, actions), strict=True):
            worth = standing(game, child, seat)
            if worth > highest:
                best, highest = [], worth
            if worth == highest:
                best.append(action)
        if not best:
            return Action(-1), highest
        return best[int(below(dice, len(best)))], highest


def ends_turn(game: Game[Any], action: Action) -> bool:
    """Tell whether an action gives up the rest of the turn."""
    return game.action_text(action).split()[0] == ENDS_A_TURN.get(game.title)


def standing(game: Game[Any], position: Any, seat: Seat) -> float:
    """Return how far `seat` is ahead of the best of the others."""
    others = [game.evaluate(position, Seat(s)) for s in range(game.seats) if s != seat]
    return game.evaluate(position, seat) - max(others)
