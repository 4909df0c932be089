"""Named opponents. A bot is given what its seat may see, and nothing more."""

from typing import Final

from tourelle.bots.bot import Bot
from tourelle.bots.greedy import Greedy
from tourelle.bots.random import Random
from tourelle.bots.turn import Turn

BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in (Random(), Greedy(), Turn())}
"""Every bot by its name, from the weakest to the strongest."""
