"""What a position is worth: purposeful players play to the end."""

from typing import Any

import pytest

from tests.blox.tables import turn
from tests.conformance.golden import grasping
from tourelle.core.words import Seat
from tourelle.games.blox.game import Blox

TWO = {"seats": 2}
PURPLE = {"d5": "0", "hands": ["ppp", ""]}


def worth(**keys: Any) -> float:
    """Return what a position of two seats is worth to seat 0."""
    standing = {"a9": "BB", "c9": "GG", "e9": "BBB", "g9": "GGG", "hands": ["bgw", ""], **keys}
    game, position = Blox.read(turn(TWO, **standing))
    return game.evaluate(position, Seat(0))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"points": [5, 0]}, {"points": [4, 0]}),
        ({"blocks": ["w", ""]}, {}),
        ({"a1": "0"}, {}),
        ({"jokers": [True, True]}, {"jokers": [False, True]}),
        ({"e4": "0", "e6": "GW"}, {"e4": "0", "e6": "PP"}),  # the cards are there
        ({"e4": "0", "e6": "GW"}, {"e4": "0", "f6": "GW"}),  # the tower is in line
        ({"e4": "0", "blocks": ["bgw", ""]}, {"e4": "0", "blocks": ["ppp", ""]}),
        (
            {"d5": "0", "b5": "1", "hands": ["ppp", ""]},
            {"d5": "0", "b6": "1", "hands": ["ppp", ""]},
        ),
    ],
)
def test_what_is_better_is_worth_more(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert worth(**better) > worth(**worse)


def test_a_game_that_is_over_is_worth_its_points() -> None:
    game, position = Blox.read(turn(TWO, phase=4, points=[7, 9], blocks=["bbb", ""]))
    assert [game.evaluate(position, Seat(seat)) for seat in range(2)] == [7.0, 9.0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_purposeful_players_end_the_game_by_its_towers(seats: int) -> None:
    game = Blox({"seats": seats})
    position = game.setup(3)
    while not game.is_over(position):
        game.apply(position, grasping(game, position))
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.clause == "B11.2"
    assert min(outcome.points) > 15
