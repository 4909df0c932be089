"""What an action does. Trusts that it is legal (T3 to T7, T9.4, T11)."""

from tourelle.core.bits import bit
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
    PLAY,
    POINT,
    RETURN,
    START,
    STAY,
    STORE,
    first_of,
    kind_of,
    second_of,
)
from tourelle.games.torres.blocks import put_block
from tourelle.games.torres.decks import buy, keep, return_cards, take_bought
from tourelle.games.torres.material import (
    CARD_KINDS,
    KNIGHT_COST,
    RAISE,
    SEVEN,
    SHIFT,
    SIX,
    SIZES,
    START_CASTLES,
    SUPPLY,
)
from tourelle.games.torres.position import (
    NO_STACK,
    STAGE_KING_SETUP,
    STAGE_PLACE,
    Position,
    deck_of,
    find_castles,
    one_size,
)
from tourelle.games.torres.scoring import advance
from tourelle.games.torres.turns import end_turn, first_year, name_first, next_year, store


@compiled
def put_knight(pos: Position, square: int) -> None:
    """Put a knight of the seat to move on a free square."""
    pos.knights[pos.to_move] |= bit(square)
    pos.occupied |= bit(square)


@compiled
def put_king(pos: Position, square: int) -> None:
    """Put the King on a free square."""
    if pos.king >= 0:
        pos.occupied &= ~bit(pos.king)
    pos.king = square
    pos.occupied |= bit(square)


@compiled
def move_knight(pos: Position, start: int, end: int) -> None:
    """Move a knight of the seat to move to a free square."""
    both = bit(start) | bit(end)
    pos.knights[pos.to_move] ^= both
    pos.occupied ^= both


@compiled
def open_stack(pos: Position, named: int) -> None:
    """Choose the stack of this turn, if none is chosen yet; -1 names none (T6.2)."""
    if pos.open_stack != NO_STACK:
        return
    size = named if named >= 0 else one_size(pos, pos.to_move)
    if pos.stacks[SIZES * pos.to_move + size] > 0:
        pos.stacks[SIZES * pos.to_move + size] -= 1
    pos.open_stack = size


@compiled
def raise_knight(pos: Position, size: int, square: int) -> None:
    """Put a block of the open stack (size 0) or of a closed one under a knight (T7.4, T6.6)."""
    if size == 0:
        pos.open_stack -= 1
    else:
        pos.stacks[SIZES * pos.to_move + size] -= 1
        pos.stacks[SIZES * pos.to_move + size - 1] += 1
    put_block(pos, square)


@compiled
def shift_block(pos: Position, start: int, end: int) -> None:
    """Move the top block of `start` onto `end` (T7.4)."""
    height = pos.heights[start] - 1
    pos.heights[start] = height
    pos.layers[height] &= ~bit(start)
    height = pos.heights[end]
    pos.heights[end] = height + 1
    pos.layers[height] |= bit(end)
    find_castles(pos)


@compiled
def play_card(pos: Position, card: int, a: int, b: int) -> None:
    """Play a card of the hand; it leaves the game (T5.6, T7.4)."""
    pos.hands[CARD_KINDS * pos.to_move + card] -= 1
    pos.hand_sizes[pos.to_move] -= 1
    pos.played[CARD_KINDS * deck_of(pos, pos.to_move) + card] += 1
    pos.card_played = 1
    if card == SIX:
        pos.ap += 1
    elif card == SEVEN:
        pos.ap += 2
    elif card == RAISE:
        raise_knight(pos, a, b)
    elif card == SUPPLY:
        pos.supply -= 1
        put_block(pos, b)
    elif card == SHIFT:
        shift_block(pos, a, b)
    else:
        move_knight(pos, a, b)


@compiled
def set_up(pos: Position, kind: int, square: int) -> None:
    """Do an action of the set-up and pass on to the next seat or stage (T3.2 to T3.4)."""
    if kind == CASTLE:
        put_block(pos, square)
        pos.supply -= 1
        pos.to_move = (pos.to_move + 1) % pos.seats
        if pos.castle_count >= START_CASTLES:
            pos.stage = STAGE_PLACE
            pos.to_move = 0
    elif kind == PLACE:
        put_knight(pos, square)
        if pos.to_move == pos.seats - 1:
            pos.stage = STAGE_KING_SETUP
        else:
            pos.to_move += 1
    else:
        put_king(pos, square)
        first_year(pos)


@compiled
def apply(pos: Position, action: int) -> None:
    """Advance `pos` by an action that is legal."""
    kind = kind_of(action)
    a = first_of(action)
    b = second_of(action)
    if kind == MOVE:
        move_knight(pos, a, b)
        pos.ap -= 1
    elif kind == BLOCK:
        open_stack(pos, a if a else -1)
        pos.open_stack -= 1
        put_block(pos, b)
        pos.ap -= 1
    elif kind == POINT:
        advance(pos, pos.to_move, 1)
        pos.ap -= 1
    elif kind == KNIGHT:
        put_knight(pos, b)
        pos.ap -= KNIGHT_COST
    elif kind == END:
        open_stack(pos, b - 1)
        take_bought(pos)
        end_turn(pos)
    elif PLAY <= kind < PLAY + CARD_KINDS:
        play_card(pos, kind - PLAY, a, b)
    elif kind == BUY:
        pos.ap -= 1
        buy(pos)
    elif kind == KEEP:
        keep(pos, b)
    elif kind == RETURN:
        return_cards(pos, b)
    elif kind == STORE:
        store(pos, action)
    elif kind == START:
        name_first(pos, b)
    elif kind == STAY:
        next_year(pos)
    elif kind == KING and pos.stage != STAGE_KING_SETUP:
        put_king(pos, b)
        next_year(pos)
    else:
        set_up(pos, kind, b)
