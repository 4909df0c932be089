"""B1 material, B2 set-up and options, boards."""

from collections import Counter
from typing import Any

import pytest

from tests.blox.recount import board as cells_of
from tests.blox.recount import towers
from tests.blox.tables import after, board, turn, unreadable
from tourelle.core.words import DocumentError
from tourelle.games.blox import boards
from tourelle.games.blox.game import Blox
from tourelle.languages import LANGUAGES, refusal_sentence

RECONSTRUCTION = boards.load("reconstruction").text()


def start(seats: int, seed: int = 5, **options: Any) -> dict[str, Any]:
    """Return the start of a game."""
    return after({"options": {"seats": seats, **options}, "seed": seed})


def test_B1_1_the_box() -> None:
    document = start(4)
    blocks = Counter("".join(towers(document).values()))
    assert blocks == Counter({"B": 10, "G": 10, "W": 10, "P": 10})
    cards = Counter("".join(document["hands"]) + document["draw"])
    assert cards == Counter({"b": 15, "g": 15, "w": 15, "p": 15})


@pytest.mark.parametrize(
    ("document", "reason", "clause"),
    [
        (turn(hands=["bbbbb"] * 3, discard="b"), "too-many-cards", "B1.1"),
        (turn(hands=["bbbbb", ""], draw="b" * 11), "too-many-cards", "B1.1"),
        (turn(blocks=["wwwww", "wwwww"], a1="W"), "too-many-blocks", "B1.1"),
        (turn(**{f"{file}1": "0" for file in "abcde"}), "board-figures", "B1.1"),
        (turn({"seats": 3}, a1="3"), "board-no-such-seat", "B1.1"),
        (turn({"seats": 2}, a1="2"), "board-no-such-seat", "B1.1"),
    ],
)
def test_B1_1_no_more_than_is_in_the_box(
    document: dict[str, Any], reason: str, clause: str
) -> None:
    assert unreadable(document) == (reason, clause)


def test_B1_1_exactly_what_is_in_the_box_is_read() -> None:
    document = after(turn(hands=["bbbbb"] * 3, blocks=["wwwww", "wwww"], a1="W", draw="ggg"))
    assert document["hands"] == ["bbbbb"] * 3
    assert document["options"] == {"seats": 3}


def test_B1_2_fewer_blocks_and_cards_are_out_of_the_game() -> None:
    document = after(turn({"seats": 2}, hands=["bg", ""], draw="", discard=""))
    assert (document["draw"], document["discard"], document["hands"]) == ("", "", ["bg", ""])


def test_B1_2_a_tower_has_at_most_five_blocks() -> None:
    assert unreadable(turn(a1="BBGGWW")) == ("tower-too-high", "B1.2")
    assert after(turn(a1="BBGGW"))["board"].endswith("gBBGGW p. b. p. w. g. w. g. b.") is True


def test_B2_1_the_default_board_fits_what_is_known_of_the_printed_one() -> None:
    loaded = boards.load(boards.DEFAULT)
    assert boards.names() == ("reconstruction",)
    assert boards.DEFAULT in boards.RECONSTRUCTED
    assert Counter(loaded.colours) == Counter({0: 21, 1: 20, 2: 20, 3: 20})
    assert sum(loaded.heights) == 40
    ones = [loaded.colours[square] for square in range(81) if loaded.heights[square] == 1]
    assert (len(ones), ones.count(1), ones.count(2)) == (12, 2, 2)
    assert set(loaded.heights) == {0, 1, 2, 3, 4}


def changed(**cells: str) -> str:
    """Return the default board file with some cells replaced."""
    rows = [row.split() for row in RECONSTRUCTION.splitlines()]
    for name, text in cells.items():
        rows[9 - int(name[1])]["abcdefghi".index(name[0])] = text
    return "\n".join(" ".join(row) for row in rows)


CLOSED = changed(b9="g1", a8="w1", a9="b1", i8="p.", g7="b.")  # a8 and a9 shut each other in
NO_PURPLE = RECONSTRUCTION.replace("p", "b")
ALL_TALL = "\n".join(["b4 g4 w4 p4 b. b. b. b. b."] * 2 + ["b4 b4 b. b. b. b. b. b. b."]) + (
    "\n" + "\n".join(["b. " * 9] * 6)
)


@pytest.mark.parametrize(
    ("text", "reason", "clause", "params"),
    [
        ("\n", "board-rows", "B2.1", {"rows": 0}),
        (RECONSTRUCTION + "\nb.", "board-rows", "B2.1", {"rows": 10}),
        (RECONSTRUCTION[3:], "board-cells", "B2.1", {"rank": 9, "cells": 8}),
        (changed(c4="p5"), "board-cell", "B2.1", {"square": "c4", "cell": "p5"}),
        (changed(c4="x1"), "board-cell", "B2.1", {"square": "c4", "cell": "x1"}),
        (changed(i9="g0"), "board-cell", "B2.1", {"square": "i9", "cell": "g0"}),
        (changed(c4="p1"), "board-blocks", "B2.1", {"blocks": 41, "wanted": 40}),
        (ALL_TALL, "board-ones", "B2.1", {"ones": 0, "wanted": 2}),
        (NO_PURPLE, "board-colour", "B2.1", {"colour": "p"}),
        (CLOSED, "board-closed", "B7.3", {"square": "a8"}),
    ],
)
def test_B2_1_a_broken_board_file_is_refused_and_the_square_named(
    text: str, reason: str, clause: str, params: dict[str, Any]
) -> None:
    with pytest.raises(DocumentError) as error:
        boards.check(text)
    refusal = error.value.refusal
    assert (refusal.reason, refusal.clause, dict(refusal.params)) == (reason, clause, params)
    for language in LANGUAGES:
        assert refusal_sentence(language, "blox", reason, dict(params))


