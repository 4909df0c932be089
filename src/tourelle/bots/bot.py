"""What every opponent offers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from tourelle.bots.thinking import Progress
from tourelle.core.chance import Dice, below
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Action, Seat


class Bot(Protocol):
    """Chooses what a seat does next. Stateless: chance comes from the dice it is handed."""

    @property
    def name(self) -> str:
        """Return the name by which records and commands call this bot."""

    def turn(
        self, game: AnyGame, view: View, seat: Seat, dice: Dice, progress: Progress | None = None
    ) -> list[Action]:
        """Return what `seat` does next, knowing only its `view`: one action or more.

        All of them are legal one after another: a turn is planned to its end, or up to the first
        action that shows something hidden. `dice` is a generator; `progress` shows how far the bot
        is, and can stop it.
        """


class AtOnce(ABC):
    """A bot that takes one action after another, each so soon that nobody need stop it."""

    def turn(
        self, game: AnyGame, view: View, seat: Seat, dice: Dice, progress: Progress | None = None
    ) -> list[Action]:
        """Return one action: see `Bot`."""
        del progress
        return [self.action(game, view, seat, dice)]

    @abstractmethod
    def action(self, game: AnyGame, view: View, seat: Seat, dice: Dice) -> Action:
        """Return what `seat` does next."""


def any_of(actions: Sequence[Action], dice: Dice) -> Action:
    """Return one of some actions, each with the same chance."""
    return actions[int(below(dice, len(actions)))]
