"""A Castellan position: one fixed-size record, and the questions that need nothing but its fields.

The castle is sparse: it grows without bounds, but never holds more than its pieces. So towers lie
in a list, in the order of placing, and a small hash finds what stands on a point of the endless
lattice.
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.layout import field, layout
from tourelle.games.castellan.actions import HALF_BITS, STEPS
from tourelle.games.castellan.cards import CARDS_PER_DECK, CARDS_PER_SEAT
from tourelle.games.castellan.material import MAX_FACES, MAX_PIECES, MAX_TOWERS, MAX_WALLS

STAGES: Final = ("play", "build", "keep", "stays", "draw", "over")
STAGE_PLAY, STAGE_BUILD, STAGE_KEEP, STAGE_STAYS, STAGE_DRAW, STAGE_OVER = range(6)

NO_SEAT: Final = -1
LINKING_RULES: Final = 2  # since that version the opening links its pieces while building (C4.3)
UNKNOWN: Final = CARDS_PER_SEAT + 1  # a card that a view hides; cards lie in decks as face + 1

SLOTS: Final = 256  # of the hash: the castle touches at most 1 + 2 * MAX_WALLS points
# Neighbouring columns lie so far apart in the hash: a small castle never collides.
COLUMN: Final = 19

# What stands on a point; towers are marked by their number + 1.
BARE: Final = 0
OPEN_END: Final = -1
MIDDLE: Final = -2

# A side of a tower: the length of its wall and whether that has a tower at its other end; without a
# wall, which ones could be placed there (C2.3).
LENGTH: Final = 3
CLOSED: Final = 4
SHORT_FITS: Final = 8
LONG_FITS: Final = 16

# The face around the castle; courtyards are numbered from 1, in the order of closing.
OUTSIDE: Final = 0

# What a courtyard carries (C5.3, C5.4).
PLAIN_KEEP, DOUBLE_KEEP, ASKED = range(3)


@layout
class Position:
    """Everything that a game of Castellan remembers, its deck, seats and rules included."""

    dice: list[int] = field("i8", 1)  # the generator; at rest outside of dealing
    # the castle
    pieces: list[int] = field("i4", MAX_PIECES)  # the actions that placed them, in order
    tower_points: list[int] = field("i4", MAX_TOWERS)
    open_points: list[int] = field("i4", MAX_WALLS)  # open ends, ascending
    points: list[int] = field("i4", SLOTS)  # the hash: points that aren't bare
    # cards
    hands: list[int] = field("i4", 4)  # sets of cards
    left: list[int] = field("i4", 4)  # all cards a seat still has, which is public
    place_values: list[int] = field("i4", CARDS_PER_SEAT)  # what a card of a face adds to a set
    card_base: int = field("i4")
    # the castle
    open_stems: list[int] = field("i2", MAX_WALLS)  # 4 * tower + side of a wall that ends there
    in_hand: list[int] = field("i2", 3)  # pieces to be placed, or handed over: towers, long, short
    piece_count: int = field("i2")
    open_count: int = field("i2")
    extra: int = field("i2")
    marks: list[int] = field("i1", SLOTS)  # the hash: what stands on its points
    tower_order: list[int] = field("i1", MAX_TOWERS)  # numbers of towers, ascending by point
    sides: list[int] = field("i1", 4 * MAX_TOWERS)  # at 4 * tower + side
    faces: list[int] = field("i1", 4 * MAX_TOWERS)  # at 4 * tower + side: the cell left of it
    tower_count: int = field("i1")
    face_count: int = field("i1")
    owners: list[int] = field("i1", MAX_FACES + 1)  # seat + 1 by courtyard, 0 for the outside
    keeps: list[int] = field("i1", MAX_FACES + 1)
    double_used: list[int] = field("i1", 4)
    # cards
    hidden: list[int] = field("i1", 8)  # at 2 * seat + deck: cards of a hand that a view hides
    decks: list[int] = field("i1", 8 * CARDS_PER_DECK)  # at 7 * (2 * seat + deck), top card last
    deck_sizes: list[int] = field("i1", 8)
    stage: int = field("i1")
    to_move: int = field("i1")
    ending: int = field("i1")
    opening: int = field("i1")  # 1 in the turn that must link all its pieces (C4.3)
    # the options: the version of the rules, seats, and the deck by faces (C1.2)
    rules: int = field("i1")
    seats: int = field("i1")
    face_kinds: int = field("i1")  # how many faces there are, and how many of them are wall cards
    wall_kinds: int = field("i1")
    copies: list[int] = field("i1", CARDS_PER_SEAT)
    card_towers: list[int] = field("i1", CARDS_PER_SEAT)
    card_long: list[int] = field("i1", CARDS_PER_SEAT)
    card_short: list[int] = field("i1", CARDS_PER_SEAT)
    card_extra: list[int] = field("i1", CARDS_PER_SEAT)


@compiled
def slot_of(pos: Position, point: int) -> int:
    """Return where the hash keeps `point`, or would keep it."""
    slot = point + COLUMN * (point >> HALF_BITS) & SLOTS - 1
    while pos.points[slot] != point and pos.points[slot] != 0:
        slot = slot + 1 & SLOTS - 1
    return slot


@compiled
def mark_at(pos: Position, point: int) -> int:
    """Return what stands on a point: a tower's number + 1, OPEN_END, MIDDLE or BARE."""
    return pos.marks[slot_of(pos, point)]


@compiled
def put_mark(pos: Position, point: int, mark: int) -> None:
    """Say what stands on a point from now on."""
    slot = slot_of(pos, point)
    pos.points[slot] = point
    pos.marks[slot] = mark


@compiled
def beyond(pos: Position, tower: int, side: int, edges: int) -> int:
    """Return the point so many edges from a tower."""
    return pos.tower_points[tower] + edges * STEPS[side]


@compiled
def count_of(pos: Position, cards: int, face: int) -> int:
    """Return how often a face is in a set of cards."""
    return cards // pos.place_values[face] % pos.card_base


@compiled
def deck_of(pos: Position, face: int) -> int:
    """Return 0 for a wall card, 1 for a tower card."""
    return 0 if face < pos.wall_kinds else 1


@compiled
def cards_of_deck(pos: Position, cards: int, deck: int) -> int:
    """Return how many wall cards (0) or tower cards (1) are in a set."""
    number = 0
    for face in range(pos.face_kinds):
        if deck_of(pos, face) == deck:
            number += count_of(pos, cards, face)
    return number


@compiled
def room_for_tower(pos: Position) -> bool:
    """Tell whether the record has room for another tower: the box is never too large for it."""
    return pos.tower_count < MAX_TOWERS


@compiled
def room_for_wall(pos: Position) -> bool:
    """Tell whether the record has room for another wall: the box is never too large for it."""
    return pos.piece_count - pos.tower_count < MAX_WALLS


@compiled
def may_build(pos: Position, face: int) -> bool:
    """Tell whether the seat to move may place pieces in a face: none of another seat (C4.2)."""
    return pos.owners[face] == 0 or pos.owners[face] == pos.to_move + 1


@compiled
def is_over(pos: Position) -> bool:
    """Tell whether the seat before the ender has built (C6.2)."""
    return pos.stage == STAGE_OVER
