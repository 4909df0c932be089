"""T5: a turn."""

from typing import Any

import pytest

from tests.torres.tables import after, legal, refused, turn

TWO = {"seats": 2}


def targets(document: dict[str, Any], words: str) -> set[str]:
    """Return the last word of the legal actions that begin so."""
    return {text.split()[-1] for text in legal(document, words)}


def test_T5_0_a_turn_has_five_action_points() -> None:
    document = after(turn(TWO, a1="10"))
    assert document["ap"] == 5
    document = after(document, "point", "point", "point", "point")
    assert document["ap"] == 1
    assert refused(document, "knight b1") == ("too-few-points", "T5.0")
    document = after(document, "point")
    assert (document["ap"], document["stage"]) == (0, "turn")
    for text in ("point", "move a1 b1", "block b1", "buy"):
        assert refused(document, text) == ("too-few-points", "T5.0")


def test_T5_1_a_new_knight_costs_two_and_stands_beside_one_at_its_level_or_lower() -> None:
    document = turn(TWO, c3="20", c4="2.", c2="3.", b3="1.", d3="..", e5="11")
    assert targets(document, "knight") == {"c4", "b3", "d3"}
    assert after(document, "knight d3")["ap"] == 3
    assert refused(document, "knight c2") == ("knight-too-high", "T5.1")
    assert refused(document, "knight d4") == ("no-knight-beside", "T5.1")
    assert refused(document, "knight e4") == ("no-knight-beside", "T5.1")
    assert refused(document, "knight c3") == ("occupied", "T5.1")


def test_T5_1_at_most_six_knights() -> None:
    document = turn(TWO, a1="10", a3=".0", a5=".0", c1=".0", e1=".0", g1=".0")
    assert refused(document, "knight b1") == ("all-knights-placed", "T5.1")
    assert legal(document, "knight") == []


def test_T5_1_any_own_knight_may_bring_the_new_one() -> None:
    document = turn(TWO, c3="10", c4="1.", b4="2.", b5="20", b3="1.")
    assert "knight b4" in legal(document)  # beside b5 at level 2, though c4 is lower
    assert refused(turn(TWO, c3="10", c4="2."), "knight c4") == ("knight-too-high", "T5.1")


@pytest.mark.parametrize(
    ("height", "allowed"), [("..", True), ("1.", True), ("2.", True), ("3.", True), ("4.", False)]
)
def test_T5_2_a_step_goes_up_one_level_or_down_any_number(height: str, allowed: bool) -> None:
    # e4 stands alone, so that the way to d4 is a step and no way through a castle
    document = turn(TWO, d5="20", d4=height)
    if allowed:
        assert "move d5 d4" in legal(document)
        assert after(document, "move d5 d4")["ap"] == 4
    else:
        assert refused(document, "move d5 d4") == ("step-too-high", "T5.2")


@pytest.mark.parametrize("figure", ["0", "1", "K"])
def test_T5_2_only_onto_a_free_square(figure: str) -> None:
    document = turn(TWO, d5="10", d4=f"1{figure}")
    assert refused(document, "move d5 d4") == ("occupied", "T5.2")


def test_T5_2_never_across_a_corner_nor_with_a_foreign_knight() -> None:
    document = turn(TWO, d5="10", e4="1.", h8="11")
    assert refused(document, "move d5 e4") == ("no-door", "T5.3")
    assert refused(document, "move h8 h7") == ("no-own-knight", "T5.2")
    assert refused(document, "move a1 a2") == ("no-own-knight", "T5.2")


def test_T5_2_never_over_the_edge() -> None:
    document = turn(TWO, h4="10", a5="11")
    assert targets(document, "move") == {"h3", "h5", "g4"}


def test_T5_3_through_a_castle_on_the_ground_floor() -> None:
    # the castle c4 d4 e4; the knight at b4 walks in at floor 0 and out on any side
    document = turn(TWO, b4=".0", c4="2.", d4="3.", e4="2.")
    assert targets(document, "move b4") == {
        "a4",
        "b3",
        "b5",
        "c3",
        "d3",
        "e3",
        "c5",
        "d5",
        "e5",
        "f4",
    }


