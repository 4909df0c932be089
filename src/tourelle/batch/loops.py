"""Compiled loops over rows of games. They hold no lock of the interpreter, so threads share them.

Every function works on the rows from `first` to `last`, exclusive. What a game does is decided by
the record type of the positions. All compiled code of this room lies in this one file: the names of
the folders that keep it follow the sources of the rules, and of this file Numba itself.
"""

from typing import Any

from tourelle.core import kernel, layout
from tourelle.core.compile import MACHINE, PLAIN, compiled

if MACHINE == PLAIN:

    def put(cells: Any, place: int, pos: Any) -> None:
        """Copy a position into a place of a row of positions."""
        cells[place] = layout.copy(pos)

else:

    @compiled
    def put(cells: Any, place: int, pos: Any) -> None:
        """Copy a position into a place of a row of positions."""
        cells[place] = pos


@compiled
def deal(positions: Any, whose: Any, seeds: Any, first: int, last: int) -> None:
    """Deal every game that is over, from the seed of its row."""
    for row in range(first, last):
        if whose[row] < 0:
            pos = positions[row]
            kernel.deal(pos, int(seeds[row]))
            whose[row] = kernel.to_move(pos)


@compiled
def find(indices: Any, counts: Any, actions: Any, places: Any, first: int, last: int) -> int:
    """Find each action in its row's list of policy indices; return a row that lacks it, or -1.

    A game that is over has an empty list, and any action will do.
    """
    for row in range(first, last):
        count = counts[row]
        place = 0
        while place < count and indices[row][place] != actions[row]:
            place += 1
        if place == count and count > 0:
            return row
        places[row] = place
    return -1


@compiled
def advance(positions: Any, whose: Any, legal: Any, places: Any, first: int, last: int) -> None:
    """Play the action at a place of its row's list in every game that is not over."""
    for row in range(first, last):
        if whose[row] >= 0:
            pos = positions[row]
            kernel.apply(pos, legal[row][places[row]])
            whose[row] = -1 if kernel.is_over(pos) else kernel.to_move(pos)


@compiled
def list_legal(
    positions: Any,
    whose: Any,
    legal: Any,
    indices: Any,
    counts: Any,
    packed: Any,
    dense: Any,
    first: int,
    last: int,
) -> None:
    """List what is legal in every game, and bring the masks up to date; those without width rest.

    Of a mask only what the last list set is cleared: most of it never changes.
    """
    for row in range(first, last):
        clear(indices[row], counts[row], packed[row], dense[row])
        count = 0
        if whose[row] >= 0:
            pos = positions[row]
            count = kernel.legal_actions(pos, legal[row])
            for place in range(count):
                indices[row][place] = kernel.policy_index(pos, legal[row][place])
        counts[row] = count
        mark(indices[row], count, packed[row], dense[row])


@compiled
def clear(indices: Any, count: int, packed: Any, dense: Any) -> None:
    """Take the marks of a list out of the masks of its row."""
    if len(packed):
        for place in range(count):
            packed[indices[place] >> 3] = 0
    if len(dense):
        for place in range(count):
            dense[indices[place]] = 0


@compiled
def mark(indices: Any, count: int, packed: Any, dense: Any) -> None:
    """Mark a list in the masks of its row."""
    if len(packed):
        for place in range(count):
            index = indices[place]
            packed[index >> 3] |= 1 << (index & 7)
    if len(dense):
        for place in range(count):
            dense[indices[place]] = 1


@compiled
def count_points(positions: Any, points: Any, first: int, last: int) -> None:
    """Write what every seat has scored."""
    for row in range(first, last):
        for seat in range(len(points[row])):
            points[row][seat] = kernel.points(positions[row], seat)


@compiled
def observe(positions: Any, room: Any, seats: Any, out: Any, first: int, last: int) -> None:
    """Write what a seat sees of each game, out of its view; `room` has a place for each row."""
    for row in range(first, last):
        put(room, row, positions[row])
        kernel.blank(room[row], int(seats[row]))
        out[row][:] = 0
        kernel.observe(room[row], int(seats[row]), out[row])


@compiled
def blank(positions: Any, room: Any, seats: Any, first: int, last: int) -> None:
    """Put the view of a seat of each game into `room`."""
    for row in range(first, last):
        put(room, row, positions[row])
        kernel.blank(room[row], int(seats[row]))
