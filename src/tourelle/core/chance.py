"""The 64-bit generator (splitmix64): one word of state, the same draws on every machine.

The state is a row of one word, so that it can lie in a position's own field or in a buffer. A
longer row is a tape: words drawn beforehand, behind the number of those that are used up. So a deal
can hang on more bits than a word has.
"""

import hashlib
import struct
from typing import Final

from tourelle.core.bits import shift_right, wrap
from tourelle.core.compile import buffer, compiled

GAMMA = 0x9E3779B97F4A7C15 - (1 << 64)
MIX_1 = 0xBF58476D1CE4E5B9 - (1 << 64)
MIX_2 = 0x94D049BB133111EB - (1 << 64)

Dice = list[int]
"""A generator of chance: its one word of state, or a tape."""

TAPE: Final = 512
"""The words of a tape: more than any deal draws."""


@compiled
def next_word(dice: Dice) -> int:
    """Advance the generator and return its next 64 bits."""
    if len(dice) > 1:
        dice[0] += 1
        return dice[dice[0]]
    dice[0] = wrap(dice[0] + GAMMA)
    word = dice[0]
    word = wrap((word ^ shift_right(word, 30)) * MIX_1)
    word = wrap((word ^ shift_right(word, 27)) * MIX_2)
    return word ^ shift_right(word, 31)


@compiled
def below(dice: Dice, bound: int) -> int:
    """Return a number from 0 to `bound` - 1; `bound` is at most 2**31."""
    return shift_right(next_word(dice), 32) * bound >> 32


@compiled
def shuffle(row: list[int], start: int, size: int, dice: Dice) -> None:
    """Put `size` entries of `row` from `start` on into random order."""
    for i in range(size - 1, 0, -1):
        j = below(dice, i + 1)
        row[start + i], row[start + j] = row[start + j], row[start + i]


def dice_from(seed: int) -> Dice:
    """Return a generator that begins at a seed of one word."""
    dice = buffer(1)
    dice[0] = seed
    return dice


def tape(seed: int) -> tuple[int, Dice]:
    """Return a word below 2**63 and a tape, all of them hanging on every bit of a 128-bit seed."""
    stream = hashlib.shake_256(seed.to_bytes(16, "big")).digest(8 * (TAPE + 1))
    words = struct.unpack(f">{TAPE + 1}q", stream)
    row = buffer(TAPE + 1)
    row[1:] = words[1:]
    return words[0] & (1 << 63) - 1, row
