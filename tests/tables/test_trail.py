"""A trail leads back to every position that a game has passed."""

import random

import pytest

from tourelle.games import TITLES, game_class
from tourelle.tables.trail import STEP, Trail


@pytest.mark.parametrize("title", TITLES)
def test_every_position_is_found_again(title: str) -> None:
    game, dice = game_class(title)({"seats": 2}), random.Random(4)
    position, trail = game.setup(8), Trail(game, 8)
    passed = [game.identity(position)]
    for turn in range(5 * STEP):
        if game.is_over(position):
            break
        action = dice.choice(game.legal_actions(position))
        game.apply(position, action)
        trail.add(action, position)
        passed.append(game.identity(position))
        if turn % 50 == 49:  # some of it is taken back
            left = len(passed) - dice.randrange(1, 45)
            del passed[left + 1 :]
            trail.cut(left)
            position = trail.at(left)
            assert game.identity(position) == passed[-1]
    for actions, identity in enumerate(passed):
        assert game.identity(trail.at(actions)) == identity
