"""A toy to search: three points a turn, spent on four counters whose product counts."""

import sys
from itertools import product
from typing import Any

from tests.search import shared
from tests.search.shared import to_move
from tourelle.core import kernel
from tourelle.core.bits import mix
from tourelle.core.compile import compiled
from tourelle.core.layout import copy, field, layout, new

COUNTERS = 4
POINTS = 3
TURNS = 4


@layout
class Position:
    counters: list[int] = field("i8", 2 * COUNTERS)
    points: int = field("i8")
    turns: int = field("i8")


@compiled
def deal(pos: Position, seed: int) -> None:
    for i in range(2 * COUNTERS):
        pos.counters[i] = (seed >> i) & 1
    pos.points = POINTS
    pos.turns = TURNS


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Feed a counter, or (last) end the turn."""
    n = 0
    if pos.points > 0:
        for counter in range(COUNTERS):
            out[n] = counter
            n += 1
    out[n] = COUNTERS
    return n + 1


@compiled
def apply(pos: Position, action: int) -> None:
    if action == COUNTERS:
        pos.turns -= 1
        pos.points = POINTS
        return
    pos.counters[COUNTERS * to_move(pos) + action] += 1
    pos.points -= 1


@compiled
def evaluate(pos: Position, seat: int) -> float:
    worth = 1.0
    for counter in range(COUNTERS):
        worth *= pos.counters[COUNTERS * seat + counter]
    return worth


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    out[0] = evaluate(pos, seat)


@compiled
def inputs(pos: Position, out: list[float], row: list[float]) -> None:
    """Tell what each seat is worth, the seat to move first."""
    for place in range(2):
        features(pos, (to_move(pos) + place) % 2, row)
        out[place] = row[0]


@compiled
def fingerprint(pos: Position) -> int:
    mixed = mix(pos.turns, pos.points)
    for i in range(2 * COUNTERS):
        mixed = mix(mixed, pos.counters[i])
    return mixed | 1


@compiled
def points(pos: Position, seat: int) -> int:
    return int(evaluate(pos, seat))


@compiled
def imagine(pos: Position, seat: int, dice: list[int]) -> None:
    pass


kernel.register(Position, shared, sys.modules[__name__])


def start(seed: int) -> Any:
    """Return a position whose counters are the bits of `seed`."""
    pos = new(Position)
    deal(pos, seed)
    return pos


def best_by_force(pos: Any) -> float:
    """Return the best standing after a turn, by trying every turn."""
    seat = int(to_move(pos))
    best = -1e18
    for length in range(POINTS + 1):
        for turn in product(range(COUNTERS), repeat=length):
            child = copy(pos)
            for action in (*turn, COUNTERS):
                apply(child, action)
            best = max(best, float(evaluate(child, seat) - evaluate(child, 1 - seat)))
    return best