def test_B2_1_comments_and_blank_lines_are_skipped() -> None:
    text = "# a board\n\n" + RECONSTRUCTION.replace("\n", "  # a row\n\n")
    assert boards.check(text) == boards.load(boards.DEFAULT)
    assert boards.load(RECONSTRUCTION) == boards.load(boards.DEFAULT)


def test_B2_1_two_seats_need_twelve_ones_two_grey_and_two_white() -> None:
    other = changed(a9="b.", b9="g1")
    boards.check(other)
    assert Blox({"board": other, "seats": 3}).seats == 3
    with pytest.raises(DocumentError) as error:
        Blox({"board": other, "seats": 2})
    assert error.value.refusal.reason == "board-two-seats"
    assert dict(error.value.refusal.params) == {"ones": 12, "grey": 3, "white": 2}


def test_B2_1_another_board_can_be_played_on() -> None:
    other = changed(a9="b.", b9="g1")
    document = start(4, board=other)
    cells = cells_of(document)
    assert len(cells[2, 9][1]) == 1
    assert cells[1, 9] == ("b", ".")
    assert document["options"]["board"] == other


def test_B2_2_random_blocks_fill_the_towers() -> None:
    document, other = start(4, seed=1), start(4, seed=2)
    heights = boards.load(boards.DEFAULT).heights
    for (file, rank), tower in towers(document).items():
        assert len(tower) == heights[9 * (rank - 1) + file - 1]
    assert len(towers(document)) == sum(1 for height in heights if height)
    assert document["board"] != other["board"]
    assert document == start(4, seed=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_B2_3_each_seat_has_five_cards_a_joker_face_up_and_its_figures_in_reserve(
    seats: int,
) -> None:
    document = start(seats)
    assert [len(hand) for hand in document["hands"]] == [5] * seats
    assert document["jokers"] == [True] * seats
    assert document["points"] == [0] * seats
    assert document["blocks"] == [""] * seats
    assert not {what for _, what in cells_of(document).values()} & set("0123")
    assert len(document["draw"]) == 60 - 5 * seats
    assert (document["round"], document["discard"]) == (1, "")


def test_B2_3_the_first_seat_is_an_option() -> None:
    assert start(3)["to_move"] == 0
    assert start(3, first_seat=2)["to_move"] == 2


def test_B2_4_two_seats() -> None:
    document = start(2)
    cells = cells_of(document)
    ones = {
        (square % 9 + 1, square // 9 + 1)
        for square, height in enumerate(boards.load(boards.DEFAULT).heights)
        if height == 1
    }
    for square in ones:
        colour, what = cells[square]
        if colour in "gw":
            assert len(what) == 2
        else:
            assert what == "n"
    assert sum(what == "n" for _, what in cells.values()) == 8
    blocks = Counter("".join(towers(document).values()))
    assert blocks == Counter({"B": 9, "G": 9, "W": 9, "P": 9})
    assert document["phase"] == 2


def test_B2_4_three_seats_set_up_like_four() -> None:
    three = start(3)
    assert three["phase"] == 1
    assert len(towers(three)) == len(towers(start(4)))


@pytest.mark.parametrize(
    ("document", "clause"),
    [
        (turn({"seats": 3}, a1="n"), "B2.4"),
        (turn({"seats": 4}, a1="n"), "B2.4"),
        (turn({"seats": 2}, **{f"{file}1": "n" for file in "abcdefghi"}), "B2.4"),
    ],
)
def test_B2_4_neutral_figures_stand_with_two_seats_only(
    document: dict[str, Any], clause: str
) -> None:
    assert unreadable(document) == ("board-neutral-figures", clause)


@pytest.mark.parametrize(
    ("options", "reason", "clause"),
    [
        ({"seats": 1}, "bad-option-value", "B2.5"),
        ({"seats": 5}, "bad-option-value", "B2.5"),
        ({"seats": "2"}, "bad-option-value", "B2.5"),
        ({"seats": True}, "bad-option-value", "B2.5"),
        ({"first_seat": 4}, "bad-option-value", "B2.3"),
        ({"first_seat": -1}, "bad-option-value", "B2.3"),
        ({"seats": 2, "first_seat": 2}, "bad-option-value", "B2.3"),
        ({"round_limit": -1}, "bad-option-value", "B11.4"),
        ({"round_limit": 1.5}, "bad-option-value", "B11.4"),
        ({"board": 7}, "bad-option-value", "B2.1"),
        ({"board": "printed"}, "unknown-board", "B2.1"),
        ({"board": "b1\nb2"}, "board-rows", "B2.1"),
        ({"boards": "x"}, "unknown-option", "B2.5"),
        ([], "options-not-a-table", "B2.5"),
        ("x", "options-not-a-table", "B2.5"),
    ],
)
def test_B2_5_a_wrong_option_is_refused(options: Any, reason: str, clause: str) -> None:
    with pytest.raises(DocumentError) as error:
        Blox(options)
    assert (error.value.refusal.reason, error.value.refusal.clause) == (reason, clause)
    assert unreadable({"options": options}) == (reason, clause)


def test_B2_5_defaults() -> None:
    game = Blox()
    assert game.options == {"seats": 4}
    assert game.document(game.setup(3))["options"] == {"seats": 4}
    assert after({"board": board()})["options"] == {"seats": 4}
