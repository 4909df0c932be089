"""What a network sees of Overlook: the field as planes, cards as vectors, seats from the viewer's.

Where a part has a row for each seat, the first is the seat that looks, then clockwise; seats that
nobody has stay 0. Planes are columns by rows. The order of the decks is nobody's to see.
"""

from typing import Final

from overlook.material import DECK_ROOM, DECKS, LINES, MAX_SEATS, SIDE, SQUARES, TOP
from overlook.position import STAGES, Position, is_finished
from tourelle.core.compile import compiled
from tourelle.core.observation import Part, starts

PARTS: Final = (
    Part("floors", (TOP, SIDE, SIDE)),  # one of them is 1: a tower of 1 to 4 floors
    Part("owners", (MAX_SEATS, SIDE, SIDE)),
    Part("finished", (1, SIDE, SIDE)),
    Part("hands", (MAX_SEATS, LINES), 0, DECK_ROOM),  # 0 where they are hidden
    Part("hidden", (MAX_SEATS, DECKS), 0, DECK_ROOM),
    Part("roofs", (MAX_SEATS,), 0, 2),
    Part("played", (LINES,), 0, DECK_ROOM),
    Part("deck_sizes", (DECKS,), 0, DECK_ROOM),
    Part("to_move", (MAX_SEATS,)),
    Part("stage", (len(STAGES),)),
)
(
    FLOORS_AT,
    OWNERS_AT,
    FINISHED_AT,
    HANDS_AT,
    HIDDEN_AT,
    ROOFS_AT,
    PLAYED_AT,
    DECK_SIZES_AT,
    TO_MOVE_AT,
    STAGE_AT,
) = starts(PARTS)


@compiled
def observe_seat(view: Position, seat: int, row: int, out: list[int]) -> None:
    """Write what one seat has into its row of each part."""
    for line in range(LINES):
        out[HANDS_AT + LINES * row + line] = view.hands[LINES * seat + line]
    for deck in range(DECKS):
        out[HIDDEN_AT + DECKS * row + deck] = view.hidden[DECKS * seat + deck]
    out[ROOFS_AT + row] = view.roofs[seat]


@compiled
def observe(view: Position, seat: int, out: list[int]) -> None:
    """Write what a network sees of the view of `seat` into `out`, which holds nothing but 0."""
    viewer = max(seat, 0)
    for square in range(SQUARES):
        if view.heights[square] > 0:
            out[FLOORS_AT + SQUARES * (view.heights[square] - 1) + square] = 1
            row = (view.owners[square] - 1 - viewer) % view.seats
            out[OWNERS_AT + SQUARES * row + square] = 1
        if is_finished(view, square):
            out[FINISHED_AT + square] = 1
    for row in range(view.seats):
        observe_seat(view, (viewer + row) % view.seats, row, out)
    for line in range(LINES):
        out[PLAYED_AT + line] = view.played[line]
    for deck in range(DECKS):
        out[DECK_SIZES_AT + deck] = view.deck_sizes[deck]
    out[TO_MOVE_AT + (view.to_move - viewer) % view.seats] = 1
    out[STAGE_AT + view.stage] = 1
