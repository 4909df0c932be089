"""T6: stacks."""

import pytest

from tests.torres.tables import after, legal, refused, turn, unreadable

FOUR = {"seats": 4}
REST = [[2, 2, 2]] * 3


def stacks(*sizes: int) -> list[list[int]]:
    """Return everybody's stacks, the first seat's as given."""
    return [list(sizes), *REST]


def test_T6_1_a_turn_uses_up_exactly_one_stack() -> None:
    document = after(turn(FOUR, a1="10"))
    for turns in (4, 3, 2, 1):
        assert [len(row) for row in document["stacks"]] == [turns] * 4
        for _ in range(4):
            document = after(document, legal(document, "end")[0])
            if document["stage"] == "store":
                document = after(document, legal(document)[0])
    assert document["stage"] == "king"
    assert document["stacks"] == [[]] * 4


def test_T6_2_the_stack_is_named_exactly_when_they_differ_and_none_is_open() -> None:
    same = turn(FOUR, a1="10", stacks=stacks(2, 2, 2, 2))
    assert "block a2" in legal(same)
    assert refused(same, "block a2 2") == ("stack-needlessly-named", "T6.2")
    assert refused(same, "end 2") == ("stack-needlessly-named", "T6.2")
    differ = turn(FOUR, a1="10", stacks=stacks(3, 2, 2, 0))
    assert {text for text in legal(differ) if "a2" in text and "block" in text} == {
        "block a2 2",
        "block a2 3",
    }
    assert refused(differ, "block a2") == ("stack-not-named", "T6.2")
    assert refused(differ, "block a2 1") == ("no-such-stack", "T6.2")
    assert refused(differ, "block a2 0") == ("stack-empty", "T6.2")
    assert refused(turn(FOUR, a1="10", stacks=stacks(3, 2)), "block a2 0")[1] == "T6.2"
    assert legal(differ, "end") == ["end 0", "end 2", "end 3"]
    assert refused(differ, "end") == ("stack-not-named", "T6.2")
    assert refused(differ, "end 1") == ("no-such-stack", "T6.2")
    opened = after(differ, "block a2 3")
    assert (opened["open_stack"], opened["stacks"][0]) == (2, [2, 2, 0])
    assert "block b1" in legal(opened)
    assert refused(opened, "block b1 2") == ("stack-needlessly-named", "T6.2")
    assert legal(opened, "end") == ["end"]


def test_T6_2_empty_stacks_count_and_give_no_block() -> None:
    document = turn(FOUR, a1="10", stacks=stacks(0, 0))
    assert legal(document, "block") == []
    assert refused(document, "block a2") == ("stack-empty", "T6.2")
    assert refused(document, "block a2 0") == ("stack-needlessly-named", "T6.2")
    assert legal(document, "end") == ["end"]


@pytest.mark.parametrize(
    ("others", "left", "ways"),
    [
        ([2, 1], 1, ["2 2", "3 1"]),
        ([2, 2, 1], 2, ["3 2 2", "3 3 1"]),
        ([1, 1, 1], 3, ["2 2 2", "3 2 1"]),
        ([0, 0, 0], 3, ["1 1 1", "2 1 0", "3 0 0"]),
        ([2, 2], 1, ["3 2"]),
        ([2, 2, 2], 2, ["3 3 2"]),
        ([3, 2], 1, ["3 3"]),
        ([3, 1], 1, ["3 2"]),
        ([3, 3, 3], 2, ["3 3 3"]),
        ([3, 3, 2], 3, ["3 3 3"]),
        ([1], 1, ["2"]),
    ],
)
def test_T6_3_blocks_left_are_spread(others: list[int], left: int, ways: list[str]) -> None:
    round_ = 4 - len(others)
    document = turn(FOUR, a1="10", round=round_, open_stack=left, stacks=stacks(*others))
    document = after(document, "end")
    if len(ways) > 1:
        assert (document["stage"], document["left"]) == ("store", left)
        assert legal(document) == [f"store {way}" for way in ways]
        document = after(document, f"store {ways[0]}")
    assert document["to_move"] == 1
    assert document["stacks"][0] == [int(size) for size in ways[0].split()]


def test_T6_3_what_does_not_fit_returns_to_the_supply() -> None:
    before = after(turn(FOUR, a1="10", round=2, open_stack=3, stacks=stacks(3, 2)))
    ended = after(before, "end")
    assert ended["stacks"][0] == [3, 3]
    assert ended["supply"] == before["supply"] + 2


