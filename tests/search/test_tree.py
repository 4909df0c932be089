"""The tree of turns: exact play to the end of a toy, chance included; no memory on the way."""

from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest
from numba.core.runtime import _nrt_python, rtsys

from tests.marks import searches
from tests.search import duel, shared
from tests.search.shared import JUDGEMENT, PLAN
from tourelle.bots.thinking import Findings, SearchSettings, think
from tourelle.core.compile import buffer, row_of
from tourelle.core.words import Seat
from tourelle.search.tree import (
    NODE_COUNT,
    SIMULATIONS,
    TURN_COUNT,
    add_turn,
    clear,
    find_root_turns,
    new_tree,
    run_simulations,
    select,
)
from tourelle.search.turns import ROOT, WORK, workspace

pytestmark = searches

EXACTLY: Final = SearchSettings(
    width=32, arms=32, worlds=4, rounds=2, reply_width=32, reply_turns=32, work=20_000
)
OPEN: Final = (3, 5, 7)  # prizes
PILES: Final = list(product((1, 2, 3, 4), repeat=duel.PILES))


def thought_about(
    stones: tuple[int, ...], prizes: tuple[int, ...], settings: SearchSettings = EXACTLY
) -> Findings:
    dice = buffer(1)
    dice[0] = 1
    game: Any = duel.Duel()
    return think(game, duel.start(stones, prizes), Seat(0), dice, settings)


def values_of(stones: tuple[int, ...], *worlds: tuple[int, ...]) -> dict[tuple[int, ...], float]:
    """Return every turn, in the notation of the search, with its exact chance to win."""
    return {(*turn, duel.END): value for turn, value in duel.turn_values(stones, worlds)}


def chosen(findings: Findings) -> tuple[int, ...]:
    """Return the best turn, its actions in ascending order."""
    return tuple(sorted(int(action) for action in findings.best.turn))


@pytest.mark.parametrize("stones", PILES)
def test_the_tree_plays_a_toy_exactly_to_its_end(stones: tuple[int, ...]) -> None:
    values = values_of(stones, OPEN)
    findings = thought_about(stones, OPEN)
    assert values[chosen(findings)] == max(values.values())


def test_looking_at_the_turn_alone_is_not_enough() -> None:
    """The toy is worth searching: the beam alone goes wrong in many of its positions."""
    wrong = 0
    for stones in PILES:
        values = values_of(stones, OPEN)
        findings = thought_about(stones, OPEN, replace(EXACTLY, rounds=0))
        wrong += values[chosen(findings)] < max(values.values())
    assert wrong >= len(PILES) // 8


@pytest.mark.parametrize("stones", PILES)
def test_what_is_hidden_counts_by_its_expectation(stones: tuple[int, ...]) -> None:
    values = values_of(stones, (4, 5, duel.LOW), (4, 5, duel.HIGH))
    findings = thought_about(stones, (4, 5, duel.HIDDEN))
    assert values[chosen(findings)] == max(values.values())


@pytest.mark.parametrize("stones", [(2, 2, 4), (1, 3, 3), (3, 1, 2)])
def test_the_chance_to_win_comes_near_the_exact_one(stones: tuple[int, ...]) -> None:
    values = values_of(stones, (4, 5, duel.LOW), (4, 5, duel.HIGH))
    findings = thought_about(stones, (4, 5, duel.HIDDEN))
    assert findings.best.chance == pytest.approx(max(values.values()), abs=0.08)


def test_points_are_expected_for_every_seat() -> None:
    best = thought_about((1, 1, 1), OPEN).best
    assert best.points == pytest.approx((12.0, 3.0), abs=0.1)
    assert best.chance == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("stones", [(2, 2, 4), (1, 3, 3), (4, 4, 4)])
