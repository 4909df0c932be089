"""What a host does not let people say: no chat at all, or none of some words, in names neither."""

import re
import unicodedata
from collections.abc import Iterator
from fnmatch import translate
from typing import Final

from tourelle.server.settings import Settings
from tourelle.tables.troubles import TroubleError

LIKE: Final = str.maketrans("013457@$!€", "oieastasie")
"""What stands for a letter where somebody hides a word."""


class Manners:
    """What may be said on this server."""

    def __init__(self, settings: Settings) -> None:
        """Read the host's words; `*` in one stands for any letters."""
        self.chat: Final = settings.chat
        words = [folded(word) for word in settings.forbidden.split(",") if word.strip()]
        self._forbidden: Final = re.compile("|".join(translate(word) for word in words) or r"(?!)")

    def allows(self, text: str) -> bool:
        """Tell whether a text holds none of the host's words, however they are spelt."""
        return not any(self._forbidden.match(word) for word in _words(text))

    def check_name(self, name: str) -> None:
        """Refuse a name with a word that the host does not want."""
        if not self.allows(name):
            raise TroubleError("forbidden-name")

    def check_said(self, text: str) -> None:
        """Refuse something said where nothing is to be said, or not this."""
        if not self.chat:
            raise TroubleError("chat-off")
        if not self.allows(text):
            raise TroubleError("forbidden-words")


def folded(text: str) -> str:
    """Return a text without accents, case and letters in disguise."""
    plain = unicodedata.normalize("NFKD", text.strip()).casefold().translate(LIKE)
    return "".join(c for c in plain if not unicodedata.combining(c))


def _words(text: str) -> Iterator[str]:
    """Return the words of a text, and what letters that stand alone spell together."""
    words = re.findall(r"\w+", folded(text).replace("_", " "))
    yield from words
    alone = ""
    for word in [*words, "  "]:
        if len(word) == 1:
            alone += word
            continue
        if len(alone) > 1:
            yield alone
        alone = ""
