"""What the action cards allow (T7.4)."""

from tourelle.core.bits import bit, count, lowest, without_lowest
from tourelle.core.board8 import corners, flood, neighbours
from tourelle.core.compile import compiled
from tourelle.games.torres.actions import PLAY, encode
from tourelle.games.torres.blocks import block_targets, founding_targets, may_raise
from tourelle.games.torres.knights import appearances
from tourelle.games.torres.material import (
    CARD_KINDS,
    CLIMB,
    CLIMB_UP_TO_TWO,
    DIAGONAL,
    FEWEST_CASTLES,
    LEAP,
    LIFT,
    RAISE,
    SEVEN,
    SHIFT,
    SIX,
    SIZES,
    SUMMON,
    SUPPLY,
)
from tourelle.games.torres.position import MAX_HEIGHT, Position, castle_of


@compiled
def list_targets(kind: int, a: int, targets: int, out: list[int], n: int) -> int:
    """Write one action for each target square behind the first `n`; return the new count."""
    while targets:
        out[n] = encode(kind, a, lowest(targets))
        n += 1
        targets = without_lowest(targets)
    return n


@compiled
def climb_targets(pos: Position, square: int) -> int:
    """Return the neighbours exactly two levels higher, by its option also those one higher."""
    level = pos.heights[square]
    lowest_floor = level if pos.climb_option == CLIMB_UP_TO_TWO else level + 1
    return neighbours(bit(square)) & pos.layers[lowest_floor] & ~pos.layers[level + 2]


@compiled
def lift_targets(pos: Position, square: int) -> int:
    """Return the squares before any door of a castle at whose door the knight stands."""
    entered = neighbours(bit(square)) & pos.layers[pos.heights[square]]
    targets = 0
    for i in range(pos.castle_count):
        if pos.castles[i] & entered:
            for floor in range(MAX_HEIGHT):
                doors = pos.castles[i] & pos.layers[floor]
                if doors == 0:
                    break
                targets |= neighbours(doors) & ~pos.layers[floor]
    return targets


@compiled
def diagonal_targets(pos: Position, square: int) -> int:
    """Return the corner neighbours, up at most one level."""
    return corners(bit(square)) & ~pos.layers[pos.heights[square] + 1]


@compiled
def summon_targets(pos: Position, square: int) -> int:
    """Return where another knight of the seat to move would let this one appear."""
    others = pos.knights[pos.to_move] & ~bit(square)
    return appearances(pos, others)


@compiled
def leap_targets(pos: Position, square: int) -> int:
    """Return the squares straight behind an opposing neighbour, up at most one level."""
    opposing = pos.occupied & ~pos.knights[pos.to_move]
    if pos.king >= 0:
        opposing &= ~bit(pos.king)
    over = neighbours(bit(square)) & opposing
    behind = 0
    while over:
        # beside the one leapt over, and straight behind: on no line but that of the leap
        leapt = lowest(over)
        landing = 2 * leapt - square
        if 0 <= landing < 64 and neighbours(bit(leapt)) & bit(landing):
            behind |= bit(landing)
        over = without_lowest(over)
    return behind & ~pos.layers[pos.heights[square] + 1]


@compiled
def split(castle: int) -> bool:
    """Tell whether the squares of a castle, at least one, have fallen apart."""
    return flood(bit(lowest(castle)), castle) != castle


@compiled
def shift_targets(pos: Position, square: int) -> int:
    """Return where the top block of `square`, a free one, may go; none where it must stay."""
    if pos.heights[square] > 1:
        return shift_from_top(pos) & ~bit(square)
    return shift_from_ground(pos, square) & ~bit(square)


@compiled
def shift_from_top(pos: Position) -> int:
    """Return the targets of a block whose taking leaves the ground plan as it is."""
    targets = 0
    if pos.castle_count >= FEWEST_CASTLES:
        targets |= block_targets(pos)
    if pos.castle_count + 1 >= FEWEST_CASTLES:
        targets |= founding_targets(pos)
    return targets


