"""The castle: what fits where, and what placing a piece changes (C2).

Nothing placed is ever removed, so what fits beside a tower only ever shrinks: each new open end or
middle of a wall strikes out the few walls that it is in the way of.
"""

from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import (
    STEPS,
    TOWER,
    is_wall,
    kind_of,
    length_of,
    point_of,
    side_of,
)
from tourelle.games.castellan.courtyards import split
from tourelle.games.castellan.position import (
    BARE,
    CLOSED,
    LENGTH,
    LONG_FITS,
    MIDDLE,
    OPEN_END,
    OUTSIDE,
    SHORT_FITS,
    Position,
    beyond,
    mark_at,
    put_mark,
)


@compiled
def fits(pos: Position, tower: int, side: int) -> int:
    """Return which walls C2.3 allows on a free side of a tower, from the points beside it."""
    near = mark_at(pos, beyond(pos, tower, side, 1))
    if near == MIDDLE:
        return 0
    if near == BARE and mark_at(pos, beyond(pos, tower, side, 2)) != MIDDLE:
        return SHORT_FITS | LONG_FITS
    return SHORT_FITS


@compiled
def strike(pos: Position, point: int, edges: int, walls: int) -> None:
    """Strike `walls` out beside every tower so many edges from a point."""
    for side in range(4):
        mark = mark_at(pos, point - edges * STEPS[side])
        if mark > 0:
            pos.sides[4 * (mark - 1) + side] &= ~walls


@compiled
def add_open_end(pos: Position, point: int, stem: int) -> None:
    """Let a bare point become an open end: no long wall may have it as its middle (C2.3 b)."""
    put_mark(pos, point, OPEN_END)
    strike(pos, point, 1, LONG_FITS)
    i = pos.open_count
    while i > 0 and pos.open_points[i - 1] > point:
        pos.open_points[i] = pos.open_points[i - 1]
        pos.open_stems[i] = pos.open_stems[i - 1]
        i -= 1
    pos.open_points[i] = point
    pos.open_stems[i] = stem
    pos.open_count += 1


@compiled
def open_end_number(pos: Position, point: int) -> int:
    """Return the place of a point among the open ends, or -1."""
    for i in range(pos.open_count):
        if pos.open_points[i] == point:
            return i
    return -1


@compiled
def remove_open_end(pos: Position, i: int) -> None:
    """Take an open end, on which a tower now stands, off the list."""
    pos.open_count -= 1
    while i < pos.open_count:
        pos.open_points[i] = pos.open_points[i + 1]
        pos.open_stems[i] = pos.open_stems[i + 1]
        i += 1
    pos.open_points[i] = 0
    pos.open_stems[i] = 0


@compiled
def place_wall(pos: Position, point: int, side: int, length: int) -> None:
    """Place a wall that is legal; between two towers it closes a courtyard (C2.2, C5.1)."""
    end = point + length * STEPS[side]
    if length == 2:  # C2.3 b, c: its middle is in the way of ends and of other middles
        middle = point + STEPS[side]
        put_mark(pos, middle, MIDDLE)
        strike(pos, middle, 1, SHORT_FITS | LONG_FITS)
        strike(pos, middle, 2, LONG_FITS)
    here = mark_at(pos, point)
    there = mark_at(pos, end)
    if here > 0 and there > 0:
        pos.sides[4 * (here - 1) + side] = length | CLOSED
        pos.sides[4 * (there - 1) + side + 2] = length | CLOSED
        split(pos, here - 1, side)
    elif here > 0:
        pos.sides[4 * (here - 1) + side] = length
        if there == BARE:
            add_open_end(pos, end, 4 * (here - 1) + side)
    else:
        pos.sides[4 * (there - 1) + side + 2] = length
        if here == BARE:
            add_open_end(pos, point, 4 * (there - 1) + side + 2)


