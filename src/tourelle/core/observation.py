"""What a network sees of a position: named parts of one row of small numbers.

A game declares its parts as `Game.observation` and fills them with the kernel answer `observe`. It
is handed a seat's view, never the position, so that nothing hidden can come through. A game that
declares none is observed by the bytes of its view.
"""

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

LEAST: Final = -(1 << 15)
MOST: Final = (1 << 15) - 1
"""Observations are rows of 16-bit numbers."""


class Part(NamedTuple):
    """One named block of an observation: planes as (planes, rows, columns), or a vector."""

    name: str
    shape: tuple[int, ...]
    low: int = 0
    high: int = 1

    @property
    def size(self) -> int:
        """Return how many numbers it takes."""
        return prod(self.shape)


def size_of(parts: Sequence[Part]) -> int:
    """Return how long a row of these parts is."""
    return sum(part.size for part in parts)


def places(parts: Sequence[Part]) -> dict[str, slice]:
    """Return where in a row each part lies."""
    found, start = {}, 0
    for part in parts:
        found[part.name] = slice(start, start + part.size)
        start += part.size
    return found


def starts(parts: Sequence[Part]) -> tuple[int, ...]:
    """Return where each part begins, for kernels that fill them."""
    return tuple(place.start for place in places(parts).values())
