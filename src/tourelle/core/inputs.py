"""How the inputs of a net lie in a row: what all seats share, then a block for every seat.

The mover's block comes first, then those of the others in the order of their turns.
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.layout import AnyPosition

SEATS: Final = ("own", "next", "second", "third")


def names_of(general: tuple[str, ...], of_a_seat: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return what the inputs are called with so many seats, in their order."""
    return general + tuple(f"{seat} {name}" for seat in SEATS[:seats] for name in of_a_seat)


@compiled
def turns_until(pos: AnyPosition, seat: int) -> int:
    """Return how many turns it is until a seat moves: 0 for the seat to move."""
    return (seat - pos.to_move + pos.seats) % pos.seats  # type: ignore[no-any-return]
