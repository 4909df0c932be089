"""A Torres position: one fixed-size record, and the questions that need nothing but its fields."""

from typing import Final

from tourelle.core.bits import bit, count, lowest
from tourelle.core.board8 import flood, neighbours
from tourelle.core.compile import compiled
from tourelle.core.layout import field, layout
from tourelle.games.torres.material import CARD_KINDS, SHARED, SHARED_PICK, SIZES

# Of 92 blocks a castle of area 46 can rise to 46; kernels look two layers further up.
MAX_HEIGHT: Final = 46
LAYERS: Final = MAX_HEIGHT + 3
MAX_CASTLES: Final = 32  # no more squares of 64 keep apart by sides

STAGES: Final = (
    "castle",
    "place",
    "king-setup",
    "turn",
    "keep",
    "return",
    "store",
    "king",
    "start",
    "over",
)
STAGE_CASTLE, STAGE_PLACE, STAGE_KING_SETUP, STAGE_TURN, STAGE_KEEP = range(5)
STAGE_RETURN, STAGE_STORE, STAGE_KING, STAGE_START, STAGE_OVER = range(5, 10)

NO_KING: Final = -1
NO_STACK: Final = -1
# Cards lie in rows as kind + 1, and 0 is none; this is one that a view hides.
UNKNOWN: Final = CARD_KINDS + 1


@layout
class Position:
    """Everything that a game of Torres remembers, its options included."""

    layers: list[int] = field("i8", LAYERS)  # layers[k]: the squares higher than k
    castles: list[int] = field("i8", MAX_CASTLES)  # by their lowest square; 0 behind the last
    knights: list[int] = field("i8", 4)
    occupied: int = field("i8")  # all knights, and the King
    seed: int = field("i8")
    dice: list[int] = field("i8", 1)  # the generator; at rest outside of dealing
    scores: list[int] = field("i2", 4)
    heights: list[int] = field("i1", 64)
    stacks: list[int] = field("i1", 16)  # at 4 * seat + size: how many closed stacks of that size
    kept: list[int] = field("i1", 4)
    hands: list[int] = field("i1", 40)  # at 10 * seat + kind: how many
    hand_sizes: list[int] = field("i1", 4)  # a view that hides a hand still shows its size
    played: list[int] = field("i1", 40)  # at 10 * seat + kind: cards that left the game
    # decks as kind + 1, the top card last, a seat's own from 10 * seat on; and for each of their
    # cards a bit for every seat that knows it
    decks: list[int] = field("i1", 40)
    known: list[int] = field("i1", 40)
    deck_sizes: list[int] = field("i1", 4)
    bought: list[int] = field("i1", CARD_KINDS)  # this turn, by kind
    purchases: int = field("i1")  # cards bought this turn, whether a view shows them or not
    drawn: list[int] = field("i1", 3)  # looked at, in drawn order, as kind + 1
    castle_count: int = field("i1")
    king: int = field("i1")
    supply: int = field("i1")
    stage: int = field("i1")
    year: int = field("i1")
    round_number: int = field("i1")
    first_seat: int = field("i1")
    to_move: int = field("i1")
    ap: int = field("i1")
    open_stack: int = field("i1")  # blocks left of the stack in use
    left: int = field("i1")  # blocks to be stored
    card_played: int = field("i1")
    master: int = field("i1")  # the master card that lies open, 0 for none
    # the options (T2.1), by their place in the tables of `material`
    seats: int = field("i1")
    castles_option: int = field("i1")
    cards_option: int = field("i1")
    deck_option: int = field("i1")
    leftover_option: int = field("i1")
    year_start_option: int = field("i1")
    master_option: int = field("i1")
    master_points_option: int = field("i1")
    castles_card_option: int = field("i1")
    climb_option: int = field("i1")


@compiled
def castle_of(pos: Position, square: int) -> int:
    """Return the number of the castle that `square` is part of, or -1."""
    for i in range(pos.castle_count):
        if pos.castles[i] & bit(square):
            return i
    return -1


@compiled
def find_castles(pos: Position) -> None:
    """Work the castles out afresh from the ground plan, in the order of their lowest squares."""
    for i in range(pos.castle_count):
        pos.castles[i] = 0
    pos.castle_count = 0
    rest = pos.layers[0]
    while rest:
        castle = flood(bit(lowest(rest)), rest)
        pos.castles[pos.castle_count] = castle
        pos.castle_count += 1
        rest &= ~castle


@compiled
def deck_of(pos: Position, seat: int) -> int:
    """Return which of the four deck sizes counts the deck that `seat` buys from."""
    if pos.cards_option == SHARED or pos.cards_option == SHARED_PICK:
        return 0
    return seat


@compiled
def stack_count(pos: Position, seat: int) -> int:
    """Return how many closed stacks `seat` has."""
    stacks = 0
    for size in range(SIZES):
        stacks += pos.stacks[SIZES * seat + size]
    return stacks


@compiled
def one_size(pos: Position, seat: int) -> int:
    """Return the size of all closed stacks of `seat`, 0 for none, -1 where they differ (T6.2)."""
    found = -1
    for size in range(SIZES):
        if pos.stacks[SIZES * seat + size] > 0:
            if found >= 0:
                return -1
            found = size
    return max(found, 0)


@compiled
def knights_on_board(pos: Position, seat: int) -> int:
    """Return how many knights of `seat` stand on the board."""
    return count(pos.knights[seat])


@compiled
def beside(pos: Position, square: int) -> int:
    """Return how many castles share a side with `square`."""
    around = neighbours(bit(square))
    castles = 0
    for i in range(pos.castle_count):
        if pos.castles[i] & around:
            castles += 1
    return castles


@compiled
def is_over(pos: Position) -> bool:
    """Tell whether the third year has been scored."""
    return pos.stage == STAGE_OVER
