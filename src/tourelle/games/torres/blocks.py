"""Where blocks may go (T5.4, and founding by cards); callers leave occupants out."""

from tourelle.core.bits import bit, count
from tourelle.core.board8 import neighbours
from tourelle.core.compile import compiled
from tourelle.games.torres.position import Position, beside, castle_of


@compiled
def block_targets(pos: Position) -> int:
    """Return the squares that may carry one block more: on a castle, or beside exactly one."""
    touched = 0  # beside at least one castle
    shared = 0  # beside two: a block there would make them one
    higher = 0
    for i in range(pos.castle_count):
        castle = pos.castles[i]
        around = neighbours(castle)
        shared |= touched & around
        touched |= around
        higher |= castle & ~pos.layers[count(castle) - 1]
    return touched & ~shared & ~pos.layers[0] | higher


@compiled
def founding_targets(pos: Position) -> int:
    """Return the bare squares beside no castle, where a block would found one."""
    return ~(pos.layers[0] | neighbours(pos.layers[0]))


@compiled
def may_raise(pos: Position, square: int) -> bool:
    """Tell whether `square` may carry one block more, founding a castle included."""
    castle = castle_of(pos, square)
    if castle >= 0:
        return pos.heights[square] < count(pos.castles[castle])
    return beside(pos, square) <= 1


@compiled
def put_block(pos: Position, square: int) -> None:
    """Put one block on `square`, where it is allowed; its castle grows, or is founded."""
    height = pos.heights[square]
    pos.heights[square] = height + 1
    pos.layers[height] |= bit(square)
    if height == 0:
        _join(pos, square)


@compiled
def _join(pos: Position, square: int) -> None:
    """Add a ground square to the castle it touches, or found one, keeping the castles in order."""
    around = neighbours(bit(square))
    place = pos.castle_count
    for i in range(pos.castle_count):
        if pos.castles[i] & around:
            place = i
    pos.castles[place] |= bit(square)
    if place == pos.castle_count:
        pos.castle_count += 1
    while place > 0 and pos.castles[place - 1] & below_lowest(pos.castles[place]) == 0:
        pos.castles[place - 1], pos.castles[place] = pos.castles[place], pos.castles[place - 1]
        place -= 1


@compiled
def below_lowest(squares: int) -> int:
    """Return all squares before the first of `squares`."""
    return (squares & -squares) - 1
