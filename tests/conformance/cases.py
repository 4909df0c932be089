"""Every game, number of seats and option set: what the laws are tested over."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tourelle.core.game import Game
from tourelle.core.words import Action, Param
from tourelle.games import TITLES, game_class


class Case(NamedTuple):
    """One game to test."""

    title: str
    options: dict[str, Param]

    def game(self) -> Game[Any]:
        return game_class(self.title)(self.options)

    def __str__(self) -> str:
        return "-".join([self.title, *(f"{key}={value}" for key, value in self.options.items())])


CASES = [
    Case(title, {**options, "seats": seats})
    for title in TITLES
    for options in game_class(title).option_sets
    for seats in (2, 3, 4)
]


class Step(NamedTuple):
    """A position of a random game, what could be done there, and what was."""

    position: Any
    legal: list[Action]
    action: Action | None


def random_steps(game: Game[Any], seed: int, every: int = 1) -> Iterator[Step]:
    """Play a random game; yield every so many steps, and its end. Positions are not copied."""
    dice = random.Random(seed)
    position = game.setup(seed)
    number = 0
    while not game.is_over(position):
        legal = game.legal_actions(position)
        action = dice.choice(legal)
        if number % every == 0:
            yield Step(position, legal, action)
        game.apply(position, action)
        number += 1
    yield Step(position, game.legal_actions(position), None)
