"""Whole 64-bit numbers, wrapping as machine words do, on every machine alike.

All numbers are signed: mixing signed and unsigned words turns into floats under Numba.
"""

from typing import Final

from tourelle.core.compile import MACHINE, PLAIN, compiled

HASH_FACTOR: Final = 0x9E3779B97F4A7C15 - (1 << 64)

if MACHINE == PLAIN:

    def wrap(number: int) -> int:
        """Return `number` as a signed 64-bit word; compiled arithmetic wraps by itself."""
        return (number + (1 << 63) & 0xFFFFFFFFFFFFFFFF) - (1 << 63)

    def count(word: int) -> int:
        """Return how many bits are set."""
        return (word & 0xFFFFFFFFFFFFFFFF).bit_count()

    def lowest(word: int) -> int:
        """Return the place of the lowest bit set; `word` is not 0."""
        return (word & -word).bit_length() - 1

    def bit(place: int) -> int:
        """Return the word with one bit set."""
        return wrap(1 << place)

    def without_lowest(word: int) -> int:
        """Return `word` without its lowest bit set; `word` is not 0."""
        return word ^ bit(lowest(word))

else:

    @compiled
    def wrap(number: int) -> int:
        """Return `number` as a signed 64-bit word; compiled arithmetic wraps by itself."""
        return number

    @compiled
    def count(word: int) -> int:
        """Return how many bits are set (LLVM makes one instruction of it)."""
        word = word - (word >> 1 & 0x5555555555555555)
        word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
        word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
        return word * 0x0101010101010101 >> 56

    @compiled
    def lowest(word: int) -> int:
        """Return the place of the lowest bit set; `word` is not 0."""
        return count((word & -word) - 1)

    @compiled
    def bit(place: int) -> int:
        """Return the word with one bit set."""
        return 1 << place

    @compiled
    def without_lowest(word: int) -> int:
        """Return `word` without its lowest bit set; `word` is not 0."""
        return word & word - 1


@compiled
def shift_right(word: int, places: int) -> int:
    """Shift zeros in from the left, which `>>` on a signed word does not."""
    return word >> places & ~(-1 << 64 - places)


@compiled
def mix(hashed: int, word: int) -> int:
    """Return a hash with one more word in it."""
    hashed = wrap((hashed ^ word) * HASH_FACTOR)
    return hashed ^ shift_right(hashed, 29)
