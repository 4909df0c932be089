"""The one codec of actions: a kind and 26 bits, packed as kind << 26 | rest, below 2**30.

| kind | the other bits |
|---|---|
| PLAY | the cards as a set |
| TOWER | point |
| SHORT_E, SHORT_N, LONG_E, LONG_N | point of the western or southern end |
| KEEP | |
| DOUBLE, STAYS | cell, called by its south-western point |
| DRAW | wall cards << 13, tower cards |

A point x,y is (x + 4096) << 13 | (y + 4096): points are ordered by x, then by y, and a step to a
neighbouring point is an addition.
"""

from typing import Final

from tourelle.core.compile import compiled, table

PLAY: Final = 0
TOWER: Final = 1
SHORT_E: Final = 2
SHORT_N: Final = 3
LONG_E: Final = 4
LONG_N: Final = 5
KEEP: Final = 6
DOUBLE: Final = 7
STAYS: Final = 8
DRAW: Final = 9
KINDS: Final = 10

REST_BITS: Final = 26
REST: Final = (1 << REST_BITS) - 1
HALF_BITS: Final = 13
HALF: Final = (1 << HALF_BITS) - 1
FARTHEST: Final = 4095  # no coordinate of a text is farther from 0
CENTRE: Final = FARTHEST + 1

ACTION_SPACE: Final = KINDS << REST_BITS
MAX_ACTIONS: Final = 1 << 14
"""No position has more: fourteen cards can be played in 2**14 - 1 ways; places are far fewer."""

EAST, NORTH, WEST, SOUTH = range(4)
STEPS: Final = table([1 << HALF_BITS, 1, -(1 << HALF_BITS), -1])
"""What to add to a point to come to its neighbour; sides are numbered against the clock."""


@compiled
def encode(kind: int, rest: int) -> int:
    """Return the action of these two parts."""
    return kind << REST_BITS | rest


@compiled
def kind_of(action: int) -> int:
    """Return the kind of an action."""
    return action >> REST_BITS


@compiled
def point_of(action: int) -> int:
    """Return the point or cell of an action."""
    return action & REST


@compiled
def cards_of(action: int) -> int:
    """Return the set of cards of a PLAY action."""
    return action & REST


@compiled
def encode_draw(walls: int, towers: int) -> int:
    """Return the action of drawing so many wall and tower cards."""
    return encode(DRAW, walls << HALF_BITS | towers)


@compiled
def drawn_walls(action: int) -> int:
    """Return how many wall cards a DRAW action takes."""
    return (action & REST) >> HALF_BITS


@compiled
def drawn_towers(action: int) -> int:
    """Return how many tower cards a DRAW action takes."""
    return action & HALF


@compiled
def wall_kind(length: int, side: int) -> int:
    """Return the kind of a wall of 1 or 2 edges to the EAST or NORTH of its first end."""
    return 2 * length + side


@compiled
def length_of(kind: int) -> int:
    """Return how many edges a wall of that kind covers (C2.1)."""
    return kind >> 1


@compiled
def side_of(kind: int) -> int:
    """Return EAST or NORTH: where a wall of that kind goes from its first end."""
    return kind & 1


@compiled
def is_wall(kind: int) -> bool:
    """Tell whether actions of that kind place a wall."""
    return SHORT_E <= kind <= LONG_N


def point_at(x: int, y: int) -> int:
    """Return the point with these coordinates."""
    return x + CENTRE << HALF_BITS | y + CENTRE


def coordinates(point: int) -> tuple[int, int]:
    """Return x and y of a point."""
    return (point >> HALF_BITS) - CENTRE, (point & HALF) - CENTRE
