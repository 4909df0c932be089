"""Named opponents. A bot is given what its seat may see, and nothing more.

`BOTS` holds every bot by its name: ours, then those of other packages. It is made when it is first
asked for, so that a package which brings bots can use ours to make them.
"""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tourelle.bots.bot import Bot
from tourelle.bots.greedy import Greedy
from tourelle.bots.levels import LEVELS
from tourelle.bots.presets import DEEP, REPLY, TURN, ByTitle
from tourelle.bots.random import Random
from tourelle.bots.styles import names
from tourelle.bots.thinker import Thinker
from tourelle.core import plugins
from tourelle.core.words import Refusal

YARDSTICKS: Final[tuple[Bot, ...]] = (
    Random(),
    Greedy(),
    Thinker("turn", TURN),
    Thinker("reply", REPLY),
    Thinker("deep", DEEP),
)
"""For research: each stands for an idea."""

OWN: Final = (*LEVELS, *YARDSTICKS)
"""The bots of this house for every title, in the order in which they are shown."""

if TYPE_CHECKING:
    BOTS: dict[str, Bot]


def __getattr__(name: str) -> Any:
    """Return `BOTS`."""
    if name != "BOTS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _found()[0]


def troubles() -> list[Refusal]:
    """Return why some bots that packages declare can't play; loads all of them."""
    return _found()[1]


def playing(title: str) -> list[str]:
    """Return the names of all bots that play a title."""
    return [name for name, bot in _found()[0].items() if plays(bot, title)]


def plays(bot: Bot, title: str) -> bool:
    """Tell whether a bot plays a title; one that does not say which plays them all."""
    titles: Iterable[str] | None = getattr(bot, "titles", None)
    return titles is None or title in titles


@cache
def _found() -> tuple[dict[str, Bot], list[Refusal]]:
    """Return every bot by its name, and what is wrong with the others."""
    characters = [Thinker(name, ByTitle(style=name)) for name in names()]
    bots: dict[str, Bot] = {bot.name: bot for bot in (*LEVELS, *characters, *YARDSTICKS)}
    wrong = plugins.troubles(plugins.BOTS)
    for entry in plugins.entries(plugins.BOTS):
        try:
            declared = plugins.loaded(plugins.BOTS, entry)
            made = declared() if callable(declared) else declared
            for bot in (made,) if hasattr(made, "turn") else made:
                if bots.setdefault(bot.name, bot) is not bot:
                    wrong.append(plugins.claimed_twice(plugins.BOTS, entry, bot.name))
        except plugins.PluginError as error:
            wrong.append(error.refusal)
        except Exception as error:  # whatever another package does
            wrong.append(plugins.broken(plugins.BOTS, entry, error).refusal)
    return bots, wrong
