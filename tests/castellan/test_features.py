"""What opponents weigh: an evaluation that sees a courtyard coming."""

from random import Random
from typing import Any

import pytest

from tests.castellan.tables import NEARLY, NO_CARDS, SOME_CARDS, SQUARE, WIDE, building, yard
from tourelle.core.words import Action, Seat
from tourelle.games.castellan.castle import face_of
from tourelle.games.castellan.game import Castellan
from tourelle.games.castellan.position import OUTSIDE, STAGE_BUILD


def chosen(document: dict[str, object]) -> str:
    """Return the action after which seat 0 stands best."""
    game, position = Castellan.read(document)
    actions = game.legal_actions(position)

    def lead(action: Action) -> float:
        (after,) = game.children(position, [action])
        return game.evaluate(after, Seat(0)) - game.evaluate(after, Seat(1))

    return game.action_text(max(actions, key=lead))


def test_a_courtyard_that_can_be_closed_is_closed() -> None:
    assert chosen(building(NEARLY, "LS")) == "long 2,0 N"


def test_the_card_that_closes_is_played() -> None:
    hands = [{"W": ["W4"], "T": ["T2", "T3"]}, {"W": ["W1"]}]
    assert "T3" in chosen({"pieces": NEARLY, "hands": hands, "decks": [{"W": ["W1"]}, {}]})


@pytest.mark.parametrize("double", [False, True])
def test_the_worth_of_what_is_over_is_its_points(double: bool) -> None:
    yards = [yard("0,0", 0, double)]
    game, position = Castellan.read({"pieces": SQUARE, "stage": "over", "courtyards": yards})
    assert game.evaluate(position, Seat(0)) == game.points(position, Seat(0)) == 4 * (1 + double)
    assert game.evaluate(position, Seat(1)) == 0


def terms(game: Castellan, position: Any, seat: int) -> dict[str, float]:
    """Return the terms of a seat by their names."""
    return dict(zip(game.feature_names, game.features(position, Seat(seat)), strict=True))


def terms_of(document: dict[str, object], seat: int = 0) -> dict[str, float]:
    """Return the terms of a seat in a document's position."""
    return terms(*Castellan.read(document), seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_one_piece_would_close_is_what_it_closes(seats: int) -> None:
    """Compare with every piece placed, all through random games: towers and number of closings."""
    game, chance, met = Castellan({"seats": seats}), Random(seats), 0
    for seed in range(6):
        position = game.setup(seed)
        while (seat := game.to_move(position)) is not None:
            if position.stage == STAGE_BUILD:
                found, gains = terms(game, position, seat), []
                for action in game.legal_actions(position):
                    child = game.copy(position)
                    game.apply(child, action)
                    outside = face_of(position, action) == OUTSIDE
                    if outside and child.face_count > position.face_count:
                        gains.append(game.points(child, seat) - game.points(position, seat))
                assert found["closing"] == max(gains, default=0)
                assert found["closings"] == max(0, len(gains) - 1)
                met += len(gains)
            game.apply(position, chance.choice(game.legal_actions(position)))
    assert met > 100


CORNER = ["tower 0,0", "long 0,0 E", "tower 2,0", "long 0,0 N", "tower 0,2"]


@pytest.mark.parametrize(
    ("pieces", "in_hand", "closing", "half", "corners"),
    [
        (NEARLY, "L", 4, 0, 0),
        (NEARLY, "S", 0, 0, 0),
        (CORNER, "LLT", 0, 0, 1),
        (CORNER, "LL", 0, 0, 0),
        (CORNER, "LT", 0, 0, 0),
        ([*CORNER, "long 2,0 N"], "LT", 0, 4, 0),
        ([*CORNER, "long 2,0 N"], "L", 0, 0, 0),
        ([*CORNER, "long 2,0 N", "long 0,2 E"], "T", 4, 0, 0),
        ([*CORNER, "long 2,0 N", "long 0,2 E"], "L", 0, 0, 0),
    ],
)
def test_what_the_pieces_in_hand_would_close(
    pieces: list[str], in_hand: str, closing: int, half: int, corners: int
) -> None:
    found = terms_of(building(pieces, in_hand))
    assert (found["closing"], found["half"], found["corners"]) == (closing, half, corners)
    assert found["next_closing"] == found["next_half"] == found["next_corners"] == 0


def test_what_is_nearly_closed_belongs_to_the_seat_that_is_next() -> None:
    document = {"pieces": NEARLY, "hands": SOME_CARDS, "to_move": 1}
    assert terms_of(document, 1)["next_closing"] == 4
    assert terms_of(document, 0)["next_closing"] == 0


def test_only_pieces_that_a_seat_still_has_close_anything() -> None:
    no_long = [{"W": ["W1"]}, {"W": ["W4"]}]
    document = {"pieces": NEARLY, "hands": no_long, "to_move": 1}
    assert terms_of(document, 1)["next_closing"] == 0
    handed_over = {"T": 0, "L": 1, "S": 0}
    assert terms_of({**document, "pieces_in_hand": handed_over}, 1)["next_closing"] == 4


def test_while_drawing_all_is_said_of_the_next_seat() -> None:
    document = {"pieces": NEARLY, "hands": SOME_CARDS, "decks": SOME_CARDS, "stage": "draw"}
    assert terms_of(document, 0)["next_closing"] == 0
    assert terms_of(document, 1)["next_closing"] == 4


def test_pieces_and_cards_to_come_are_counted() -> None:
    hands = [{"W": ["W1", "W4"], "T": ["T1"]}, {"W": ["W2"]}]
    decks = [{"T": ["T5"]}, {}]
    found = terms_of(building(NEARLY, "TLS", hands=hands, decks=decks))
    assert (found["cards"], found["hand"]) == (4, 3)
    assert (found["towers"], found["walls"]) == (1 + 1 + 2 + 2, 2 + 3 + 2 + 2)


def test_the_double_keep_loses_its_worth_with_the_last_pieces() -> None:
    assert terms_of(building(NEARLY, "TL"))["double"] == 1
    assert terms_of(building(NEARLY, "TL", hands=NO_CARDS))["double"] == 2 / 8
    assert terms_of(building(NEARLY, "TL", double_used=[True, False]))["double"] == 0


def test_walls_that_split_a_courtyard_count_for_its_owner_alone() -> None:
    document = building(WIDE, "L", courtyards=[yard("0,0", 0)])
    assert (terms_of(document, 0)["splits"], terms_of(document, 1)["splits"]) == (1, 0)
    assert (terms_of(document, 0)["room"], terms_of(document, 1)["room"]) == (2, 0)
