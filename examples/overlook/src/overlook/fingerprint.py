"""A hash of what a seat can change in its turn: different orders of the same actions meet."""

from overlook.material import LINES, SQUARES
from overlook.position import Position
from tourelle.core.bits import mix
from tourelle.core.compile import compiled


@compiled
def fingerprint(pos: Position) -> int:
    """Return a hash, never 0, of the field, the hand of the seat to move and its roofs."""
    hashed = pos.to_move << 4 | pos.stage << 2 | pos.roofs[pos.to_move]
    for square in range(SQUARES):
        tower = pos.heights[square] << 4 | pos.owners[square] << 1 | pos.roofed[square]
        hashed = mix(hashed, tower)
    hand = 0
    for line in range(LINES):
        hand = hand << 4 | pos.hands[LINES * pos.to_move + line]
    hashed = mix(hashed, hand)
    return hashed if hashed != 0 else 1