@compiled
def new_tower(pos: Position, point: int, face: int) -> int:
    """Put a tower on a point in a face and return its number."""
    tower = pos.tower_count
    pos.tower_points[tower] = point
    put_mark(pos, point, tower + 1)
    for side in range(4):
        pos.faces[4 * tower + side] = face
    i = tower
    while i > 0 and pos.tower_points[pos.tower_order[i - 1]] > point:
        pos.tower_order[i] = pos.tower_order[i - 1]
        i -= 1
    pos.tower_order[i] = tower
    pos.tower_count += 1
    return tower


@compiled
def wall_towards(pos: Position, point: int, side: int) -> int:
    """Return the tower + 1 whose wall comes to a point from that side, or 0."""
    for length in range(1, 3):
        mark = mark_at(pos, point + length * STEPS[side])
        if mark > 0 and pos.sides[4 * (mark - 1) + (side + 2) % 4] & LENGTH == length:
            return mark
    return 0


@compiled
def place_tower(pos: Position, point: int) -> None:
    """Place a tower, which closes all walls that end there (C2.4, C5.1).

    The first of these walls links the tower to the castle; each of the others closes a courtyard.
    """
    end = open_end_number(pos, point)
    face = OUTSIDE
    if end >= 0:
        face = pos.faces[pos.open_stems[end]]
        remove_open_end(pos, end)
    tower = new_tower(pos, point, face)
    linked = False
    for side in range(4):
        other = wall_towards(pos, point, side) - 1
        if other < 0:
            pos.sides[4 * tower + side] = fits(pos, tower, side)
            continue
        back = 4 * other + (side + 2) % 4
        length = pos.sides[back] & LENGTH
        pos.sides[back] = length | CLOSED
        pos.sides[4 * tower + side] = length | CLOSED
        if linked:
            split(pos, tower, side)
        linked = True


@compiled
def face_of(pos: Position, action: int) -> int:
    """Return the face in which an action would place its piece (C4.2)."""
    kind = kind_of(action)
    point = point_of(action)
    if not is_wall(kind):
        end = open_end_number(pos, point)
        return pos.faces[pos.open_stems[end]] if end >= 0 else OUTSIDE
    side = side_of(kind)
    mark = mark_at(pos, point)
    if mark > 0:
        return pos.faces[4 * (mark - 1) + side]
    mark = mark_at(pos, point + length_of(kind) * STEPS[side])
    return pos.faces[4 * (mark - 1) + side + 2]


@compiled
def place(pos: Position, action: int) -> None:
    """Put the piece of an action into the castle."""
    kind = kind_of(action)
    pos.pieces[pos.piece_count] = action
    pos.piece_count += 1
    if kind == TOWER:
        place_tower(pos, point_of(action))
    else:
        place_wall(pos, point_of(action), side_of(kind), length_of(kind))


@compiled
def can_place(pos: Position, action: int) -> bool:
    """Tell whether C2 lets a piece be added to the castle now; any tower may be the first."""
    kind = kind_of(action)
    point = point_of(action)
    if kind == TOWER:
        return pos.piece_count == 0 or mark_at(pos, point) == OPEN_END
    side = side_of(kind)
    wanted = SHORT_FITS if length_of(kind) == 1 else LONG_FITS
    mark = mark_at(pos, point)
    if mark > 0:
        return pos.sides[4 * (mark - 1) + side] & wanted != 0
    mark = mark_at(pos, point + length_of(kind) * STEPS[side])
    return mark > 0 and pos.sides[4 * (mark - 1) + side + 2] & wanted != 0


@compiled
def place_all(pos: Position, pieces: list[int], count: int) -> int:
    """Place pieces, each as soon as it can be; return how many can't, and move those to the front.

    What fits only ever shrinks by pieces that are there in the end anyway, so if any order of
    placing gives this castle, this one does (C2.5).
    """
    placed = True
    while placed:
        placed = False
        waiting = 0
        for i in range(count):
            piece = pieces[i]
            if can_place(pos, piece):
                place(pos, piece)
                placed = True
            else:
                pieces[waiting] = piece
                waiting += 1
        count = waiting
    return count
