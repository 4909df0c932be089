"""T8 castles, T9 King, T10 master cards."""

from typing import Any

import pytest

from tests.torres.tables import after, legal, refused, terms, total, turn

TWO = {"seats": 2}


def last_turn(options: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return the last turn of a year, by the last seat, with nothing left to place."""
    seats = options["seats"]
    keys.setdefault("round", 4)
    return turn(options, to_move=seats - 1, stacks=[[]] * seats, open_stack=0, **keys)


def test_T8_1_seats_score_in_order_from_seat_0() -> None:
    # both reach 4: seat 0 first, so seat 1 goes on to 5, whoever began the year
    document = last_turn(TWO, a1="10", b1="1.", h8="11", g8="1.", scores=[2, 2], first_seat=0)
    assert after(document, "end")["scores"] == [4, 5]


def test_T8_1_also_in_master_games_where_another_seat_leads() -> None:
    options = {"preset": "master", "seats": 2, "master": "line"}
    document = turn(
        options, a1="10", b1="1.", h8="11", g8="1.", scores=[2, 3], first_seat=1, to_move=0,
        round=4, stacks=[[], []], open_stack=0,
    )  # fmt: skip
    assert after(document, "end")["scores"] == [4, 5]


def test_T8_2_area_times_level_of_the_highest_knight() -> None:
    # Anna: level 3 on a castle of five squares; her second knight at level 2 adds nothing
    document = turn(TWO, c3="30", c4="2.", d3="20", d4="1.", e4="1.", h8="10")
    assert terms(document) == [("castle", "c3", "T8.2", 15), ("castle", "h8", "T8.2", 1)]


def test_T8_2_a_knight_on_the_ground_is_in_no_castle() -> None:
    assert terms(turn(TWO, c3=".0", c4="2.", c5="2.")) == []


def test_T8_2_of_equals_the_first_square_is_named() -> None:
    document = turn(TWO, c3="20", b4="2.", c4="20", h8="1.")
    assert terms(document)[0][:2] == ("castle", "c3")


def test_T8_3_other_seats_knights_change_nothing() -> None:
    document = turn(TWO, c3="30", c4="21", c5="1.")
    assert (total(document, 0), total(document, 1)) == (9, 6)


@pytest.mark.parametrize(
    ("scores", "reached"),
    [([0, 0, 4], [5, 0, 4]), ([0, 4, 5], [6, 4, 5]), ([3, 0, 0], [7, 0, 0])],
)
def test_T8_4_the_marker_advances_once_and_never_shares(
    scores: list[int], reached: list[int]
) -> None:
    # two castles of two squares at level 1: 2 + 2 points at one go
    document = last_turn({"seats": 3}, a1="10", b1="1.", h8="10", g8="1.", scores=scores)
    assert after(document, "end")["scores"] == reached


CASTLE_OF_FOUR: dict[str, tuple[dict[str, str], int, int]] = {
    # T9.3: squares, year, total
    "levels 4 and 2, year 1": ({"c3": "40", "c4": "20", "d3": "1K", "d4": "1."}, 1, 16),
    "levels 4 and 2, year 2": ({"c3": "40", "c4": "20", "d3": "1K", "d4": "1."}, 2, 26),
    "levels 1 and 2, year 1": ({"c3": "10", "c4": "20", "d3": "1K", "d4": "1."}, 1, 13),
    "levels 2 and 1, year 2": ({"c3": "20", "c4": "10", "d3": "1K", "d4": "1."}, 2, 18),
}


@pytest.mark.parametrize("example", CASTLE_OF_FOUR)
def test_T9_3_worked_examples(example: str) -> None:
    squares, year, points = CASTLE_OF_FOUR[example]
    assert total(turn(TWO, year=year, **squares)) == points


def test_T9_3_level_3_on_area_5_is_15_and_a_second_knight_adds_nothing() -> None:
    document = turn(TWO, c3="30", c4="20", d3="1.", d4="1.", e4="1.", h8="1K")
    assert total(document) == 15


def test_T9_1_the_bonus_is_5_10_15_for_exactly_the_years_level_once_a_seat() -> None:
    squares = {"a1": "10", "b1": "20", "c1": "30", "d1": "11", "e1": "4K", "f1": "10"}
    for year, bonus in ((1, 5), (2, 10), (3, 15)):
        document = turn(TWO, year=year, **squares)
        king = [term for term in terms(document) if term[0] == "king"]
        assert [term[2:] for term in king] == [("T9.1", bonus)]
    assert total(turn(TWO, year=1, **squares), 1) == 6 + 5
    assert total(turn(TWO, year=2, **squares), 1) == 6


def test_T9_1_only_in_the_kings_castle_and_whatever_his_level() -> None:
    assert total(turn(TWO, a1="10", c1="1K")) == 1
    assert total(turn(TWO, a1="10", b1="2K")) == 2 + 5


def test_T9_1_the_bonus_comes_after_all_castles() -> None:
    # castles first: seat 0 to 3 (2 is taken), seat 1 from 2 to 4; then the King's 5 for seat 0
    document = last_turn(TWO, a1="10", b1="1K", h8="11", g8="1.", scores=[0, 2])
    assert after(document, "end")["scores"] == [8, 4]


def test_T9_2_one_knight_may_score_both() -> None:
    assert terms(turn(TWO, a1="10", b1="1K")) == [
        ("castle", "a1", "T8.2", 2),
        ("king", "a1", "T9.1", 5),
    ]


def test_T9_4_the_lowest_seat_moves_the_king_or_lets_him_stay() -> None:
    document = last_turn(TWO, a1="10", c1="1K", h8="1.", g8="21", scores=[8, 1])
    document = after(document, "end")
    assert (document["stage"], document["to_move"]) == ("king", 1)
    assert legal(document) == ["king h8", "stay"]
    assert refused(document, "king c1") == ("no-free-castle-square", "T9.4")
    assert refused(document, "king g8") == ("no-free-castle-square", "T9.4")
    assert refused(document, "king b2") == ("no-free-castle-square", "T9.4")
    moved = after(document, "king h8")
    assert "1K" in moved["board"].splitlines()[0]


def test_T9_4_with_no_free_castle_square_the_king_stays() -> None:
    document = turn(TWO, stage="king", a1="10", c1="1K", round=4)
    assert legal(document) == ["stay"]


@pytest.mark.parametrize(
    ("first", "scores", "lowest"),
    [(0, [0, 0, 0], 2), (1, [0, 0, 0], 0), (2, [0, 0, 0], 1), (0, [0, 0, 5], 1), (1, [0, 0, 5], 0)],
)
def test_T9_4_of_seats_on_0_the_last_clockwise(first: int, scores: list[int], lowest: int) -> None:
    document = turn(
        {"seats": 3}, a1="1K", round=4, first_seat=first, to_move=(first + 2) % 3,
        stacks=[[], [], []], open_stack=0, scores=scores,
    )  # fmt: skip
    assert after(document, "end")["to_move"] == lowest


def test_T9_4_not_after_year_3() -> None:
    document = last_turn(TWO, a1="10", c1="1K", year=3)
    assert after(document, "end")["stage"] == "over"


# ---------------------------------------------------------------- T10


def master(card: str, year: int, /, **keys: Any) -> int:
    """Return what a master card gives a seat, by default seat 0."""
    seat = keys.pop("seat", 0)
    options = {"preset": "master", "seats": 2, "master": card, **keys.pop("options", {})}
    document = turn(options, year=year, **keys)
    return sum(points for what, _, clause, points in terms(document, seat) if clause == "T10")


APART = ["a1", "c1", "e1", "g1", "a3", "c3", "e3"]


@pytest.mark.parametrize(
    ("year", "castles", "points"),
    [(1, 4, 5), (1, 3, 0), (1, 5, 0), (2, 5, 15), (2, 4, 0), (3, 6, 30), (3, 5, 0)],
)
def test_T10_castles_wants_exactly_4_5_6(year: int, castles: int, points: int) -> None:
    squares = dict.fromkeys(APART[:castles], "10")
    assert master("castles", year, **squares) == points


def test_T10_castles_counts_castles_not_knights() -> None:
    squares = {"a1": "10", "b1": "10", "c3": "10", "e1": "10", "g1": ".0"}
    assert master("castles", 1, **squares) == 0


@pytest.mark.parametrize(
    ("squares", "points"),
    [
        (["a1", "c1", "h1"], 50),
        (["b2", "b5", "b8"], 50),
        (["a2", "c4", "f7"], 50),
        (["a7", "b6", "g1"], 50),
        (["a1", "c1", "h2"], 0),
        (["a1", "b2", "c1"], 0),
        (["d4"], 50),
        (["a1", "h8"], 50),
        (["h1", "a2"], 0),
    ],
)
def test_T10_line(squares: list[str], points: int) -> None:
    assert master("line", 3, **dict.fromkeys(squares, ".0")) == points
    assert master("line", 2, **dict.fromkeys(squares, ".0")) == 0


@pytest.mark.parametrize(
    ("card", "places"), [("diagonals", "a1 h1 d5 e5"), ("border", "a1 a5 h4 e8")]
)
@pytest.mark.parametrize(("year", "worth"), [(1, 2), (2, 5), (3, 10)])
def test_T10_diagonals_and_border(card: str, places: str, year: int, worth: int) -> None:
    one, two, three, four = places.split()
    alone = {one: ".0", two: ".0", "c2": ".0"}
    assert master(card, year, **alone) == 3 * worth  # two, and the sole majority
    assert master(card, year, **{**alone, three: ".1", four: ".1"}) == 2 * worth  # no majority
    assert master(card, year, **{one: ".0", three: ".1", four: ".1"}) == worth
    assert master(card, year, seat=1, **{one: ".0", three: ".1", four: ".1"}) == 3 * worth
    assert master(card, year, c2=".0") == 0


def test_T10_same_level_ground_is_level_0() -> None:
    assert master("same-level", 3, a1=".0", c3=".0") == 50
    assert master("same-level", 3, a1="20", b1="2.", c3="20", c4="2.") == 50
    assert master("same-level", 3, a1="20", b1="10") == 0
    assert master("same-level", 1, a1=".0", c3=".0") == 0


@pytest.mark.parametrize(
    ("squares", "points"),
    [
        ("a1 b1 a2 b2", 50),
        ("a1 h1 a8 h8 c3", 50),
        ("b2 e2 b5 e5", 50),
        ("b2 e2 b5 e6", 0),
        ("d1 c2 e2 d3", 0),  # on its corner: no side along the board
        ("a1 b1 a2", 0),
        ("a1 c1 a2 c2", 0),
        ("h1 g1 h2 a3 g2", 50),
    ],
)
def test_T10_square(squares: str, points: int) -> None:
    assert master("square", 3, **dict.fromkeys(squares.split(), ".0")) == points


def test_T10_levels_all_different() -> None:
    assert master("levels", 3, a1=".0", c1="10", e1="20", e2="2.") == 40
    assert master("levels", 3, a1=".0", c1="10", e1="10") == 0
    assert master("levels", 2, a1=".0", c1="10") == 0


def test_T10_chain_connected_by_sides_whatever_the_levels() -> None:
    assert master("chain", 3, a1=".0", b1="10", b2="20", h8="1.") == 40
    assert master("chain", 3, a1=".0", b2=".0") == 0
    assert master("chain", 3, a1=".0", b1=".0", d1=".0") == 0


def test_T10_no_bonus_without_the_card_and_it_is_scored_last() -> None:
    options = {"preset": "master", "seats": 2, "master": "border"}
    document = last_turn(options, a1="10", b1="1K", h8=".1", scores=[0, 0], first_seat=0)
    # castles 2, King 5, then a knight each on the border: no sole majority, 2 points each
    assert after(document, "end")["scores"] == [9, 2]


def test_T10_1_other_values_and_the_other_reading_of_the_first_card() -> None:
    points = {"master_points": "004"}
    assert master("levels", 3, a1=".0", c1="10", options=points) == 50
    assert master("chain", 3, a1=".0", b1=".0", options=points) == 50
    assert master("line", 3, a1=".0", b1=".0", options=points) == 50
    knights = {"castles_card": "knights"}
    four = {"a1": "10", "b1": "10", "c1": "10", "e5": "10", "g7": ".0"}
    assert master("castles", 1, options=knights, **four) == 5
    assert master("castles", 1, **four) == 0


@pytest.mark.parametrize(("knights", "points"), [(0, 0), (3, 0), (4, 5), (5, 15), (6, 30)])
def test_T10_1_by_the_player_aid_the_first_card_counts_knights_in_year_3(
    knights: int, points: int
) -> None:
    options = {"castles_card": "year-3"}
    stand = dict.fromkeys(["a1", "e1", "h1", "c3", "c4", "g7"][:knights], ".0")
    if knights > 4:
        stand["c4"] = "10"  # in a castle or not
    for year, expected in ((1, 0), (2, 0), (3, points)):
        assert master("castles", year, options=options, **stand) == expected


@pytest.mark.parametrize(
    ("card", "points"),
    [("line", 50), ("same-level", 50), ("levels", 40), ("chain", 40), ("square", 0)],
)
def test_T10_2_a_single_knight_fulfils_all_but_the_square(card: str, points: int) -> None:
    assert master(card, 3, d4="10") == points
    assert master(card, 3, seat=1, d4="10") == 0


def test_T10_a_card_is_drawn_from_the_seed() -> None:
    drawn = {after({"options": {"preset": "master"}, "seed": seed})["master"] for seed in range(99)}
    assert len(drawn) == 8
