"""What a position is worth to a seat: the terms that opponents weigh."""

from tourelle.core.compile import compiled
from tourelle.games.castellan.castle import wall_towards
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.position import (
    LONG_FITS,
    OPEN_END,
    SHORT_FITS,
    STAGE_BUILD,
    STAGE_OVER,
    STAGE_PLAY,
    Position,
    beyond,
    cards_of_deck,
    mark_at,
    may_build,
)
from tourelle.games.castellan.scoring import points

CARD_WORTH = 0.8  # a card not yet played
DOUBLE_WORTH = 5.0  # the double keep, as long as it is unused
CLOSING_WORTH = 2.5  # a courtyard that one piece in hand would close
THREAT_WORTH = 2.0  # the same at the start of a turn, when the pieces are still on cards
HALF_WORTH = 0.8  # a courtyard that two pieces in hand would close


@compiled
def wall_closings(pos: Position, length: int, end: int) -> int:
    """Count the walls that would join a tower to a tower (end 1) or to an open end (-1)."""
    fits = SHORT_FITS if length == 1 else LONG_FITS
    closings = 0
    for i in range(4 * pos.tower_count):
        if pos.sides[i] & fits and may_build(pos, pos.faces[i]):
            mark = mark_at(pos, beyond(pos, i // 4, i % 4, length))
            joined = mark == OPEN_END if end < 0 else mark > 0 and i % 4 < 2
            if joined:
                closings += 1
    return closings


@compiled
def tower_closings(pos: Position) -> int:
    """Count the open ends at which two walls or more meet: a tower there closes a courtyard."""
    closings = 0
    for i in range(pos.open_count):
        if may_build(pos, pos.faces[pos.open_stems[i]]):
            walls = 0
            for side in range(4):
                if wall_towards(pos, pos.open_points[i], side) > 0:
                    walls += 1
            if walls > 1:
                closings += 1
    return closings


@compiled
def prospects(pos: Position) -> float:
    """Return what the seat to move may hope to close next."""
    short = wall_closings(pos, 1, 1)
    long = wall_closings(pos, 2, 1)
    towers = tower_closings(pos)
    if pos.stage == STAGE_PLAY:
        return THREAT_WORTH * min(2, short + long + towers)
    if pos.stage != STAGE_BUILD:
        return 0.0
    ready = min(short, pos.in_hand[SHORT]) + min(long, pos.in_hand[LONG])
    ready += min(towers, pos.in_hand[TOWER])
    halves = min(wall_closings(pos, 1, -1), pos.in_hand[SHORT])
    halves += min(wall_closings(pos, 2, -1), pos.in_hand[LONG])
    return CLOSING_WORTH * ready + HALF_WORTH * min(halves, pos.in_hand[TOWER])


@compiled
def evaluate(pos: Position, seat: int) -> float:
    """Return what `seat` may hope to have at the end, in points."""
    worth = float(points(pos, seat))
    if pos.stage == STAGE_OVER:
        return worth
    left = cards_of_deck(pos, pos.left[seat], 0) + cards_of_deck(pos, pos.left[seat], 1)
    worth += CARD_WORTH * left
    if pos.double_used[seat] == 0:
        worth += DOUBLE_WORTH
    if pos.to_move == seat:
        worth += prospects(pos)
    return worth