def test_T5_3_on_his_own_floor_or_a_lower_one_never_up() -> None:
    # on b4 at level 1 before c4 (height 3): in at floor 1, out onto squares of height <= 1
    document = turn(TWO, b4="10", c4="3.", d4="3.", d5="1.", d3="2.", e4="..")
    reached = targets(document, "move b4")
    assert {"e4", "d5", "c5", "c3"} <= reached
    assert "d3" not in reached  # higher than floor 1
    assert refused(document, "move b4 d3") == ("no-way-through", "T5.3")


def test_T5_3_down_inside_then_on_through_lower_squares() -> None:
    # from floor 1 at c4 down to floor 0, on through d4 (height 1), out at e4
    document = turn(TWO, b4="10", c4="2.", d4="1.", e4="..")
    assert {"e4", "d3", "d5"} <= targets(document, "move b4")
    # d4's top is at height 1: reached from floor 1 of c4, level or down
    assert "d4" in targets(document, "move b4")


def test_T5_3_inside_he_never_climbs_to_a_higher_floor() -> None:
    # c4 and d4 both high, but he enters from the ground: f5 at height 1 can't be reached
    document = turn(TWO, b4=".0", c4="3.", d4="3.", e4="1.")
    assert "e4" not in targets(document, "move b4")


def test_T5_3_figures_on_top_do_not_bar_the_inside() -> None:
    document = turn(TWO, b4=".0", c4="1K", d4="11", e4="..")
    assert "e4" in targets(document, "move b4")


def test_T5_3_his_own_column_does_not_bar_the_inside() -> None:
    # in at c4 on floor 1, down to floor 0, back under his own square b4 and out at a4's far side
    document = turn(TWO, b4="10", a4="1.", c4="2.")
    assert {"a3", "a5"} <= targets(document, "move b4")


def test_T5_3_not_without_a_door_nor_back_to_where_he_came_from() -> None:
    document = turn(TWO, b4="20", c4="2.", d4="2.")
    assert refused(document, "move b4 e4") == ("no-door", "T5.3")
    document = turn(TWO, b4=".0", c4="1.")
    assert refused(document, "move b4 b4") == ("occupied", "T5.2")


def test_T5_3_costs_one_point_and_a_step_to_the_same_square_is_the_same_action() -> None:
    document = turn(TWO, b4=".0", c4="1.", b5="1.")
    assert legal(document).count("move b4 b3") == 1
    assert after(document, "move b4 d4")["ap"] == 4


def test_T5_4_a_block_goes_on_a_castle_or_beside_one() -> None:
    document = turn(TWO, d4="1.", e4="10", a8="1.")
    assert targets(document, "block") == {"d4", "d3", "d5", "c4", "e3", "e5", "f4", "a7", "b8"}
    assert refused(document, "block e4") == ("occupied", "T5.4")
    assert refused(document, "block h1") == ("block-away", "T5.4")
    after_one = after(document, "block d4")
    assert (after_one["ap"], after_one["open_stack"]) == (4, 2)


def test_T5_4_no_square_is_higher_than_its_castles_area() -> None:
    document = turn(TWO, d4="2.", e4="1.", h8="10")
    assert refused(document, "block d4") == ("tower-too-high", "T5.4")
    assert "block e4" in legal(document)
    assert "block d4" in legal(after(document, "block d3"))


def test_T5_4_two_castles_never_become_one() -> None:
    document = turn(TWO, c4="1.", e4="1.", d5="1.", h8="10")
    assert refused(document, "block d4") == ("castles-would-merge", "T5.4")
    # squares that touch at a corner stay two castles
    assert "block c3" in legal(document)
    # a block beside two squares of one castle is fine
    assert "block d4" in legal(turn(TWO, c4="1.", c5="1.", d5="1.", h8="10"))


