"""B3 a turn, B4 enter, B5 move."""

from collections import Counter
from typing import Any

import pytest

from tests.blox.tables import after, cell, legal, refused, turn
from tourelle.games.blox.game import Blox

TWO = {"seats": 2}


def hand(cards: str, **keys: Any) -> dict[str, Any]:
    """Return a document of two seats in which seat 0 holds these cards and no joker."""
    return turn(TWO, **{"hands": [cards, "bbbbb"], "jokers": [False, True], **keys})


def test_B3_one_action_then_the_next_seat() -> None:
    document = after(hand("bgwpp", a9="BB", c9="GG"), "change b")
    assert document["to_move"] == 1
    assert after(document, "change b")["to_move"] == 0


def test_B3_the_hand_is_filled_from_the_top() -> None:
    document = after(hand("bgwpp", draw="wgpb"), "change pp")
    assert document["hands"][0] == "bggww"
    assert document["draw"] == "pb"
    assert document["discard"] == "pp"


def test_B3_the_discard_pile_is_shuffled_only_when_a_card_is_to_be_drawn() -> None:
    document = after(hand("bgwpp", draw="ww", discard="gggg"), "change pp")
    assert (document["draw"], document["discard"]) == ("", "ggggpp")
    document = after(hand("bgwpp", draw="w", discard="gggg"), "change pp")
    cards = Counter(document["draw"] + document["hands"][0])
    assert cards == Counter("bgw" + "w" + "ggggpp")  # this action's cards are shuffled in too
    assert document["discard"] == ""
    assert len(document["hands"][0]) == 5


def test_B3_a_shuffle_comes_from_the_seed() -> None:
    documents = [
        after(hand("bgwpp", draw="", discard="bbbggggwwwwppp", seed=seed), "change pp")
        for seed in (1, 1, 2, 3)
    ]
    assert documents[0] == documents[1]
    assert len({document["draw"] for document in documents}) > 1
    assert documents[0]["seed"] != 1


def test_B3_if_both_piles_are_empty_no_more_is_drawn() -> None:
    document = turn(TWO, a1="0", hands=["gw", "b"], draw="", discard="", jokers=[True, True])
    result = after(document, "enter E1 h1")
    assert sorted(result["hands"][0]) == ["g", "w"]  # its own grey card, shuffled and drawn again
    result = after(document, "enter E1 h1 *")
    assert (result["hands"][0], result["draw"], result["discard"]) == ("gw", "", "")


def test_B3_a_short_hand_is_filled_to_five() -> None:
    document = after(hand("gw", draw="bbbbbb"), "change g")
    assert document["hands"][0] == "bbbbw"
    document = after(turn(TWO, hands=["g", ""], draw="bbbbbb"), "enter E1 h1 *")
    assert document["hands"][0] == "bbbbg"


@pytest.mark.parametrize("what", ["1", "0", "BW"])
def test_B3_nothing_passes_over_towers_and_figures(what: str) -> None:
    document = hand("gwbpp", c3="0", e3=what)
    assert not any(text.split()[2][0] in "efghi" for text in legal(document, "move c3 "))


# ---------------------------------------------------------------- B4


def test_B4_example_1_the_first_square_of_the_cards_colour() -> None:
    document = hand("gwwww")
    assert "enter E2 c2" in legal(document)  # the second row from the right edge
    assert refused(document, "enter Nc c2") == ("not-first-square", "B4")  # c5 is grey too
    assert "enter Nc c5" in legal(document)
    result = after(document, "enter E2 c2")
    assert cell(result, "c2") == "g0"
    assert result["discard"] == "g"
    assert len(result["hands"][0]) == 5
    assert result["to_move"] == 1


def test_B4_the_edge_square_counts() -> None:
    document = hand("bgwpp")
    assert {"enter Na a9", "enter W9 a9"} <= set(legal(document))  # a corner has two texts
    assert "enter E1 i1" in legal(document)
    assert {"enter Sa a1", "enter W1 a1"} <= set(legal(document))


def test_B4_every_square_up_to_it_must_be_empty() -> None:
    document = hand("gwwww", i2="1")
    assert refused(document, "enter E2 c2") == ("way-barred-to", "B4")
    for what in ("1", "0", "n", "BG"):
        assert refused(hand("gwwww", e2=what), "enter E2 c2") == ("way-barred-to", "B4")
        assert refused(hand("gwwww", c2=what), "enter E2 c2") == ("way-barred-to", "B4")
    assert "enter E2 c2" in legal(hand("gwwww", b2="1"))


