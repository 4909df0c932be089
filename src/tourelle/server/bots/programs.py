"""Programs that the host lets play here: `TOURELLE_BOTS`, and nothing that anybody else says."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from tourelle.bots import BOTS, playing
from tourelle.bots.bot import Bot
from tourelle.bots.named import STAND_IN
from tourelle.bots.program import PREFIX, Program, program_named
from tourelle.core.words import DocumentError
from tourelle.server.settings import SettingError, Settings
from tourelle.tables.naming import plain_name

BETWEEN: Final = ";"


def programs(settings: Settings) -> Mapping[str, Program]:
    """Return the host's programs by name; whoever asks for the same ones gets the same ones."""
    return _made(settings.bots)


def opponent(settings: Settings, name: str | None, otherwise: str) -> Bot:
    """Return a bot of the house or a program of the host; another where there is none any more."""
    return BOTS.get(name or "") or programs(settings).get(name or "") or BOTS[otherwise]


def is_known(settings: Settings, title: str, name: str, *, at_home: bool) -> bool:
    """Tell whether somebody may play against a bot: the host's programs are for the host alone."""
    return name in playing(title) or (at_home and name in programs(settings))


@cache
def _made(text: str) -> dict[str, Program]:
    """Read `Name=cmd:./mybot; Other=cmd:./other --fast::seconds=2`."""
    found: dict[str, Program] = {}
    for wish in filter(None, map(str.strip, text.split(BETWEEN))):
        name, _, command = map(str.strip, wish.partition("="))
        taken = name in BOTS or name in found
        if not name or taken or name != plain_name(name) or not command.startswith(PREFIX):
            raise SettingError("bots", wish, "bots")
        try:
            made = program_named(command, BOTS[STAND_IN])
        except DocumentError:
            raise SettingError("bots", wish, "bots") from None
        found[name] = Program(name, made.command, made.stand_in, made.seconds, made.options)
    return found
