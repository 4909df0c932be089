"""Position documents: what is read, what is written, what is refused."""

from typing import Any

import pytest

from tests.torres.tables import after, board, legal, turn, unreadable
from tourelle.core.words import Seat
from tourelle.games.torres.game import Torres
from tourelle.games.torres.material import CARDS
from tourelle.testing.tables import NO_BOARDS, NO_DOCUMENTS

TWO = {"seats": 2}


def test_a_document_without_board_is_the_start_of_a_game() -> None:
    start = after({})
    assert (start["stage"], start["options"], start["to_move"]) == ("place", {"seats": 4}, 0)
    assert after({"options": {"preset": "master"}})["stage"] == "castle"
    game = Torres({"seats": 3})
    assert after({"options": {"seats": 3}, "seed": 7}) == game.document(game.setup(7))


def test_a_start_may_name_its_cards() -> None:
    start = after({"decks": [["six", "lift"]]})
    assert (start["stage"], start["decks"]) == ("place", [["six", "lift"]])


def test_written_documents_carry_every_key() -> None:
    written = after(turn(TWO, a1="10"))
    assert set(written) == {"game", *Torres.document_type.__annotations__}


def test_defaults() -> None:
    written = after({"board": board(a1="10")})
    wanted = {
        "game": "torres",
        "options": {"seats": 4},
        "stage": "turn",
        "year": 1,
        "round": 1,
        "first_seat": 0,
        "to_move": 0,
        "ap": 5,
        "scores": [0, 0, 0, 0],
        "stacks": [[2, 2, 2, 2]] * 4,
        "open_stack": None,
        "kept": [0, 0, 0, 0],
        "hands": [[], [], [], []],
        "bought": [],
        "card_played": False,
        "drawn": [],
        "left": 0,
        "master": None,
        "seed": 0,
        "supply": 92 - 1 - 32,
    }
    assert {key: written[key] for key in wanted} == wanted
    assert sorted(written["decks"][0]) == sorted(CARDS * 4)


@pytest.mark.parametrize("key", ["scores", "stacks", "hands"])
def test_seats_are_counted_in_the_lists(key: str) -> None:
    rows: dict[str, list[Any]] = {"scores": [1, 2, 3], "stacks": [[2]] * 3, "hands": [[]] * 3}
    assert after({"board": board(a1="10"), key: rows[key]})["options"] == {"seats": 3}
    options = {"preset": "modern"}
    document = {"board": board(a1="10"), "options": options, key: rows[key]}
    assert after(document)["options"] == {"preset": "modern", "seats": 3}


def test_a_list_of_rows_is_read_too() -> None:
    rows = board(a1="10", c4="11").splitlines()
    assert after({"board": rows})["board"] == board(a1="10", c4="11")


@pytest.mark.parametrize(
    ("keys", "stacks"),
    [
        ({"round": 2, "to_move": 1}, [[2, 2], [3, 2, 2], [3, 2, 2]]),
        ({"round": 4, "to_move": 0}, [[2], [2], [2]]),
        ({"round": 2, "to_move": 1, "open_stack": 1}, [[2, 2], [2, 2], [3, 2, 2]]),
        ({"round": 2, "to_move": 0, "first_seat": 1}, [[3, 2, 2], [2, 2], [2, 2]]),
        ({"year": 2}, [[3, 3, 2]] * 3),
        ({"stage": "king", "round": 4}, [[], [], []]),
        ({"stage": "start", "year": 2}, [[3, 3, 2]] * 3),
        ({"stage": "over", "year": 3, "round": 3}, [[], [], []]),
    ],
)
def test_default_stacks_are_the_last_of_the_years_list(
    keys: dict[str, Any], stacks: list[list[int]]
) -> None:
    assert after(turn({"seats": 3}, a1="10", **keys))["stacks"] == stacks


def test_default_decks_hold_the_cards_that_are_nowhere_else() -> None:
    own = {"cards": "own", "seats": 2}
    document = after(turn(own, a1="10", hands=[["six"], ["lift", "leap"]], bought=["seven"]))
    assert len(document["decks"][0]) == 8
    assert len(document["decks"][1]) == 8
    assert not set(document["decks"][0]) & {"six", "seven"}
    assert (
        document["decks"]
        == after(turn(own, a1="10", hands=document["hands"], bought=["seven"]))["decks"]
    )
    other = after(turn(own, a1="10", hands=document["hands"], bought=["seven"], seed=5))
    assert other["decks"] != document["decks"]


def test_ap_is_written_5_outside_of_turns_and_to_move_null_when_over() -> None:
    king = after(turn(TWO, a1="1K", stage="king", round=4, ap=2))
    assert king["ap"] == 5
    over = after(turn(TWO, a1="1K", stage="over", year=3, round=4))
    assert over["to_move"] is None


def test_apply_several_actions_is_all_or_nothing() -> None:
    game, position = Torres.read(turn(TWO, a1="10"))
    before = game.identity(position)
    work = game.copy(position)
    game.play_text(work, "point")
    assert game.identity(position) == before


