"""What actions would bring, worked out at once, beside playing each of them."""

import pytest

from tests.conformance.cases import CASES
from tourelle.core.words import Seat
from tourelle.testing import Case, random_steps


@pytest.mark.parametrize("case", CASES[:: max(1, len(CASES) // 12)], ids=str)
def test_gains_are_the_points_that_playing_brings(case: Case) -> None:
    game, brought = case.game(), 0
    for step in random_steps(game, seed=5, every=11):
        if not step.legal:
            continue
        before = game.identity(step.position)
        seat = game.to_move(step.position)
        assert seat is not None
        had = game.points(step.position, seat)
        gains = game.gains(step.position, step.legal, seat)
        assert game.identity(step.position) == before
        for action, gained in zip(step.legal, gains, strict=True):
            after = game.copy(step.position)
            game.apply(after, action)
            assert gained == game.points(after, seat) - had, game.action_text(action)
            brought += gained != 0
    assert brought
    assert game.gains(game.setup(1), [], Seat(0)) == []
