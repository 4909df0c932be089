"""The one codec of actions: a kind, and (a * B + b) * C + c within the numbers of that kind.

| kind | a | b | c |
|---|---|---|---|
| ENTER | entry | square, turned | joker used: 1 |
| MOVE | from | to, turned | joker used: 1 |
| DESTROY | from | to, turned | joker: colour + 1, 0 for none |
| BUILD | square | number of the pile of blocks | joker: colour + 1, 0 for none |
| HIT | from | to, turned | cards, the joker counted; 10 more if it is used |
| CHANGE | | number of the pile of cards | joker turned up: 1 |

Where a figure goes is written turned, so that numbers grow along its walk in every direction: for
entries from the north and the east counted back from i9, for ways south and west counted back from
the figure.
"""

from itertools import accumulate
from typing import Final

from tourelle.core.compile import compiled, table
from tourelle.games.blox.piles import COLOUR_COUNT, PILE_COUNT
from tourelle.games.blox.squares import ENTRY_COUNT, ENTRY_STEPS, SQUARES

ENTER, MOVE, DESTROY, BUILD, HIT, CHANGE = range(6)

PLAIN_OR_JOKER: Final = 2
JOKER_COLOURS: Final = COLOUR_COUNT + 1
HIT_CARDS: Final = 10  # a hit names one digit

# Of each kind: how many values a, b and c take.
RANGES: Final = (
    (ENTRY_COUNT, SQUARES, PLAIN_OR_JOKER),
    (SQUARES, SQUARES, PLAIN_OR_JOKER),
    (SQUARES, SQUARES, JOKER_COLOURS),
    (SQUARES, PILE_COUNT, JOKER_COLOURS),
    (SQUARES, SQUARES, PLAIN_OR_JOKER * HIT_CARDS),
    (1, PILE_COUNT, PLAIN_OR_JOKER),
)
STARTS: Final = (0, *accumulate(a * b * c for a, b, c in RANGES))
START_TABLE: Final = table(STARTS)
B_TABLE: Final = table([b for _, b, _ in RANGES])
C_TABLE: Final = table([c for _, _, c in RANGES])

ACTION_SPACE: Final = STARTS[-1]
MAX_ACTIONS: Final = 640
"""No position has more: 36 entries and 12 ways to go with 4 colours, with and without the joker, 12
targets with 7 ways to pay, 3 figures with 38 towers and 23 ways to change cards are 605."""
NOTES: Final = MAX_ACTIONS - 32
"""From here on a list of actions has room for notes while it is being written."""


@compiled
def turned(kind: int, a: int, square: int) -> int:
    """Return how `b` writes a square that a figure goes to, and back again."""
    if kind == ENTER and ENTRY_STEPS[a] < 0:
        return SQUARES - 1 - square
    if kind in (MOVE, DESTROY, HIT) and square < a:
        return a - 1 - square
    return square


@compiled
def encode(kind: int, a: int, b: int, c: int) -> int:
    """Return the action of these parts."""
    return START_TABLE[kind] + (a * B_TABLE[kind] + turned(kind, a, b)) * C_TABLE[kind] + c


@compiled
def stride_of(kind: int, step: int) -> int:
    """Return by how much an action grows when a walk ends one step further on."""
    return abs(step) * C_TABLE[kind]


@compiled
def kind_of(action: int) -> int:
    """Return the kind of an action."""
    kind = ENTER
    while action >= START_TABLE[kind + 1]:
        kind += 1
    return kind


@compiled
def parts_of(action: int) -> tuple[int, int, int, int]:
    """Return kind, a, b and c of an action."""
    kind = kind_of(action)
    rest = action - START_TABLE[kind]
    c = rest % C_TABLE[kind]
    rest //= C_TABLE[kind]
    a = rest // B_TABLE[kind]
    return kind, a, turned(kind, a, rest % B_TABLE[kind]), c
