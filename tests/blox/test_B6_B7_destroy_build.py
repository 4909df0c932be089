"""B6 destroy, B7 build."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.blox.recount import square_of, unreachable
from tests.blox.tables import FILES, after, cell, legal, refused, turn


def phase(number: int, cards: str, /, **keys: Any) -> dict[str, Any]:
    """Return a document in that phase: seat 0, last of the round, holds these cards, no joker."""
    hands, jokers = [cards, "", "", ""], [False, True, True, True]
    given_keys = {"hands": hands, "jokers": jokers, "phase": number, "to_move": 0}
    return turn({"seats": 4, "first_seat": 1}, **{**given_keys, **keys})


def test_B6_example_3_possible_and_impossible() -> None:
    document = phase(3, "bgwwp", e4="0", e6="WWP", c4="BG", i9="BGW", g9="BGW")
    assert "destroy e4 e6" in legal(document)
    assert refused(document, "destroy e4 c4") == ("way-coloured", "B6.1")  # d4 is black
    result = after(document, "destroy e4 e6")
    assert result["points"] == [3, 0, 0, 0]
    assert result["blocks"][0] == "wwp"
    assert (cell(result, "e6"), cell(result, "e4")) == ("g0", "g.")
    assert result["discard"] == "wwp"
    assert len(result["hands"][0]) == 5


@pytest.mark.parametrize(
    ("keys", "text", "reason"),
    [
        ({}, "destroy e5 e6", "no-own-figure"),
        ({"e5": "1"}, "destroy e5 e6", "no-own-figure"),
        ({"e4": "0"}, "destroy e4 e5", "no-tower"),
        ({"e4": "0", "f5": "B"}, "destroy e4 f5", "not-in-line"),
        ({"e4": "0", "e5": "1"}, "destroy e4 e6", "way-barred"),
        ({"e4": "0", "e5": "0"}, "destroy e4 e6", "way-barred"),
        ({"e4": "0", "e5": "P"}, "destroy e4 e6", "way-barred"),
        ({"e3": "0", "e6": "G"}, "destroy e3 e6", "way-coloured"),
    ],
)
def test_B6_1_figure_line_and_way(keys: dict[str, str], text: str, reason: str) -> None:
    document = phase(4, "bgwwp", **{"e6": "W", **keys})
    assert refused(document, text) == (reason, "B6.1")


def test_B6_1_neighbours_have_nothing_between() -> None:
    document = phase(1, "g", e4="0", e5="G", a1="W", b2="W", c3="W")
    assert "destroy e4 e5" in legal(document)


def test_B6_1_only_the_squares_between_matter() -> None:
    # the figure's square and the tower's own square may have any colour
    document = phase(1, "g", e4="0", g5="0", g4="G", a1="W", c1="W")
    assert "destroy g5 g4" in legal(document)
    assert "destroy e4 g4" in legal(document)  # f4 is purple


def test_B6_2_one_card_for_each_block() -> None:
    for cards in ("bgw", "wp", "wwbgg", ""):
        document = phase(3, cards, e4="0", e6="WWP")
        assert refused(document, "destroy e4 e6") == ("missing-cards", "B6.2")
    assert legal(phase(3, "wwp", e4="0", e6="WWP"), "destroy") == ["destroy e4 e6"]


def test_B6_2_who_built_the_tower_does_not_matter() -> None:
    hands = ["bww", "bww", "bww", ""]
    keys = {"hands": hands, "blocks": ["bww", "", "", ""], "draw": "bwwbwwbww", "a1": "PP"}
    built = after(phase(2, "", e4="0", e3="1", g4="0", c1="PP", **keys), "build e4 bww")
    assert cell(built, "e4") == "gBWW"
    ready = built | {"phase": 3}
    assert "destroy e3 e4" in legal(ready)  # another seat
    assert "destroy g4 e4" in legal(ready | {"to_move": 0})  # and the one that built it


@pytest.mark.parametrize(("height", "number"), [*product(range(1, 6), range(1, 5))])
def test_B6_3_at_most_the_phase_and_never_five(height: int, number: int) -> None:
    tower = "WWWPP"[:height]
    document = phase(number, "wwwpp", e4="0", e6=tower, a1="BG", a3="BG", a5="BBB", a7="GGG")
    if height <= number:
        assert "destroy e4 e6" in legal(document)
    else:
        assert refused(document, "destroy e4 e6") == ("tower-above-phase", "B6.3")


def test_B6_4_points_blocks_and_the_square() -> None:
    document = phase(2, "bwggg", a5="0", c5="BW", points=[7, 1, 0, 0], blocks=["p", "", "", ""])
    result = after(document, "destroy a5 c5")
    assert result["points"] == [9, 1, 0, 0]
    assert result["blocks"][0] == "bwp"
    assert (cell(result, "a5"), cell(result, "c5")) == ("b.", "g0")


def test_B6_5_example_A_six_and_three_is_nine_then_build_first() -> None:
    towers = {"e6": "WWP", "i9": "BGG", "g9": "BGB"}
    document = phase(3, "bgwwp", e4="0", blocks=["bbgggg", "", "", ""], **towers)
    result = after(document, "destroy e4 e6")
    assert len(result["blocks"][0]) == 9
    again = phase(3, "bbggg", e6="0", h6="0", e7="BBB", i9="WWP", g9="WWP")
    again["blocks"] = [result["blocks"][0], "", "", ""]
    assert again["blocks"][0] == "bbggggwwp"
    assert refused(again, "destroy e6 e7") == ("seven-blocks", "B6.5")
    assert legal(again, "move")  # all other actions are open
    built = after(again, "build h6 bbgg")
    assert len(built["blocks"][0]) == 5
    cards = {"hands": ["bbb", "", "", ""], "draw": "", "discard": ""}
    assert "destroy e6 e7" in legal({**built, **cards, "to_move": 0})
    for blocks, allowed in (("gggwwwp", False), ("gggwww", True)):
        document = phase(3, "wwp", e4="0", e6="WWP", blocks=[blocks, "", "", ""])
        assert bool(legal(document, "destroy")) is allowed


def test_B6_the_first_clause_that_fails_is_cited() -> None:
    seven = {"blocks": ["bbbbggg", "", "", ""]}
    barred = phase(1, "", e4="0", e5="1", e6="WWP", **seven)
    assert refused(barred, "destroy e4 e6")[1] == "B6.1"
    high = phase(1, "", e4="0", e6="WWP", **seven)
    assert refused(high, "destroy e4 e6")[1] == "B6.3"
    assert refused(high | {"phase": 3}, "destroy e4 e6")[1] == "B6.5"
    few = phase(3, "", e4="0", e6="WWP")
    assert refused(few, "destroy e4 e6")[1] == "B6.2"
    assert refused(barred, "destroy e4 e6 *w")[1] == "B10"


# ---------------------------------------------------------------- B7


def test_B7_example_4_a_tower_of_four_in_phase_3() -> None:
    document = phase(3, "gwwpb", f4="0", blocks=["bgwwp", "", "", ""], a1="BGW", a3="BGW")
    towers = ("bgwp", "bgww", "bwwp", "gwwp")
    assert legal(document, "build") == [f"build f4 {tower}" for tower in towers]
    result = after(document, "build f4 gwwp")
    assert cell(result, "f4") == "pGWWP"
    assert result["points"] == [4, 0, 0, 0]
    assert result["blocks"][0] == "b"
    assert result["discard"] == "gwwp"
    assert len(result["hands"][0]) == 5
    # the impossible half: one block too few, one too many, not owned, not in hand, no figure there
    assert refused(document, "build f4 gwp") == ("wrong-height", "B7.1")
    assert refused(document, "build f4 bgwwp") == ("wrong-height", "B7.1")
    assert refused(document, "build f4 wwpp") == ("blocks-not-owned", "B7.1")
    poorer = document | {"hands": ["gwpbb", "", "", ""]}
    assert refused(poorer, "build f4 gwwp") == ("missing-cards", "B7.1")
    assert refused(document, "build f5 gwwp") == ("no-own-figure", "B7.1")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_B7_1_exactly_one_more_than_the_phase(number: int) -> None:
    ones = {f"a{rank}": "B" for rank in (1, 3)}
    document = phase(number, "gwwpp", f4="0", blocks=["gggwwwppp", "", "", ""], **ones)
    sizes = {len(text.split()[2]) for text in legal(document, "build")}
    assert sizes == {number + 1}


def test_B7_1_the_order_of_the_letters_does_not_matter() -> None:
    document = phase(2, "gwwpp", f4="0", blocks=["gwp", "", "", ""], a1="BB", a3="BB")
    assert after(document, "build f4 pwg") == after(document, "build f4 gwp")


def test_B7_2_the_figure_returns_and_a_tower_of_five_is_not_destroyed() -> None:
    document = phase(4, "gwwpp", f4="0", blocks=["gwwpp", "", "", ""], a1="BBBB", a3="BBBB")
    result = after(document, "build f4 gwwpp")
    assert result["points"][0] == 5
    assert "0" not in {cell(result, f"{file}{rank}")[1] for file in FILES for rank in range(1, 10)}
    towers = {"a1": "BBBB", "a3": "BBBB", "f4": "GWWPP"}
    other = phase(4, "gwwpp", f3="0", **towers)
    assert refused(other, "destroy f3 f4") == ("tower-above-phase", "B6.3")


ROOM = {"blocks": ["bbw", "", "", ""]}


def test_B7_3_a_corner_must_not_be_closed() -> None:
    document = phase(1, "bww", a1="BG", a2="WP", b1="0", b3="0", h8="B", h6="B", **ROOM)
    assert refused(document, "build b1 bw") == ("tower-closed", "B7.3")
    assert "build b3 bw" in legal(document)
    assert not any(text.startswith("build b1") for text in legal(document))


def test_B7_3_the_new_tower_itself_must_be_accessible() -> None:
    around = {"d5": "B", "f5": "B", "e6": "B", "e4": "B"}
    document = phase(1, "bww", e5="0", h1="0", **around, **ROOM)
    assert refused(document, "build e5 bw") == ("tower-closed", "B7.3")
    around.pop("e4")
    assert "build e5 bw" in legal(phase(1, "bww", e5="0", **around, **ROOM))


def test_B7_3_figures_count_as_free() -> None:
    around = {"d5": "B", "f5": "B", "e6": "B", "e4": "1"}
    assert "build e5 bw" in legal(phase(1, "bww", e5="0", **around, **ROOM))


def test_B7_3_a_border_tower_needs_a_reachable_square_too() -> None:
    document = phase(1, "bww", e1="B", d1="B", f1="B", e2="0", h9="B", **ROOM)
    assert refused(document, "build e2 bw") == ("tower-closed", "B7.3")


def test_B7_3_a_ring_closes_what_is_inside() -> None:
    ring = {"d4": "B", "e4": "B", "f4": "B", "d5": "G", "f5": "G", "d6": "W", "e6": "W", "f6": "0"}
    inside = phase(1, "bww", **ring, **ROOM)
    assert "build f6 bw" in legal(inside)  # every tower of the ring is reached from outside
    larger = {
        **{f"{file}{rank}": "B" for file, rank in ("c3", "d3", "e3", "f3", "g3")},
        **{f"{file}{rank}": "G" for file, rank in ("c7", "d7", "e7", "f7", "g7")},
        **{f"{file}{rank}": "W" for file, rank in ("c4", "c5", "c6", "g4", "g5")},
        "e5": "P",
        "g6": "0",
    }
    closed = phase(1, "bww", **larger, **ROOM)
    assert refused(closed, "build g6 bw") == ("tower-closed", "B7.3")  # e5 inside is cut off
    larger.pop("e5")
    assert "build g6 bw" in legal(phase(1, "bww", **larger, **ROOM))


def test_B7_3_whoever_closed_it_in() -> None:
    # a1 is closed already, as a document may have it: every build is refused until it is open
    shut = {"a1": "B", "a2": "B", "b1": "B"}
    document = phase(1, "bww", e5="0", **shut, **ROOM)
    assert refused(document, "build e5 bw") == ("tower-closed", "B7.3")


def test_B7_the_first_clause_that_fails_is_cited() -> None:
    shut = {"a1": "B", "a2": "B", "b1": "B"}
    document = phase(1, "", e5="0", **shut, **ROOM)
    assert refused(document, "build e5 bw") == ("missing-cards", "B7.1")
    assert refused(document, "build e5 bw *b") == ("joker-face-down", "B10")


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.sampled_from(FILES), st.integers(1, 9)), min_size=5, max_size=36))
def test_B7_3_agrees_with_an_independent_walk(squares: set[tuple[str, int]]) -> None:
    names = sorted(f"{file}{rank}" for file, rank in squares)
    figure, *towers = names
    colours = ("BGWP"[i // 9 % 4] for i in range(len(towers)))
    document = phase(
        1,
        "bg",
        **{figure: "0"},
        **dict(zip(towers, colours, strict=False)),
        blocks=["bg", "", "", ""],
    )
    closed = unreachable({square_of(name) for name in names})
    if closed:
        assert refused(document, f"build {figure} bg") == ("tower-closed", "B7.3")
    else:
        assert f"build {figure} bg" in legal(document)
