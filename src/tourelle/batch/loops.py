"""Compiled loops over rows of games. They hold no lock of the interpreter, so threads share them.

Every function works on the rows from `first` to `last`, exclusive. What a game does is decided by
the record type of the positions. All compiled code of this room lies in this one file: the names of
the folders that keep it follow the sources of the rules, and of this file Numba itself.
"""

from tourelle.core import kernel, layout
from tourelle.core.compile import MACHINE, PLAIN, compiled
from tourelle.core.layout import AnyPosition

if MACHINE == PLAIN:

    def put(cells: list[AnyPosition], place: int, pos: AnyPosition) -> None:
        """Copy a position into a place of a row of positions."""
        cells[place] = layout.copy(pos)

else:

    @compiled
    def put(cells: list[AnyPosition], place: int, pos: AnyPosition) -> None:
        """Copy a position into a place of a row of positions."""
        cells[place] = pos


@compiled
def deal(
    positions: list[AnyPosition], whose: list[int], seeds: list[int], first: int, last: int
) -> None:
    """Deal every game that is over, from the seed of its row."""
    for row in range(first, last):
        if whose[row] < 0:
            pos = positions[row]
            kernel.deal(pos, int(seeds[row]))
            whose[row] = kernel.to_move(pos)


@compiled
def find(
    indices: list[list[int]],
    counts: list[int],
    actions: list[int],
    places: list[int],
    first: int,
    last: int,
) -> int:
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
def advance(
    positions: list[AnyPosition],
    whose: list[int],
    legal: list[list[int]],
    places: list[int],
    first: int,
    last: int,
) -> None:
    """Play the action at a place of its row's list in every game that is not over."""
    for row in range(first, last):
        if whose[row] >= 0:
            pos = positions[row]
            kernel.apply(pos, legal[row][places[row]])
            whose[row] = -1 if kernel.is_over(pos) else kernel.to_move(pos)


@compiled
def keep(
    positions: list[AnyPosition], finals: list[AnyPosition], over: list[bool], first: int, last: int
) -> None:
    """Keep the last position of every game that has just ended."""
    for row in range(first, last):
        if over[row]:
            put(finals, row, positions[row])


@compiled
def reward(
    positions: list[AnyPosition],
    over: list[bool],
    rewards: list[list[float]],
    first: int,
    last: int,
) -> None:
    """Write what the games that have just ended are worth to every seat, and 0 for all others."""
    for row in range(first, last):
        seats = len(rewards[row])
        for seat in range(seats):
            rewards[row][seat] = 0
        if over[row]:
            pos = positions[row]
            most = kernel.rank(pos, 0)
            winners = 0
            for seat in range(seats):
                most = max(most, kernel.rank(pos, seat))
            for seat in range(seats):
                winners += kernel.rank(pos, seat) == most
            for seat in range(seats):
                won = 1 / winners if kernel.rank(pos, seat) == most else 0.0
                rewards[row][seat] = (seats * won - 1) / (seats - 1)


@compiled
def gain(
    positions: list[AnyPosition],
    points: list[list[int]],
    rewards: list[list[float]],
    first: int,
    last: int,
) -> None:
    """Write what every seat has scored since `points`, and bring those up to date."""
    for row in range(first, last):
        for seat in range(len(points[row])):
            now = kernel.points(positions[row], seat)
            rewards[row][seat] = now - points[row][seat]
            points[row][seat] = now


@compiled
def list_legal(
    positions: list[AnyPosition],
    whose: list[int],
    legal: list[list[int]],
    indices: list[list[int]],
    counts: list[int],
    packed: list[list[int]],
    dense: list[list[int]],
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
def turn(
    positions: list[AnyPosition],
    whose: list[int],
    legal: list[list[int]],
    indices: list[list[int]],
    counts: list[int],
    packed: list[list[int]],
    dense: list[list[int]],
    actions: list[int],
    places: list[int],
) -> bool:
    """Play an action in every game and list what is legal then; tell whether all were legal.

    It is `find`, `advance` and `list_legal` in one call, for games that rest once they are over.
    """
    last = len(whose)
    if find(indices, counts, actions, places, 0, last) >= 0:
        return False
    advance(positions, whose, legal, places, 0, last)
    list_legal(positions, whose, legal, indices, counts, packed, dense, 0, last)
    return True


@compiled
def clear(indices: list[int], count: int, packed: list[int], dense: list[int]) -> None:
    """Take the marks of a list out of the masks of its row."""
    if len(packed):
        for place in range(count):
            packed[indices[place] >> 3] = 0
    if len(dense):
        for place in range(count):
            dense[indices[place]] = 0


@compiled
def mark(indices: list[int], count: int, packed: list[int], dense: list[int]) -> None:
    """Mark a list in the masks of its row."""
    if len(packed):
        for place in range(count):
            index = indices[place]
            packed[index >> 3] |= 1 << (index & 7)
    if len(dense):
        for place in range(count):
            dense[indices[place]] = 1


@compiled
def observe(
    positions: list[AnyPosition],
    room: list[AnyPosition],
    seats: list[int],
    out: list[list[int]],
    first: int,
    last: int,
) -> None:
    """Write what a seat sees of each game, out of its view; `room` has a place for each row."""
    for row in range(first, last):
        put(room, row, positions[row])
        kernel.blank(room[row], int(seats[row]))
        for place in range(len(out[row])):
            out[row][place] = 0
        kernel.observe(room[row], int(seats[row]), out[row])


@compiled
def blank(
    positions: list[AnyPosition], room: list[AnyPosition], seats: list[int], first: int, last: int
) -> None:
    """Put the view of a seat of each game into `room`."""
    for row in range(first, last):
        put(room, row, positions[row])
        kernel.blank(room[row], int(seats[row]))
