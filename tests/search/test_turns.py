"""The beam over one turn: exact on a toy, every state met once, within its limit."""

from collections import Counter
from typing import Any

import pytest

from tests.marks import searches
from tests.search import toy
from tests.search.shared import JUDGEMENT
from tourelle.core.compile import buffer
from tourelle.search.turns import (
    CROWDS,
    MERGED,
    ROOT,
    WORK,
    Judgement,
    Workspace,
    crowded,
    search_turns,
    workspace,
)

WIDTH = 64
MOST = 40
NO_LIMIT = 10_000
STATES_IN_A_TURN = 34  # sets of up to three feedings of four counters, less the empty one
WITH_ORDERS = 4 + 4**2 + 4**3  # the same, in every order

pytestmark = searches


def judgement(
    noise: float = 0.0, salt: int = 0, merging: bool = True, alike: int = MOST, crowd: int = 1
) -> Judgement:
    return JUDGEMENT._replace(noise=noise, salt=salt, merging=merging, alike=alike, crowd=crowd)


def searched(
    seed: int,
    width: int = WIDTH,
    most: int = MOST,
    limit: int = NO_LIMIT,
    judged: Judgement | None = None,
) -> tuple[Workspace, int]:
    """Search the first turn of a toy; return the room and how many turns were found."""
    room = workspace(toy.Position, toy.COUNTERS + 1, 1, 2 * WIDTH, MOST)
    room.singles[ROOT] = toy.start(seed)
    return room, search_turns(room, ROOT, width, most, limit, judged or judgement())


def turn(room: Workspace, place: int) -> list[int]:
    return [int(action) for action in room.turns[place][: room.lengths[place]]]


def worth_after(seed: int, actions: list[int]) -> float:
    """Return how far the seat is ahead after a turn."""
    position: Any = toy.start(seed)
    for action in actions:
        toy.apply(position, action)
    return float(toy.evaluate(position, 0) - toy.evaluate(position, 1))


@pytest.mark.parametrize("seed", range(0, 256, 15))
def test_a_wide_beam_equals_exact_play_on_a_toy(seed: int) -> None:
    room, _ = searched(seed)
    assert room.values[0] == toy.best_by_force(toy.start(seed))
    assert worth_after(seed, turn(room, 0)) == room.values[0]
    assert turn(room, 0)[-1] == toy.COUNTERS


def test_every_turn_is_found_once_the_best_first() -> None:
    room, found = searched(7)
    assert found == STATES_IN_A_TURN + 1
    assert list(room.values[:found]) == sorted(room.values[:found], reverse=True)
    turns = [tuple(sorted(turn(room, place))) for place in range(found)]
    assert len(set(turns)) == found
    for place in range(found):
        assert worth_after(7, turn(room, place)) == room.values[place]


@pytest.mark.parametrize("alike", [1, 2, 3])
@pytest.mark.parametrize("most", [5, MOST])
def test_of_turns_that_promise_the_same_no_more_are_kept_than_asked(alike: int, most: int) -> None:
    everything, all_found = searched(7)
    counted = Counter(float(value) for value in everything.values[:all_found])
    assert max(counted.values()) > 3
    room, found = searched(7, most=most, judged=judgement(alike=alike))
    wanted = [v for v in sorted(counted, reverse=True) for _ in range(min(alike, counted[v]))]
    assert [float(value) for value in room.values[:found]] == wanted[:most]
    for place in range(found):
        assert worth_after(7, turn(room, place)) == room.values[place]


def test_few_states_of_one_worth_go_on() -> None:
    """Feeding any counter that is worth as much leads to the same worth: two of them go on."""
    _, found = searched(7)
    assert found == STATES_IN_A_TURN + 1
    room, fewer = searched(7, judged=judgement(crowd=WIDTH))
    assert 0 < fewer < found
    assert room.values[0] == toy.best_by_force(toy.start(7))
    table = buffer(CROWDS)
    assert [bool(crowded(table, 2.5, 3)) for _ in range(5)] == [False, False, False, True, True]
    assert not crowded(table, 2.25, 3)


def test_only_as_many_turns_are_found_as_wanted() -> None:
    all_of_them, _ = searched(7)
    few, found = searched(7, most=5)
    assert found == 5
    assert list(few.values[:5]) == list(all_of_them.values[:5])


def test_orders_of_the_same_actions_are_met_once() -> None:
    room, _ = searched(0)
    # every state once, and the end of the turn from each of them and from the start
    assert room.counts[WORK] == 2 * STATES_IN_A_TURN + 1
    assert room.counts[MERGED] > 0


def test_without_merging_every_order_is_searched_and_the_best_is_the_same() -> None:
    merged, _ = searched(7)
    room, _ = searched(7, width=2 * WIDTH, judged=judgement(merging=False))
    assert room.counts[WORK] == 2 * WITH_ORDERS + 1
    assert room.counts[MERGED] == 0
    assert room.values[0] == merged.values[0]


@pytest.mark.parametrize("limit", [1, 2, 7, 20])
def test_the_limit_bounds_the_work_and_still_gives_a_beginning(limit: int) -> None:
    room, found = searched(3, limit=limit)
    assert room.counts[WORK] <= limit
    assert found >= 1
    assert room.lengths[0] >= 1


def test_a_narrow_beam_does_less_work() -> None:
    wide, _ = searched(3)
    narrow, _ = searched(3, width=2)
    assert narrow.counts[WORK] < wide.counts[WORK] / 2


def test_misjudging_depends_on_the_salt_alone() -> None:
    def best(salt: int) -> list[int]:
        return turn(searched(7, judged=judgement(noise=20.0, salt=salt))[0], 0)

    assert [best(salt) for salt in range(8)] == [best(salt) for salt in range(8)]
    assert len({tuple(best(salt)) for salt in range(8)}) > 1
