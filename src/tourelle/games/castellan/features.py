"""What opponents weigh in a position: features with names; what they weigh lies in weights.json."""

from typing import Final

from tourelle.core.bits import bit
from tourelle.core.compile import compiled
from tourelle.games.castellan.closings import survey
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.position import (
    DOUBLE_KEEP,
    LONG_FITS,
    OUTSIDE,
    SHORT_FITS,
    STAGE_DRAW,
    STAGE_OVER,
    STAGE_PLAY,
    Position,
    beyond,
    mark_at,
)
from tourelle.games.castellan.scoring import points

NAMES: Final = (
    "points",
    "cards",  # not yet played
    "hand",  # those of them in hand
    "towers",  # to come: in hand and on all cards left
    "walls",  # the same
    "double",  # the double keep as long as it is unused, less when few pieces are to come
    "splits",  # walls that would split a courtyard of its own
    "room",  # free sides of towers in its own courtyards
    # in its turn, with the pieces in hand, outside of all courtyards:
    "closing",  # towers of the largest courtyard that one piece would close
    "closings",  # how many others one piece would close
    "half",  # towers of the largest courtyard that two pieces would close
    "corners",  # how many three pieces would close
    # the same when its turn is to come next, with all cards it has left:
    "next_closing",
    "next_closings",
    "next_half",
    "next_corners",
)
POINTS, CARDS, HAND, TOWERS, WALLS, DOUBLE, SPLITS, ROOM, CLOSING = range(9)
NEXT: Final = NAMES.index("next_closing")
LAST_PIECES: Final = 8  # with fewer to come the double keep loses its worth
MOST_ROOM: Final = 6
MOST_SPLITS: Final = 4


@compiled
def left_of(pos: Position, seat: int) -> tuple[int, int, int, int]:
    """Return how many cards a seat has left, and the towers, long and short walls on them."""
    cards = pos.left[seat]
    face = 0
    number = 0
    towers = 0
    longs = 0
    shorts = 0
    while cards > 0:
        copies = cards % pos.card_base
        cards //= pos.card_base
        number += copies
        towers += copies * pos.card_towers[face]
        longs += copies * pos.card_long[face]
        shorts += copies * pos.card_short[face]
        face += 1
    return number, towers, longs, shorts


@compiled
def joins_towers(pos: Position, tower: int, side: int, fits: int) -> bool:
    """Tell whether a wall that fits there would have a tower at its other end as well."""
    if fits & SHORT_FITS and mark_at(pos, beyond(pos, tower, side, 1)) > 0:
        return True
    return fits & LONG_FITS != 0 and mark_at(pos, beyond(pos, tower, side, 2)) > 0


@compiled
def own_courtyards(pos: Position, seat: int, out: list[float]) -> None:
    """Write points, and what a seat could still build in its own courtyards, in one pass."""
    if pos.face_count == 0:
        return
    worth = 0
    splits = 0
    room = 0
    for tower in range(pos.tower_count):
        met = bit(OUTSIDE)
        for i in range(4 * tower, 4 * tower + 4):
            face = pos.faces[i]
            if pos.owners[face] != seat + 1:
                continue
            if met & bit(face) == 0:
                worth += 2 if pos.keeps[face] == DOUBLE_KEEP else 1
                met |= bit(face)
            fits = pos.sides[i] & (SHORT_FITS | LONG_FITS)
            if fits:
                room += 1
                if i % 4 < 2 and joins_towers(pos, tower, i % 4, fits):
                    splits += 1
    out[POINTS] = worth
    out[SPLITS] = splits
    out[ROOM] = room


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    """Write the features of `seat`; of a game that is over, its points alone."""
    for i in range(len(out)):
        out[i] = 0.0
    if pos.stage == STAGE_OVER:
        out[POINTS] = points(pos, seat)
        return
    cards, towers, longs, shorts = left_of(pos, seat)
    drawing = pos.stage == STAGE_DRAW
    mover = (pos.to_move + 1) % pos.seats if drawing else pos.to_move
    if mover == seat:
        if pos.stage == STAGE_PLAY or drawing:
            towers += pos.in_hand[TOWER]
            longs += pos.in_hand[LONG]
            shorts += pos.in_hand[SHORT]
            survey(pos, towers, longs, shorts, out, NEXT)
        else:
            held = pos.in_hand[TOWER], pos.in_hand[LONG], pos.in_hand[SHORT]
            survey(pos, held[0], held[1], held[2], out, CLOSING)
            towers += held[0]
            longs += held[1]
            shorts += held[2]
    own_courtyards(pos, seat, out)
    walls = longs + shorts
    out[CARDS] = cards
    out[HAND] = cards - pos.deck_sizes[2 * seat] - pos.deck_sizes[2 * seat + 1]
    out[TOWERS] = towers
    out[WALLS] = walls
    out[DOUBLE] = (1 - pos.double_used[seat]) * min(1.0, (towers + walls) / LAST_PIECES)
    out[SPLITS] = min(out[SPLITS], walls, MOST_SPLITS)
    out[ROOM] = min(out[ROOM], towers + walls, MOST_ROOM)
