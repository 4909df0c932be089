"""Named opponents. A bot is given what its seat may see, and nothing more."""

from typing import Final

from tourelle.bots.bot import Bot
from tourelle.bots.greedy import Greedy
from tourelle.bots.ideas import DEEP, REPLY, TURN
from tourelle.bots.levels import LEVELS
from tourelle.bots.random import Random
from tourelle.bots.thinker import Thinker

YARDSTICKS: Final[tuple[Bot, ...]] = (
    Random(),
    Greedy(),
    Thinker("turn", TURN),
    Thinker("reply", REPLY),
    Thinker("deep", DEEP),
)
"""For research: each stands for an idea."""

OWN: Final = (*LEVELS, *YARDSTICKS)
"""The bots of this house, in the order in which they are shown."""

BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in OWN}
"""Every bot by its name."""
