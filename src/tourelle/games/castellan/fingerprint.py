"""A hash of what a seat can change in its turn: different orders of the same pieces meet."""

from tourelle.core.bits import mix, wrap
from tourelle.core.compile import compiled
from tourelle.games.castellan.position import LENGTH, OUTSIDE, Position


@compiled
def around_tower(pos: Position, tower: int) -> int:
    """Return one word for a tower: its point, the walls on its sides, whose cells lie around it.

    Towers and courtyards are numbered in the order of placing; points and cells are not.
    """
    word = pos.tower_points[tower]
    for i in range(4 * tower, 4 * tower + 4):
        face = pos.faces[i]
        word = word << 7 | pos.sides[i] & LENGTH
        if face != OUTSIDE:
            word |= pos.owners[face] << 4 | pos.keeps[face] << 2
    return word


@compiled
def fingerprint(pos: Position) -> int:
    """Return a hash, never 0, of the castle, its keeps and the hand, whatever their order.

    Every wall has a tower at one end and every courtyard one at its corners, so a single pass over
    the towers meets all of them.
    """
    castle = 0
    for tower in range(pos.tower_count):
        castle = wrap(castle + mix(mix(0, around_tower(pos, tower)), 1))
    seat = pos.to_move
    hashed = mix(castle, pos.hands[seat] << 3 | pos.stage)
    hashed = mix(hashed, pos.in_hand[0] << 32 | pos.in_hand[1] << 16 | pos.in_hand[2])
    hashed = mix(hashed, pos.extra << 5 | pos.opening << 4 | pos.double_used[seat] << 3 | seat)
    return hashed if hashed != 0 else 1
