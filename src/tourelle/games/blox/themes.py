"""What a turn of BLOX is about, and how far the game is."""

from collections.abc import Sequence
from typing import Final

from tourelle.games.blox.material import LAST_PHASE, LAST_TOWERS
from tourelle.games.blox.narration import JOKER
from tourelle.games.blox.position import PLAYED, Position, towers_of_height

KINDS: Final = {
    "enter": "entering",
    "move": "moving",
    "destroy": "towers",
    "build": "building",
    "hit": "hits",
    "change": "cards",
}
MANY: Final = 8
"""So many towers of a phase's height and more are a phase that has just begun."""


def progress(pos: Position) -> float:
    """Return how far the game is: phases that are over, and the towers gone of this one."""
    if pos.ended != PLAYED:
        return 1.0
    towers = int(towers_of_height(pos, pos.phase)) - LAST_TOWERS
    gone = 1.0 - min(1.0, max(0, towers) / MANY)
    return (int(pos.phase) - 1 + gone) / LAST_PHASE * 0.99


def themes(texts: Sequence[str], positions: Sequence[Position]) -> tuple[str, ...]:
    """Return what the action of a turn does, and what comes with it."""
    found = [KINDS[text.split()[0]] for text in texts if text.split()[0] in KINDS]
    if any(JOKER in text for text in texts):
        found.append("joker")
    if positions[-1].phase != positions[0].phase or positions[-1].ended != PLAYED:
        found.append("phase")
    return tuple(dict.fromkeys(found))
