"""What is in the box of Torres, as tables (T1, T2, T4, T7, T10)."""

from typing import Final

from tourelle.core.compile import table
from tourelle.core.options import Option

BLOCKS: Final = 92  # T1.1
KNIGHTS: Final = 6
MAX_SEATS: Final = 4
STACKS: Final = 4  # most stacks a seat ever has (T4.2)
STACK_LIMIT: Final = 3  # T6.3
SIZES: Final = STACK_LIMIT + 1  # sizes of a stack, 0 included: a position counts stacks by size
START_CASTLES: Final = 8  # T3.1
FEWEST_CASTLES: Final = 6  # T7.4 shift
YEARS: Final = 3
ACTION_POINTS: Final = 5  # T5.0
KNIGHT_COST: Final = 2  # T5.1
PURCHASES: Final = 2  # T5.5
KING_BONUS: Final = 5  # T9.1: times the year

PRINTED_CASTLES: Final = ("e1", "c3", "f3", "a4", "h5", "c6", "f6", "d8")  # T3.1

# T4.1 and T4.2: [seats][year], years from 1. Stacks are written largest first.
ROUNDS: Final = ((), (), (0, 4, 4, 4), (0, 4, 3, 3), (0, 4, 3, 3))
STACK_SIZES: Final = (
    (),
    (),
    ((), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)),
    ((), (3, 3, 2, 2), (3, 3, 2), (3, 3, 2)),
    ((), (2, 2, 2, 2), (2, 2, 2), (2, 2, 2)),
)

# For kernels: rounds at 4 * seats + year; stacks of one size at 16 * seats + 4 * year + size.
ROUND_TABLE: Final = table([(ROUNDS[s] or (0,) * 4)[y] for s in range(5) for y in range(4)])
STACK_TABLE: Final = table(
    [
        STACK_SIZES[seats][year].count(size) if seats >= 2 else 0
        for seats in range(5)
        for year in range(4)
        for size in range(4)
    ]
)

# T7.4: the ten action cards, in the order of the rules. Kernels call them 0 to 9.
CARDS: Final = (
    "six",
    "seven",
    "climb",
    "raise",
    "supply",
    "lift",
    "diagonal",
    "shift",
    "summon",
    "leap",
)
CARD_KINDS: Final = len(CARDS)
SIX, SEVEN, CLIMB, RAISE, SUPPLY, LIFT, DIAGONAL, SHIFT, SUMMON, LEAP = range(CARD_KINDS)
ALL_CARDS: Final = MAX_SEATS * CARD_KINDS  # T1.1
LOOKED_AT: Final = 3  # T7.2

# T10: the eight master cards. Kernels call them 1 to 8; 0 is none.
MASTER_CARDS: Final = (
    "castles",
    "line",
    "diagonals",
    "same-level",
    "square",
    "levels",
    "border",
    "chain",
)
CASTLES, LINE, DIAGONALS, SAME_LEVEL, SQUARE, LEVELS, BORDER, CHAIN = range(1, 9)
# T10, by year: what `castles` gives and wants; what a knight on a diagonal or border is worth.
CASTLES_POINTS: Final = (0, 5, 15, 30)
CASTLES_WANTED: Final = (0, 4, 5, 6)
PLACE_POINTS: Final = (0, 2, 5, 10)
PATTERN_POINTS: Final = 50
LEVELS_POINTS: Final = 40  # `levels` and `chain`; 50 under `master_points: 004` (T10.1)

# T2.1: every option. Kernels know a value by its place in `values`.
CASTLE_OPTIONS: Final = ("printed", "chosen")
CARD_OPTIONS: Final = ("none", "shared", "shared-pick", "own", "hand")
DECK_OPTIONS: Final = ("40", "seats")
LEFTOVER_OPTIONS: Final = ("return", "keep")
YEAR_START_OPTIONS: Final = ("same", "last-names", "leader")
MASTER_OPTIONS: Final = ("none", "drawn", *MASTER_CARDS)
MASTER_POINT_OPTIONS: Final = ("000", "004")
CASTLES_CARD_OPTIONS: Final = ("castles", "knights", "year-3")
CLIMB_OPTIONS: Final = ("two", "up-to-two")

PRINTED, CHOSEN = range(2)
NO_CARDS, SHARED, SHARED_PICK, OWN, HAND = range(5)
FULL_DECK, SEATS_DECK = range(2)
RETURN_LEFTOVER, KEEP_LEFTOVER = range(2)
SAME_START, LAST_NAMES, LEADER = range(3)
COUNT_CASTLES, COUNT_KNIGHTS, COUNT_IN_YEAR_3 = range(3)
CLIMB_TWO, CLIMB_UP_TO_TWO = range(2)

PRESETS: Final[dict[str, dict[str, str]]] = {
    "classic": {
        "castles": "printed",
        "cards": "shared",
        "leftover": "return",
        "year_start": "same",
        "master": "none",
    },
    "modern": {
        "castles": "printed",
        "cards": "own",
        "leftover": "keep",
        "year_start": "last-names",
        "master": "none",
    },
    "master": {
        "castles": "chosen",
        "cards": "hand",
        "leftover": "return",
        "year_start": "leader",
        "master": "drawn",
    },
    "master-modern": {
        "castles": "chosen",
        "cards": "hand",
        "leftover": "keep",
        "year_start": "leader",
        "master": "drawn",
    },
}

OPTIONS: Final = (
    Option("preset", "T2.1", "classic", tuple(PRESETS)),
    Option("seats", "T2.1", 4, low=2, high=4),
    Option("castles", "T3.2", "printed", CASTLE_OPTIONS),
    Option("cards", "T7.1", "shared", CARD_OPTIONS),
    Option("deck", "T7.1", "40", DECK_OPTIONS),
    Option("leftover", "T6.5", "return", LEFTOVER_OPTIONS),
    Option("year_start", "T4.4", "same", YEAR_START_OPTIONS),
    Option("master", "T10", "none", MASTER_OPTIONS),
    Option("master_points", "T10.1", "000", MASTER_POINT_OPTIONS),
    Option("castles_card", "T10.1", "castles", CASTLES_CARD_OPTIONS),
    Option("climb", "T7.4", "two", CLIMB_OPTIONS),
)
