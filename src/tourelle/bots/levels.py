"""Levels 1 to 8 for people: the same search, misjudging positions by fewer and fewer points.

A level plays the turn it thinks best, so it blunders as people do: by taking a turn for better than
it is, by some points, and not by playing at random.
"""

from dataclasses import replace
from typing import Final

from tourelle.bots.ideas import DEEP, TURN
from tourelle.bots.thinker import Thinker

NOISE: Final = {
    "torres": (60.0, 36.0, 22.0, 14.0, 8.0, 4.0),
    "blox": (12.0, 8.0, 5.0, 3.0, 2.0, 1.0),
    "castellan": (20.0, 12.0, 8.0, 5.0, 3.0, 1.5),
}
"""Points by which levels 1 to 6 misjudge a position; those above don't, and search deeper."""

SECONDS: Final = {7: 0.25, 8: 1.0}


def _level(number: int) -> Thinker:
    """Return the bot of a level."""
    if number in SECONDS:
        settings = {t: replace(kept, seconds=SECONDS[number]) for t, kept in DEEP.items()}
    else:
        settings = {t: replace(kept, noise=NOISE[t][number - 1]) for t, kept in TURN.items()}
    return Thinker(f"level-{number}", settings)


LEVELS: Final = tuple(_level(number) for number in range(1, 9))
"""Opponents for people, from the weakest to the strongest."""

USUAL: Final = "level-3"
"""Who sits down where nobody says whom they want."""


def level_of(name: str) -> int | None:
    """Return the number of a level by its bot's name; None for other bots."""
    names = [bot.name for bot in LEVELS]
    return names.index(name) + 1 if name in names else None