def test_T5_5_a_card_costs_one_point_two_a_turn_and_joins_the_hand_at_the_end() -> None:
    document = turn(TWO, a1="10", decks=[["six", "lift", "leap"]])
    document = after(document, "buy")
    assert (document["ap"], document["bought"], document["hands"][0]) == (4, ["six"], [])
    assert refused(document, "play six") == ("card-just-bought", "T5.6")
    document = after(document, "buy")
    assert refused(document, "buy") == ("bought-enough", "T5.5")
    document = after(document, "end")
    assert (document["bought"], document["hands"][0]) == ([], ["six", "lift"])
    assert document["decks"] == [["leap"]]


def test_T5_6_one_card_a_turn_free_of_points_and_out_of_the_game() -> None:
    document = turn(TWO, a1="10", hands=[["six", "seven"], ["leap"]], ap=0)
    document = after(document, "play six")
    assert (document["ap"], document["card_played"], document["hands"][0]) == (1, True, ["seven"])
    assert refused(document, "play seven") == ("card-already-played", "T5.6")
    assert refused(document, "play leap a1 a3") == ("card-not-in-hand", "T5.6")
    everywhere = [*document["hands"], *document["decks"]]
    assert sum(row.count("six") for row in everywhere) == 3
    assert after(document, "end")["card_played"] is False


@pytest.mark.parametrize(
    ("scores", "reached"),
    [([0, 5, 5], 1), ([4, 5, 9], 6), ([4, 5, 6], 7), ([0, 1, 2], 3), ([5, 4, 7], 6)],
)
def test_T5_7_a_point_goes_on_to_the_next_free_space(scores: list[int], reached: int) -> None:
    document = after(turn({"seats": 3}, a1="10", scores=scores), "point")
    assert document["scores"] == [reached, *scores[1:]]
    assert document["ap"] == 4


def test_T5_7_spaces_are_totals() -> None:
    document = after(turn(TWO, a1="10", scores=[99, 0]), "point")
    assert document["scores"] == [100, 0]


def test_T5_8_no_action_removes_a_knight() -> None:
    document = turn(TWO, a1="10", b1="11", c1="1K", hands=[["shift", "leap"], []])
    for text in legal(document):
        board = after(document, text)["board"]
        assert board.count("0") >= 1
        assert board.count("11") == 1


def test_T5_9_a_turn_ends_only_by_end_at_any_moment() -> None:
    document = turn(TWO, a1="10", ap=0, hands=[["seven"], []])
    assert legal(document) == ["end", "play seven"]
    assert after(turn(TWO, a1="10"), "end")["to_move"] == 1


def test_T5_9_nothing_else_between_buy_and_return_nor_between_end_and_store() -> None:
    bought = after(turn({"cards": "own", "seats": 2}, a1="10"), "buy")
    assert bought["stage"] == "keep"
    assert refused(bought, "end") == ("wrong-stage", "T4.3")
    kept = after(bought, legal(bought)[0])
    assert kept["stage"] == "return"
    assert refused(kept, "move a1 a2") == ("wrong-stage", "T4.3")
    ended = after(turn({"seats": 4}, a1="10", stacks=[[2, 1, 1], [2], [2], [2]]), "end 1")
    assert ended["stage"] == "store"
    assert (ended["to_move"], ended["left"]) == (0, 1)
    assert refused(ended, "point") == ("wrong-stage", "T4.3")


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "fly a1", "move a1", "move a1 b9", "move i1 a1", "MOVE a1 a2", "point 1"),
        *(
            "block",
            "block a1 4",
            "block a1 2 2",
            "end 4",
            "end x",
            "start",
            "start 4",
        ),
        *("play", "play six a1", "play raise a1", "play raise a1 4", "play lift a1", "play fly"),
        *("store", "store 1 2", "store 3 3 3 3", "keep", "keep king"),
        *("return", "return left", "return top top top"),
    ],
)
def test_text_that_is_no_action_is_refused_as_notation(text: str) -> None:
    assert refused(turn(TWO, a1="10"), text) == ("notation", "")