def test_the_principal_variation_is_play_to_the_end(stones: tuple[int, ...]) -> None:
    """With everything open it is legal, seat by seat, and ends with what the best turn promises."""
    best = thought_about(stones, OPEN).best
    assert best.principal_variation[0] == best.turn
    position, legal = duel.start(stones, OPEN), buffer(duel.Duel.max_actions)
    for number, turn in enumerate(best.principal_variation):
        for action in turn:
            assert shared.to_move(position) == number % 2
            assert action in legal[: duel.legal_actions(position, legal)]
            duel.apply(position, action)
    assert shared.is_over(position)


def test_nothing_is_allocated_in_the_hot_loop() -> None:
    """Compiled memory: a call of many lines asks for as much as a call of one."""
    room = workspace(duel.Position, duel.Duel.max_actions, 1, 32, 32)
    room.singles[ROOT] = duel.start((3, 1, 2), (4, 5, duel.HIDDEN))
    tree, dice = new_tree(256, 1024), buffer(1)
    clear(tree)

    def asked_for(lines: int) -> tuple[int, ...]:
        before = rtsys.get_allocation_stats()
        run_simulations(room, tree, 0, PLAN, JUDGEMENT, dice, 1 << 60, lines)
        after = rtsys.get_allocation_stats()
        return tuple(now - then for now, then in zip(after, before, strict=True))

    _nrt_python.memsys_enable_stats()
    try:
        asked_for(1)  # warm
        one, many = asked_for(1), asked_for(500)
    finally:
        _nrt_python.memsys_disable_stats()
    assert tree.counts[SIMULATIONS] == 502
    assert one == many


def test_a_full_tree_goes_on_without_growing() -> None:
    room = workspace(duel.Position, duel.Duel.max_actions, 1, 32, 32)
    room.singles[ROOT] = duel.start((4, 3, 4), OPEN)
    tree, dice = new_tree(4, 24), buffer(1)
    clear(tree)
    plan = PLAN._replace(hidden=False)
    run_simulations(room, tree, 0, plan, JUDGEMENT, dice, 1 << 60, 300)
    assert tree.counts[NODE_COUNT] <= 4
    assert tree.counts[TURN_COUNT] <= 24
    assert sum(tree.visits[: tree.counts[TURN_COUNT]]) >= 300
    assert room.counts[WORK] > 300


def test_every_first_turn_meets_the_same_worlds() -> None:
    """Otherwise the one with the luckier worlds would seem the better one."""
    room = workspace(duel.Position, duel.Duel.max_actions, 1, 32, 32)
    room.singles[ROOT] = duel.start((3, 1, 2), (4, 5, duel.HIDDEN))
    tree, dice = new_tree(256, 1024), buffer(1)
    clear(tree)
    find_root_turns(room, tree, 0, 32, 32, JUDGEMENT, dice)
    worlds: dict[int, list[int]] = {}
    for _ in range(200):
        plan = PLAN._replace(exploration=5.0)
        run_simulations(room, tree, 0, plan, JUDGEMENT, dice, 1 << 60, 1)
        worlds.setdefault(int(tree.trail[0]), []).append(int(tree.dice[0]))
    rows = list(worlds.values())
    shortest = min(map(len, rows))
    assert len(rows) > 1
    assert len(set(rows[0][:shortest])) == shortest > 4
    assert all(row[:shortest] == rows[0][:shortest] for row in rows)


@pytest.mark.parametrize(("trust", "chosen"), [(0.0, 1), (0.2, 0)])
def test_trust_weighs_the_estimate_against_what_was_won(trust: float, chosen: int) -> None:
    """Two turns with many visits, so that no bonus is left: one looks better, one wins more."""
    tree = new_tree(4, 8)
    clear(tree)
    for turn, (estimate, chance) in enumerate([(4.0, 0.4), (2.0, 0.6)]):
        add_turn(tree, 0, row_of([turn]), 1, estimate)
        tree.visits[turn], tree.values[turn, 0] = 10**6, chance * 10**6
    assert select(tree, 0, 0, PLAN._replace(exploration=0.1, trust=trust)) == chosen
