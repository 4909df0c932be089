"""What a network sees of BLOX: the board as planes, all else as vectors, seats from the viewer's.

Where a part has a row for each seat, the first is the seat that looks, then clockwise; seats that
nobody has stay 0. Piles are counted by colour: black, grey, white, purple.
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.observation import MOST, Part, starts
from tourelle.games.blox.material import ALL_CARDS, LAST_PHASE, MAX_SEATS, TALLEST
from tourelle.games.blox.piles import COLOUR_COUNT, count_of
from tourelle.games.blox.position import NEUTRAL, NOBODY, TOWER, Position
from tourelle.games.blox.squares import SIDE, SQUARES

PARTS: Final = (
    Part("colours", (COLOUR_COUNT, SIDE, SIDE)),
    Part("blocks", (COLOUR_COUNT, SIDE, SIDE), 0, TALLEST),  # of the towers, by colour
    Part("figures", (MAX_SEATS, SIDE, SIDE)),
    Part("neutral", (1, SIDE, SIDE)),
    Part("points", (MAX_SEATS,), 0, MOST),
    Part("hands", (MAX_SEATS, COLOUR_COUNT), 0, ALL_CARDS),
    Part("hidden", (MAX_SEATS,), 0, ALL_CARDS),  # cards in a hand that nobody shows
    Part("taken", (MAX_SEATS, COLOUR_COUNT), 0, ALL_CARDS),  # blocks before each seat
    Part("jokers", (MAX_SEATS,)),
    Part("discard", (COLOUR_COUNT,), 0, ALL_CARDS),
    Part("to_move", (MAX_SEATS,)),
    Part("first_seat", (MAX_SEATS,)),
    Part("phase", (LAST_PHASE + 1,)),
    Part("counts", (3,), 0, MOST),  # cards to draw, the round, rounds to go (0: no limit)
)
(
    COLOURS_AT,
    BLOCKS_AT,
    FIGURES_AT,
    NEUTRAL_AT,
    POINTS_AT,
    HANDS_AT,
    HIDDEN_AT,
    TAKEN_AT,
    JOKERS_AT,
    DISCARD_AT,
    TO_MOVE_AT,
    FIRST_SEAT_AT,
    PHASE_AT,
    COUNTS_AT,
) = starts(PARTS)


@compiled
def observe_board(view: Position, viewer: int, out: list[int]) -> None:
    """Write the planes: the colours of the squares, towers and figures."""
    for square in range(SQUARES):
        out[COLOURS_AT + SQUARES * view.colours[square] + square] = 1
        piece = view.pieces[square]
        if piece == TOWER:
            for colour in range(COLOUR_COUNT):
                blocks = count_of(view.towers[square], colour)
                out[BLOCKS_AT + SQUARES * colour + square] = blocks
        elif piece == NEUTRAL:
            out[NEUTRAL_AT + square] = 1
        elif piece != NOBODY:
            row = (piece - 1 - viewer) % view.seats
            out[FIGURES_AT + SQUARES * row + square] = 1


@compiled
def observe_seat(view: Position, other: int, row: int, out: list[int]) -> None:
    """Write what one seat has into its row of each part."""
    out[POINTS_AT + row] = min(view.points[other], MOST)
    out[HIDDEN_AT + row] = view.hidden[other]
    out[JOKERS_AT + row] = view.jokers[other]
    for colour in range(COLOUR_COUNT):
        out[HANDS_AT + COLOUR_COUNT * row + colour] = count_of(view.hands[other], colour)
        out[TAKEN_AT + COLOUR_COUNT * row + colour] = count_of(view.blocks[other], colour)


@compiled
def observe(view: Position, seat: int, out: list[int]) -> None:
    """Write what a network sees of the view of `seat` into `out`, which holds nothing but 0."""
    viewer = max(seat, 0)
    observe_board(view, viewer, out)
    for row in range(view.seats):
        observe_seat(view, (viewer + row) % view.seats, row, out)
    for colour in range(COLOUR_COUNT):
        out[DISCARD_AT + colour] = count_of(view.discard, colour)
    out[TO_MOVE_AT + (view.to_move - viewer) % view.seats] = 1
    out[FIRST_SEAT_AT + (view.first_seat - viewer) % view.seats] = 1
    out[PHASE_AT + view.phase] = 1
    out[COUNTS_AT] = view.draw_size
    out[COUNTS_AT + 1] = min(view.round_number, MOST)
    if view.round_limit > 0:
        out[COUNTS_AT + 2] = min(view.round_limit + 1 - view.round_number, MOST)
