"""Piles: how many pieces of each colour lie together, one byte a colour in one word.

A hand, the blocks before a seat, a tower and the discard pile are piles. The order of their pieces
never matters; black is in the lowest byte, then grey, white and purple.
"""

from functools import lru_cache
from itertools import product
from typing import Final

from tourelle.core.compile import compiled, table

COLOURS: Final = "bgwp"
COLOUR_COUNT: Final = len(COLOURS)

MOST_TOTAL: Final = 256
"""No pile holds as many pieces."""

TOP_BITS: Final = 0x80808080
ONE_EACH: Final = 0x01010101


@compiled
def one(colour: int) -> int:
    """Return the pile of one piece."""
    return 1 << 8 * colour


@compiled
def shade(colour: int) -> int:
    """Return the whole byte of a colour: `pile & shade(c)` is not 0 if the pile holds it."""
    return 255 << 8 * colour


@compiled
def count_of(pile: int, colour: int) -> int:
    """Return how many pieces of a colour a pile holds."""
    return pile >> 8 * colour & 255


@compiled
def total(pile: int) -> int:
    """Return how many pieces a pile holds, at most 255."""
    return pile * ONE_EACH >> 24 & 255


@compiled
def covers(pile: int, part: int) -> bool:
    """Tell whether a pile holds at least the pieces of `part`; no colour has more than 127."""
    return ((pile | TOP_BITS) - part) & TOP_BITS == TOP_BITS


def pile_of(letters: str) -> int:
    """Return the pile of these colour letters, in any order."""
    return sum(1 << 8 * COLOURS.index(letter) for letter in letters)


@lru_cache(maxsize=1 << 14)
def letters_of(pile: int) -> str:
    """Write a pile in the order of the colours."""
    return "".join(letter * (int(pile) >> 8 * i & 255) for i, letter in enumerate(COLOURS))


# The piles that an action can name, in the order of their counts: black first, then grey, white and
# purple. A pile's number is its place here. The largest has a piece more than a hand or a tower, so
# that a pile that is too large can be named and refused.
LARGEST_NAMED: Final = 6
EACH_COUNT: Final = LARGEST_NAMED + 1
COUNTS: Final = tuple(
    counts
    for counts in product(range(EACH_COUNT), repeat=COLOUR_COUNT)
    if sum(counts) <= LARGEST_NAMED
)
NAMED: Final = tuple(
    "".join(letter * count for letter, count in zip(COLOURS, counts, strict=True))
    for counts in COUNTS
)
PILE_COUNT: Final = len(NAMED)
PILE_NUMBERS: Final = {letters: number for number, letters in enumerate(NAMED)}
PILE_TABLE: Final = table([pile_of(letters) for letters in NAMED])

# The numbers of the piles of one size: from FIRST_OF_SIZE[size] up to FIRST_OF_SIZE[size + 1] here.
BY_SIZE: Final = table(sorted(range(PILE_COUNT), key=lambda number: len(NAMED[number])))
FIRST_OF_SIZE: Final = table(
    [sum(len(letters) < size for letters in NAMED) for size in range(LARGEST_NAMED + 2)]
)

# The number of a pile by its four counts, 0 where there is none.
NUMBER_TABLE: Final = table(
    [
        COUNTS.index(counts) if counts in COUNTS else 0
        for counts in product(range(EACH_COUNT), repeat=COLOUR_COUNT)
    ]
)


@compiled
def number_of(black: int, grey: int, white: int, purple: int) -> int:
    """Return the number of the pile with these counts, together at most `LARGEST_NAMED`."""
    return NUMBER_TABLE[((black * EACH_COUNT + grey) * EACH_COUNT + white) * EACH_COUNT + purple]
