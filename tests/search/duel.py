"""A toy for two: piles of stones, a prize for the last stone of each; over after two rounds.

A stone must be taken in every turn, and what counts is who finds a pile with one or two stones
left: so a search has to look to the end. A prize may be hidden: LOW or HIGH, with even chances.
"""

import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from types import SimpleNamespace
from typing import Any, ClassVar

from tests.search import shared
from tests.search.shared import to_move
from tourelle.core import kernel
from tourelle.core.bits import mix
from tourelle.core.chance import below
from tourelle.core.compile import buffer, compiled
from tourelle.core.layout import copy, field, layout, new, to_bytes

PILES = 3
STONES = 2  # at most so many are taken in a turn
TURNS = 4
END = PILES  # the action
LOW, HIGH = 1, 9
HIDDEN = -1  # a prize that nobody knows


@layout
class Position:
    stones: list[int] = field("i8", PILES)
    prizes: list[int] = field("i8", PILES)
    scores: list[int] = field("i8", 2)
    points: int = field("i8")
    turns: int = field("i8")


@compiled
def deal(pos: Position, seed: int) -> None:
    for pile in range(PILES):
        pos.stones[pile] = 1 + (seed >> 2 * pile & 3)
        pos.prizes[pile] = 2 + 3 * pile
    pos.points = STONES
    pos.turns = TURNS


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Take a stone from a pile, or (last) end the turn, if a stone was taken or none is left."""
    n = 0
    if pos.points > 0:
        for pile in range(PILES):
            if pos.stones[pile] > 0:
                out[n] = pile
                n += 1
    if n == 0 or pos.points < STONES:
        out[n] = END
        n += 1
    return n


@compiled
def apply(pos: Position, action: int) -> None:
    if action == END:
        pos.turns -= 1
        pos.points = STONES
        return
    pos.stones[action] -= 1
    pos.points -= 1
    if pos.stones[action] == 0:
        pos.scores[to_move(pos)] += pos.prizes[action]


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    out[0] = pos.scores[seat]


@compiled
def fingerprint(pos: Position) -> int:
    mixed = mix(pos.turns, pos.points)
    for pile in range(PILES):
        mixed = mix(mixed, pos.stones[pile])
    return mixed | 1


@compiled
def points(pos: Position, seat: int) -> int:
    return pos.scores[seat]


@compiled
def imagine(pos: Position, seat: int, dice: list[int]) -> None:  # noqa: ARG001
    for pile in range(PILES):
        if pos.prizes[pile] == HIDDEN:
            pos.prizes[pile] = HIGH if below(dice, 2) else LOW


kernel.register(Position, shared, sys.modules[__name__])


def start(stones: tuple[int, ...], prizes: tuple[int, ...]) -> Any:
    """Return a position with these piles, before the first of four turns."""
    pos = new(Position)
    deal(pos, 0)
    for pile in range(PILES):
        pos.stones[pile] = stones[pile]
        pos.prizes[pile] = prizes[pile]
    return pos


class Duel:
    """The toy as a search wants it."""

    title: ClassVar = "duel"
    position_class: ClassVar = Position
    max_actions: ClassVar = PILES + 1
    feature_names: ClassVar = ("points",)
    seats: ClassVar = 2
    weights: ClassVar = SimpleNamespace(row=shared.WEIGHTS, spread=4.0)

    @staticmethod
    def imagine(view: Any, seat: int, seed: int) -> Any:
        """Return a world that fits."""
        dice, world = buffer(1), copy(view)
        dice[0] = seed
        imagine(world, seat, dice)
        return world

    @staticmethod
    def input_names(seats: int) -> tuple[str, ...]:  # noqa: ARG004
        """Return nothing: no net is told of it."""
        return ()

    @staticmethod
    def identity(position: Any) -> bytes:
        """Return the bytes that identify a position."""
        return to_bytes(position)


def all_turns(stones: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every turn: the piles from which stones are taken."""
    for size in range(1 if any(stones) else 0, STONES + 1):
        for taken in combinations_with_replacement(range(PILES), size):
            if all(taken.count(pile) <= stones[pile] for pile in taken):
                yield taken


def exact(
    stones: tuple[int, ...], worlds: tuple[tuple[int, ...], ...], owners: tuple[int, ...], left: int
) -> float:
    """Return the chance of seat 0 to win when both play on as well as can be.

    `worlds` are the prizes that are possible, with even chances; nobody learns which ones they are
    before the end. `owners` says who has each pile (-1: nobody).
    """
    if left == 0:
        return sum(_won(prizes, owners) for prizes in worlds) / len(worlds)
    seat = left % 2
    values = [value for _, value in turn_values(stones, worlds, owners, left)]
    return max(values) if seat == 0 else min(values)


def turn_values(
    stones: tuple[int, ...],
    worlds: tuple[tuple[int, ...], ...],
    owners: tuple[int, ...] = (-1,) * PILES,
    left: int = TURNS,
) -> list[tuple[tuple[int, ...], float]]:
    """Return every turn with the chance of seat 0 to win after it."""
    seat, found = left % 2, []
    for turn in all_turns(stones):
        rest = tuple(stones[pile] - turn.count(pile) for pile in range(PILES))
        mine = tuple(
            seat if rest[pile] == 0 and stones[pile] > 0 else owners[pile] for pile in range(PILES)
        )
        found.append((turn, exact(rest, worlds, mine, left - 1)))
    return found


def _won(prizes: tuple[int, ...], owners: tuple[int, ...]) -> float:
    """Return 1 if seat 0 won, 0 if it lost, a half if nobody did."""
    lead = sum(
        prize if owner == 0 else -prize
        for prize, owner in zip(prizes, owners, strict=True)
        if owner >= 0
    )
    return 0.5 if lead == 0 else float(lead > 0)
