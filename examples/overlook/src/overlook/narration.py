"""The actions of Overlook in words: which sentence tells one, what its gaps hold, what it did."""

from typing import Final

from overlook.position import Position
from overlook.text import NAMES
from tourelle.core.telling import Telling

GAPS: Final = {"build": ("square", "card"), "roof": ("square",), "drop": ("card",)}


def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:  # noqa: ARG001 (all is open)
    """Return the sentence that tells an action, and its gaps."""
    word, *rest = text.split()
    if word == "draw":
        return word, {"deck": f"@deck.{rest[0]}"}
    return word, dict(zip(GAPS[word], rest, strict=True))


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
