"""C5 and C6: courtyards, double keeps, the end of the game, the score."""

from typing import Any

import pytest

from tests.castellan.tables import (
    CUT,
    NEARLY,
    SOME_CARDS,
    SQUARE,
    WIDE,
    after,
    building,
    legal,
    points,
    refused,
    yard,
)
from tourelle.core.words import Seat
from tourelle.games.castellan.game import Castellan

USED = {"double_used": [True, True]}


def test_C5_1_the_seat_that_closes_claims_whoever_built_the_rest() -> None:
    for seat in (0, 1):
        closed = after(building(NEARLY, "LS", to_move=seat, **USED), "long 2,0 N")
        assert closed["courtyards"] == [yard("0,0", seat)]
        assert closed["stage"] == "build"


def test_C5_1_a_tower_closes_all_walls_that_end_at_it() -> None:
    corner = ["tower 0,0", "long 0,0 E", "long 0,0 N", "tower 2,0", "tower 0,2", "long 0,2 E"]
    meeting = building([*corner, "long 2,0 N"], "TS", **USED)
    assert after(meeting)["courtyards"] == []  # two walls meet at the open end 2,2: nothing yet
    assert after(meeting, "tower 2,2")["courtyards"] == [yard("0,0", 0)]


def test_C5_1_one_piece_may_make_several_courtyards() -> None:
    cross = [
        *("tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 E", "tower 2,0", "short 0,0 N"),
        *("tower 0,1", "short 0,1 N", "tower 0,2", "short 0,2 E", "tower 1,2", "short 1,2 E"),
        *("short 2,0 N", "tower 2,1", "tower 2,2"),
        *("short 1,0 N", "short 0,1 E", "short 1,1 E", "short 1,1 N"),
    ]
    document = building(cross, "TS", **USED)
    made = after(document, "tower 1,1")
    assert [entry["cell"] for entry in made["courtyards"]] == ["0,0", "0,1", "1,0"]
    asked = after({**document, "double_used": [False, False]}, "tower 1,1")
    assert [entry["double"] for entry in asked["courtyards"]] == [None] * 3
    assert legal(asked) == ["double 0,0", "double 0,1", "double 1,0", "keep"]


def test_C5_1_a_dangling_wall_parts_nothing() -> None:
    # a wall from 1,0 hangs inside, its open end at 1,1: one courtyard, five towers
    frame = [
        *("tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 E", "tower 2,0", "long 0,0 N"),
        *("tower 0,2", "long 0,2 E", "tower 2,2", "short 1,0 N"),
    ]
    closed = after(building(frame, "LS", **USED), "long 2,0 N")
    assert closed["courtyards"] == [yard("0,0", 0)]
    assert points(closed) == [5, 0]


def test_C5_2_splitting_an_own_courtyard_makes_each_part_one() -> None:
    document = building(WIDE, "L", courtyards=[yard("0,0", 0)], **USED)
    assert points(document) == [6, 0]
    split = after(document, CUT)
    assert split["courtyards"] == [yard("0,0", 0), yard("2,0", 0)]
    assert points(split) == [8, 0]


# A ring inside a room of four by four cells, hanging on its left side by a spur at 0,2 - 1,2.
ROOM = [
    *("tower 0,0", "long 0,0 E", "tower 2,0", "long 2,0 E", "tower 4,0", "long 0,0 N", "tower 0,2"),
    *("long 0,2 N", "tower 0,4", "long 0,4 E", "tower 2,4", "long 2,4 E", "tower 4,4"),
    *("long 4,2 N", "tower 4,2", "long 4,0 N"),
]
RING = [
    *("short 0,2 E", "tower 1,2", "short 1,2 E", "tower 2,2", "short 2,2 N", "tower 2,3"),
    *("short 1,2 N", "tower 1,3"),
]


def test_C5_2_a_ring_on_a_spur_splits_too() -> None:
    document = building([*ROOM, *RING], "S", courtyards=[yard("0,0", 0)], **USED)
    assert points(document) == [12, 0]
    split = after(document, "short 1,3 E")
    assert split["courtyards"] == [yard("0,0", 0), yard("1,2", 0)]
    assert points(split) == [12 + 4, 0]


def test_C5_3_the_question_comes_after_the_piece_and_once() -> None:
    document = building(NEARLY, "LS")
    asked = after(document, "long 2,0 N")
    assert asked["stage"] == "keep"
    assert asked["courtyards"] == [yard("0,0", 0, None)]
    assert legal(asked) == ["double 0,0", "keep"]
    plain = after(asked, "keep")
    assert (plain["stage"], plain["double_used"]) == ("build", [False, False])
    assert plain["courtyards"] == [yard("0,0", 0)]
    double = after(asked, "double 0,0")
    assert (double["stage"], double["double_used"]) == ("build", [True, False])
    assert double["courtyards"] == [yard("0,0", 0, True)]
    assert (points(plain), points(double)) == ([4, 0], [8, 0])
    for text in ("double 1,1", "double 5,5", "double 2,0"):
        assert refused(asked, text) == ("not-asked", "C5.3")
    assert refused(asked, "tower 1,1") == ("wrong-stage", "C5.3")


