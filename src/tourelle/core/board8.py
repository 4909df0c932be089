"""Sets of squares of an 8x8 board, one 64-bit word each: bit 8 * rank + file."""

from typing import Final

from tourelle.core.bits import shift_right, wrap
from tourelle.core.compile import compiled

SQUARES: Final = 64
FILES: Final = "abcdefgh"

NOT_FILE_A: Final = 0xFEFEFEFEFEFEFEFE - (1 << 64)
NOT_FILE_H: Final = 0x7F7F7F7F7F7F7F7F


@compiled
def neighbours(squares: int) -> int:
    """Return the squares that share a side with one of `squares`."""
    return wrap(
        squares << 8
        | shift_right(squares, 8)
        | (squares & NOT_FILE_H) << 1
        | shift_right(squares & NOT_FILE_A, 1)
    )


@compiled
def corners(squares: int) -> int:
    """Return the squares that share a corner, and no side, with one of `squares`."""
    return wrap(
        (squares & NOT_FILE_H) << 9
        | (squares & NOT_FILE_A) << 7
        | shift_right(squares & NOT_FILE_H, 7)
        | shift_right(squares & NOT_FILE_A, 9)
    )


@compiled
def flood(seeds: int, region: int) -> int:
    """Return the squares of `region` that are connected by sides to `seeds`, which lie in it."""
    filled = seeds
    while True:
        grown = (filled | neighbours(filled)) & region
        if grown == filled:
            return filled
        filled = grown


def square_name(square: int) -> str:
    """Return `c6` for the square with that number."""
    return FILES[square % 8] + str(square // 8 + 1)


NAMED: Final = {square_name(square): square for square in range(64)}


def square_named(name: str) -> int | None:
    """Return the number of the square called `name`, or None where there is none."""
    return NAMED.get(name)
