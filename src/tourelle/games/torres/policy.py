"""Actions of Torres as outputs of a policy: their codes without the holes between the kinds."""

from itertools import accumulate
from typing import Final

from tourelle.core.compile import compiled, table
from tourelle.games.torres.actions import (
    BLOCK,
    KINDS,
    MOVE,
    NO_BLOCKS,
    PLAY,
    RETURN,
    STORE,
    first_of,
    kind_of,
    second_of,
)
from tourelle.games.torres.material import (
    CLIMB,
    DIAGONAL,
    LEAP,
    LIFT,
    LOOKED_AT,
    RAISE,
    SHIFT,
    SUMMON,
)
from tourelle.games.torres.position import Position

SECONDS: Final = 64
# How many first numbers the actions of a kind have; one where nothing is said.
FROM_SQUARES: Final = (
    MOVE,
    *(PLAY + card for card in (CLIMB, LIFT, DIAGONAL, SHIFT, SUMMON, LEAP)),
)
FIRSTS: Final = {
    **dict.fromkeys(FROM_SQUARES, 64),
    **dict.fromkeys((BLOCK, PLAY + RAISE), NO_BLOCKS + 1),
    RETURN: LOOKED_AT + 1,
    STORE: 16,
}
STARTS: Final = (0, *accumulate(SECONDS * FIRSTS.get(kind, 1) for kind in range(KINDS)))
START_TABLE: Final = table(STARTS)
POLICY_SIZE: Final = STARTS[-1]


@compiled
def policy_index(_pos: Position, action: int) -> int:
    """Return the place of an action among the outputs of a policy."""
    return START_TABLE[kind_of(action)] + SECONDS * first_of(action) + second_of(action)
