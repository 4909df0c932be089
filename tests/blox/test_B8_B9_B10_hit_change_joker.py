"""B8 hit, B9 change cards, B10 joker."""

from itertools import product
from typing import Any

import pytest

from tests.blox.tables import after, cell, legal, refused, turn


def seat_0(cards: str, joker: bool = False, /, **keys: Any) -> dict[str, Any]:
    """Return a document of four seats: seat 0 holds these cards; its joker lies up or down."""
    given = {"hands": [cards, "", "", ""], "jokers": [joker, True, True, True], "phase": 3}
    return turn({"seats": 4}, **{**given, **keys})


def test_B8_example_5_possible_and_impossible() -> None:
    document = seat_0("ppppg", d5="0", b5="1", d3="BGW", d1="2", i9="BGW", g9="BGW")
    assert legal(document, "hit") == ["hit d5 b5 3", "hit d5 b5 4"]
    assert refused(document, "hit d5 d1 4") == ("way-barred", "B8.1")
    result = after(document, "hit d5 b5 4")
    assert result["points"] == [4, 0, 0, 0]
    assert (cell(result, "b5"), cell(result, "d5")) == ("p0", "w.")
    assert result["discard"] == "pppp"
    assert len(result["hands"][0]) == 5
    assert "1" not in result["board"]  # back in the reserve of its owner


@pytest.mark.parametrize(
    ("keys", "text", "reason"),
    [
        ({"b5": "1"}, "hit d4 b5 3", "no-own-figure"),
        ({"b5": "1"}, "hit b5 d5 3", "no-own-figure"),
        ({}, "hit d5 b5 3", "no-other-figure"),
        ({"b5": "0"}, "hit d5 b5 3", "no-other-figure"),
        ({"b5": "PP"}, "hit d5 b5 3", "no-other-figure"),
        ({"b6": "1"}, "hit d5 b6 3", "not-in-line"),
        ({"b5": "1", "c5": "2"}, "hit d5 b5 3", "way-barred"),
        ({"b5": "1", "c5": "0"}, "hit d5 b5 3", "way-barred"),
        ({"d8": "1"}, "hit d5 d8 3", "way-coloured"),  # d6 and d8 are purple
    ],
)
def test_B8_1_figure_target_and_way(keys: dict[str, str], text: str, reason: str) -> None:
    document = seat_0("ppppp", d5="0", **keys)
    assert refused(document, text) == (reason, "B8.1")


def test_B8_1_of_neighbours_nothing_is_between() -> None:
    assert "hit d5 d6 3" in legal(seat_0("ppp", d5="0", d6="1"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hit d5 b5 0", "too-few-hit"),
        ("hit d5 b5 2", "too-few-hit"),
        ("hit d5 b5 6", "too-many-hit"),
        ("hit d5 b5 9", "too-many-hit"),
        ("hit d5 b5 4", "missing-cards"),
    ],
)
def test_B8_2_three_cards_or_more(text: str, reason: str) -> None:
    assert refused(seat_0("pppgg", d5="0", b5="1"), text) == (reason, "B8.2")


@pytest.mark.parametrize(("cards", "joker"), [*product(range(6), (False, True))])
def test_B8_2_from_three_cards_to_five_or_six_with_the_joker(cards: int, joker: bool) -> None:
    document = seat_0("p" * cards + "g" * (5 - cards), joker, d5="0", b5="1")
    plain = [f"hit d5 b5 {paid}" for paid in range(3, cards + 1)]
    jokers = [f"hit d5 b5 {paid} *" for paid in range(3, cards + 2)] if joker else []
    assert legal(document, "hit") == sorted(plain + jokers)


def test_B8_2_five_cards_and_the_joker_make_six() -> None:
    document = seat_0("ppppp", True, d5="0", b5="1", draw="bbbbbbb")
    result = after(document, "hit d5 b5 6 *")
    assert (result["points"][0], result["hands"][0], result["jokers"][0]) == (6, "bbbbb", False)
    assert refused(document, "hit d5 b5 7 *") == ("too-many-hit", "B8.2")
    assert refused(document, "hit d5 b5 6") == ("too-many-hit", "B8.2")


def test_B8_3_a_neutral_figure_leaves_the_game() -> None:
    keys = {"hands": ["ppppp", ""], "d5": "0", "b5": "n", "i9": "BG", "g9": "BG"}
    document = turn({"seats": 2}, **keys)
    result = after(document, "hit d5 b5 3")
    assert (cell(result, "b5"), result["points"]) == ("p0", [3, 0])
    assert "n" not in result["board"]


def test_B8_3_the_owner_can_enter_again() -> None:
    full = {"b5": "1", "a1": "1", "a9": "1", "i1": "1"}
    document = seat_0("ppppg", d5="0", **full, hands=["ppppg", "bgwpp", "", ""])
    assert legal(document | {"to_move": 1}, "enter") == []
    assert legal(after(document, "hit d5 b5 3"), "enter")


# ---------------------------------------------------------------- B9


