"""Levels 1 to 8 for people: the same search with less and less error, then deeper and deeper.

Up to level 5, in Castellan 6, a bot plans its own turn and misjudges positions by some points,
fewer from level to level: it plays the turn it thinks best, so it blunders as people do, by taking
a turn for better than it is, and not by playing at random. Above, it judges as well as it can and
thinks about the answers of the others, for longer and longer.
"""

from dataclasses import replace
from typing import Final

from tourelle.bots.ideas import DEEP, TURN
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import Settings

NOISE: Final = {
    "torres": (7.0, 5.7, 4.4, 3.2, 0.0),
    "blox": (1.65, 1.35, 1.0, 0.55, 0.0),
    "castellan": (3.4, 2.8, 2.4, 1.8, 1.2, 0.6),
}
"""Points by which the lower levels misjudge a position."""

SECONDS: Final = {
    "torres": {6: 0.012, 7: 0.05, 8: 0.9},
    "blox": {6: 0.004, 7: 0.02, 8: 0.5},
    "castellan": {7: 0.01, 8: 0.9},
}
"""How long the levels above them think about a turn."""


def _settings(title: str, number: int) -> Settings:
    """Return how a level thinks."""
    if number in SECONDS[title]:
        return replace(DEEP[title], seconds=SECONDS[title][number])
    return replace(TURN[title], noise=NOISE[title][number - 1])


LEVELS: Final = tuple(
    Thinker(f"level-{number}", {title: _settings(title, number) for title in NOISE})
    for number in range(1, 9)
)
"""Opponents for people, from the weakest to the strongest."""

USUAL: Final = "level-3"
"""Who sits down where nobody says whom they want."""


def level_of(name: str) -> int | None:
    """Return the number of a level by its bot's name; None for other bots."""
    names = [bot.name for bot in LEVELS]
    return names.index(name) + 1 if name in names else None
