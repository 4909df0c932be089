"""What a net is told: by name, and the same around the table; law 10 says the rest."""

import re
from typing import Any

import pytest

from tests.blox.tables import turn
from tests.seats import check_inputs_turn
from tourelle.core.words import Seat
from tourelle.games.blox.game import Blox
from tourelle.testing.cases import random_steps
from tourelle.testing.tables import told_inputs

SEATS = (2, 3, 4)


def turned(game: Blox, position: Any) -> Any:
    """Return the same position with everybody one seat further."""
    seats = game.seats
    document = game.document(position)
    first = int(game.chosen("first_seat"))
    document["options"] = {**document["options"], "first_seat": (first + 1) % seats}
    for key in ("points", "blocks", "hands", "jokers"):
        document[key] = document[key][-1:] + document[key][:-1]
    document["to_move"] = (document["to_move"] + 1) % seats
    document["board"] = re.sub(
        r"\d", lambda figure: str((int(figure[0]) + 1) % seats), document["board"]
    )
    return Blox.read(document)


@pytest.mark.parametrize("seats", SEATS)
def test_inputs_are_the_same_from_every_seat(seats: int) -> None:
    game = Blox({"seats": seats, "round_limit": 12})
    check_inputs_turn(game, turned, every=5)


def test_inputs_name_what_is_there() -> None:
    document = turn(
        {"seats": 3},
        a5="w0",
        d5="BG",  # in the mover's line
        h5="w1",
        i1="WWPP",
        phase=2,
        points=[4, 9, 1],
        blocks=["bg", "bgwpbgw", ""],
        hands=["bbwww", "ggggg", "ppppp"],
        jokers=[False, True, True],
        to_move=0,
    )
    found = told_inputs(*Blox.read(document))
    assert [found[f"phase {number}"] for number in (1, 2, 3, 4)] == [0, 1, 0, 0]
    assert [found[f"towers of {height}"] for height in (1, 2, 3, 4, 5)] == [0, 1, 0, 1, 0]
    assert (found["black in hand"], found["white in hand"], found["grey in hand"]) == (2, 3, 0)
    assert (found["own score"], found["next score"], found["second score"]) == (4, 9, 1)
    assert (found["own lead"], found["next lead"]) == pytest.approx((-5.05, 5.05))
    assert (found["own too many blocks"], found["next too many blocks"]) == (0, 1)
    assert (found["own joker left"], found["next joker left"]) == (0, 1)
    assert (found["own black blocks"], found["next black blocks"]) == (1, 2)
    assert found["black unseen"] == 13


def test_inputs_count_what_figures_see_and_what_the_own_hand_pays() -> None:
    squares = {"a5": "w0", "b5": "p.", "c5": "p.", "d5": "BG", "e5": "p.", "f5": "p.", "g5": "w1"}
    document = turn({"seats": 2}, **squares, phase=2, hands=["bbwww", "bgggg"], to_move=0)
    document["jokers"] = [False, False]
    found = told_inputs(*Blox.read(document))
    assert found["own sees towers of 2"] == found["next sees towers of 2"] == 1
    assert found["tower of 2 lacks 1"] == 1  # a black card is there, a grey one is not
    assert found["own highest tower now"] == 2
    document["jokers"] = [True, False]
    assert told_inputs(*Blox.read(document))["tower of 2 lacks 0"] == 1
    document["to_move"] = 1  # the other seat could pay: it knows its own hand alone
    assert told_inputs(*Blox.read(document))["tower of 2 lacks 0"] == 1


def test_inputs_tell_which_figures_are_in_danger() -> None:
    squares = {"a5": "w0", "b5": "p.", "c5": "b1", "d5": "b.", "e5": "b0"}
    document = turn({"seats": 2}, **squares, hands=["bbbww", "ggggg"], to_move=0)
    found = told_inputs(*Blox.read(document))
    assert found["own sees figures"] == 1
    assert found["own figures behind their colour"] == 1  # from e5, over black
    assert found["next figures seen"] == 1
    assert found["own figures seen"] == found["next sees figures"]
    assert found["figure of a seat: 4 cards"] == 1  # three black ones and the joker


@pytest.mark.parametrize("seats", SEATS)
def test_each_feature_of_the_mover_is_told(seats: int) -> None:
    game = Blox({"seats": seats, "round_limit": 8})
    for step in random_steps(game, seed=7, every=6):
        if (seat := game.to_move(step.position)) is not None:
            found = told_inputs(game, step.position)
            assert [found[feature] for feature in game.feature_names] == game.features(
                step.position, Seat(seat)
            )