def test_B4_a_card_of_that_colour_is_needed() -> None:
    assert refused(hand("bwwpp"), "enter E2 c2") == ("missing-cards", "B4")
    assert not any(text.startswith("enter") for text in legal(hand("")))


def test_B4_a_figure_of_the_reserve_is_needed() -> None:
    document = hand("bgwpp", a1="0", c1="0", e1="0", g1="0")
    assert refused(document, "enter E2 c2") == ("reserve-empty", "B4")
    assert legal(document, "enter") == []
    assert legal(hand("bgwpp", a1="0", c1="0", e1="0"), "enter")


def test_B4_the_square_must_be_on_the_line() -> None:
    assert refused(hand("gwwww"), "enter E3 c2") == ("not-on-entry-line", "B4")
    assert refused(hand("gwwww"), "enter Nd c2") == ("not-on-entry-line", "B4")


def test_B4_entering_can_neither_destroy_nor_hit() -> None:
    document = hand("gggww", c2="GW", d8="1")
    assert refused(document, "enter E2 c2") == ("way-barred-to", "B4")
    assert refused(document, "enter Nd d8") == ("way-barred-to", "B4")


def test_B4_all_entries_of_an_empty_board() -> None:
    texts = legal(hand("g"), "enter")
    assert len(texts) == len(set(texts))
    sides = Counter(text.split()[1][0] for text in texts)
    assert set(sides) == set("NSEW")
    for text in texts:
        side, line, file, rank = (*text.split()[1], *text.split()[2])
        assert line == (file if side in "NS" else rank)


# ---------------------------------------------------------------- B5


def test_B5_example_2_the_nearest_square_of_the_colour_in_each_direction() -> None:
    document = hand("bwwww", c5="0", c7="1")
    assert legal(document, "move c5 e5") == ["move c5 e5"]
    assert legal(document, "move c5 a5") == ["move c5 a5"]
    assert refused(document, "move c5 c8") == ("way-barred-to", "B5")
    result = after(document, "move c5 e5")
    assert (cell(result, "c5"), cell(result, "e5")) == ("g.", "b0")
    assert (result["discard"], len(result["hands"][0])) == ("b", 5)


def test_B5_all_moves_of_a_figure() -> None:
    # from e5 (black): left d5 w, c5 g, b5 p, a5 b; right f5 w, g5 g, h5 p, i5 b;
    # up e6 g, e7 p, e8 b, e9 w; down e4 g, e3 p, e2 b, e1 w
    document = hand("bgwp", e5="0")
    ends = {text.split()[2] for text in legal(document, "move e5")}
    assert ends == {
        "a5",
        "b5",
        "c5",
        "d5",
        "f5",
        "g5",
        "h5",
        "i5",
        "e1",
        "e2",
        "e3",
        "e4",
        "e6",
        "e7",
        "e8",
        "e9",
    }
    ends = {text.split()[2] for text in legal(hand("bp", e5="0"), "move e5")}
    assert ends == {"a5", "b5", "h5", "i5", "e2", "e3", "e7", "e8"}


def test_B5_its_own_square_does_not_count() -> None:
    assert "move e5 a5" in legal(hand("bgwpp", e5="0"))  # from black to black
    assert refused(hand("bgwpp", e5="0"), "move e5 e5") == ("not-in-line", "B5")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move e4 e5", "no-own-figure"),
        ("move h8 h9", "no-own-figure"),
        ("move e5 f6", "not-in-line"),
        ("move e5 e1", "missing-cards"),
        ("move e5 e9", "way-barred-to"),
        ("move d1 h1", "not-first-square"),
    ],
)
def test_B5_what_is_refused(text: str, reason: str) -> None:
    document = hand("bgpp", e5="0", d1="0", h8="1", e7="WP")
    assert refused(document, text) == (reason, "B5")


def test_B5_not_over_the_edge_of_the_board() -> None:
    for square in ("a1", "i1", "a9", "i9", "i5", "a5"):
        for text in legal(hand("bgwp", **{square: "0"}), f"move {square}"):
            end = text.split()[2]
            assert end[0] == square[0] or end[1] == square[1]


def test_B5_the_record_is_not_changed_by_asking() -> None:
    game, position = Blox.read(hand("bgwpp", e5="0"))
    before = game.identity(position)
    game.legal_actions(position)
    assert game.identity(position) == before
