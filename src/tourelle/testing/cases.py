"""What the laws are tested over: every option set of a game with every number of seats."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from tourelle.core.game import AnyGame, Rules
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Action, Param


class Case(NamedTuple):
    """One game to test: the rules of a title and an option set."""

    rules: Rules
    options: dict[str, Param]

    @property
    def title(self) -> str:
        """Return the name of the game."""
        return self.rules.title

    def game(self) -> AnyGame:
        """Return the rules under the options."""
        return self.rules(self.options)

    def __str__(self) -> str:
        """Return title and options in one word."""
        return "-".join([self.title, *(f"{key}={value}" for key, value in self.options.items())])


def seat_numbers(rules: Rules) -> list[int]:
    """Return how many seats a game may have, as its option `seats` says."""
    seats = next(option for option in rules.option_list if option.name == "seats")
    return [int(value) for value in seats.values or range(seats.low, seats.high + 1)]


def cases(rules: Rules) -> list[Case]:
    """Return every option set of a game with every number of seats."""
    return [
        Case(rules, {**options, "seats": seats})
        for options in rules.option_sets
        for seats in seat_numbers(rules)
    ]


class Step(NamedTuple):
    """A position of a random game, what could be done there, and what was."""

    position: AnyPosition
    legal: list[Action]
    action: Action | None


def random_steps(game: AnyGame, seed: int, every: int = 1) -> Iterator[Step]:
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