def test_B9_every_part_of_the_hand_once() -> None:
    texts = legal(seat_0("bbgwp", True), "change")
    wanted = {
        "b" * b + "g" * g + "w" * w + "p" * p
        for b, g, w, p in product(range(3), range(2), range(2), range(2))
    } - {""}
    assert texts == sorted(f"change {cards}" for cards in wanted)
    assert len(texts) == 23


def test_B9_discard_and_draw_as_many() -> None:
    result = after(seat_0("bbgwp", draw="wwwgg"), "change bbp")
    assert result["hands"][0] == "gwwww"
    assert (result["discard"], result["draw"]) == ("bbp", "gg")
    assert result["points"][0] == 0


def test_B9_a_face_down_joker_may_be_turned_up_or_not() -> None:
    document = seat_0("bg", False)
    texts = ["change b", "change b *", "change bg", "change bg *", "change g", "change g *"]
    assert legal(document, "change") == texts
    assert after(document, "change b *")["jokers"][0] is True
    assert after(document, "change b")["jokers"][0] is False


@pytest.mark.parametrize(
    ("document", "text", "reason"),
    [
        (seat_0("bbg", True), "change b *", "joker-already-up"),
        (seat_0("bbg", False), "change *", "change-count"),
        (seat_0("bbg", False), "change", "change-count"),
        (seat_0("bbg", False), "change w", "missing-cards"),
        (seat_0("bbg", False), "change bbb", "missing-cards"),
        (seat_0("bbbbb", False), "change bbbbbb", "change-count"),
    ],
)
def test_B9_what_is_refused(document: dict[str, Any], text: str, reason: str) -> None:
    assert refused(document, text) == (reason, "B9")


# ---------------------------------------------------------------- B10


def test_B10_example_B_two_grey_cards_and_the_joker_draw_two() -> None:
    document = seat_0("ggwpp", True, d5="0", c5="1", draw="bbbbb")
    result = after(document, "hit d5 c5 3 *")
    assert (result["points"][0], result["discard"]) == (3, "gg")
    assert (result["hands"][0], result["draw"]) == ("bbwpp", "bbb")
    assert result["jokers"][0] is False


def test_B10_example_C_a_move_with_the_joker_alone_draws_nothing() -> None:
    document = seat_0("bbggp", True, c5="0", draw="wwwww")
    assert refused(document, "move c5 d5") == ("joker-would-do", "B5")
    result = after(document, "move c5 d5 *")
    assert (result["hands"][0], result["draw"], result["discard"]) == ("bbggp", "wwwww", "")
    assert (cell(result, "d5"), result["jokers"][0]) == ("w0", False)


def test_B10_also_when_cards_alone_would_do() -> None:
    document = seat_0("bgwwp", True, e4="0", e6="WWP", i9="BGW", g9="BGW")
    assert legal(document, "destroy") == ["destroy e4 e6", "destroy e4 e6 *p", "destroy e4 e6 *w"]
    assert legal(document, "enter W1 a1") == ["enter W1 a1", "enter W1 a1 *"]


def test_B10_one_text_for_each_colour_among_the_blocks_that_the_cards_leave() -> None:
    document = seat_0("wwbbb", True, e4="0", e6="WWP")
    assert legal(document, "destroy") == ["destroy e4 e6 *p"]
    assert refused(document, "destroy e4 e6") == ("joker-would-do", "B6.2")
    assert refused(document, "destroy e4 e6 *w") == ("missing-cards", "B6.2")
    assert refused(document, "destroy e4 e6 *b") == ("joker-colour", "B6.2")
    assert legal(seat_0("wbbbb", True, e4="0", e6="WWP"), "destroy") == []
    result = after(document, "destroy e4 e6 *p")
    assert (result["discard"], result["blocks"][0], result["points"][0]) == ("ww", "wwp", 3)


def test_B10_builds_with_the_joker() -> None:
    document = seat_0("gww", True, f4="0", blocks=["bgwwp", "", "", ""], a1="BGW", a3="BGW")
    assert legal(document, "build") == ["build f4 bgww *b", "build f4 gwwp *p"]
    result = after(document, "build f4 gwwp *p")
    assert (result["discard"], result["points"][0], result["jokers"][0]) == ("gww", 4, False)
    assert refused(document, "build f4 gwwp *b") == ("joker-colour", "B7.1")


@pytest.mark.parametrize(
    "text",
    [
        "enter W1 a1 *",
        "move c5 d5 *",
        "destroy c5 c7 *b",
        "build c5 bgwp *b",
        "hit c5 b5 3 *",
    ],
)
def test_B10_a_joker_face_down_cannot_be_used(text: str) -> None:
    document = seat_0("bbggp", False, c5="0")
    assert refused(document, text) == ("joker-face-down", "B10")


def test_B10_one_joker_an_action() -> None:
    for text in ("move c5 d5 * *", "hit c5 b5 3 * *", "destroy c5 c7 *b*g", "destroy c5 c7 *b *g"):
        assert refused(seat_0("bbggp", True, c5="0"), text) == ("notation", "")
