"""The one codec of actions: a kind and two numbers, packed as kind << 12 | a << 6 | b.

| kind | a | b |
|---|---|---|
| CASTLE, PLACE, KING, KNIGHT | | square |
| STAY, BUY, POINT | | |
| START | | seat |
| MOVE | from | to |
| BLOCK | size of the stack opened, 0 where it is not named, NO_BLOCKS for 0 | square |
| KEEP | | card |
| RETURN | how many cards | bit i set: card i goes to the bottom |
| STORE | how many stacks | sizes, two bits each, the largest lowest (the third in `a`, bits 2-3) |
| END | | size of the stack used up plus one, 0 where it is not named |
| PLAY + six, seven | | |
| PLAY + raise | size of the closed stack, 0 for the open one, NO_BLOCKS for 0 | square |
| PLAY + supply | | square |
| PLAY + any other card | from | to |
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.games.torres.material import CARD_KINDS

CASTLE: Final = 0
PLACE: Final = 1
KING: Final = 2
STAY: Final = 3
START: Final = 4
MOVE: Final = 5
KNIGHT: Final = 6
BLOCK: Final = 7
BUY: Final = 8
KEEP: Final = 9
RETURN: Final = 10
POINT: Final = 11
PLAY: Final = 12  # PLAY + card
END: Final = PLAY + CARD_KINDS
STORE: Final = END + 1
KINDS: Final = STORE + 1

NO_BLOCKS: Final = 4
"""A stack of 0 by name: it can be said, but no block comes from it (T6.2)."""

ACTION_SPACE: Final = KINDS << 12
MAX_ACTIONS: Final = 6144
"""No position has more: a shift has at most 64 * 63 ways, all the rest together under 2,000."""


@compiled
def encode(kind: int, a: int, b: int) -> int:
    """Return the action of these three parts."""
    return kind << 12 | a << 6 | b


@compiled
def kind_of(action: int) -> int:
    """Return the kind of an action."""
    return action >> 12


@compiled
def first_of(action: int) -> int:
    """Return the first number of an action: where a knight comes from, the size of a stack."""
    return action >> 6 & 63


@compiled
def second_of(action: int) -> int:
    """Return the second number of an action: mostly the square where it happens."""
    return action & 63


@compiled
def encode_sizes(stacks: int, first: int, second: int, third: int) -> int:
    """Return the STORE action for one to three stacks of these sizes, largest first."""
    return encode(STORE, stacks | third << 2, first | second << 2)


@compiled
def stored_size(action: int, i: int) -> int:
    """Return the size of stack `i` after a STORE action."""
    if i == 2:
        return first_of(action) >> 2
    return second_of(action) >> 2 * i & 3


@compiled
def stored_stacks(action: int) -> int:
    """Return how many stacks a STORE action names."""
    return first_of(action) & 3
