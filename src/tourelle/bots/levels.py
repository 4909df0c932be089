"""Levels 1 to 8 and a master for people: the same search with less error, then deeper and deeper.

The lower levels plan their own turn and misjudge positions by some points, fewer from level to
level: such a bot plays the turn it thinks best, so it blunders as people do, by taking a turn for
better than it is, and not by playing at random. The upper levels judge as well as they can and
think about the answers of the others, for longer and longer. Each title says by how much, and
where the upper levels begin (`presets`). The master, the ninth, thinks like level 8 and takes its
time: a budget of seconds, whatever the machine makes of them.
"""

from typing import Final

from tourelle.bots.presets import LEVEL_COUNT, MASTER, level
from tourelle.bots.thinker import Thinker

LEVELS: Final = (
    *(Thinker(f"level-{number}", level(number)) for number in range(1, LEVEL_COUNT + 1)),
    Thinker("master", level(MASTER)),
)
"""Opponents for people, from the weakest to the strongest."""

USUAL: Final = "level-3"
"""Who sits down where nobody says whom they want."""


def level_of(name: str) -> int | None:
    """Return the number of a level by its bot's name; None for other bots."""
    names = [bot.name for bot in LEVELS]
    return names.index(name) + 1 if name in names else None
