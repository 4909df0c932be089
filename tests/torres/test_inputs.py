"""What a net is told: by name, and the same around the table; law 10 says the rest."""

import re
from typing import Any

import pytest

from tests.seats import check_inputs_turn
from tests.torres.tables import turn
from tourelle.core.words import Seat
from tourelle.games.torres.game import Torres
from tourelle.testing.cases import random_steps
from tourelle.testing.tables import told_inputs

CARD_FEATURES = ("action_cards", "knight_cards", "block_cards")


def turned(game: Torres, position: Any) -> Any:
    """Return the same position with everybody one seat further."""
    seats = game.seats
    document = game.document(position)
    for key in ("scores", "stacks", "kept", "hands", "decks"):
        if len(document[key]) == seats:
            document[key] = document[key][-1:] + document[key][:-1]
    for key in ("to_move", "first_seat"):
        document[key] = (document[key] + 1) % seats
    document["board"] = re.sub(
        r"(?<=[^ \n])\d", lambda knight: str((int(knight[0]) + 1) % seats), document["board"]
    )
    return Torres.read(document)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["classic", "modern", "master"])
def test_inputs_are_the_same_from_every_seat(preset: str, seats: int) -> None:
    game = Torres({"preset": preset, "seats": seats})
    check_inputs_turn(game, turned, every=11)


def test_inputs_name_what_is_there() -> None:
    document = turn(
        {"seats": 2},
        a1="20",
        a2="2.",
        a3="11",
        e5="3K",
        e6="31",
        h8=".0",
        year=2,
        round=3,
        scores=[30, 40],
        stacks=[[3], [3, 2]],
        open_stack=2,
        ap=4,
        hands=[["six", "leap"], ["seven"]],
    )
    found = told_inputs(*Torres.read(document))
    assert [found[f"year {year}"] for year in (1, 2, 3)] == [0, 1, 0]
    assert (found["stage turn"], found["action points"], found["round"]) == (1, 4, 3)
    assert (found["stack in use"], found["blocks in it"]) == (1, 2)
    assert (found["six in hand"], found["leap in hand"], found["seven in hand"]) == (1, 1, 0)
    assert (found["own cards"], found["next cards"]) == (2, 1)
    assert (found["own points"], found["next points"]) == (30, 40)
    assert (found["own stacks of 3"], found["next stacks of 2"]) == (1, 1)
    assert (found["cards: shared"], found["cards: hand"], found["leftover kept"]) == (1, 0, 0)
    assert (found["own knights on the ground"], found["own knights on 2"]) == (1, 1)
    assert (found["own beside the king"], found["next beside the king"]) == (0, 1)
    assert (found["king's castle"], found["castles there"]) == (2, 2)


def test_castles_are_summed_by_area_and_level() -> None:
    document = turn({"seats": 2}, a1="20", a2="2.", a3="11", e5="3K", e6="31", g7="10")
    found = told_inputs(*Torres.read(document))
    assert found["own castles of 2 or 3, level 2"] == 1
    assert found["own castles of 1, level 1"] == 1
    assert found["next castles of 2 or 3, level 1"] == 1
    assert found["next castles of 2 or 3, level 3"] == 1
    assert (found["own area above all"], found["own area alone"]) == (3, 1)
    assert (found["next area below the best"], found["next area alone"]) == (3, 2)
    places = turn({"seats": 2}, h8="20", h7="2.", h6="11", b5="3K", b6="31", d2="10")
    elsewhere = told_inputs(*Torres.read(places))
    assert {name: found[name] for name in found if "castles of" in name} == {
        name: elsewhere[name] for name in found if "castles of" in name
    }


@pytest.mark.parametrize("preset", ["classic", "master"])
def test_features_are_told_but_for_cards_that_are_hidden(preset: str) -> None:
    game = Torres({"preset": preset, "seats": 3})
    hidden = preset == "classic"
    for step in random_steps(game, seed=7, every=13):
        if (seat := game.to_move(step.position)) is None:
            continue
        found = told_inputs(game, step.position)
        for place, who in enumerate(("own", "next", "second")):
            features = game.features(step.position, Seat((seat + place) % 3))
            for feature, value in zip(game.feature_names, features, strict=True):
                secret = hidden and place and feature in CARD_FEATURES
                assert found[f"{who} {feature}"] == (0 if secret else value)
