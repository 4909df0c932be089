"""What a turn of Castellan is about, and how far the game is."""

from collections.abc import Sequence
from typing import Final

from tourelle.games.castellan.cards import CARDS_PER_SEAT
from tourelle.games.castellan.courtyards import cells_of
from tourelle.games.castellan.features import left_of
from tourelle.games.castellan.position import NO_SEAT, STAGE_OVER, Position
from tourelle.games.castellan.story import PIECES, told

BIG: Final = 6
"""A courtyard of so many towers is a large one."""


def progress(pos: Position) -> float:
    """Return how far the game is: the share of all cards that are played."""
    if pos.stage == STAGE_OVER:
        return 1.0
    left = sum(int(left_of(pos, seat)[0]) for seat in range(int(pos.seats)))
    return min(0.99, max(0.0, 1.0 - left / (CARDS_PER_SEAT * int(pos.seats))))


def themes(texts: Sequence[str], positions: Sequence[Position]) -> tuple[str, ...]:
    """Return what the pieces of a turn close, split and double."""
    found, closed = [], 0
    for text, before, after in zip(texts, positions, positions[1:], strict=False):
        telling = told(text, before, after)
        if text.split()[0] in PIECES and _splits(before, after):
            found.append("split")
        elif telling.variant == "closes":
            closed += 1
            found.append("close")
            if int(telling.gaps["towers"]) >= BIG:
                found.append("large")
        if text.startswith("double"):
            found.append("double")
    if closed > 1:
        found.append("several")
    if positions[0].ending != NO_SEAT:
        found.append("last")
    return tuple(dict.fromkeys(found))


def _splits(before: Position, after: Position) -> bool:
    """Tell whether a courtyard of the seat to move lies in several parts now (C5.2)."""
    if before.face_count in (0, after.face_count):
        return False
    whole = {frozenset(cells) for cells in cells_of(after).values()}
    return any(
        before.owners[face] == before.to_move + 1 and frozenset(cells) not in whole
        for face, cells in cells_of(before).items()
    )
