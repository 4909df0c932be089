"""The start of a game (B2): towers of random blocks, hands, and what two seats change."""

from tourelle.core.compile import compiled
from tourelle.games.blox.decks import draw_top, fill_hand, pile_up
from tourelle.games.blox.material import (
    ALL_CARDS,
    BLOCKS_OF_COLOUR,
    FIGURES,
    FULL_DECK,
    MAX_SEATS,
)
from tourelle.games.blox.piles import COLOURS, ONE_EACH, one
from tourelle.games.blox.position import NEUTRAL, NOBODY, PLAYED, Position, put_figure, put_tower
from tourelle.games.blox.squares import SQUARES
from tourelle.games.blox.turns import advance_phase

GREY = COLOURS.index("g")
WHITE = COLOURS.index("w")


@compiled
def clear(pos: Position) -> None:
    """Lay out the bare board of the options and take everything from everybody."""
    for square in range(SQUARES):
        pos.colours[square] = pos.start_colours[square]
        pos.towers[square] = 0
        pos.pieces[square] = NOBODY
    for seat in range(MAX_SEATS):
        pos.hands[seat] = 0
        pos.hidden[seat] = 0
        pos.blocks[seat] = 0
        pos.points[seat] = 0
        pos.jokers[seat] = 1 if seat < pos.seats else 0
    for i in range(MAX_SEATS * FIGURES):
        pos.stands[i] = 0
    for i in range(ALL_CARDS):
        pos.draw[i] = 0
    pos.draw_size = 0
    pos.discard = 0
    pos.cards = FULL_DECK
    pos.phase = first_phase(pos)
    pos.round_number = 1
    pos.to_move = pos.first_seat
    pos.ended = PLAYED


@compiled
def first_phase(pos: Position) -> int:
    """Return the phase in which a game begins (B2.4)."""
    return 2 if pos.seats == 2 else 1


@compiled
def start_height(pos: Position, square: int) -> int:
    """Return how high the tower of a square starts, 0 for none (B2.1, B2.4)."""
    height = pos.start_heights[square]
    if pos.seats > 2 or height != 1:
        return height
    colour = pos.start_colours[square]
    return 2 if colour in (GREY, WHITE) else 0


@compiled
def raise_towers(pos: Position) -> None:
    """Fill the towers with random blocks, and put up the neutral figures (B2.2, B2.4)."""
    two = 1 if pos.seats == 2 else 0
    pile_up(pos, (BLOCKS_OF_COLOUR - two) * ONE_EACH)
    for square in range(SQUARES):
        height = start_height(pos, square)
        blocks = 0
        for _ in range(height):
            blocks += one(draw_top(pos) - 1)
        if height:
            put_tower(pos, square, blocks)
        elif pos.start_heights[square]:
            put_figure(pos, square, NEUTRAL)


@compiled
def deal(pos: Position, seed: int) -> None:
    """Set up a new game from `seed` under the options that `pos` carries (B2)."""
    clear(pos)
    pos.dice[0] = seed
    raise_towers(pos)
    pile_up(pos, FULL_DECK)
    for i in range(pos.seats):
        fill_hand(pos, (pos.first_seat + i) % pos.seats)
    advance_phase(pos)
