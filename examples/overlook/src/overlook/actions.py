"""The one codec of actions: kind << 7 | line << 4 | square.

| kind | line | square |
|---|---|---|
| BUILD | of the card played | where the floor goes |
| ROOF | 0 | where the roof goes |
| DROP | of the card dropped | 0 |
| DRAW | of the deck: COLUMN or ROW | 0 |
"""

from typing import Final

from tourelle.core.compile import compiled

BUILD, ROOF, DROP, DRAW = range(4)
KINDS: Final = 4

ACTION_SPACE: Final = KINDS << 7
MAX_ACTIONS: Final = 64
"""No position has more: every card names four squares, and there are sixteen towers to roof."""


@compiled
def encode(kind: int, line: int, square: int) -> int:
    """Return the action of these three parts."""
    return kind << 7 | line << 4 | square


@compiled
def kind_of(action: int) -> int:
    """Return the kind of an action."""
    return action >> 7


@compiled
def line_of(action: int) -> int:
    """Return the line of the card of an action, or its deck."""
    return action >> 4 & 7


@compiled
def square_of(action: int) -> int:
    """Return the square of an action."""
    return action & 15
