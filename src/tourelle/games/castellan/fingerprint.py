"""A hash of what a seat can change in its turn: different orders of the same pieces meet."""

from tourelle.core.bits import mix, wrap
from tourelle.core.compile import compiled
from tourelle.games.castellan.position import (
    STAGE_KEEP,
    STAGE_STAYS,
    Position,
)
from tourelle.games.castellan.scoring import points


@compiled
def fingerprint(pos: Position) -> int:
    """Return a hash, never 0, of the pieces whatever their order, the hand, the keeps."""
    pieces = 0
    for i in range(pos.piece_count):
        pieces = wrap(pieces + mix(0, pos.pieces[i]))
    seat = pos.to_move
    hashed = mix(pieces, pos.hands[seat])
    hashed = mix(hashed, (pos.in_hand[0] << 32) + (pos.in_hand[1] << 16) + pos.in_hand[2])
    hashed = mix(hashed, (pos.stage << 32) + (seat << 16) + pos.extra)
    if pos.double_used[seat]:
        hashed = mix(hashed, points(pos, seat))
    if pos.stage == STAGE_KEEP or pos.stage == STAGE_STAYS:
        hashed = mix(hashed, pos.pieces[pos.piece_count - 1])
    return hashed | 1
