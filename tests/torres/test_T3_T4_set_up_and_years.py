"""T3 set-up, T4 course of the game, T11 turn order in master games."""

from typing import Any

import pytest

from tests.torres.tables import after, legal, refused, turn
from tourelle.games.torres.game import Torres

PRINTED = ["a4", "c3", "c6", "d8", "e1", "f3", "f6", "h5"]


def test_T3_1_eight_blocks_start_eight_printed_castles() -> None:
    start = after({"options": {"preset": "classic"}})
    assert start["stage"] == "place"
    assert start["board"].splitlines()[0] == ".. .. .. 1. .. .. .. .."
    assert start["board"].count("1.") == 8
    assert legal(start) == [f"place {square}" for square in PRINTED]


def test_T3_2_seats_choose_the_castles_in_turn() -> None:
    document: dict[str, Any] = {"options": {"preset": "master", "seats": 3}}
    squares = ["a1", "d1", "g1", "b3", "e3", "h3", "a5", "d5"]
    assert len(legal(document)) == 64
    for i, square in enumerate(squares):
        document = after(document)
        assert (document["stage"], document["to_move"]) == ("castle", i % 3)
        document = after(document, f"castle {square}")
    assert (document["stage"], document["to_move"]) == ("place", 0)


@pytest.mark.parametrize(
    ("square", "far_enough"),
    [
        *((square, False) for square in ("d4", "d5", "e5", "d6", "f4", "b4")),
        *((square, True) for square in ("d7", "e6", "f5", "c2", "g4", "b3")),
    ],
)
def test_T3_2_castles_keep_a_distance_of_three_steps(square: str, far_enough: bool) -> None:
    document = turn({"preset": "master"}, d4="1.", stage="castle", to_move=1)
    if far_enough:
        assert f"castle {square}" in legal(document)
    else:
        assert refused(document, f"castle {square}") == ("castle-too-near", "T3.2")


def test_T3_2_never_gets_stuck() -> None:
    game = Torres({"preset": "master", "seats": 2})
    for seed in range(300):
        position = game.setup(seed)
        for i in range(8):
            actions = game.legal_actions(position)
            game.apply(position, actions[(seed * 7919 + i * 104729) % len(actions)])
        assert game.document(position)["stage"] == "place"


def test_T3_3_each_seat_puts_a_knight_on_an_empty_castle() -> None:
    document = after({"options": {"seats": 3}}, "place d8", "place c6")
    assert document["to_move"] == 2
    assert refused(document, "place d8") == ("no-empty-castle", "T3.3")
    assert refused(document, "place d7") == ("no-empty-castle", "T3.3")
    assert refused(document, "king f6") == ("wrong-stage", "T3")
    assert len(legal(document, "place")) == 6


def test_T3_4_the_last_seat_puts_the_king_on_an_empty_castle() -> None:
    document = after({"options": {"seats": 2}}, "place d8", "place c6")
    assert (document["stage"], document["to_move"]) == ("king-setup", 1)
    assert refused(document, "king c6") == ("no-empty-castle", "T3.4")
    assert refused(document, "stay") == ("wrong-stage", "T3")
    document = after(document, "king f6")
    assert (document["stage"], document["to_move"], document["first_seat"]) == ("turn", 0, 0)


def test_T3_5_all_markers_start_on_0() -> None:
    assert after({"options": {"seats": 3}})["scores"] == [0, 0, 0]


