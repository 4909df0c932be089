"""What the toys of these tests have in common: two seats in turns, and how they are searched."""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.layout import AnyPosition
from tourelle.core.weights import numbers
from tourelle.search.tree import Plan
from tourelle.search.turns import Judgement

WEIGHTS: Final = numbers([1.0])
"""The points are all that counts."""

JUDGEMENT: Final = Judgement(
    seats=2,
    weights=WEIGHTS,
    spread=4.0,
    noise=0.0,
    salt=0,
    merging=True,
    alike=40,
    crowd=1,
)
PLAN: Final = Plan(
    width=32,
    turns=32,
    rounds=2,
    exploration=0.6,
    sharpness=6.0,
    hidden=True,
    trust=0.0,
)


@compiled
def is_over(pos: AnyPosition) -> bool:
    return pos.turns == 0  # type: ignore[no-any-return]


@compiled
def to_move(pos: AnyPosition) -> int:
    return pos.turns % 2  # type: ignore[no-any-return]


@compiled
def blank(pos: AnyPosition, seat: int) -> None:
    """Nothing is hidden from anybody."""
