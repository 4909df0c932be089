"""Bots by name, with changes: `deep:seconds=0.1`, `turn:without=climb`, `cmd:./mybot`."""

import json
from dataclasses import fields
from math import inf
from pathlib import Path
from typing import Any, Final

from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.program import PREFIX, program_named
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import SearchSettings
from tourelle.core.game import Document
from tourelle.core.words import DocumentError, Refusal
from tourelle.neural.artefact import ASKED

KINDS: Final[dict[str, object]] = {field.name: field.type for field in fields(SearchSettings)}

LEAST: Final = dict.fromkeys(
    ("width", "arms", "worlds", "reply_width", "reply_turns", "threads", "alike", "crowd"), 1
)
"""Settings that can't be nothing."""

STAND_IN: Final = "level-2"
"""Who plays for a program that fails."""


def named(text: str) -> Bot:
    """Return the bot that `text` names: a name, then settings, each after a colon.

    Text that comes from elsewhere (a record, a request) never reaches this: it may name a program.
    """
    if text.startswith(PREFIX):
        return program_named(text, BOTS[STAND_IN])
    name, *wishes = text.split(":")
    bot = BOTS.get(name)
    if bot is None:
        raise DocumentError(Refusal("no-such-bot", params={"bot": name, "known": ", ".join(BOTS)}))
    if not wishes:
        return bot
    if not isinstance(bot, Thinker):
        raise DocumentError(Refusal("bot-takes-nothing", params={"bot": name}))
    changes: dict[str, Any] = {}
    without = net = ""
    weights = None
    for wish in wishes:
        key, _, value = wish.partition("=")
        if key == "without":
            without = value
        elif key == "weights":
            weights = _weights(name, value)
        elif key == "net":
            net = value
        else:
            changes[key] = _setting(name, key, value)
    changed = bot.with_settings(text, **changes).with_weights(text, weights, without)
    return changed.with_net(text, net) if net else changed


def _weights(bot: str, file: str) -> Document:
    """Read a document of weights, as `tourelle tune` writes it."""
    try:
        document = json.loads(Path(file).read_text(encoding="utf-8"))
        if not isinstance(document, dict):
            raise ValueError(file)
        return document
    except (OSError, ValueError) as error:
        raise DocumentError(Refusal("bot-weights", params={"bot": bot, "file": file})) from error


def _setting(bot: str, key: str, value: str) -> Any:
    """Read one setting."""
    try:
        kind = KINDS[key]
        if kind is bool:
            return {"yes": True, "no": False}[value]
        if kind is str:
            return {word: word for word in ASKED}[value]
        number = int(value) if kind is int else float(value)
        if not LEAST.get(key, 0) <= number < inf:
            raise ValueError(value)
        return number
    except (KeyError, ValueError) as error:
        known = ", ".join((*KINDS, "without", "weights", "net"))
        params = {"bot": bot, "setting": f"{key}={value}", "known": known}
        raise DocumentError(Refusal("bot-setting", params=params)) from error
