"""What a position is worth to a seat: the terms that opponents weigh."""

from tourelle.core.compile import compiled
from tourelle.games.blox.position import Position


@compiled
def evaluate(pos: Position, seat: int) -> float:
    """Return what `seat` may hope to have at the end, in points."""
    return float(pos.points[seat])
