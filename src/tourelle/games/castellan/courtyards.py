"""Courtyards: the bounded faces of the walls that have a tower at both ends (C5).

Every tower but the first was put on the open end of a wall that has a tower, so the walls with
towers at both ends always hang together. Hence every face has one boundary, a closed walk with the
face on its left, and a new wall between two towers splits exactly one face. The cells around each
tower know their face; the walk tells them when it changes.
"""

from functools import lru_cache
from itertools import pairwise

from tourelle.core.bits import bit
from tourelle.core.compile import compiled
from tourelle.core.game import python_numbers
from tourelle.games.castellan.actions import NORTH, coordinates
from tourelle.games.castellan.position import (
    ASKED,
    CLOSED,
    DOUBLE_KEEP,
    LENGTH,
    OUTSIDE,
    PLAIN_KEEP,
    STAGE_BUILD,
    STAGE_KEEP,
    STAGE_STAYS,
    Position,
    beyond,
    mark_at,
)


@compiled
def walk(pos: Position, tower: int, side: int, face: int) -> int:
    """Walk along the face to the left of a wall; write `face`, unless negative, into the cells met.

    Returns the quarter turns to the left: 4 around a courtyard, -4 around the castle from outside.
    """
    here = tower
    heading = side
    turns = 0
    while True:
        wall = pos.sides[4 * here + heading]
        here = mark_at(pos, beyond(pos, here, heading, wall & LENGTH)) - 1
        turn = 1  # C5.1: keep the face on the left, so try left, ahead, right, back
        while pos.sides[4 * here + (heading + turn) % 4] & CLOSED == 0:
            turn -= 1
        if face >= 0:
            for cell in range(turn, 2):
                pos.faces[4 * here + (heading + cell) % 4] = face
        turns += turn
        heading = (heading + turn) % 4
        if here == tower and heading == side:
            return turns


@compiled
def split(pos: Position, tower: int, side: int) -> None:
    """Split the face that a newly closed wall lies in, and number the new courtyard."""
    pos.face_count += 1
    if pos.faces[4 * tower + side] == OUTSIDE and walk(pos, tower, side, -1) < 0:
        wall = pos.sides[4 * tower + side]
        tower = mark_at(pos, beyond(pos, tower, side, wall & LENGTH)) - 1
        side = (side + 2) % 4
    walk(pos, tower, side, pos.face_count)


@compiled
def claim(pos: Position, face: int, before: int) -> None:
    """Let the seat to move own what its piece made of a face; there were `before` courtyards.

    Ask about the double keep if there is something to ask (C5.1 to C5.4).
    """
    split_double = pos.keeps[face] == DOUBLE_KEEP
    asked = split_double or pos.double_used[pos.to_move] == 0
    for new in range(before + 1, pos.face_count + 1):
        pos.owners[new] = pos.to_move + 1
        pos.keeps[new] = ASKED if asked else PLAIN_KEEP
    if not asked:
        return
    if face != OUTSIDE:
        pos.keeps[face] = ASKED
    pos.stage = STAGE_STAYS if split_double else STAGE_KEEP


@compiled
def answer(pos: Position, doubled: int) -> None:
    """Give every courtyard asked about a plain keep, but `doubled` (0 for none) a double one."""
    for face in range(1, pos.face_count + 1):
        if pos.keeps[face] == ASKED:
            pos.keeps[face] = PLAIN_KEEP
    if doubled != OUTSIDE:
        pos.keeps[doubled] = DOUBLE_KEEP
        pos.double_used[pos.to_move] = 1
    pos.stage = STAGE_BUILD


@compiled
def face_called(pos: Position, cell: int) -> int:
    """Return the courtyard with that cell as its smallest one, or 0.

    Below and to the left of a courtyard's smallest cell walls meet, so a tower stands there.
    """
    mark = mark_at(pos, cell)
    if mark <= 0:
        return OUTSIDE
    face = pos.faces[4 * (mark - 1)]
    return face if face != OUTSIDE and name_of(pos, face) == cell else OUTSIDE


@compiled
def name_of(pos: Position, face: int) -> int:
    """Return the smallest cell of a courtyard: least x, then least y (C5.6)."""
    for i in range(pos.tower_count):
        tower = pos.tower_order[i]
        if pos.faces[4 * tower] == face:
            return pos.tower_points[tower]
    return 0


@compiled
def next_face(pos: Position, seen: int, start: int) -> int:
    """Return the place in `tower_order` of the next courtyard's smallest cell, or -1."""
    for i in range(start, pos.tower_count):
        face = pos.faces[4 * pos.tower_order[i]]
        if face != OUTSIDE and seen & bit(face) == 0:
            return i
    return -1


def cells_of(pos: Position) -> dict[int, tuple[str, ...]]:
    """Return the cells of every courtyard by its number, row by row: east of a closed wall (C5.6).

    Whoever asks about the same castle gets the same answer: look, don't change.
    """
    towers = int(pos.tower_count)
    castle = (pos.tower_points[:towers], pos.sides[: 4 * towers], pos.faces[: 4 * towers])
    return _cells_of(*(tuple(python_numbers(row)) for row in castle))


@lru_cache(maxsize=256)
def _cells_of(
    points: tuple[int, ...], sides: tuple[int, ...], faces: tuple[int, ...]
) -> dict[int, tuple[str, ...]]:
    """Return the cells of every courtyard of a castle.

    Between two walls of a row all cells lie in the face to the east of the western one.
    """
    rows: dict[int, list[tuple[int, int]]] = {}
    for tower, point in enumerate(points):
        wall = sides[4 * tower + NORTH]
        left, bottom = coordinates(point)
        for y in range(bottom, bottom + (wall & LENGTH) if wall & CLOSED else bottom):
            rows.setdefault(y, []).append((left, faces[4 * tower]))
    cells: dict[int, list[str]] = {}
    for y, walls in sorted(rows.items()):
        walls.sort()
        for (left, face), (right, _) in pairwise(walls):
            if face != OUTSIDE:
                cells.setdefault(face, []).extend(f"{x},{y}" for x in range(left, right))
    return {face: tuple(found) for face, found in cells.items()}


def face_at(pos: Position, cell: int) -> int:
    """Return the face of any cell: that of the first closed wall to the west (C5.6)."""
    x, y = coordinates(cell)
    best, face = None, OUTSIDE
    for tower in range(pos.tower_count):
        wall = int(pos.sides[4 * tower + NORTH])
        left, bottom = coordinates(int(pos.tower_points[tower]))
        beside = wall & CLOSED and bottom <= y < bottom + (wall & LENGTH)
        if beside and left <= x and (best is None or left > best):
            best, face = left, int(pos.faces[4 * tower])
    return face
