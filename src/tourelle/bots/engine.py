"""Our bots as a program that others can ask: lines of JSON in, lines of JSON out.

The other side of `program`: docs/a-bot-of-your-own.md describes the messages.
"""

import json
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

from tourelle.bots.bot import Bot
from tourelle.bots.program import LONGEST, PROTOCOL, ProgramError, asked
from tourelle.core.chance import dice_from
from tourelle.core.words import RefusedError
from tourelle.games import TITLES
from tourelle.languages import refusal_sentence

Message = dict[str, Any]
LONGEST_QUESTION: Final = 100 * LONGEST


class Engine:
    """Answers for one bot."""

    def __init__(self, bot: Bot, find: Callable[[str], Bot], seed: int | None = None) -> None:
        """Take the bot, what finds another by name, and what its dice begin with."""
        self.bot = bot
        self._find: Final = find
        self._dice: Final = dice_from(secrets.randbits(62) if seed is None else seed)

    def run(self, lines: Iterable[str], say: Callable[[str], object]) -> None:
        """Answer every line until there are no more, or until `quit`."""
        for text in lines:
            if not text.strip():
                continue
            answer = self.answer(text)
            if answer is None:
                return
            say(json.dumps(answer, ensure_ascii=False))

    def answer(self, text: str) -> Message | None:
        """Return the answer to one line; None to `quit`. What is wrong is said in a sentence."""
        try:
            message = json.loads(text) if len(text) <= LONGEST_QUESTION else None
        except ValueError:
            message = None
        if not isinstance(message, dict):
            return error("this is no message: each line is an object of JSON")
        try:
            return self._answered(message)
        except RefusedError as refused:
            refusal = refused.refusal
            title = str(message.get("game", ""))
            known = title if title in TITLES else ""
            return error(refusal_sentence("en", known, refusal.reason, dict(refusal.params)))

    def _answered(self, message: Message) -> Message | None:
        """Do what a message asks for."""
        kind = message.get("type")
        if kind == "quit":
            return None
        if kind == "hello":
            return self._hello(message)
        if kind == "turn":
            return self._turn(message)
        return error(f"there is no message of type {kind!r}")

    def _hello(self, message: Message) -> Message:
        """Agree on the version; the option `bot` chooses another bot."""
        if message.get("protocol") != PROTOCOL:
            return error(f"this speaks protocol {PROTOCOL}")
        options = message.get("options", {})
        if isinstance(options, dict) and isinstance(options.get("bot"), str):
            self.bot = self._find(options["bot"])
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "name": f"tourelle {self.bot.name}",
            "games": list(TITLES),
            "options": {"bot": self.bot.name},
            "wants": ["view"],
        }

    def _turn(self, message: Message) -> Message:
        """Play a turn from what its seat sees, as this very version of Tourelle writes it."""
        try:
            game, view, seat = asked(message)
        except ProgramError as wrong:
            return error(str(wrong))
        turn = self.bot.turn(game, view, seat, self._dice)
        return {"type": "play", "actions": [game.action_text(action) for action in turn]}


def error(text: str) -> Message:
    """Return what is said where something can't be done."""
    return {"type": "error", "text": text}
