"""Names and words of people: nothing in them may hide, break a line or turn other text around."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

LONGEST: Final = 40
"""Characters of a name."""
MARKS: Final = 4
"""Accents that may stand on one letter: more would climb into the lines above."""
JOINERS: Final = "\u200c\u200d"
"""Invisible, but some scripts and pictures need them between two characters."""
SPACES: Final = ("Cc", "Zs", "Zl", "Zp")
NOWHERE: Final = ("Cf", "Co", "Cs", "Cn")
FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their category that show nothing."""
RIGHT_TO_LEFT: Final = ("R", "AL")
ISOLATE, RELEASE = "\u2068", "\u2069"
PRONOUNS: Final = ("You", "Vous", "Du")
"""What is no name, though it was kept as one: "You wins" speaks to whoever reads it."""


def plain(text: str) -> str:
    """Return a line of text without characters that control, hide or turn text around."""
    kept = "".join(_kept(character) for character in unicodedata.normalize("NFC", text))
    kept = re.sub(rf"^[{JOINERS}]+|(?<=\s)[{JOINERS}]+|[{JOINERS}]+(?=[\s{JOINERS}]|$)", "", kept)
    return _few_marks(" ".join(kept.split()))


@lru_cache(maxsize=4096)
def plain_name(text: str) -> str:
    """Return a name as it is kept; nothing where it is none."""
    name = plain(text)[:LONGEST].strip()
    return "" if name in PRONOUNS else name


@lru_cache(maxsize=4096)
def isolated(text: str) -> str:
    """Return text that leaves the order of what stands around it as it was."""
    if not any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in text):
        return text
    return f"{ISOLATE}{text}{RELEASE}"


def _kept(character: str) -> str:
    """Return a character, a space for what breaks lines, or nothing."""
    if character in JOINERS:
        return character
    category = unicodedata.category(character)
    if category in SPACES or character in FILLERS:
        return " "
    return "" if category in NOWHERE else character


def _few_marks(text: str) -> str:
    """Return text with no more marks on a letter than any language has."""
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MARKS:
            kept.append(character)
    return "".join(kept)
