"""What a position is worth to a seat: the terms that opponents weigh."""

from tourelle.core.compile import compiled
from tourelle.games.castellan.position import Position
from tourelle.games.castellan.scoring import points


@compiled
def evaluate(pos: Position, seat: int) -> float:
    """Return what `seat` may hope to have at the end, in points."""
    return float(points(pos, seat))
