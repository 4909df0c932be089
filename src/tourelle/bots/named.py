"""Bots by name, with changes: `deep:seconds=0.1`, `turn:width=8:without=climb`."""

from dataclasses import fields
from math import inf
from typing import Any, Final

from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import Settings
from tourelle.core.words import DocumentError, Refusal

KINDS: Final[dict[str, Any]] = {field.name: field.type for field in fields(Settings)}

LEAST: Final = dict.fromkeys(
    ("width", "arms", "worlds", "reply_width", "reply_turns", "threads"), 1
)
"""Settings that can't be nothing."""


def named(text: str) -> Bot:
    """Return the bot that `text` names: a name, then settings, each after a colon."""
    name, *wishes = text.split(":")
    bot = BOTS.get(name)
    if bot is None:
        raise DocumentError(Refusal("no-such-bot", params={"bot": name, "known": ", ".join(BOTS)}))
    if not wishes:
        return bot
    if not isinstance(bot, Thinker):
        raise DocumentError(Refusal("bot-takes-nothing", params={"bot": name}))
    changes: dict[str, Any] = {}
    without = ""
    for wish in wishes:
        key, _, value = wish.partition("=")
        if key == "without":
            without = value
            continue
        changes[key] = _setting(name, key, value)
    changed = bot.with_settings(text, **changes)
    return changed.with_weights(text, None, without) if without else changed


def _setting(bot: str, key: str, value: str) -> Any:
    """Read one setting."""
    try:
        kind = KINDS[key]
        if kind is bool:
            return {"yes": True, "no": False}[value]
        number = int(value) if kind is int else float(value)
        if not LEAST.get(key, 0) <= number < inf:
            raise ValueError(value)
        return number
    except (KeyError, ValueError) as error:
        known = ", ".join((*KINDS, "without"))
        params = {"bot": bot, "setting": f"{key}={value}", "known": known}
        raise DocumentError(Refusal("bot-setting", params=params)) from error
