"""What an action did, from the positions before and after it."""

from overlook.position import Position
from overlook.text import NAMES
from tourelle.core.telling import Telling


def told(text: str, before: Position, after: Position) -> Telling:
    """Tell from whom a tower was taken."""
    word, *rest = text.split()
    if word != "build":
        return Telling()
    square = NAMES.index(rest[0])
    owner = int(before.owners[square]) - 1
    if owner < 0 or owner == before.to_move:
        return Telling(way=(rest[0],))
    height = {"height": str(int(after.heights[square]))}
    return Telling("takes", height, {"whose": owner}, way=(rest[0],))
