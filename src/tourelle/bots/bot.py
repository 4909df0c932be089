"""What every opponent offers."""

from typing import Any, Protocol

from tourelle.core.game import Game
from tourelle.core.words import Action, Seat


class Bot(Protocol):
    """Chooses one action at a time. Stateless: chance comes from the dice it is handed."""

    @property
    def name(self) -> str:
        """Return the name by which records and commands call this bot."""

    def choose(self, game: Game[Any], view: Any, seat: Seat, dice: list[int]) -> Action:
        """Return a legal action for `seat`, knowing only its `view`; `dice` is a generator."""
