"""Which actions are legal: the one definition (T3, T4.3, T5, T6.2, T6.3)."""

from tourelle.core.bits import lowest, without_lowest
from tourelle.core.board8 import neighbours
from tourelle.core.compile import compiled
from tourelle.games.torres.actions import (
    BLOCK,
    BUY,
    CASTLE,
    END,
    KEEP,
    KING,
    KNIGHT,
    MOVE,
    PLACE,
    POINT,
    RETURN,
    START,
    STAY,
    encode,
    encode_sizes,
)
from tourelle.games.torres.blocks import block_targets
from tourelle.games.torres.cards import list_cards, list_targets
from tourelle.games.torres.knights import door_targets, knight_targets, step_targets
from tourelle.games.torres.material import (
    CARD_KINDS,
    HAND,
    KNIGHT_COST,
    KNIGHTS,
    LOOKED_AT,
    NO_CARDS,
    PURCHASES,
    SIZES,
    STACK_LIMIT,
)
from tourelle.games.torres.position import (
    NO_STACK,
    STAGE_CASTLE,
    STAGE_KEEP,
    STAGE_KING,
    STAGE_KING_SETUP,
    STAGE_PLACE,
    STAGE_RETURN,
    STAGE_START,
    STAGE_STORE,
    STAGE_TURN,
    Position,
    deck_of,
    knights_on_board,
    one_size,
)


@compiled
def castle_targets(pos: Position) -> int:
    """Return where a new castle is far enough from every other: at least three steps (T3.2)."""
    near = pos.layers[0] | neighbours(pos.layers[0])
    return ~(near | neighbours(near))


@compiled
def empty_castles(pos: Position) -> int:
    """Return the squares of the castles without an occupant (T3.3, T3.4)."""
    squares = 0
    for i in range(pos.castle_count):
        if pos.castles[i] & pos.occupied == 0:
            squares |= pos.castles[i]
    return squares


@compiled
def list_knights(pos: Position, out: list[int], n: int) -> int:
    """Write every step and way through a castle, one action for two squares, and new knights."""
    free = ~pos.occupied
    knights = pos.knights[pos.to_move]
    appearing = 0
    while knights:
        square = lowest(knights)
        knights = without_lowest(knights)
        targets = step_targets(pos, square) | door_targets(pos, square)
        n = list_targets(MOVE, square, targets & free, out, n)
        appearing |= knight_targets(pos, square)
    if pos.ap >= KNIGHT_COST and knights_on_board(pos, pos.to_move) < KNIGHTS:
        n = list_targets(KNIGHT, 0, appearing & free, out, n)
    return n


@compiled
def list_blocks(pos: Position, out: list[int], n: int) -> int:
    """Write every block; while no stack is open and they differ, the stack is named (T6.2)."""
    if pos.open_stack == 0:
        return n
    if pos.open_stack > 0:
        return list_targets(BLOCK, 0, block_targets(pos) & ~pos.occupied, out, n)
    me = pos.to_move
    size = one_size(pos, me)
    if size == 0:
        return n
    targets = block_targets(pos) & ~pos.occupied
    if size > 0:
        return list_targets(BLOCK, 0, targets, out, n)
    for size in range(1, STACK_LIMIT + 1):
        if pos.stacks[SIZES * me + size] > 0:
            n = list_targets(BLOCK, size, targets, out, n)
    return n


@compiled
def may_buy(pos: Position) -> bool:
    """Tell whether a card can be bought, action points apart (T5.5, T7.1, T7.3)."""
    if pos.cards_option == NO_CARDS or pos.cards_option == HAND:
        return False
    return pos.deck_sizes[deck_of(pos, pos.to_move)] > 0 and pos.purchases < PURCHASES


@compiled
def list_ends(pos: Position, out: list[int], n: int) -> int:
    """Write the ways to end the turn; its stack is named where it must be (T5.9, T6.2)."""
    if pos.open_stack != NO_STACK or one_size(pos, pos.to_move) >= 0:
        out[n] = encode(END, 0, 0)
        return n + 1
    for size in range(SIZES):
        if pos.stacks[SIZES * pos.to_move + size] > 0:
            out[n] = encode(END, 0, size + 1)
            n += 1
    return n


@compiled
def list_turn(pos: Position, out: list[int]) -> int:
    """Write every action of a turn."""
    n = 0
    if pos.ap >= 1:
        n = list_knights(pos, out, n)
        n = list_blocks(pos, out, n)
        if may_buy(pos):
            out[n] = encode(BUY, 0, 0)
            n += 1
        out[n] = encode(POINT, 0, 0)
        n += 1
    n = list_cards(pos, out, n)
    return list_ends(pos, out, n)


@compiled
def list_keeps(pos: Position, out: list[int]) -> int:
    """Write one action for each kind among the cards looked at (T7.2)."""
    n = 0
    for card in range(CARD_KINDS):
        for i in range(LOOKED_AT):
            if pos.drawn[i] == card + 1:
                out[n] = encode(KEEP, 0, card)
                n += 1
                break
    return n


@compiled
def cards_drawn(pos: Position) -> int:
    """Return how many cards are being looked at."""
    cards = 0
    while cards < LOOKED_AT and pos.drawn[cards] != 0:
        cards += 1
    return cards


@compiled
def next_store(pos: Position, after: int) -> int:
    """Return the first way after `after` to spread the blocks left over, or -1 (T6.3).

    A way is a list of sizes, largest first, none smaller than the stack in that place was.
    """
    me = pos.to_move
    before = 0
    blocks = pos.left
    stacks = 0
    for size in range(SIZES - 1, -1, -1):
        for _ in range(pos.stacks[SIZES * me + size]):
            before |= size << 2 * stacks  # sizes, two bits each, the largest lowest
            blocks += size
            stacks += 1
    for third in range(before >> 4 & 3, STACK_LIMIT + 1 if stacks > 2 else 1):
        for first in range(STACK_LIMIT, max(before & 3, third) - 1, -1):
            second = blocks - first - third
            if (stacks < 2 and second > 0) or not max(before >> 2 & 3, third) <= second <= first:
                continue
            way = encode_sizes(stacks, first, second, third)
            if way > after:
                return way
    return -1


@compiled
def list_stores(pos: Position, out: list[int]) -> int:
    """Write the ways to spread the blocks left (T6.3)."""
    n = 0
    way = next_store(pos, -1)
    while way >= 0:
        out[n] = way
        n += 1
        way = next_store(pos, way)
    return n


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    stage = pos.stage
    if stage == STAGE_TURN:
        return list_turn(pos, out)
    if stage == STAGE_CASTLE:
        return list_targets(CASTLE, 0, castle_targets(pos), out, 0)
    if stage == STAGE_PLACE:
        return list_targets(PLACE, 0, empty_castles(pos), out, 0)
    if stage == STAGE_KING_SETUP:
        return list_targets(KING, 0, empty_castles(pos), out, 0)
    if stage == STAGE_KEEP:
        return list_keeps(pos, out)
    if stage == STAGE_RETURN:
        cards = cards_drawn(pos)
        for pattern in range(1 << cards):
            out[pattern] = encode(RETURN, cards, pattern)
        return 1 << cards
    if stage == STAGE_STORE:
        return list_stores(pos, out)
    if stage == STAGE_KING:
        n = list_targets(KING, 0, pos.layers[0] & ~pos.occupied, out, 0)
        out[n] = encode(STAY, 0, 0)
        return n + 1
    if stage == STAGE_START:
        for seat in range(pos.seats):
            out[seat] = encode(START, 0, seat)
        return pos.seats
    return 0
