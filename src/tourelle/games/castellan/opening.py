"""The opening: the turn that starts with no piece on the table must link all its pieces (C4.3).

With t towers and w walls in hand, e open ends and s free sides on the table, e + w - t ends and
s + 3t - w sides are to spare. Where either falls below 0 pieces are stranded.
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import STEPS, kind_of, length_of, point_of, side_of
from tourelle.games.castellan.actions import TOWER as PLACE_TOWER
from tourelle.games.castellan.castle import wall_towards
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.position import (
    BARE,
    LONG_FITS,
    MIDDLE,
    SHORT_FITS,
    Position,
    beyond,
    count_of,
    mark_at,
    may_build,
    room_for_tower,
    room_for_wall,
)

MOST_SIDES_LOST: Final = 3  # by a long wall from tower to tower past two others, or by a tower


@compiled
def opens(pos: Position, cards: int) -> bool:
    """Tell whether these cards may be played in the opening."""
    towers = 0
    walls = 0
    for face in range(pos.face_kinds):
        number = count_of(pos, cards, face)
        towers += number * pos.card_towers[face]
        walls += number * (pos.card_long[face] + pos.card_short[face])
    return towers >= 1 and towers - 1 <= walls <= 3 * towers + 1


@compiled
def spare_ends(pos: Position) -> int:
    """Return how many more towers could be linked: each wall may open one more end."""
    return pos.open_count + pos.in_hand[LONG] + pos.in_hand[SHORT] - pos.in_hand[TOWER]


@compiled
def spare_sides(pos: Position) -> int:
    """Return how many more walls could be linked: each tower may bring three more sides.

    A side is free where a short wall would be legal by C2.
    """
    sides = 3 * pos.in_hand[TOWER] - pos.in_hand[LONG] - pos.in_hand[SHORT]
    for i in range(4 * pos.tower_count):
        if pos.sides[i] & SHORT_FITS:
            sides += 1
    return sides


@compiled
def may_strand(pos: Position) -> bool:
    """Tell whether a placement could strand pieces: a quick answer, yes where it is not sure.

    What is stranded already is stranded by nothing more. With no wall left every tower finds what
    it would have found before, and beside two towers there is nothing that a wall could bar.
    """
    if pos.opening == 0 or pos.in_hand[LONG] + pos.in_hand[SHORT] == 0:
        return False
    if pos.tower_count < 2 or (pos.tower_count == 2 and pos.in_hand[TOWER] == 0):
        return False
    ends = spare_ends(pos)
    sides = spare_sides(pos)
    return ends >= 0 and sides >= 0 and (ends == 0 or sides < MOST_SIDES_LOST)


@compiled
def tower_strands(pos: Position, point: int, sides: int) -> bool:
    """Tell whether a tower on an open end would strand pieces, with so many sides to spare."""
    if sides >= MOST_SIDES_LOST:
        return False
    sides -= 3
    for side in range(4):
        if wall_towards(pos, point, side) == 0 and mark_at(pos, point + STEPS[side]) != MIDDLE:
            sides += 1
    return sides < 0


@compiled
def wall_strands(pos: Position, i: int, length: int, ends: int, sides: int) -> bool:
    """Tell whether a wall at 4 * tower + side would strand pieces, with so much to spare."""
    if ends > 0 and sides >= (1 if length == 1 else MOST_SIDES_LOST):
        return False
    tower = i // 4
    side = i % 4
    there = mark_at(pos, beyond(pos, tower, side, length))
    if there != BARE:
        ends -= 1
    if there > 0:
        sides -= 1
    if length == 2:  # C2.3 c: towers beside its middle lose the side that faces it
        middle = beyond(pos, tower, side, 1)
        for turn in range(1, 4, 2):
            across = (side + turn) % 4
            mark = mark_at(pos, middle + STEPS[across])
            if mark > 0 and pos.sides[4 * (mark - 1) + (across + 2) % 4] & SHORT_FITS:
                sides -= 1
    return ends < 0 or sides < 0


@compiled
def action_strands(pos: Position, action: int, ends: int, sides: int) -> bool:
    """Tell whether a placement that C2 and C4.2 allow would strand pieces."""
    kind = kind_of(action)
    point = point_of(action)
    if kind == PLACE_TOWER:
        return tower_strands(pos, point, sides)
    side = side_of(kind)
    length = length_of(kind)
    mark = mark_at(pos, point)
    if mark <= 0:
        mark = mark_at(pos, point + length * STEPS[side])
        side += 2
    return wall_strands(pos, 4 * (mark - 1) + side, length, ends, sides)


@compiled
def keep_linking(pos: Position, out: list[int], count: int) -> int:
    """Strike out of the first `count` placements those that strand pieces; return how many stay."""
    ends = spare_ends(pos)
    sides = spare_sides(pos)
    n = 0
    for i in range(count):
        if not action_strands(pos, out[i], ends, sides):
            out[n] = out[i]
            n += 1
    return n


@compiled
def has_linking_place(pos: Position) -> bool:
    """Tell whether any piece in hand has a legal place that strands none of the others."""
    ends = spare_ends(pos)
    sides = spare_sides(pos)
    if pos.in_hand[TOWER] > 0 and room_for_tower(pos):
        for i in range(pos.open_count):
            allowed = may_build(pos, pos.faces[pos.open_stems[i]])
            if allowed and not tower_strands(pos, pos.open_points[i], sides):
                return True
    if not room_for_wall(pos):
        return False
    for i in range(4 * pos.tower_count):
        fits = pos.sides[i] if may_build(pos, pos.faces[i]) else 0
        if (
            pos.in_hand[SHORT] > 0
            and fits & SHORT_FITS
            and not wall_strands(pos, i, 1, ends, sides)
        ):
            return True
        if pos.in_hand[LONG] > 0 and fits & LONG_FITS and not wall_strands(pos, i, 2, ends, sides):
            return True
    return False
