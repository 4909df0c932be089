"""Where knights appear, step and pass through castles (T5.1-T5.3); callers leave occupants out."""

from tourelle.core.bits import bit, lowest, without_lowest
from tourelle.core.board8 import flood, neighbours
from tourelle.core.compile import compiled
from tourelle.games.torres.position import Position


@compiled
def knight_targets(pos: Position, square: int) -> int:
    """Return where the knight on `square` lets a new one appear (T5.1)."""
    return neighbours(bit(square)) & ~pos.layers[pos.heights[square]]


@compiled
def step_targets(pos: Position, square: int) -> int:
    """Return where a step leads: up at most one level, down any number (T5.2)."""
    return neighbours(bit(square)) & ~pos.layers[pos.heights[square] + 1]


@compiled
def door_targets(pos: Position, square: int) -> int:
    """Return where a way through the castles next door leads (T5.3).

    He goes in at his own level, walks on one floor or goes down to a lower one, and leaves onto a
    square that is not higher than that floor. The way down can be taken anywhere, so every floor
    is flooded from all that was reached on the floor above; the ground floor is the whole castle.
    """
    level = pos.heights[square]
    inside = neighbours(bit(square)) & pos.layers[level]
    if inside == 0:
        return 0
    targets = 0
    for floor in range(level, 0, -1):
        inside = flood(inside, pos.layers[floor])
        targets |= neighbours(inside) & ~pos.layers[floor]
    entered = 0
    for i in range(pos.castle_count):
        entered |= pos.castles[i] if pos.castles[i] & inside else 0
    return targets | neighbours(entered) & ~pos.layers[0]


@compiled
def appearances(pos: Position, knights: int) -> int:
    """Return every square where one of `knights` lets a new knight appear (T5.1)."""
    targets = 0
    while knights:
        targets |= knight_targets(pos, lowest(knights))
        knights = without_lowest(knights)
    return targets
