"""Games at random, action by action, for tests of what an action did."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tourelle.core.game import AnyGame
from tourelle.core.words import Action

Chooser = Callable[[AnyGame, list[Action], random.Random], Action]


def at_random(_game: AnyGame, actions: list[Action], dice: random.Random) -> Action:
    return dice.choice(actions)


def steps(game: AnyGame, seed: int, choose: Chooser = at_random) -> Iterator[tuple[Any, str, Any]]:
    """Yield every action of a game: what stood before, its text, what stands after."""
    dice = random.Random(seed)
    position = game.setup(seed)
    while not game.is_over(position):
        action = choose(game, game.legal_actions(position), dice)
        after = game.copy(position)
        game.apply(after, action)
        yield position, game.action_text(action), after
        position = after
