"""The opening: the turn that starts with no piece on the table must link all its pieces (C4.3)."""

from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import STEPS
from tourelle.games.castellan.castle import wall_towards
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.position import (
    BARE,
    MIDDLE,
    SHORT_FITS,
    Position,
    beyond,
    count_of,
    mark_at,
)


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
def free_sides(pos: Position) -> int:
    """Return how many sides of towers a short wall would fit by C2."""
    free = 0
    for i in range(4 * pos.tower_count):
        if pos.sides[i] & SHORT_FITS:
            free += 1
    return free


@compiled
def stranded(towers: int, walls: int, ends: int, sides: int) -> bool:
    """Tell whether so many towers and walls in hand exceed what ends and sides can ever link."""
    return towers > ends + walls or walls > sides + 3 * towers


@compiled
def strands(pos: Position, towers: int, walls: int, ends: int, sides: int) -> bool:
    """Tell whether a placement that changes pieces, open ends and free sides so strands any.

    Where pieces are stranded already nothing is refused any more.
    """
    held = pos.in_hand[TOWER]
    others = pos.in_hand[LONG] + pos.in_hand[SHORT]
    free = free_sides(pos)
    if stranded(held, others, pos.open_count, free):
        return False
    return stranded(held + towers, others + walls, pos.open_count + ends, free + sides)


@compiled
def tower_strands(pos: Position, point: int) -> bool:
    """Tell whether a tower on an open end would strand pieces in hand."""
    sides = 0
    for side in range(4):
        if wall_towards(pos, point, side) == 0 and mark_at(pos, point + STEPS[side]) != MIDDLE:
            sides += 1
    return strands(pos, -1, 0, -1, sides)


@compiled
def wall_strands(pos: Position, tower: int, side: int, length: int) -> bool:
    """Tell whether a wall on that side of a tower would strand pieces in hand."""
    end = mark_at(pos, beyond(pos, tower, side, length))
    sides = -2 if end > 0 else -1
    if length == 2:  # C2.3 c: towers beside its middle lose the side that faces it
        middle = beyond(pos, tower, side, 1)
        for turn in range(1, 4, 2):
            across = (side + turn) % 4
            mark = mark_at(pos, middle + STEPS[across])
            if mark > 0 and pos.sides[4 * (mark - 1) + (across + 2) % 4] & SHORT_FITS:
                sides -= 1
    return strands(pos, 0, -1, 1 if end == BARE else 0, sides)
