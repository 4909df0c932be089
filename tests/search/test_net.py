"""The net inside the search: what it computes, where it is asked, and what is over."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.marks import searches
from tests.search import toy
from tests.search.shared import JUDGEMENT
from tourelle.core.compile import float_rows, floats
from tourelle.neural.artefact import Learnt, shapes
from tourelle.search.net import ENDS, FIRST, LEAVES, NO_NET, SAYS, SECOND, Net, judge
from tourelle.search.tree import evaluate_leaf, new_tree
from tourelle.search.turns import ROOT, SURE, WORLD, Workspace, search_turns, workspace

TOLD, WIDTH, DEPTH, SEATS = 9, 7, 5, 3
SPREAD = JUDGEMENT.spread


def drawn_net(seed: int) -> Learnt:
    drawn = np.random.default_rng(seed)
    sizes = shapes(TOLD, WIDTH, DEPTH, SEATS)
    arrays = {name: drawn.normal(size=size) for name, size in sizes.items()}
    arrays["deviation"] = np.abs(arrays["deviation"]) + 0.5
    return Learnt("toy", SEATS, (), [], arrays, {})


@pytest.mark.parametrize("seed", range(5))
def test_a_net_computes_what_its_arrays_say(seed: int) -> None:
    learnt, told = drawn_net(seed), np.random.default_rng(99 + seed).normal(size=TOLD)
    told[seed] = 0.0
    a = learnt.arrays
    x = (told - a["mean"]) / a["deviation"]
    first = np.maximum(x @ a["first"] + a["first_bias"], 0)
    second = np.maximum(first @ a["second"] + a["second_bias"], 0)
    wanted = second @ a["last"] + x @ a["skip"] + a["bias"]
    rooms = [filled([7.0] * size) for size in (FIRST, SECOND, SAYS)]
    judge(learnt.net(ENDS), filled(told.tolist()), *rooms)
    np.testing.assert_allclose(rooms[2][: 2 * SEATS], wanted, rtol=1e-4, atol=1e-4)


def filled(numbers: list[float]) -> list[float]:
    """Return numbers the way a net wants them."""
    row = floats(len(numbers), np.float32)
    row[:] = numbers
    return row


def own_lead(asked: int) -> Net:
    """Return a net that takes the worth of a seat for the log of its chance, and its points."""
    skip = float_rows(2, 4, np.float32)
    for place, k in product(range(2), range(4)):
        skip[place, k] = float(k % 2 == place)
    return NO_NET._replace(
        asked=asked,
        first=float_rows(2, 1, np.float32),
        last=float_rows(1, 4, np.float32),
        skip=skip,
        bias=floats(4, np.float32),
    )


def searched(seed: int, net: Net, turns: int = toy.TURNS) -> tuple[Workspace, int]:
    """Search a turn of the toy with a net."""
    room = workspace(toy.Position, toy.COUNTERS + 1, 1, 64, 40, told=2)
    position = toy.start(seed)
    position.turns = turns
    room.singles[ROOT] = position
    return room, search_turns(room, ROOT, 64, 40, 10_000, JUDGEMENT._replace(net=net))


@searches
@pytest.mark.parametrize("seed", [3, 60, 255])
def test_ends_of_turns_are_judged_by_the_net(seed: int) -> None:
    plain, found = searched(seed, own_lead(LEAVES))
    asked, found_too = searched(seed, own_lead(ENDS))
    assert found == found_too
    np.testing.assert_allclose(
        np.array(asked.values[:found]),
        SPREAD * np.array(plain.values[:found]),
        rtol=1e-5,
        atol=1e-5,
    )


@searches
def test_a_turn_that_ends_the_game_is_judged_by_its_points() -> None:
    plain, found = searched(255, own_lead(LEAVES), turns=1)
    asked, _ = searched(255, own_lead(ENDS), turns=1)
    sure = [lead + SURE * SPREAD * np.sign(lead) for lead in plain.values[:found]]
    assert list(asked.values[:found]) == sure


def settled(position: Any, net: Net) -> tuple[list[float], list[float]]:
    """Return chances and points that a line ends with."""
    room, tree = workspace(toy.Position, toy.COUNTERS + 1, 1, 8, 8, told=2), new_tree(4, 8)
    room.singles[WORLD] = position
    evaluate_leaf(room, tree, JUDGEMENT._replace(net=net))
    return list(tree.chances[:2]), list(tree.expected[:2])


@searches
@pytest.mark.parametrize("turns", [3, 4])
def test_leaves_are_judged_by_the_net_seat_by_seat(turns: int) -> None:
    position = toy.start(0b11111111)
    position.turns = turns
    position.counters[0] = 2
    chances, points = settled(position, own_lead(LEAVES))
    assert points == [2.0, 1.0]
    assert chances == pytest.approx([np.e / (1 + np.e), 1 / (1 + np.e)])
    by_terms, _ = settled(position, own_lead(ENDS))
    assert by_terms != pytest.approx(chances)


@searches
def test_a_line_that_ends_the_game_is_exact() -> None:
    position = toy.start(0b11111111)
    position.turns = 0
    position.counters[0] = 2
    assert settled(position, own_lead(LEAVES)) == ([1.0, 0.0], [2.0, 1.0])
