"""A hash of what a seat can change in its turn."""

from tourelle.core.bits import mix
from tourelle.core.compile import compiled
from tourelle.games.blox.position import Position
from tourelle.games.blox.squares import SQUARES


@compiled
def fingerprint(pos: Position) -> int:
    """Return a hash, never 0, of the board, the hands, the blocks and the points."""
    hashed = mix(0, pos.to_move)
    for square in range(SQUARES):
        if pos.pieces[square]:
            hashed = mix(hashed, (square << 48) + (pos.pieces[square] << 40) + pos.towers[square])
    for seat in range(pos.seats):
        hashed = mix(hashed, (pos.hands[seat] << 32) + pos.blocks[seat])
        hashed = mix(hashed, (pos.points[seat] << 8) + pos.jokers[seat])
    return mix(hashed, pos.discard) | 1
