"""What a position is worth: each term by itself, and that purposeful players play to the end."""

from typing import Any

import pytest

from tests.blox.tables import turn
from tourelle.core.weights import numbers
from tourelle.core.words import Seat
from tourelle.games.blox.features import NAMES, features, missing_cards
from tourelle.games.blox.game import Blox
from tourelle.games.blox.piles import pile_of
from tourelle.testing.golden import grasping

TWO = {"seats": 2}


def worth(**keys: Any) -> float:
    """Return what a position of two seats is worth to seat 0."""
    standing = {"a9": "BB", "c9": "GG", "e9": "BBB", "g9": "GGG", "hands": ["bgw", ""], **keys}
    game, position = Blox.read(turn(TWO, **standing))
    return game.evaluate(position, Seat(0))


def terms_of(document: dict[str, Any]) -> list[dict[str, float]]:
    """Return the terms of every seat by name."""
    game, position = Blox.read(document)
    found = []
    for seat in range(game.seats):
        out = numbers([0.0] * len(NAMES))
        features(position, seat, out)
        found.append(dict(zip(NAMES, map(float, out), strict=True)))
    return found


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


@pytest.mark.parametrize(
    ("points", "blocks", "victories"),
    [
        ([7, 9], ["bbb", ""], [0.0, 1.0]),
        ([9, 9], ["bbb", "gg"], [1.0, 0.0]),  # B11.3
        ([9, 9], ["bb", "gg"], [0.5, 0.5]),
    ],
)
def test_a_game_that_is_over_is_worth_its_points_and_the_victory(
    points: list[int], blocks: list[str], victories: list[float]
) -> None:
    over = terms_of(turn(TWO, phase=4, points=points, blocks=blocks))
    for seat in range(2):
        nothing_else = dict.fromkeys(NAMES, 0.0)
        assert over[seat] == {
            **nothing_else,
            "points": points[seat],
            "victory": victories[seat],
        }


def test_in_the_last_round_only_an_action_that_is_left_counts() -> None:
    last = {
        "phase": 4,
        "to_move": 1,
        "points": [5, 3],
        "blocks": ["bbbbb", "g"],
        "jokers": [False] * 2,
    }
    first, second = terms_of(
        turn(TWO, d5="0", a1="1", b1="GG", hands=["bbbbb", "ggb"], **last)
    )  # seat 0 had its last action
    assert first["last_action"] == first["blocks"] == first["ready"] == 0
    assert second["last_action"] == 2
    assert first["clock"] == pytest.approx(2.04)
    assert second["clock"] == -first["clock"]


def test_the_clock_runs_faster_the_fewer_towers_of_four_stand() -> None:
    fours = {"a9": "BBBB", "c9": "GGGG", "e9": "WWWW"}
    clocks = []
    for standing in (2, 3):
        towers = dict(list(fours.items())[:standing])
        clocks.append(terms_of(turn(TWO, phase=4, points=[6, 0], **towers))[0]["clock"])
    assert clocks == [3, 2]
    assert terms_of(turn(TWO, phase=3, points=[6, 0], **fours))[0]["clock"] == 0


@pytest.mark.parametrize(
    ("hand", "pile", "missing"),
    [
        ("bgw", "bgw", 0),
        ("bbgg", "bg", 0),
        ("", "bbgp", 4),
        ("bbbpp", "bggp", 2),
        ("wwwww", "w", 0),
    ],
)
def test_missing_cards_are_counted_colour_by_colour(hand: str, pile: str, missing: int) -> None:
    assert missing_cards(pile_of(hand), pile_of(pile)) == missing


@pytest.mark.parametrize(
    ("squares", "keys", "term", "value"),
    [
        ({"e4": "0", "e5": "GW"}, {}, "destruction", 2),
        ({"e4": "0", "e5": "GP"}, {}, "destruction", 2 * 0.65),
        ({"e4": "0", "e5": "GW", "d4": "BG"}, {}, "second_destruction", 2),
        ({"e4": "0", "f5": "0", "e5": "GW"}, {}, "second_destruction", 0),  # one tower, seen twice
        ({"e4": "0", "f5": "0", "e5": "GW"}, {}, "other_destructions", 2),
        ({"e4": "0", "e5": "GW"}, {"blocks": ["bbbbbbb", ""]}, "destruction", 0),  # B6.5
        ({"e4": "0", "e5": "GWB"}, {}, "destruction", 0),  # B6.3
        ({"e4": "0"}, {"blocks": ["bgw", ""]}, "ready", 3),
        ({}, {"blocks": ["bgw", ""]}, "ready", 0),  # no figure to build with
        ({"e4": "0"}, {"blocks": ["bbgp", ""]}, "matches", 2),
        ({"e4": "0", "e5": "1"}, {"hands": ["bbbgw", ""]}, "ready", 3),
        ({"e4": "0", "e5": "1"}, {"hands": ["bb", ""]}, "hit", 3 * 0.65),
    ],
)
def test_terms_of_what_a_figure_sees(
    squares: dict[str, str], keys: dict[str, Any], term: str, value: float
) -> None:
    standing = {"hands": ["bgw", ""], "jokers": [False, False], **keys}
    assert terms_of(turn(TWO, **squares, **standing))[0][term] == pytest.approx(value)


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
