"""Actions of BLOX as outputs of a policy: where a figure goes lies in line with where it stands."""

from itertools import accumulate
from typing import Final

from tourelle.core.compile import compiled, table
from tourelle.games.blox.actions import BUILD, CHANGE, ENTER, RANGES, parts_of
from tourelle.games.blox.position import Position
from tourelle.games.blox.squares import SIDE

LINES: Final = (
    2 * SIDE
)  # the file of a square in the same rank, or the rank of one in the same file
WIDTHS: Final = tuple(
    b if kind in (BUILD, CHANGE) else LINES for kind, (_, b, _) in enumerate(RANGES)
)
STARTS: Final = (
    0,
    *accumulate(a * width * c for (a, _, c), width in zip(RANGES, WIDTHS, strict=True)),
)
START_TABLE: Final = table(STARTS)
WIDTH_TABLE: Final = table(WIDTHS)
C_TABLE: Final = table([c for _, _, c in RANGES])
POLICY_SIZE: Final = STARTS[-1]


@compiled
def line_of(kind: int, a: int, square: int) -> int:
    """Return where in line a figure goes."""
    along_rank = a >= LINES if kind == ENTER else a // SIDE == square // SIDE
    return square % SIDE if along_rank else SIDE + square // SIDE


@compiled
def policy_index(_pos: Position, action: int) -> int:
    """Return the place of an action among the outputs of a policy."""
    kind, a, b, c = parts_of(action)
    if kind not in (BUILD, CHANGE):
        b = line_of(kind, a, b)
    return START_TABLE[kind] + (a * WIDTH_TABLE[kind] + b) * C_TABLE[kind] + c
