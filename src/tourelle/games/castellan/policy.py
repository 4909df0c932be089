"""Actions of Castellan as outputs of a policy: few enough for a mask, each legal one its own.

| from | actions |
|---|---|
| 0 | PLAY: how many cards of each face, the face as the digit of a mixed base |
| PLACE_START | TOWER to LONG_N, DOUBLE and STAYS: x and y modulo 128 |
| KEEP_START, DRAW_START | KEEP; DRAW: wall cards and tower cards |

No castle is wider than 117 edges (decision 0002), so that no two of its points meet.
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import (
    DOUBLE,
    DRAW,
    HALF_BITS,
    KEEP,
    PLAY,
    TOWER,
    cards_of,
    drawn_towers,
    drawn_walls,
    kind_of,
    point_of,
)
from tourelle.games.castellan.cards import CARDS_PER_DECK, CARDS_PER_SEAT
from tourelle.games.castellan.position import Position, count_of

TORUS: Final = 128
MOST_PLAYS: Final = 1 << CARDS_PER_SEAT  # with fourteen different cards; with twins there are fewer
PLACE_KINDS: Final = 7
DRAW_BASE: Final = CARDS_PER_DECK + 1

PLACE_START: Final = MOST_PLAYS
KEEP_START: Final = PLACE_START + PLACE_KINDS * TORUS * TORUS
DRAW_START: Final = KEEP_START + 1
POLICY_SIZE: Final = DRAW_START + DRAW_BASE * DRAW_BASE


@compiled
def cards_index(pos: Position, cards: int) -> int:
    """Return the number of a set of cards among all that a seat could ever play."""
    number = 0
    for face in range(pos.face_kinds):
        number = number * (pos.copies[face] + 1) + count_of(pos, cards, face)
    return number


@compiled
def place_index(kind: int, point: int) -> int:
    """Return the number of a kind of action at a point."""
    place = kind - TOWER if kind < KEEP else kind - DOUBLE + KEEP - TOWER
    x = (point >> HALF_BITS) % TORUS
    return PLACE_START + (place * TORUS + x) * TORUS + point % TORUS


@compiled
def policy_index(pos: Position, action: int) -> int:
    """Return the place of an action among the outputs of a policy."""
    kind = kind_of(action)
    if kind == PLAY:
        return cards_index(pos, cards_of(action))
    if kind == KEEP:
        return KEEP_START
    if kind == DRAW:
        return DRAW_START + DRAW_BASE * drawn_walls(action) + drawn_towers(action)
    return place_index(kind, point_of(action))