@compiled
def shift_from_ground(pos: Position, square: int) -> int:
    """Return the targets of a block that takes its ground square out of the castle."""
    mine = castle_of(pos, square)
    area = count(pos.castles[mine]) - 1
    rest = pos.castles[mine] & ~bit(square)
    if rest and split(rest):
        return 0  # the castle would be split
    castles = pos.castle_count if rest else pos.castle_count - 1
    touched = 0
    shared = 0
    higher = 0
    for i in range(pos.castle_count):
        castle = rest if i == mine else pos.castles[i]
        if castle == 0:
            continue
        around = neighbours(castle)
        shared |= touched & around
        touched |= around
        higher |= castle & ~pos.layers[count(castle) - 1]
    ground = pos.layers[0] & ~bit(square)
    wider = touched & ~shared & ~ground
    founding = ~(ground | neighbours(ground)) if castles + 1 >= FEWEST_CASTLES else 0
    if castles < FEWEST_CASTLES:
        wider = 0
        higher = 0
    if rest and rest & pos.layers[area]:
        # too high for the smaller castle, unless the block makes it as large as before
        return wider & neighbours(rest)
    return wider | higher | founding


@compiled
def card_targets(pos: Position, card: int, square: int) -> int:
    """Return where a card that moves something leads from `square`, occupied squares included."""
    if card == CLIMB:
        return climb_targets(pos, square)
    if card == LIFT:
        return lift_targets(pos, square)
    if card == DIAGONAL:
        return diagonal_targets(pos, square)
    if card == SUMMON:
        return summon_targets(pos, square)
    if card == LEAP:
        return leap_targets(pos, square)
    return shift_targets(pos, square)


@compiled
def list_raises(pos: Position, out: list[int], n: int) -> int:
    """Write the ways to raise a knight: by the open stack, or by a closed one of each size."""
    me = pos.to_move
    for size in range(SIZES):
        if size == 0 and pos.open_stack < 1:
            continue
        if size > 0 and pos.stacks[SIZES * me + size] == 0:
            continue
        knights = pos.knights[me]
        while knights:
            square = lowest(knights)
            knights = without_lowest(knights)
            if may_raise(pos, square):
                out[n] = encode(PLAY + RAISE, size, square)
                n += 1
    return n


@compiled
def list_shifts(pos: Position, out: list[int], n: int) -> int:
    """Write every way to move a block."""
    free = ~pos.occupied
    from_top = shift_from_top(pos)
    sources = pos.layers[0] & free
    while sources:
        square = lowest(sources)
        sources = without_lowest(sources)
        targets = from_top if pos.heights[square] > 1 else shift_from_ground(pos, square)
        n = list_targets(PLAY + SHIFT, square, targets & free & ~bit(square), out, n)
    return n


@compiled
def list_card(pos: Position, card: int, out: list[int], n: int) -> int:
    """Write every way to play one card."""
    if card in (SIX, SEVEN):
        out[n] = encode(PLAY + card, 0, 0)
        return n + 1
    if card == RAISE:
        return list_raises(pos, out, n)
    free = ~pos.occupied
    if card == SUPPLY:
        if pos.supply == 0:
            return n
        return list_targets(PLAY + SUPPLY, 0, block_targets(pos) & free, out, n)
    if card == SHIFT:
        return list_shifts(pos, out, n)
    knights = pos.knights[pos.to_move]
    while knights:
        square = lowest(knights)
        knights = without_lowest(knights)
        targets = card_targets(pos, card, square) & free
        n = list_targets(PLAY + card, square, targets, out, n)
    return n


@compiled
def list_cards(pos: Position, out: list[int], n: int) -> int:
    """Write every way to play a card of the hand; one a turn (T5.6)."""
    if pos.card_played or pos.hand_sizes[pos.to_move] == 0:
        return n
    for card in range(CARD_KINDS):
        if pos.hands[CARD_KINDS * pos.to_move + card] > 0:
            n = list_card(pos, card, out, n)
    return n
