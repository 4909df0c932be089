"""Position documents and diagrams: what is read, what is written, what is refused."""

from collections import Counter
from typing import Any

import pytest

from tests.blox.tables import after, board, cell, legal, turn, unreadable
from tourelle.core.words import Seat
from tourelle.games.blox.game import Blox
from tourelle.testing.tables import NO_BOARDS, NO_DOCUMENTS

TWO = {"seats": 2}


def test_a_document_without_board_is_the_start_of_a_game() -> None:
    game = Blox({"seats": 3, "first_seat": 2})
    start = after({"options": {"seats": 3, "first_seat": 2}, "seed": 7})
    assert start == game.document(game.setup(7))
    assert after({})["options"] == {"seats": 4}
    assert (after({"options": TWO})["phase"], after({})["phase"]) == (2, 1)


def test_a_start_may_name_its_cards() -> None:
    start = after({"hands": ["bbbbb", "ggggg"], "seed": 3})
    dealt = after({"options": TWO, "seed": 3})
    assert start["hands"] == ["bbbbb", "ggggg"]
    assert start["board"] == dealt["board"]
    assert Counter(start["draw"]) == Counter("b" * 10 + "g" * 10 + "w" * 15 + "p" * 15)


def test_written_documents_carry_every_key() -> None:
    keys = {"game", *Blox.document_type.__annotations__}
    assert set(after(turn(TWO, a1="0"))) == keys - {"winners"}
    over = after(turn(TWO, phase=4, points=[3, 7]))
    assert set(over) == keys
    assert (over["winners"], over["to_move"]) == ([1], None)
    assert after(over) == over


def test_defaults() -> None:
    written = after({"board": board(a1="0")})
    wanted = {
        "game": "blox",
        "options": {"seats": 4},
        "phase": 1,
        "points": [0] * 4,
        "blocks": [""] * 4,
        "hands": [""] * 4,
        "jokers": [True] * 4,
        "to_move": 0,
        "round": 1,
        "discard": "",
    }
    assert {key: written[key] for key in wanted} == wanted
    assert Counter(written["draw"]) == Counter("bgwp" * 15)
    assert after({"board": board(), "options": TWO})["phase"] == 2
    assert after({"board": board(), "options": {"first_seat": 3}})["to_move"] == 3


def test_the_default_draw_pile_is_shuffled_by_the_seed() -> None:
    documents = [after(turn(TWO, seed=seed, hands=["bbbbb", ""])) for seed in (0, 1, 1)]
    assert documents[1] == documents[2]
    assert documents[0]["draw"] != documents[1]["draw"]
    assert Counter(documents[0]["draw"]) == Counter("b" * 10 + "gwp" * 15)
    assert after(turn(TWO, hands=["bbbbb", ""])) == documents[0]


def test_a_seed_stays_until_something_is_shuffled() -> None:
    document = turn(TWO, a1="0", hands=["bgwpp", ""], draw="bgbgbg", seed=1 << 63)
    assert after(document)["seed"] == 1 << 63
    assert after(document, "change b")["seed"] == 1 << 63


@pytest.mark.parametrize(
    ("keys", "seats"),
    [
        ({"points": [1, 2, 3]}, 3),
        ({"hands": ["", ""]}, 2),
        ({"jokers": [True] * 3}, 3),
        ({"blocks": [""] * 4, "hands": ["b", "g"]}, 4),
        ({"blocks": [], "hands": []}, 4),
    ],
)
def test_seats_are_the_length_of_the_longest_list(keys: dict[str, Any], seats: int) -> None:
    written = after({"board": board(), **keys})
    assert written["options"] == {"seats": seats}
    assert [len(written[key]) for key in ("points", "blocks", "hands", "jokers")] == [seats] * 4


def test_colours_are_read_in_any_order_and_written_in_theirs() -> None:
    document = turn(TWO, a1="PWGB", hands=["pwgb", ""], blocks=["wb", ""], discard="pg", draw="pgb")
    written = after(document)
    assert cell(written, "a1") == "gBGWP"
    assert (written["hands"][0], written["blocks"][0], written["discard"]) == ("bgwp", "bw", "gp")
    assert written["draw"] == "pgb"  # the top card first: here the order matters


def test_boards_are_read_as_rows_and_with_any_run_of_spaces() -> None:
    text = board(a1="0", c4="BG")
    assert after({"board": text.splitlines()})["board"] == text
    assert after({"board": "\n" + text.replace(" ", "   ") + "\n"})["board"] == text
    game, position = Blox.read({"board": text})
    assert after({"board": game.diagram(position)})["board"] == text


def test_the_colours_of_a_diagram_are_the_board_of_that_position() -> None:
    white = "\n".join(["w. " * 9] * 9)
    document = {"board": white, "hands": ["w", ""], "jokers": [False, True]}
    assert "enter W5 a5" in legal(document)
    assert len(legal(document, "enter")) == 36
    assert after(document, "change w")["board"].split() == ["w."] * 81


def test_the_reserve_is_what_stands_nowhere() -> None:
    document = turn(TWO, a1="0", c1="0", e1="0", g1="0", hands=["bgwp", ""])
    assert legal(document, "enter") == []


