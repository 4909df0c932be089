"""What a network sees of Castellan: a window of the castle as planes, all else as vectors.

Where a part has a row for each seat, the first is the seat that looks, then clockwise; seats that
nobody has stay 0. The castle has no bounds, a plane has: it shows the points up to 16 away from the
first tower, by x and then y, and leaves out what is farther. The planes of courtyards say at each
tower whose the cells around it are: 1 to 4 for the seats from the viewer on, 4 more where the keep
is double, 8 more while its owner is asked about it.
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.observation import Part, starts
from tourelle.games.castellan.actions import (
    CENTRE,
    HALF,
    HALF_BITS,
    TOWER,
    is_wall,
    kind_of,
    length_of,
    point_of,
    side_of,
)
from tourelle.games.castellan.cards import CARDS_PER_DECK, CARDS_PER_SEAT
from tourelle.games.castellan.material import MAX_PIECES, MAX_SEATS
from tourelle.games.castellan.position import (
    ASKED,
    DOUBLE_KEEP,
    OUTSIDE,
    STAGES,
    Position,
    count_of,
)
from tourelle.games.castellan.scoring import points

REACH: Final = 16
SIDE: Final = 2 * REACH + 1
PLANE: Final = SIDE * SIDE
MOST_POINTS: Final = 1_000

PARTS: Final = (
    Part("towers", (1, SIDE, SIDE)),
    Part("walls", (2, SIDE, SIDE), 0, 2),  # to the east and to the north: how many edges
    Part("open_ends", (1, SIDE, SIDE)),
    Part("courtyards", (4, SIDE, SIDE), 0, 3 * MAX_SEATS),  # north-east, north-west, and round
    Part("points", (MAX_SEATS,), 0, MOST_POINTS),
    Part("hands", (MAX_SEATS, CARDS_PER_SEAT), 0, CARDS_PER_DECK),  # how many of each face
    Part("left", (MAX_SEATS, CARDS_PER_SEAT), 0, CARDS_PER_DECK),  # in the hand or the decks
    Part("hidden", (MAX_SEATS, 2), 0, CARDS_PER_DECK),  # wall and tower cards that nobody shows
    Part("deck_sizes", (MAX_SEATS, 2), 0, CARDS_PER_DECK),
    Part("double_used", (MAX_SEATS,)),
    Part("to_move", (MAX_SEATS,)),
    Part("ending", (MAX_SEATS,)),  # who has begun the end
    Part("stage", (len(STAGES),)),
    # towers, long and short walls to be placed, extra pieces, the opening turn, pieces placed
    Part("counts", (6,), 0, MAX_PIECES),
)
(
    TOWERS_AT,
    WALLS_AT,
    OPEN_ENDS_AT,
    COURTYARDS_AT,
    POINTS_AT,
    HANDS_AT,
    LEFT_AT,
    HIDDEN_AT,
    DECK_SIZES_AT,
    DOUBLE_USED_AT,
    TO_MOVE_AT,
    ENDING_AT,
    STAGE_AT,
    COUNTS_AT,
) = starts(PARTS)


@compiled
def place_of(point: int) -> int:
    """Return where in a plane a point lies, or -1 where it lies outside the window."""
    x = (point >> HALF_BITS) - CENTRE + REACH
    y = (point & HALF) - CENTRE + REACH
    if x < 0 or x >= SIDE or y < 0 or y >= SIDE:
        return -1
    return SIDE * x + y


@compiled
def observe_castle(view: Position, out: list[int]) -> None:
    """Write the planes of pieces and open ends."""
    for i in range(view.piece_count):
        piece = view.pieces[i]
        place = place_of(point_of(piece))
        kind = kind_of(piece)
        if place < 0:
            continue
        if kind == TOWER:
            out[TOWERS_AT + place] = 1
        elif is_wall(kind):
            out[WALLS_AT + PLANE * side_of(kind) + place] = length_of(kind)
    for i in range(view.open_count):
        place = place_of(view.open_points[i])
        if place >= 0:
            out[OPEN_ENDS_AT + place] = 1


@compiled
def sign_of(view: Position, viewer: int, face: int) -> int:
    """Return what the planes of courtyards say of one."""
    if face == OUTSIDE or view.owners[face] == 0:
        return 0
    sign = (view.owners[face] - 1 - viewer) % view.seats + 1
    if view.keeps[face] == DOUBLE_KEEP:
        return sign + MAX_SEATS
    return sign + 2 * MAX_SEATS if view.keeps[face] == ASKED else sign


@compiled
def observe_courtyards(view: Position, viewer: int, out: list[int]) -> None:
    """Write at each tower whose the cells around it are."""
    if view.face_count == 0:
        return
    for tower in range(view.tower_count):
        place = place_of(view.tower_points[tower])
        if place < 0:
            continue
        for side in range(4):
            face = view.faces[4 * tower + side]
            out[COURTYARDS_AT + PLANE * side + place] = sign_of(view, viewer, face)


@compiled
def observe_seat(view: Position, other: int, row: int, out: list[int]) -> None:
    """Write what one seat has into its row of each part."""
    out[POINTS_AT + row] = points(view, other)
    out[DOUBLE_USED_AT + row] = view.double_used[other]
    for face in range(view.face_kinds):
        at = CARDS_PER_SEAT * row + face
        out[HANDS_AT + at] = count_of(view, view.hands[other], face)
        out[LEFT_AT + at] = count_of(view, view.left[other], face)
    for deck in range(2):
        out[HIDDEN_AT + 2 * row + deck] = view.hidden[2 * other + deck]
        out[DECK_SIZES_AT + 2 * row + deck] = view.deck_sizes[2 * other + deck]


@compiled
def observe(view: Position, seat: int, out: list[int]) -> None:
    """Write what a network sees of the view of `seat` into `out`, which holds nothing but 0."""
    viewer = max(seat, 0)
    observe_castle(view, out)
    observe_courtyards(view, viewer, out)
    for row in range(view.seats):
        observe_seat(view, (viewer + row) % view.seats, row, out)
    out[TO_MOVE_AT + (view.to_move - viewer) % view.seats] = 1
    if view.ending >= 0:
        out[ENDING_AT + (view.ending - viewer) % view.seats] = 1
    out[STAGE_AT + view.stage] = 1
    for piece in range(3):
        out[COUNTS_AT + piece] = view.in_hand[piece]
    out[COUNTS_AT + 3] = view.extra
    out[COUNTS_AT + 4] = view.opening
    out[COUNTS_AT + 5] = view.piece_count
