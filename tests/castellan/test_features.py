"""What opponents weigh: an evaluation that sees a courtyard coming."""

import pytest

from tests.castellan.tables import NEARLY, SQUARE, building, yard
from tourelle.bots import BOTS
from tourelle.core.compile import buffer
from tourelle.core.words import Seat
from tourelle.games.castellan.game import Castellan


def chosen(document: dict[str, object], seat: int = 0) -> str:
    """Return what the greedy bot does."""
    game, position = Castellan.read(document)
    dice = buffer(1)
    dice[0] = 1
    view = game.view(position, Seat(seat))
    return game.action_text(BOTS["greedy"].turn(game, view, Seat(seat), dice)[0])


def test_greedy_closes_a_courtyard() -> None:
    assert chosen(building(NEARLY, "LS")) == "long 2,0 N"


def test_greedy_plays_the_card_that_closes() -> None:
    hands = [{"W": ["W4"], "T": ["T2", "T3"]}, {"W": ["W1"]}]
    assert "T3" in chosen({"pieces": NEARLY, "hands": hands, "decks": [{"W": ["W1"]}, {}]})


@pytest.mark.parametrize("double", [False, True])
def test_the_worth_of_what_is_over_is_its_points(double: bool) -> None:
    yards = [yard("0,0", 0, double)]
    game, position = Castellan.read({"pieces": SQUARE, "stage": "over", "courtyards": yards})
    assert game.evaluate(position, Seat(0)) == game.points(position, Seat(0)) == 4 * (1 + double)
    assert game.evaluate(position, Seat(1)) == 0
