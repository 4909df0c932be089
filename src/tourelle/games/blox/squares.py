"""The 9x9 board: squares, lines, and sets of squares in two words.

A square is 9 * rank + file, so a1 is 0 and i9 is 80. A set of squares is a low word for ranks 1 to
7 and a high word for ranks 8 and 9; neither ever needs its sign bit.
"""

from typing import Final

from tourelle.core.compile import compiled, table

SIDE: Final = 9
SQUARES: Final = SIDE * SIDE
FILES: Final = "abcdefghi"

# Directions west, south, east, north.
DIRECTIONS: Final = 4
STEPS: Final = table((-1, -SIDE, 1, SIDE))
# At 4 * square + direction: how many squares lie that way, the border included.
REACH: Final = table(
    [
        reach
        for square in range(SQUARES)
        for reach in (
            square % SIDE,
            square // SIDE,
            SIDE - 1 - square % SIDE,
            SIDE - 1 - square // SIDE,
        )
    ]
)

# The 36 entries (B4), named by side and file or rank; figures walk from the first square inwards.
SIDES: Final = "NSWE"
ENTRIES: Final = tuple(
    side + (FILES[i] if side in "NS" else str(i + 1)) for side in SIDES for i in range(SIDE)
)
ENTRY_COUNT: Final = len(ENTRIES)
ENTRY_SQUARES: Final = table(
    [72 + i for i in range(SIDE)]
    + list(range(SIDE))
    + [SIDE * i for i in range(SIDE)]
    + [SIDE * i + 8 for i in range(SIDE)]
)
ENTRY_STEPS: Final = table([-SIDE] * SIDE + [SIDE] * SIDE + [1] * SIDE + [-1] * SIDE)

LOW_SQUARES: Final = 63
LOW_BOARD: Final = (1 << 63) - 1
HIGH_BOARD: Final = (1 << 18) - 1
ONE_RANK: Final = (1 << SIDE) - 1
LOW_FILE_A: Final = sum(1 << SIDE * rank for rank in range(7))
HIGH_FILE_A: Final = 1 | 1 << SIDE
LOW_FILE_I: Final = LOW_FILE_A << 8
HIGH_FILE_I: Final = HIGH_FILE_A << 8
LOW_BORDER: Final = LOW_FILE_A | LOW_FILE_I | ONE_RANK
HIGH_BORDER: Final = HIGH_FILE_A | HIGH_FILE_I | ONE_RANK << SIDE


@compiled
def low_bit(square: int) -> int:
    """Return the low word of the set of one square."""
    return 1 << square if square < LOW_SQUARES else 0


@compiled
def high_bit(square: int) -> int:
    """Return the high word of the set of one square."""
    return 1 << square - LOW_SQUARES if square >= LOW_SQUARES else 0


def closed_towers_uncompiled(low: int, high: int) -> tuple[int, int]:
    """Return which of these towers nobody can walk up to from the border (B7.3).

    Squares without a tower that hang together by sides with such a square of the border are
    reachable; a tower is accessible if it shares a side with a reachable square.
    """
    free_low = LOW_BOARD & ~low
    free_high = HIGH_BOARD & ~high
    reached_low = LOW_BORDER & free_low
    reached_high = HIGH_BORDER & free_high
    while True:
        low_aside = (reached_low & ~LOW_FILE_I) << 1 | (reached_low & ~LOW_FILE_A) >> 1
        high_aside = (reached_high & ~HIGH_FILE_I) << 1 | (reached_high & ~HIGH_FILE_A) >> 1
        beside_low = low_aside | reached_low << SIDE & LOW_BOARD | reached_low >> SIDE
        beside_low |= (reached_high & ONE_RANK) << LOW_SQUARES - SIDE
        beside_high = high_aside | reached_high << SIDE & HIGH_BOARD | reached_high >> SIDE
        beside_high |= reached_low >> LOW_SQUARES - SIDE
        grown_low = reached_low | beside_low & free_low
        grown_high = reached_high | beside_high & free_high
        if grown_low == reached_low and grown_high == reached_high:
            return low & ~beside_low, high & ~beside_high
        reached_low = grown_low
        reached_high = grown_high


closed_towers = compiled(closed_towers_uncompiled)


def words_of(squares: list[int]) -> tuple[int, int]:
    """Return a set of squares as its two words."""
    word = sum(1 << square for square in squares)
    return word & LOW_BOARD, word >> LOW_SQUARES


def squares_of(low: int, high: int) -> list[int]:
    """Return the squares of a set from a1 on."""
    word = int(low) | int(high) << LOW_SQUARES
    return [square for square in range(SQUARES) if word >> square & 1]


def square_name(square: int) -> str:
    """Return `c6` for the square with that number."""
    return FILES[square % SIDE] + str(square // SIDE + 1)


def square_named(name: str) -> int | None:
    """Return the number of the square called `name`, or None where there is none."""
    if len(name) == 2 and name[0] in FILES and name[1] in "123456789":
        return SIDE * (int(name[1]) - 1) + FILES.index(name[0])
    return None
