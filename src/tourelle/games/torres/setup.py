"""The start of a game (T3): what is cleared, dealt and drawn from the seed."""

from typing import Final

from tourelle.core.board8 import SQUARES, square_named
from tourelle.core.chance import below
from tourelle.core.compile import compiled, table
from tourelle.games.torres.blocks import put_block
from tourelle.games.torres.decks import deal_cards
from tourelle.games.torres.material import (
    ACTION_POINTS,
    BLOCKS,
    CARD_KINDS,
    LOOKED_AT,
    MASTER_CARDS,
    MAX_SEATS,
    PRINTED,
    PRINTED_CASTLES,
    SIZES,
    START_CASTLES,
)
from tourelle.games.torres.position import (
    LAYERS,
    MAX_CASTLES,
    NO_KING,
    NO_STACK,
    STAGE_CASTLE,
    STAGE_PLACE,
    Position,
)

PRINTED_SQUARES: Final = table([square_named(name) or 0 for name in PRINTED_CASTLES])
DRAWN_MASTER: Final = 1  # place of `drawn` among the options of `master`


@compiled
def clear(pos: Position) -> None:
    """Make the board bare and everybody's hands empty; the options stay."""
    for i in range(LAYERS):
        pos.layers[i] = 0
    for i in range(MAX_CASTLES):
        pos.castles[i] = 0
    for i in range(SQUARES):
        pos.heights[i] = 0
    for seat in range(MAX_SEATS):
        pos.knights[seat] = 0
        pos.scores[seat] = 0
        pos.kept[seat] = 0
        pos.hand_sizes[seat] = 0
        pos.deck_sizes[seat] = 0
    for i in range(MAX_SEATS * SIZES):
        pos.stacks[i] = 0
    for i in range(MAX_SEATS * CARD_KINDS):
        pos.hands[i] = 0
        pos.played[i] = 0
        pos.decks[i] = 0
        pos.known[i] = 0
    for i in range(CARD_KINDS):
        pos.bought[i] = 0
    for i in range(LOOKED_AT):
        pos.drawn[i] = 0
    pos.purchases = 0
    pos.occupied = 0
    pos.castle_count = 0
    pos.king = NO_KING
    pos.supply = BLOCKS
    pos.stage = STAGE_CASTLE
    pos.year = 1
    pos.round_number = 1
    pos.first_seat = 0
    pos.to_move = 0
    pos.ap = ACTION_POINTS
    pos.open_stack = NO_STACK
    pos.left = 0
    pos.card_played = 0


@compiled
def draw_master(pos: Position, dice: list[int]) -> None:
    """Open the master card that the options name, or one at random (T10)."""
    drawn = (
        below(dice, len(MASTER_CARDS)) + 1
    )  # drawn always, so that decks don't depend on the option
    if pos.master_option == DRAWN_MASTER:
        pos.master = drawn
    else:
        pos.master = max(0, pos.master_option - DRAWN_MASTER)


@compiled
def deal(pos: Position, seed: int) -> None:
    """Set up a new game from `seed` under the options that `pos` carries (T3.1, T7.1, T10)."""
    clear(pos)
    pos.seed = seed
    pos.dice[0] = seed
    draw_master(pos, pos.dice)
    deal_cards(pos, pos.dice)
    pos.dice[0] = 0
    if pos.castles_option == PRINTED:
        for i in range(START_CASTLES):
            put_block(pos, PRINTED_SQUARES[i])
        pos.supply -= START_CASTLES
        pos.stage = STAGE_PLACE