def test_C5_3_all_parts_of_a_split_courtyard_count_as_new() -> None:
    document = building(WIDE, "L", courtyards=[yard("0,0", 0)])
    split = after(document, CUT)
    assert split["stage"] == "keep"
    assert legal(split) == ["double 0,0", "double 2,0", "keep"]
    assert after(split, "double 0,0")["courtyards"] == [yard("0,0", 0, True), yard("2,0", 0)]


def test_C5_3_the_building_ends_after_the_answer() -> None:
    asked = after(building(NEARLY, "L", decks=SOME_CARDS, hands=[{}, {}]), "long 2,0 N")
    assert asked["stage"] == "keep"
    assert after(asked, "keep")["stage"] == "draw"


def test_C5_4_splitting_the_doubled_courtyard_asks_which_part_stays() -> None:
    document = building(WIDE, "LS", courtyards=[yard("0,0", 0, True)])
    assert points(document) == [12, 0]
    split = after(document, CUT)
    assert split["stage"] == "stays"
    assert [entry["double"] for entry in split["courtyards"]] == [None, None]
    assert legal(split) == ["stays 0,0", "stays 2,0"]
    assert refused(split, "stays 4,0") == ("not-asked", "C5.4")
    assert refused(split, "keep") == ("wrong-stage", "C5.4")
    stays = after(split, "stays 2,0")
    assert stays["courtyards"] == [yard("0,0", 0), yard("2,0", 0, True)]
    assert stays["double_used"] == [True, False]
    assert points(stays) == [4 + 8, 0]


def test_C5_5_a_courtyard_never_changes_hands() -> None:
    beside = [*SQUARE, "long 2,0 E", "tower 4,0", "long 2,2 E", "tower 4,2"]
    document = building(beside, "L", courtyards=[yard("0,0", 1)], **USED)
    assert after(document, "long 4,0 N")["courtyards"] == [yard("0,0", 1), yard("2,0", 0)]


def test_C5_6_a_courtyard_is_called_by_its_smallest_cell() -> None:
    ell = [
        *("tower 0,1", "short 0,1 E", "tower 1,1", "short 1,0 N", "tower 1,0", "short 1,0 E"),
        *("tower 2,0", "long 2,0 N", "tower 2,2", "long 0,2 E", "tower 0,2"),
    ]
    closed = after(building(ell, "S", **USED), "short 0,1 N")
    assert closed["courtyards"] == [yard("0,1", 0)]
    for cell in ("0,1", "1,1", "1,0"):
        named = building([*ell, "short 0,1 N"], courtyards=[yard(cell, 1)])
        assert after(named)["courtyards"] == [yard("0,1", 1)]


LAST: dict[str, Any] = {
    "pieces": ["tower 0,0", "short 0,0 E"],
    "stage": "build",
    "pieces_in_hand": {"T": 1},
    "hands": [{}, {"W": ["W1"], "T": ["T2"]}, {"W": ["W2"], "T": []}],
    "decks": [{}, {"W": ["W4", "W2"], "T": []}, {"W": [], "T": ["T1"]}],
}


def test_C6_1_a_seat_without_cards_gives_the_others_one_last_turn() -> None:
    ended = after(LAST, "tower 1,0")
    assert (ended["ending"], ended["to_move"], ended["stage"]) == (0, 1, "play")
    assert ended["hands"][1] == {"W": ["W1", "W2", "W4"], "T": ["T2"]}
    assert ended["hands"][2] == {"W": ["W2"], "T": ["T1"]}
    assert ended["decks"] == [{"W": [], "T": []}] * 3
    assert legal(ended) == ["play W1 W2 W4 T2"]
    assert refused(ended, "play W1") == ("whole-hand", "C6.1")
    assert refused(ended, "play W3") == ("card-not-in-hand", "C4.1")


def test_C6_1_after_its_draw_a_seat_may_end_the_game_only_without_cards() -> None:
    document = {**LAST, "stage": "draw", "pieces_in_hand": {}, "decks": [{"W": ["W1"]}, {}, {}]}
    drawn = after(document, "draw W")
    assert (drawn["ending"], drawn["to_move"]) == (None, 1)


