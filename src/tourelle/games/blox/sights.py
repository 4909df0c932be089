"""What a figure sees: the first thing in a direction, and the colours before it (B6.1, B8.1).

A walk looks at squares one by one in a straight line. `passed` gathers the colours of the squares
behind it, a whole byte each, so that one `&` with a pile tells whether they share a colour. What is
seen at the end of a walk, and what was passed, is noted in one number: a sight.
"""

from tourelle.core.compile import compiled
from tourelle.games.blox.piles import shade
from tourelle.games.blox.position import Position, is_empty
from tourelle.games.blox.squares import DIRECTIONS, REACH, STEPS


@compiled
def sight_of(target: int, passed: int) -> int:
    """Return the sight of a square, or of the border as -1, behind squares of these colours."""
    return passed << 8 | target + 1


@compiled
def target_of(sight: int) -> int:
    """Return the square of the tower or figure that is seen, or -1."""
    return (sight & 255) - 1


@compiled
def passed_of(sight: int) -> int:
    """Return the colours of the squares between, a whole byte each."""
    return sight >> 8


@compiled
def look(pos: Position, square: int, direction: int) -> int:
    """Return what is seen from a square in a direction."""
    step = STEPS[direction]
    passed = 0
    for _ in range(REACH[DIRECTIONS * square + direction]):
        square += step
        if not is_empty(pos, square):
            return sight_of(square, passed)
        passed |= shade(pos.colours[square])
    return sight_of(-1, passed)
