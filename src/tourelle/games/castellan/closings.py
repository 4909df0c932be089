"""What could be closed next outside of all courtyards: by one piece, by two, by three.

Nothing is placed for it: a walk along the courtyard to come takes one wall and one tower for
granted. `wall` is the place of that wall, at 4 * tower + side, `back` the same wall seen from its
other tower, `joint` the point of that tower; each is NONE where there is none.
"""

from typing import Final

from tourelle.core.bits import bit
from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import STEPS
from tourelle.games.castellan.castle import wall_towards
from tourelle.games.castellan.position import (
    BARE,
    CLOSED,
    LENGTH,
    LONG_FITS,
    OPEN_END,
    OUTSIDE,
    SHORT_FITS,
    Position,
    beyond,
    mark_at,
)

NONE: Final = -1  # as the number of a tower: the one that is still to come
FARTHEST_WALK: Final = 26  # what has more towers around it is the castle's outside
CORNERS: Final = 3  # more of them are no better

# What a survey writes, from a place in a row of features on: the largest courtyard that one piece
# would close, how many others one piece would, the largest that two would, how many corners three
# pieces, a tower between two walls, would.
LARGEST, OTHERS, LARGEST_OF_TWO, OF_THREE = range(4)


@compiled
def wall_on(pos: Position, i: int, wall: int, back: int, length: int, joint: int) -> int:
    """Return how long the wall at 4 * tower + side is once all is closed, or 0 without one."""
    there = pos.sides[i] & LENGTH
    if pos.sides[i] & CLOSED:
        return there
    if i in (wall, back):
        return length
    return there if there > 0 and beyond(pos, i // 4, i % 4, there) == joint else 0


@compiled
def from_joint(pos: Position, joint: int, side: int, wall: int) -> int:
    """Return the tower + 1 at the other end of the wall on a side of the joint, or 0."""
    if wall != NONE and side == (wall + 2) % 4:
        return wall // 4 + 1
    return wall_towards(pos, joint, side)


@compiled
def enclosed(pos: Position, start: int, wall: int, back: int, length: int, joint: int) -> int:
    """Return the towers of the courtyard to the left of a wall, or 0 where there is none.

    `start` is the place of the wall, at 4 * tower + side.
    """
    here = start // 4
    heading = start % 4
    turns = 0
    towers = 0
    met = 0
    for _ in range(FARTHEST_WALK):
        if here == NONE:
            here = from_joint(pos, joint, heading, wall) - 1
        else:
            edges = wall_on(pos, 4 * here + heading, wall, back, length, joint)
            point = beyond(pos, here, heading, edges)
            here = NONE if point == joint else mark_at(pos, point) - 1
        turn = 1  # C5.1: keep the face on the left, so try left, ahead, right, back
        if here == NONE:
            while from_joint(pos, joint, (heading + turn) % 4, wall) == 0:
                turn -= 1
        else:
            while wall_on(pos, 4 * here + (heading + turn) % 4, wall, back, length, joint) == 0:
                turn -= 1
        if met & bit(here & 63) == 0:
            towers += 1
            met |= bit(here & 63)
        turns += turn
        heading = (heading + turn) % 4
        if 4 * here + heading == start:
            return towers if turns > 0 else 0
    return 0


@compiled
def closed_by_wall(pos: Position, wall: int, length: int, other: int) -> int:
    """Return the towers of what a wall between two towers would close."""
    back = 4 * other + (wall + 2) % 4
    towers = enclosed(pos, wall, wall, back, length, NONE)
    return towers if towers > 0 else enclosed(pos, back, wall, back, length, NONE)


@compiled
def closed_by_tower(pos: Position, joint: int, wall: int, length: int) -> int:
    """Return the towers of what a tower on an open end would close, after a wall to it if any."""
    towers = 0
    for side in range(4):
        other = from_joint(pos, joint, side, wall) - 1
        if other >= 0:
            towers += enclosed(pos, 4 * other + (side + 2) % 4, wall, NONE, length, joint)
    return towers


@compiled
def joins_here(pos: Position, point: int, side: int, shorts: int, longs: int) -> bool:
    """Tell whether a wall could come to a bare point from a tower on one side of it, outside."""
    for length in range(1, 3):
        if (shorts if length == 1 else longs) > 0:
            mark = mark_at(pos, point + length * STEPS[side])
            if mark > 0:
                i = 4 * (mark - 1) + (side + 2) % 4
                fits = SHORT_FITS if length == 1 else LONG_FITS
                return pos.sides[i] & fits != 0 and pos.faces[i] == OUTSIDE
    return False


@compiled
def add_closing(out: list[float], at: int, towers: int) -> None:
    """Note that one piece would close a courtyard of so many towers."""
    if towers > 0:
        if out[at + LARGEST] > 0:
            out[at + OTHERS] += 1
        out[at + LARGEST] = max(out[at + LARGEST], towers)


@compiled
def survey_wall(
    pos: Position,
    i: int,
    length: int,
    towers: int,
    left: int,
    others: int,
    out: list[float],
    at: int,
) -> None:
    """Note what a wall at 4 * tower + side would close, alone or with other pieces.

    `left` is how many walls of that length there are, `others` how many of the other.
    """
    point = beyond(pos, i // 4, i % 4, length)
    mark = mark_at(pos, point)
    if mark > 0:
        if i % 4 < 2:
            add_closing(out, at, closed_by_wall(pos, i, length, mark - 1))
    elif towers > 0 and mark == OPEN_END:
        size = closed_by_tower(pos, point, i, length)
        out[at + LARGEST_OF_TWO] = max(out[at + LARGEST_OF_TWO], size)
    elif towers > 0 and mark == BARE and out[at + OF_THREE] < CORNERS:
        shorts = left - 1 if length == 1 else others
        longs = left - 1 if length == 2 else others
        if joins_here(pos, point, (i + 1) % 4, shorts, longs):
            out[at + OF_THREE] += 1


@compiled
def survey(pos: Position, towers: int, longs: int, shorts: int, out: list[float], at: int) -> None:
    """Note what so many pieces could close outside of all courtyards."""
    if towers > 0:
        for i in range(pos.open_count):
            if pos.faces[pos.open_stems[i]] == OUTSIDE:
                walls = 0
                for side in range(4):
                    if wall_towards(pos, pos.open_points[i], side) > 0:
                        walls += 1
                if walls > 1:
                    add_closing(out, at, closed_by_tower(pos, pos.open_points[i], NONE, 0))
    wanted = 0
    if shorts > 0:
        wanted |= SHORT_FITS
    if longs > 0:
        wanted |= LONG_FITS
    if wanted == 0:
        return
    for i in range(4 * pos.tower_count):
        fits = pos.sides[i] & wanted
        if fits and pos.faces[i] == OUTSIDE:
            if fits & SHORT_FITS:
                survey_wall(pos, i, 1, towers, shorts, longs, out, at)
            if fits & LONG_FITS:
                survey_wall(pos, i, 2, towers, longs, shorts, out, at)
