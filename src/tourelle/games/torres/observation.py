"""What a network sees of Torres: the board as planes, all else as vectors, seats from the viewer's.

Where a part has a row for each seat, the first is the seat that looks, then clockwise; seats that
nobody has stay 0.
"""

from typing import Final

from tourelle.core.bits import shift_right
from tourelle.core.compile import compiled
from tourelle.core.observation import Part, starts
from tourelle.games.torres.material import (
    ACTION_POINTS,
    BLOCKS,
    CARD_KINDS,
    LOOKED_AT,
    MASTER_CARDS,
    MAX_SEATS,
    SIZES,
    STACKS,
)
from tourelle.games.torres.position import (
    MAX_HEIGHT,
    NO_KING,
    STAGES,
    UNKNOWN,
    Position,
    deck_of,
)

SQUARES: Final = 64
MOST_POINTS: Final = 10_000

PARTS: Final = (
    Part("heights", (1, 8, 8), 0, MAX_HEIGHT),
    Part("knights", (MAX_SEATS, 8, 8)),
    Part("king", (1, 8, 8)),
    Part("points", (MAX_SEATS,), 0, MOST_POINTS),
    Part("stacks", (MAX_SEATS, SIZES), 0, STACKS),  # how many of each size
    Part("kept", (MAX_SEATS,), 0, BLOCKS),
    Part("hands", (MAX_SEATS, CARD_KINDS), 0, MAX_SEATS),  # how many of each kind
    Part("hand_sizes", (MAX_SEATS,), 0, MAX_SEATS * CARD_KINDS),
    Part("played", (MAX_SEATS, CARD_KINDS), 0, MAX_SEATS),
    Part("decks", (MAX_SEATS, CARD_KINDS), 0, UNKNOWN),  # kind + 1, the top card last
    Part("deck_sizes", (MAX_SEATS,), 0, MAX_SEATS * CARD_KINDS),
    Part("bought", (CARD_KINDS,), 0, MAX_SEATS),
    Part("drawn", (LOOKED_AT,), 0, UNKNOWN),
    Part("to_move", (MAX_SEATS,)),
    Part("first_seat", (MAX_SEATS,)),
    Part("stage", (len(STAGES),)),
    Part("master", (len(MASTER_CARDS) + 1,)),
    # supply, year, round, action points, blocks of the open stack + 1, blocks to be stored,
    # whether a card was played, cards bought
    Part("counts", (8,), 0, max(BLOCKS, 2 * ACTION_POINTS)),
)
(
    HEIGHTS_AT,
    KNIGHTS_AT,
    KING_AT,
    POINTS_AT,
    STACKS_AT,
    KEPT_AT,
    HANDS_AT,
    HAND_SIZES_AT,
    PLAYED_AT,
    DECKS_AT,
    DECK_SIZES_AT,
    BOUGHT_AT,
    DRAWN_AT,
    TO_MOVE_AT,
    FIRST_SEAT_AT,
    STAGE_AT,
    MASTER_AT,
    COUNTS_AT,
) = starts(PARTS)


@compiled
def observe_board(view: Position, seat: int, out: list[int]) -> None:
    """Write the planes: how high each square is, where knights and the King stand."""
    for square in range(SQUARES):
        out[HEIGHTS_AT + square] = view.heights[square]
    for row in range(view.seats):
        knights = view.knights[(seat + row) % view.seats]
        for square in range(SQUARES):
            out[KNIGHTS_AT + SQUARES * row + square] = shift_right(knights, square) & 1
    if view.king != NO_KING:
        out[KING_AT + view.king] = 1


@compiled
def observe_seat(view: Position, other: int, row: int, out: list[int]) -> None:
    """Write what one seat has into its row of each part."""
    out[POINTS_AT + row] = view.scores[other]
    out[KEPT_AT + row] = view.kept[other]
    out[HAND_SIZES_AT + row] = view.hand_sizes[other]
    for size in range(SIZES):
        out[STACKS_AT + SIZES * row + size] = view.stacks[SIZES * other + size]
    for card in range(CARD_KINDS):
        out[HANDS_AT + CARD_KINDS * row + card] = view.hands[CARD_KINDS * other + card]


@compiled
def observe_deck(view: Position, deck: int, row: int, out: list[int]) -> None:
    """Write a quarter of the decks: a seat's own, or a part of the one that all share."""
    out[DECK_SIZES_AT + row] = view.deck_sizes[deck]
    for card in range(CARD_KINDS):
        out[PLAYED_AT + CARD_KINDS * row + card] = view.played[CARD_KINDS * deck + card]
        out[DECKS_AT + CARD_KINDS * row + card] = view.decks[CARD_KINDS * deck + card]


@compiled
def observe_turn(view: Position, seat: int, out: list[int]) -> None:
    """Write whose turn it is, and how far it is."""
    out[TO_MOVE_AT + (view.to_move - seat) % view.seats] = 1
    out[FIRST_SEAT_AT + (view.first_seat - seat) % view.seats] = 1
    out[STAGE_AT + view.stage] = 1
    out[MASTER_AT + view.master] = 1
    for card in range(CARD_KINDS):
        out[BOUGHT_AT + card] = view.bought[card]
    for i in range(LOOKED_AT):
        out[DRAWN_AT + i] = view.drawn[i]
    out[COUNTS_AT] = view.supply
    out[COUNTS_AT + 1] = view.year
    out[COUNTS_AT + 2] = view.round_number
    out[COUNTS_AT + 3] = view.ap
    out[COUNTS_AT + 4] = view.open_stack + 1
    out[COUNTS_AT + 5] = view.left
    out[COUNTS_AT + 6] = view.card_played
    out[COUNTS_AT + 7] = view.purchases


@compiled
def observe(view: Position, seat: int, out: list[int]) -> None:
    """Write what a network sees of the view of `seat` into `out`, which holds nothing but 0."""
    viewer = max(seat, 0)
    observe_board(view, viewer, out)
    for row in range(MAX_SEATS):
        if row < view.seats:
            observe_seat(view, (viewer + row) % view.seats, row, out)
        if deck_of(view, 1) == 0:
            observe_deck(view, row, row, out)
        elif row < view.seats:
            observe_deck(view, (viewer + row) % view.seats, row, out)
    observe_turn(view, viewer, out)
