"""B11 phases, rounds, the end and the winner."""

from typing import Any

import pytest

from tests.blox.tables import after, legal, refused, turn
from tourelle.core.words import Seat
from tourelle.games.blox.game import Blox


def standing(number: int, heights: list[int], options: Any = None, /, **keys: Any) -> Any:
    """Return a document in that phase with towers of these heights along ranks 1, 3 and 5."""
    squares = [f"{file}{rank}" for rank in (1, 3, 5) for file in "acegi"]
    towers = {
        square: "BGWPB"[i % 4 :][:height].ljust(height, "W")
        for i, (square, height) in enumerate(zip(squares, heights, strict=False))
    }
    seats = 2 if options is None else options["seats"]
    hands = ["bgwpp"] * seats
    given = {"hands": hands, "phase": number, **towers}
    return turn(options or {"seats": 2}, **{**given, **keys})


@pytest.mark.parametrize(
    ("number", "heights", "reached"),
    [
        (2, [2, 2, 3, 3], 2),
        (2, [2, 3, 3], 3),
        (2, [3, 3], 3),
        (2, [2, 3, 4, 4], 4),
        (2, [1, 1, 1, 3, 3], 3),
        (2, [2, 4, 4], 4),
        (3, [2, 2, 2, 3, 4, 4], 4),
        (3, [3, 3, 2], 3),
        (2, [], 4),
        (4, [3, 3, 4, 4], 4),
    ],
)
def test_B11_1_a_phase_passes_with_at_most_one_tower_of_its_height(
    number: int, heights: list[int], reached: int
) -> None:
    assert after(standing(number, heights))["phase"] == number  # taken as it stands
    assert after(standing(number, heights), "change b")["phase"] == reached


def test_B11_1_phase_1_with_four_seats() -> None:
    four = {"seats": 4}
    assert after(standing(1, [1, 1, 2, 2], four), "change b")["phase"] == 1
    assert after(standing(1, [1, 2, 2], four), "change b")["phase"] == 2
    assert after(standing(1, [1, 2, 3, 4, 4], four), "change b")["phase"] == 4


def test_B11_1_destroying_the_last_but_one_begins_the_next_phase_at_once() -> None:
    document = turn({"seats": 3}, e4="0", e5="G", a1="W", a3="BB", a5="BW", hands=["g", "", ""])
    assert after(document, "destroy e4 e5")["phase"] == 2


@pytest.mark.parametrize("number", [0, 5, -1, "2", None, 1.0, True])
def test_B11_1_a_phase_is_1_to_4(number: Any) -> None:
    with pytest.raises(ValueError, match="phase"):
        Blox.read(standing(number, [2, 2], {"seats": 3}))


def test_B11_1_two_seats_have_no_phase_1() -> None:
    with pytest.raises(ValueError, match=r"B11\.1"):
        Blox.read(standing(1, [2, 2]))


def test_B11_2_rounds_are_counted_from_the_first_seat() -> None:
    document = standing(2, [2, 2], {"seats": 3, "first_seat": 1}, to_move=2, round=4)
    one = after(document, "change b")
    assert (one["to_move"], one["round"]) == (0, 4)
    two = after(one, "change b")
    assert (two["to_move"], two["round"]) == (1, 5)


def test_B11_2_the_finishing_round_is_played_out() -> None:
    document = standing(4, [4, 3], {"seats": 3}, to_move=1, round=9, points=[5, 9, 2])
    game, position = Blox.read(document)
    assert not game.is_over(position)
    assert legal(document)  # every action is still allowed
    one = after(document, "change b")
    assert one["to_move"] == 2
    over = after(one, "change b")
    assert (over["to_move"], over["round"]) == (None, 9)
    assert refused(over, "change b") == ("over", "B11.2")
    assert refused(over, "dance") == ("over", "B11.2")
    assert legal(over) == []
    game, position = Blox.read(over)
    outcome = game.outcome(position)
    assert outcome is not None
    assert (outcome.points, outcome.winners, outcome.clause) == ((5, 9, 2), (1,), "B11.2")
    assert game.to_move(position) is None


def test_B11_2_two_towers_of_four_keep_the_game_alive() -> None:
    document = standing(4, [4, 4], {"seats": 3}, to_move=2, round=9)
    assert after(document, "change b")["to_move"] == 0


def test_B11_2_a_document_in_phase_4_before_the_first_seat_is_over() -> None:
    assert after(standing(4, [4, 3]))["to_move"] is None
    assert after(standing(4, [4, 3], to_move=1))["to_move"] == 1
    assert after(standing(4, [4, 4]))["to_move"] == 0
    assert after(standing(3, [4, 3]))["to_move"] == 0
    other = standing(4, [], {"seats": 2, "first_seat": 1}, to_move=0)
    assert after(other)["to_move"] == 0
    assert after(other | {"to_move": 1})["to_move"] is None


@pytest.mark.parametrize(
    ("points", "blocks", "winners"),
    [
        ([9, 3, 8], ["", "bbb", ""], (0,)),
        ([9, 9, 8], ["b", "gg", "bbb"], (1,)),
        ([9, 9, 8], ["bb", "gg", "bbb"], (0, 1)),
        ([0, 0, 0], ["", "", ""], (0, 1, 2)),
        ([1, 1, 1], ["b", "b", ""], (0, 1)),
    ],
)
def test_B11_3_points_then_blocks_then_shared(
    points: list[int], blocks: list[str], winners: tuple[int, ...]
) -> None:
    game, position = Blox.read(standing(4, [], {"seats": 3}, points=points, blocks=blocks))
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winners == winners


def test_B11_3_a_score_is_one_term() -> None:
    game, position = Blox.read(standing(2, [2, 2], points=[7, 0]))
    for seat, points in enumerate((7, 0)):
        (term,) = game.score_terms(position, Seat(seat))
        assert (term.what, term.at, term.clause, term.points) == ("points", None, "B11.3", points)


def test_B11_4_the_round_limit_ends_the_game() -> None:
    options = {"seats": 2, "round_limit": 12}
    document = standing(2, [2, 2, 3, 3], options, to_move=1, round=11)
    assert after(document, "change b")["round"] == 12
    over = after(document | {"round": 12}, "change b")
    assert (over["to_move"], over["round"]) == (None, 12)
    game, position = Blox.read(over)
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.clause == "B11.4"
    assert refused(over, "change b") == ("over", "B11.4")
    assert after(standing(2, [2, 2, 3, 3], options, round=12))["to_move"] == 0


def test_B11_4_both_ends_at_once_are_told_as_the_towers() -> None:
    options = {"seats": 2, "round_limit": 12}
    over = after(standing(4, [4], options, to_move=1, round=12), "change b")
    assert refused(over, "change b") == ("over", "B11.2")


def test_B11_4_without_a_limit_rounds_go_on() -> None:
    options = {"seats": 2, "round_limit": 0}
    document = standing(2, [2, 2, 3, 3], options, to_move=1, round=999)
    assert after(document, "change b")["round"] == 1000
    default = standing(2, [2, 2, 3, 3], to_move=1, round=60)
    assert after(default, "change b")["to_move"] is None
