"""A bot that plays anything legal: the yardstick at the lower end."""

from typing import Any

from tourelle.bots.thinking import Progress
from tourelle.core.chance import below
from tourelle.core.game import Game
from tourelle.core.words import Action, Seat


class Random:
    """Plays every legal action with the same chance."""

    name = "random"

    def turn(
        self,
        game: Game[Any],
        view: Any,
        seat: Seat,  # noqa: ARG002 (a Bot's signature)
        dice: list[int],
        progress: Progress | None = None,  # noqa: ARG002
    ) -> list[Action]:
        """Return any legal action."""
        actions = game.legal_actions(view)
        return [actions[int(below(dice, len(actions)))]]