CORRUPT: list[tuple[Any, str, str]] = [
    *(*NO_DOCUMENTS, *NO_BOARDS),
    ({"board": ["..", ".."]}, "board-rows", ""),
    ({"board": "\n".join([".. .. .."] * 8)}, "board-cells", ""),
    ({"board": [[".."] * 8] * 8}, "board-cells", ""),
    *(({"board": board(a1=a1)}, "board-cell", "") for a1 in ("x.", "0.", "14x", "99.", "14")),
    ({"board": board(), "stage": "war"}, "bad-value", "T4.3"),
    *(({"board": board(), "year": year}, "bad-value", "T4.1") for year in (0, 4, "1", 1.0, True)),
    ({"board": board(), "round": 5}, "bad-value", "T4.1"),
    ({"board": board(), "year": 2, "round": 4}, "bad-value", "T4.1"),
    ({"board": board(), "to_move": 4}, "bad-value", "T4.1"),
    ({"board": board(), "to_move": None}, "bad-value", "T4.1"),
    ({"board": board(), "first_seat": -1}, "bad-value", "T4.1"),
    ({"board": board(), "stage": "over", "to_move": 1}, "bad-value", "T4.3"),
    ({"board": board(), "ap": 8}, "bad-value", "T5.0"),
    ({"board": board(), "ap": -1}, "bad-value", "T5.0"),
    ({"board": board(), "scores": 3}, "bad-value", "T5.7"),
    ({"board": board(), "scores": [1, 2, 3, -4]}, "bad-value", "T5.7"),
    ({"board": board(), "scores": [1, 2, 3, 99999]}, "bad-value", "T5.7"),
    ({"board": board(), "scores": [1, 2], "options": {"seats": 3}}, "bad-value", "T5.7"),
    ({"board": board(), "stacks": "many"}, "bad-value", "T6.1"),
    ({"board": board(), "stacks": [2, 2, 2, 2]}, "bad-value", "T6.1"),
    ({"board": board(), "kept": [1]}, "bad-option-value", "T2.1"),
    ({"board": board(), "card_played": 1}, "bad-value", "T5.6"),
    ({"board": board(), "hands": [[]]}, "bad-option-value", "T2.1"),
    ({"board": board(), "hands": [["?"], [], [], []]}, "hidden-card", "T7.3"),
    ({"board": board(), "hands": ["six", [], [], []]}, "bad-value", "T7.4"),
    ({"board": board(), "hands": [[["six"]], [], [], []]}, "bad-value", "T7.4"),
    ({"board": board(), "bought": ["six"] * 3}, "bad-value", "T7.4"),
    ({"board": board(), "drawn": ["six"]}, "bad-value", "T7.2"),
    ({"board": board(), "stage": "keep"}, "bad-value", "T7.2"),
    ({"board": board(), "stage": "return", "drawn": ["six"] * 3}, "bad-value", "T7.2"),
    ({"board": board(), "decks": []}, "bad-value", "T7.1"),
    ({"board": board(), "decks": [["six"], ["six"]]}, "bad-value", "T7.1"),
    ({"board": board(), "decks": [["six"] * 5]}, "too-many-cards", "T7.1"),
    ({"board": board(), "decks": [["?"]]}, "hidden-card", "T7.3"),
    ({"board": board(), "options": {"cards": "none"}, "decks": [[]]}, "bad-value", "T7.1"),
    ({"board": board(), "master": "line"}, "bad-value", "T10"),
    ({"board": board(), "options": {"preset": "master"}, "master": "king"}, "bad-value", "T10"),
    ({"board": board(), "options": {"preset": "master"}, "master": None}, "bad-value", "T10"),
    ({"board": board(), "options": {"master": "line"}, "master": "chain"}, "bad-value", "T10"),
    ({"board": board(), "seed": -1}, "bad-value", ""),
    ({"board": board(), "seed": 1 << 63}, "bad-value", ""),
    ({"board": board(), "supply": "all"}, "bad-value", "T1.2"),
    ({"options": None}, "options-not-a-table", "T2.1"),
]


@pytest.mark.parametrize(("document", "reason", "clause"), CORRUPT)
def test_a_corrupt_document_gets_an_error_that_names_the_rule(
    document: Any, reason: str, clause: str
) -> None:
    assert unreadable(document) == (reason, clause)


def test_views_are_written_with_question_marks_and_without_a_seed() -> None:
    game, position = Torres.read(turn(TWO, a1="10", hands=[["six"], ["leap", "lift"]], seed=9))
    view = game.document(game.view(position, Seat(0)))
    assert view["hands"] == [["six"], ["?", "?"]]
    assert view["decks"] == [["?"] * 37]
    assert view["seed"] == 0


def test_legal_actions_of_a_document_are_those_of_the_game() -> None:
    assert legal(after({"options": TWO}, "place d8"), "place")
