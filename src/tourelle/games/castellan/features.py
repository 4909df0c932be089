"""What opponents weigh in a position: terms with names; what they weigh lies in weights.json."""

from typing import Final

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

TERMS: Final = (
    "points",
    "cards",  # not yet played
    "double",  # the double keep, as long as it is unused
    "threats",  # courtyards that one piece would close, at the start of its own turn
    "closings",  # the same with pieces in hand
    "halves",  # courtyards that two pieces in hand would close
)
POINTS, CARDS, DOUBLE, THREATS, CLOSINGS, HALVES = range(len(TERMS))


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
def prospects(pos: Position, out: list[float]) -> None:
    """Write what the seat to move may hope to close next."""
    short = wall_closings(pos, 1, 1)
    long = wall_closings(pos, 2, 1)
    towers = tower_closings(pos)
    if pos.stage == STAGE_PLAY:
        out[THREATS] = min(2, short + long + towers)
    if pos.stage != STAGE_BUILD:
        return
    ready = min(short, pos.in_hand[SHORT]) + min(long, pos.in_hand[LONG])
    out[CLOSINGS] = ready + min(towers, pos.in_hand[TOWER])
    halves = min(wall_closings(pos, 1, -1), pos.in_hand[SHORT])
    halves += min(wall_closings(pos, 2, -1), pos.in_hand[LONG])
    out[HALVES] = min(halves, pos.in_hand[TOWER])


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    """Write the terms of `seat`; of a game that is over, its points alone."""
    for i in range(len(out)):
        out[i] = 0.0
    out[POINTS] = points(pos, seat)
    if pos.stage == STAGE_OVER:
        return
    left = pos.left[seat]
    out[CARDS] = cards_of_deck(pos, left, 0) + cards_of_deck(pos, left, 1)
    out[DOUBLE] = 1 - pos.double_used[seat]
    if pos.to_move == seat:
        prospects(pos, out)
