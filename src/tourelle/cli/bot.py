"""A bot at a table of a server elsewhere: `tourelle bot`."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import Any, Final

from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.guest import Guest, GuestError
from tourelle.bots.named import named
from tourelle.bots.program import Program, told_troubles
from tourelle.cli.precompile import precompile_bots, precompile_rules
from tourelle.cli.reading import game_named
from tourelle.cli.voice import UserError, Voice
from tourelle.core.words import about

PLAYS: Final = "plays"
SENTENCES: Final = {
    PLAYS: "bot.plays",
    "seated": "bot.seated",
    "lost": "bot.lost",
    "over": "bot.over",
}
"""What is told of a guest's doings."""


def run(given: Namespace, voice: Voice) -> int:
    """Sit down at a table, play there until the game is over, and tell what happens."""
    bot = _bot(given.bot)

    def tell(what: str, params: Mapping[str, object]) -> None:
        print(voice(SENTENCES[what], **params), flush=True)

    try:
        guest = Guest(given.table, tell, voice.language)
    except ValueError:
        raise UserError("guest-link", link=given.table) from None
    try:
        guest.sit_down(given.name or given.bot.removeprefix("cmd:"))
        state = guest.state()
        _prepare(state["game"], bot, voice)
        tell(PLAYS, {"bot": bot.name, "title": state["label"]})
        guest.play(_Telling(bot, voice.language), stay=given.stay)
    except GuestError as error:
        raise _trouble(error) from None
    return 0


def _trouble(error: GuestError) -> UserError:
    """Return why the bot can't play on."""
    match error.reason:
        case "revoked":
            return UserError("guest-revoked")
        case "lost":
            return UserError("guest-lost", detail=error.detail)
    return UserError("guest-refused", detail=error.detail)


def _bot(name: str) -> Bot:
    """Return the bot that plays; a program is started, so that a wrong one is told at once."""
    with about(""):
        bot = named(name)
        if isinstance(bot, Program):
            bot.check()
        return bot


def _prepare(title: str, bot: Bot, voice: Voice) -> None:
    """Compile what the bot thinks with before it is its turn."""
    precompile_rules(game_named(title, voice), voice)
    precompile_bots(title, [bot.name] if bot.name in BOTS else [], voice)


class _Telling:
    """A bot whose troubles are told as they come."""

    def __init__(self, bot: Bot, language: str) -> None:
        """Take the bot, and the language in which they are told."""
        self._language = language
        self._bot = bot
        self.name = bot.name

    def turn(self, *given: Any) -> list[Any]:
        """Play, then tell what went wrong."""
        turn = self._bot.turn(*given)
        for trouble in told_troubles(self._bot, self._language):
            print(trouble, file=sys.stderr, flush=True)
        return turn