def play_out(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Play first legal actions to the end; return every document."""
    game, position = Castellan.read(document)
    seen = [game.document(position)]
    while not game.is_over(position):
        game.apply(position, game.legal_actions(position)[0])
        seen.append(game.document(position))
    return seen


def test_C6_2_the_game_is_over_when_the_seat_before_the_ender_has_built() -> None:
    documents = play_out(LAST)
    stages = [(d["to_move"], d["stage"]) for d in documents]
    assert "draw" not in [stage for _, stage in stages]  # nothing is drawn in a last turn
    assert stages[-2][0] == 2
    over = documents[-1]
    assert (over["stage"], over["to_move"]) == ("over", None)
    assert over["pieces_in_hand"] == {"T": 0, "L": 0, "S": 0}
    assert legal(over) == []
    assert refused(over, "tower 0,0") == ("over", "C6.1")


def test_C6_2_the_ender_hands_over_too_and_the_last_pieces_are_out() -> None:
    document = {**LAST, "pieces_in_hand": {"T": 3}}
    ended = after(document, "tower 1,0")
    assert ended["pieces_in_hand"]["T"] == 2
    two = {
        "pieces": ["tower 0,0"],
        "stage": "play",
        "ending": 1,
        "hands": [{"T": ["T1"]}, {}],
    }
    over = after(two, "play T1")
    assert (over["stage"], over["pieces_in_hand"]["T"]) == ("over", 0)


EXTRA_TOWER = [
    *("tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 E", "tower 2,0", "long 0,0 N"),
    *("tower 0,2", "long 0,2 E", "tower 2,2", "long 2,0 N", "short 1,0 N", "tower 1,1"),
]


def test_C6_3_worked_example_a_courtyard_with_an_extra_tower_inside() -> None:
    assert points(building(EXTRA_TOWER, courtyards=[yard("0,0", 0)])) == [6, 0]
    assert points(building(EXTRA_TOWER, courtyards=[yard("0,0", 0, True)])) == [12, 0]
    outside = [*EXTRA_TOWER[:-2], "short 1,-1 N", "tower 1,-1"]
    assert points(building(outside, courtyards=[yard("0,0", 0)])) == [5, 0]


def test_C6_3_worked_example_a_courtyard_cut_in_two() -> None:
    whole = building(WIDE, courtyards=[yard("0,0", 0)])
    cut = building([*WIDE, CUT], courtyards=[yard("0,0", 0), yard("2,0", 0)])
    assert (points(whole), points(cut)) == ([6, 0], [8, 0])
    foreign = building(WIDE, "L", courtyards=[yard("0,0", 1)])
    assert refused(foreign, CUT) == ("foreign-courtyard", "C4.2")


def test_C6_3_a_tower_counts_for_both_sides() -> None:
    cut = building([*WIDE, CUT], courtyards=[yard("0,0", 0), yard("2,0", 1, True)])
    assert points(cut) == [4, 8]


def test_C6_3_terms_name_the_courtyard() -> None:
    game, position = Castellan.read(
        building([*WIDE, CUT], courtyards=[yard("3,1", 0), yard("0,0", 0, True)])
    )
    terms = [(t.what, t.at, t.clause, t.points) for t in game.score_terms(position, Seat(0))]
    assert terms == [("courtyard", "0,0", "C6.3", 8), ("courtyard", "2,0", "C6.3", 4)]


@pytest.mark.parametrize(
    ("yards", "winners"),
    [
        ([yard("0,0", 0), yard("2,0", 1)], [0, 1]),
        ([yard("0,0", 0), yard("2,0", 1, True)], [1]),
        ([yard("0,0", 1), yard("2,0", 1)], [1]),
    ],
)
def test_C6_4_most_points_win(yards: list[dict[str, object]], winners: list[int]) -> None:
    document = {"pieces": [*WIDE, CUT], "stage": "over", "courtyards": yards, "hands": [{}, {}]}
    assert after(document)["winners"] == winners
    game, position = Castellan.read(document)
    outcome = game.outcome(position)
    assert outcome is not None
    assert (list(outcome.winners), outcome.clause) == (winners, "C6.2")


def test_C6_4_then_most_keeps_in_play() -> None:
    # seat 0: two courtyards of four towers; seat 1: a doubled one: 8 points, 2 keeps each
    three = [*WIDE, CUT, "long 4,0 E", "tower 6,0", "long 4,2 E", "tower 6,2", "long 6,0 N"]
    even = [yard("0,0", 0), yard("2,0", 0), yard("4,0", 1, True)]
    document = {"pieces": three, "stage": "over", "hands": [{}, {}]}
    assert after({**document, "courtyards": even})["winners"] == [0, 1]
    # seat 0: a doubled room of six towers, 2 keeps; seat 1: three of four, 3 keeps
    long_room = [*WIDE, "long 4,0 E", "tower 6,0", "long 4,2 E", "tower 6,2", "long 6,0 N"]
    long_room += ["long 6,0 E", "tower 8,0", "long 6,2 E", "tower 8,2", "long 8,0 N"]
    long_room += ["long 8,0 E", "tower 10,0", "long 8,2 E", "tower 10,2", "long 10,0 N"]
    keeps = [yard("0,0", 0, True), yard("4,0", 1), yard("6,0", 1), yard("8,0", 1)]
    assert after({**document, "pieces": long_room, "courtyards": keeps})["winners"] == [1]