def test_T6_3_other_sizes_are_refused() -> None:
    document = turn(FOUR, a1="10", round=2, open_stack=1, stacks=stacks(2, 1))
    document = after(document, "end")
    for text in ("store 3 2", "store 3", "store 1 1", "store 2 1", "store 3 1 0"):
        assert refused(document, text) == ("store-sizes", "T6.3")


def test_T6_4_blocks_come_from_the_chosen_stack_only() -> None:
    document = turn(FOUR, a1="10", b1="1.", c1="1.", open_stack=1, stacks=stacks(3, 3, 3))
    document = after(document, "block a2")
    assert document["open_stack"] == 0
    assert refused(document, "block b1") == ("stack-used-up", "T6.4")
    assert legal(document, "block") == []


def test_T1_2_a_supply_that_runs_short_gives_smaller_stacks() -> None:
    tall = {f"{file}{rank}": "8." for file in "abcdefgh" for rank in (1,)} | {
        "a2": "8.",
        "h8": "1K",
    }
    document = turn({"seats": 2}, stage="king", round=4, **tall)
    assert after(document)["supply"] == 92 - 73
    assert after(document, "stay")["stacks"] == [[3, 3, 3, 3], [3, 3, 1, 0]]
    assert after(document, "stay")["supply"] == 0


def test_T6_5_return_gives_the_last_blocks_back() -> None:
    document = after(turn(FOUR, a1="10", round=4, open_stack=2, stacks=[[], [2], [2], [2]]))
    ended = after(document, "end")
    assert ended["supply"] == document["supply"] + 2
    assert ended["kept"] == [0, 0, 0, 0]


def test_T6_5_keep_lays_them_aside_for_the_smallest_stacks_of_the_next_year() -> None:
    options = {"seats": 4, "leftover": "keep"}
    document = turn(
        options,
        a1="10",
        a8="1K",
        round=4,
        to_move=3,
        open_stack=2,
        stacks=[[]] * 4,
        kept=[1, 0, 3, 0],
    )
    document = after(document, "end")
    assert (document["stage"], document["kept"]) == ("king", [1, 0, 3, 2])
    supply = document["supply"]
    document = after(document, "stay")
    assert document["kept"] == [0] * 4
    assert document["stacks"] == [[3, 2, 2], [2, 2, 2], [3, 3, 3], [3, 3, 2]]
    assert document["supply"] == supply - 24


def test_T6_5_kept_blocks_that_do_not_fit_go_to_the_supply() -> None:
    options = {"seats": 3, "leftover": "keep"}
    document = turn(options, a1="1K", stage="king", round=4, kept=[3, 1, 0])
    supply = after(document)["supply"]
    document = after(document, "stay")
    assert document["stacks"] == [[3, 3, 3], [3, 3, 3], [3, 3, 2]]
    assert document["supply"] == supply + 2 - 3 * 8


def test_T6_5_after_year_3_they_stay_where_they_are() -> None:
    options = {"seats": 2, "leftover": "keep"}
    document = turn(options, a1="10", year=3, round=4, to_move=1, open_stack=2, stacks=[[], []])
    document = after(document, "end")
    assert (document["stage"], document["kept"]) == ("over", [0, 2])


def test_T6_6_a_stack_emptied_by_raise_stays_a_stack() -> None:
    document = turn(
        FOUR, a1="10", b1="1.", stacks=stacks(2, 2, 2, 1), hands=[["raise"], [], [], []]
    )
    document = after(document, "play raise a1 1")
    assert document["stacks"][0] == [2, 2, 2, 0]
    assert legal(document, "end") == ["end 0", "end 2"]
    filled = after(document, "end 2")
    assert legal(filled) == ["store 2 2 2", "store 3 2 1", "store 3 3 0"]


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"stacks": [[4], [], [], []]}, "T6.3"),
        ({"stacks": [[2, 2, 2, 2, 2], [], [], []]}, "T6.1"),
        ({"stacks": [[2], [2]]}, "T6.1"),
        ({"open_stack": 4}, "T6.2"),
        ({"open_stack": 1, "stage": "king"}, "T6.2"),
        ({"left": 1}, "T6.3"),
        ({"stage": "store"}, "T6.3"),
        ({"stage": "king", "stacks": [[2], [], [], []]}, "T6.1"),
    ],
)
def test_stacks_that_cannot_be_are_refused(keys: dict[str, object], reason: str) -> None:
    assert unreadable(turn(FOUR, a1="10", **keys)) == ("bad-value", reason)