def test_null_to_move_is_read_when_the_game_is_over() -> None:
    over = turn({"seats": 2, "round_limit": 5}, round=5, to_move=None, a1="BB", c1="BB")
    assert after(over)["to_move"] is None
    assert unreadable(over | {"round": 4}) == ("bad-value", "B11.2")
    assert unreadable(turn(TWO, to_move=None, a1="BB", c1="BB")) == ("bad-value", "B11.2")
    done = turn(TWO, to_move=None, phase=4)
    assert after(done)["to_move"] is None


CORRUPT: list[tuple[Any, str, str]] = [
    *(*NO_DOCUMENTS, *NO_BOARDS),
    ({"reserve": [4, 4]}, "unknown-key", ""),
    ({"board": ["b.", "b."]}, "board-rows", ""),
    ({"board": "\n".join(["b. b. b."] * 9)}, "board-cells", ""),
    ({"board": [["b."] * 9] * 9}, "board-cells", ""),
    *(({"board": board(a1=a1)}, "board-cell", "") for a1 in ("b4", "b", "b.0", "bW0", "bw")),
    ({"board": board().replace("b.", "x.", 1)}, "board-cell", ""),
    ({"board": board(), "phase": 0}, "bad-value", "B11.1"),
    ({"board": board(), "phase": 5}, "bad-value", "B11.1"),
    ({"board": board(), "phase": "1"}, "bad-value", "B11.1"),
    ({"board": board(), "phase": 1, "options": TWO}, "bad-value", "B11.1"),
    ({"board": board(), "points": 3}, "bad-value", "B2.5"),
    ({"board": board(), "points": [1, "2"]}, "bad-value", "B11.3"),
    ({"board": board(), "points": [1, -2]}, "bad-value", "B11.3"),
    ({"board": board(), "points": [1, True]}, "bad-value", "B11.3"),
    ({"board": board(), "points": [1, 2, 3], "options": TWO}, "bad-value", "B2.5"),
    ({"board": board(), "points": [1] * 5}, "bad-option-value", "B2.5"),
    ({"board": board(), "points": [1]}, "bad-option-value", "B2.5"),
    ({"board": board(), "blocks": ["x", ""]}, "bad-value", "B1.1"),
    ({"board": board(), "blocks": [["b"], ""]}, "bad-value", "B1.1"),
    ({"board": board(), "blocks": ["b" * 20, ""]}, "bad-value", "B1.1"),
    ({"board": board(), "blocks": ["b" * 11, ""]}, "too-many-blocks", "B1.1"),
    ({"board": board(), "hands": ["bbbbbb", ""]}, "bad-value", "B2.3"),
    ({"board": board(), "hands": ["B", ""]}, "bad-value", "B1.1"),
    ({"board": board(), "hands": [5, ""]}, "bad-value", "B1.1"),
    ({"board": board(), "hands": ["??", ""]}, "hidden-card", ""),
    ({"board": board(), "hands": "bg"}, "bad-value", "B2.5"),
    ({"board": board(), "jokers": [1, 0]}, "bad-value", "B10"),
    ({"board": board(), "to_move": 4}, "bad-value", "B3"),
    ({"board": board(), "to_move": -1}, "bad-value", "B3"),
    ({"board": board(), "to_move": "0"}, "bad-value", "B3"),
    ({"board": board(), "to_move": 2, "options": TWO}, "bad-value", "B3"),
    ({"board": board(), "round": 0}, "bad-value", "B11.2"),
    ({"board": board(), "round": None}, "bad-value", "B11.2"),
    ({"board": board(), "discard": None}, "bad-value", "B1.1"),
    ({"board": board(), "discard": ["b"]}, "bad-value", "B1.1"),
    ({"board": board(), "discard": "b" * 16}, "bad-value", "B1.1"),
    ({"board": board(), "discard": "b" * 9, "draw": "b" * 9}, "too-many-cards", "B1.1"),
    ({"board": board(), "draw": "bz"}, "bad-value", "B1.1"),
    ({"board": board(), "draw": "??"}, "hidden-card", ""),
    ({"board": board(), "draw": None}, "bad-value", "B1.1"),
    ({"board": board(), "seed": -1}, "bad-value", ""),
    ({"board": board(), "seed": 1 << 64}, "bad-value", ""),
    ({"board": board(), "seed": "1"}, "bad-value", ""),
    ({"board": board(), "winners": [0]}, "bad-value", "B11.3"),
    ({"board": board(), "phase": 4, "points": [1, 2], "winners": [0]}, "bad-value", "B11.3"),
    ({"options": None}, "options-not-a-table", "B2.5"),
    ({"blocks": ["bb", ""]}, "too-many-blocks", "B1.1"),
]


@pytest.mark.parametrize(("document", "reason", "clause"), CORRUPT)
def test_a_corrupt_document_gets_an_error_that_names_the_rule(
    document: Any, reason: str, clause: str
) -> None:
    assert unreadable(document) == (reason, clause)


def test_views_are_written_with_question_marks_and_without_a_seed() -> None:
    game, position = Blox.read(turn(TWO, hands=["bg", "wwp"], draw="bgbg", discard="pp", seed=9))
    view = game.document(game.view(position, Seat(0)))
    assert view["hands"] == ["bg", "???"]
    assert (view["draw"], view["discard"], view["seed"]) == ("????", "pp", 0)
