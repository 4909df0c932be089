"""The positions that a game has passed: some are kept, those between are played again from them."""

from typing import Any, Final

from tourelle.core.game import Game
from tourelle.core.words import Action

STEP: Final = 32
"""Every so many actions a position is kept, so that going back never takes longer than that."""


class Trail:
    """Where a game has come through."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        """Stand at the start."""
        self._game: Final = game
        self._actions: Final[list[Action]] = []
        self._kept: Final = [game.deal(seed)]

    def add(self, action: Action, position: Any) -> None:
        """Note an action and the position after it, which may be changed later."""
        self._actions.append(action)
        if len(self._actions) % STEP == 0:
            self._kept.append(self._game.copy(position))

    def cut(self, actions: int) -> None:
        """Forget all but the first `actions`."""
        del self._actions[actions:]
        del self._kept[actions // STEP + 1 :]

    def at(self, actions: int) -> Any:
        """Return the position after the first `actions`, as a copy."""
        nearest = min(actions, len(self._actions)) // STEP
        position = self._game.copy(self._kept[nearest])
        for action in self._actions[nearest * STEP : actions]:
            self._game.apply(position, action)
        return position
