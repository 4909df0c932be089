"""What a net is told: by name, and the same around the table; law 10 says the rest."""

from typing import Any

import pytest

from tests.castellan.tables import NEARLY, SQUARE, building, yard
from tourelle.core.words import Seat
from tourelle.games.castellan.game import Castellan
from tourelle.testing.cases import random_steps
from tourelle.testing.tables import told_inputs

SEATS = (2, 3, 4)


def turned(game: Castellan, position: Any) -> Any:
    """Return the same position with everybody one seat further."""
    seats = game.seats
    document = game.document(position)

    def further(row: list[Any]) -> list[Any]:
        return row[-1:] + row[:-1]

    for key in ("hands", "decks", "double_used"):
        document[key] = further(document[key])
    for key in ("to_move", "ending"):
        if document[key] is not None:
            document[key] = (document[key] + 1) % seats
    for courtyard in document["courtyards"]:
        courtyard["seat"] = (courtyard["seat"] + 1) % seats
    return Castellan.read(document)[1]


@pytest.mark.parametrize("seats", SEATS)
def test_inputs_are_the_same_from_every_seat(seats: int) -> None:
    game = Castellan({"seats": seats})
    for step in random_steps(game, seed=5, every=7):
        if not game.is_over(step.position):
            assert told_inputs(game, turned(game, step.position)) == told_inputs(
                game, step.position
            )


def test_inputs_name_what_is_there() -> None:
    document = building([*SQUARE], "TLS", courtyards=[yard("0,0", 0, True)], to_move=1)
    found = told_inputs(*Castellan.read(document))
    assert found["stage build"] == 1
    assert found["stage play"] == 0
    assert [found[f"{piece} in hand"] for piece in ("towers", "long", "short")] == [1, 1, 1]
    assert found["next courtyards"] == found["next double keeps"] == 1
    assert found["own courtyards"] == found["own points"] == 0
    assert found["next points"] == 8
    assert found["next courtyard corners"] == 4
    assert found["towers placed"] == 4


def test_inputs_count_what_could_be_closed() -> None:
    found = told_inputs(*Castellan.read(building(NEARLY, "L")))
    assert found["closed by long: up to 4 towers"] == 1
    assert found["closed by short: up to 4 towers"] == 0


def test_each_term_of_each_seat_is_told() -> None:
    game = Castellan({"seats": 3})
    for step in random_steps(game, seed=7, every=9):
        seat = game.to_move(step.position)
        if seat is None:
            continue
        found = told_inputs(game, step.position)
        for place, who in enumerate(("own", "next", "second")):
            terms = game.features(step.position, Seat((seat + place) % 3))
            assert [found[f"{who} {term}"] for term in game.feature_names] == terms
