"""What an action does. Trusts that it is legal (C4, C5)."""

from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import (
    DRAW,
    KEEP,
    LONG_E,
    PLAY,
    cards_of,
    drawn_towers,
    drawn_walls,
    kind_of,
    point_of,
)
from tourelle.games.castellan.actions import TOWER as PLACE_TOWER
from tourelle.games.castellan.castle import face_of, place
from tourelle.games.castellan.courtyards import answer, claim, face_called
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.position import OUTSIDE, STAGE_BUILD, Position
from tourelle.games.castellan.turns import draw, go_on, play_cards


@compiled
def piece_of(kind: int) -> int:
    """Return the kind of piece that an action of that kind places."""
    if kind == PLACE_TOWER:
        return TOWER
    return LONG if kind >= LONG_E else SHORT


@compiled
def build(pos: Position, action: int) -> None:
    """Place a piece, claim what it closes, and go on (C4.2, C5.1)."""
    face = face_of(pos, action)
    before = pos.face_count
    place(pos, action)
    pos.in_hand[piece_of(kind_of(action))] -= 1
    if pos.face_count > before:
        claim(pos, face, before)
    if pos.stage == STAGE_BUILD:
        go_on(pos)


@compiled
def apply(pos: Position, action: int) -> None:
    """Advance `pos` by an action that is legal."""
    kind = kind_of(action)
    if kind == PLAY:
        play_cards(pos, cards_of(action))
    elif kind == DRAW:
        draw(pos, drawn_walls(action), drawn_towers(action))
    elif kind < KEEP:
        build(pos, action)
    else:
        answer(pos, OUTSIDE if kind == KEEP else face_called(pos, point_of(action)))
        go_on(pos)