def play_year(document: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """End turn after turn until the year is over; return the document and who had turns."""
    seats, year = [], document["year"]
    while document["stage"] in ("turn", "store") and document["year"] == year:
        ends = legal(document, "store") or legal(document, "end")
        if document["stage"] == "turn":
            seats.append(document["to_move"])
        document = after(document, ends[0])
    return document, seats


@pytest.mark.parametrize(("seats", "rounds"), [(2, [4, 4, 4]), (3, [4, 3, 3]), (4, [4, 3, 3])])
def test_T4_1_years_and_rounds(seats: int, rounds: list[int]) -> None:
    setting = ["place d8", "place c6", "place f6", "place h5"][:seats]
    document = after({"options": {"seats": seats}}, *setting, "king e1")
    for year, number in enumerate(rounds, 1):
        assert document["year"] == year
        document, turns = play_year(document)
        assert turns == list(range(seats)) * number
        document = after(document, "stay") if document["stage"] == "king" else document
    assert document["stage"] == "over"
    assert document["to_move"] is None
    assert legal(document) == []
    assert refused(document, "end") == ("over", "T4.3")


@pytest.mark.parametrize(
    ("seats", "years"),
    [
        (2, [[3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]]),
        (3, [[3, 3, 2, 2], [3, 3, 2], [3, 3, 2]]),
        (4, [[2, 2, 2, 2], [2, 2, 2], [2, 2, 2]]),
    ],
)
def test_T4_2_stacks_of_a_year(seats: int, years: list[list[int]]) -> None:
    for year, sizes in enumerate(years, 1):
        document = after(turn({"seats": seats}, a1="10", year=year))
        assert document["stacks"] == [sizes] * seats
        assert document["supply"] == 92 - 1 - seats * sum(sizes)
    set_up = after({"options": {"seats": seats}})
    assert set_up["stacks"] == [[]] * seats


def test_T4_3_the_year_ends_with_scoring_king_and_the_lowest_seat() -> None:
    document = turn(
        {"preset": "modern", "seats": 2},
        a1="2K", b1="20", c1="11", e5="1.",
        year=1, round=4, to_move=1, scores=[3, 1], stacks=[[], [0]],
    )  # fmt: skip
    document = after(document, "end")
    assert (document["stage"], document["year"], document["round"]) == ("king", 1, 4)
    assert document["scores"] == [3 + 6, 10]  # seat 1: 1 + 3, then 5 more; 9 is taken (T8.4)
    assert document["to_move"] == 0
    assert refused(document, "point") == ("wrong-stage", "T4.3")
    document = after(document, "king e5")
    assert (document["stage"], document["year"], document["round"]) == ("start", 2, 1)
    assert document["to_move"] == 0
    assert document["stacks"] == [[3, 3, 3, 3]] * 2
    assert legal(document) == ["start 0", "start 1"]
    assert refused(document, "start 2") == ("no-such-seat", "T4.3")
    named = after(document, "start 1")
    assert (named["stage"], named["to_move"], named["first_seat"]) == ("turn", 1, 1)


def year_end(options: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return the position after the King stayed at the end of year 1."""
    document = turn(options, a1="1K", e5="1.", round=4, stacks=[[0], [0], [0]], to_move=0, **keys)
    while document.get("stage", "turn") == "turn" and document.get("year", 1) == 1:
        document = after(document, "end")
    return after(document, "stay")


def test_T4_4_same_starts_again_with_seat_0() -> None:
    document = year_end({"seats": 3}, scores=[1, 2, 3], first_seat=0)
    assert (document["first_seat"], document["to_move"]) == (0, 0)


def test_T4_4_last_names_lets_the_lowest_seat_name_itself_too() -> None:
    document = year_end({"preset": "modern", "seats": 3}, scores=[3, 1, 2])
    assert (document["stage"], document["to_move"]) == ("start", 1)
    assert after(document, "start 1")["to_move"] == 1


def test_T4_4_leader_opens_the_next_year() -> None:
    document = year_end({"preset": "master", "seats": 3}, scores=[1, 2, 3])
    assert (document["first_seat"], document["to_move"]) == (2, 2)


@pytest.mark.parametrize(
    ("scores", "winners"), [([5, 9, 3], [1]), ([0, 0, 0], [0, 1, 2]), ([0, 1, 0], [1])]
)
def test_T4_5_the_highest_marker_wins(scores: list[int], winners: list[int]) -> None:
    document = turn({"seats": 3}, a1="1.", stage="over", year=3, round=3, scores=scores)
    game, position = Torres.read(document)
    outcome = game.outcome(position)
    assert outcome is not None
    assert list(outcome.winners) == winners
    assert list(outcome.points) == scores


def test_T11_the_first_seat_stays_while_all_stand_on_0() -> None:
    document = turn(
        {"preset": "master", "seats": 3}, a1="1K", to_move=2, stacks=[[2] * 3, [2] * 3, [2] * 4]
    )
    document = after(document, "end")
    assert (document["round"], document["first_seat"], document["to_move"]) == (2, 0, 0)


def test_T11_the_leader_opens_every_round_and_each_seat_plays_once() -> None:
    options = {"preset": "master", "seats": 3}
    document = turn(
        options, a1="1K", to_move=2, scores=[2, 7, 5], stacks=[[3] * 3, [3] * 3, [3] * 4]
    )
    document = after(document, "end")
    seen = []
    for _ in range(3):
        assert document["round"] == 2
        assert document["first_seat"] == 1
        seen.append(document["to_move"])
        # points bought meanwhile change nothing before the next round
        document = after(document, *["point"] * 5, "end")
    assert seen == [1, 2, 0]
    assert document["round"] == 3
    assert document["first_seat"] == document["to_move"] == 1
