"""A position told the same from every seat, in games whose seats are alike."""

from collections.abc import Callable
from typing import Any

from tourelle.core.game import Game
from tourelle.testing.cases import random_steps
from tourelle.testing.tables import told_inputs

Turned = Callable[[Any, Any], tuple[Game[Any], Any]]


def check_inputs_turn(game: Game[Any], turned: Turned, every: int) -> None:
    """Fail where a net is told something else once everybody has moved one seat further."""
    for step in random_steps(game, seed=5, every=every):
        if not game.is_over(step.position):
            assert told_inputs(*turned(game, step.position)) == told_inputs(game, step.position)
