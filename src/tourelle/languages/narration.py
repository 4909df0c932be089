"""Actions in plain words, from their notation: one table a title, for every room that speaks."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tourelle.languages import catalogue, say

HIDDEN: Final = "?"
JOKER: Final = "*"
SQUARE: Final = re.compile(r"[a-i][1-9]|-?\d+,-?\d+")

LETTERS: Final = "ABCD"

Words = list[str]
Params = dict[str, str]
NO_GAPS: Final[Mapping[str, str]] = MappingProxyType({})


def sentence(
    language: str,
    title: str,
    text: str,
    *,
    hidden: bool = False,
    variant: str = "",
    gaps: Mapping[str, str] = NO_GAPS,
    names: Mapping[str, str] = NO_GAPS,
) -> str:
    """Return an action as a sentence; `hidden` where the listener may not know all of it.

    Whoever knows what the action did names the `variant` of its sentence and fills more `gaps`;
    `names` of people fill others, taken as they are.
    """
    if title not in TABLES:
        return text
    word, *rest = text.split()
    key, params = TABLES[title](word, rest, hidden)
    joker = variant and JOKER in text
    key = f"{word}.{variant}" if variant else key
    filled = _filled(language, title, {**params, **gaps})
    said = say(language, title, f"action.{key}", **filled, **names)
    return said + say(language, title, "told.joker") if joker else said


def brief(
    language: str, title: str, text: str, variant: str, names: Mapping[str, str] = NO_GAPS
) -> str:
    """Return an action in two or three words, where it left something to be seen; else nothing."""
    if title not in TABLES:
        return ""
    word, *rest = text.split()
    known = catalogue(language, title)
    key = next((k for k in (f"brief.{word}.{variant}", f"brief.{word}") if k in known), None)
    if key is None:
        return ""
    _, params = TABLES[title](word, rest, False)
    return known[key].format(**_filled(language, title, params), **names)


def _filled(language: str, title: str, gaps: Mapping[str, str]) -> Params:
    """Return gaps with what stands in the catalogue for them."""
    return {name: translated(language, title, value) for name, value in gaps.items()}


def translated(language: str, title: str, value: str) -> str:
    """Return `value` with every `@key` in it replaced by that sentence of the title's catalogue."""
    sentences = catalogue(language, title)
    return re.sub(r"@([\w.-]+\w)", lambda match: sentences[match[1]], value)


def squares(text: str) -> list[str]:
    """Return the squares, points or cells that an action names; a wall names both its ends."""
    words = text.split()
    named = [word for word in words if SQUARE.fullmatch(word)]
    if words[0] in WALL_LENGTHS and len(words) == 3:
        x, y = map(int, words[1].split(","))
        length = WALL_LENGTHS[words[0]]
        named.append(f"{x + length},{y}" if words[2] == "E" else f"{x},{y + length}")
    return named


def kind(text: str) -> str:
    """Return the kind of an action: its first word, with the card's name where a card is played."""
    words = text.split()
    return (
        " ".join(words[:2])
        if words[0] == "play" and words[1:2] and words[1].islower()
        else words[0]
    )


# ---------------------------------------------------------------- Torres

TORRES_GAPS: Final = {
    "castle": ("square",),
    "place": ("square",),
    "king": ("square",),
    "start": ("seat",),
    "knight": ("square",),
    "move": ("start", "end"),
    "block": ("square", "size"),
    "keep": ("card",),
    "end": ("size",),
    "play.climb": ("start", "end"),
    "play.raise": ("square", "source"),
    "play.supply": ("square",),
    "play.lift": ("start", "end"),
    "play.diagonal": ("start", "end"),
    "play.shift": ("start", "end"),
    "play.summon": ("start", "end"),
    "play.leap": ("start", "end"),
}


def _torres(word: str, rest: Words, hidden: bool) -> tuple[str, Params]:
    """Return key and gaps of an action of Torres."""
    if word == "keep" and (hidden or rest == [HIDDEN]):
        return "keep.hidden", {}
    if word == "return":
        return word, {"places": ", ".join(f"@action.return.{place}" for place in rest)}
    if word == "store":
        return word, {"sizes": ", ".join(rest)}
    if word == "play":
        word = f"play.{rest.pop(0)}"
    params = dict(zip(TORRES_GAPS.get(word, ()), rest, strict=False))
    if "seat" in params:
        params["seat"] = LETTERS[int(params["seat"]) % len(LETTERS)]
    if "card" in params:
        params["card"] = f"@card.{params['card']}"
    if "size" in params:
        return f"{word}.stack", params
    if params.get("source") == "open":
        return f"{word}.open", params
    return word, params


# ---------------------------------------------------------------- BLOX


def _blox(word: str, rest: Words, _hidden: bool) -> tuple[str, Params]:
    """Return key and gaps of an action of BLOX."""
    joker = rest.pop()[1:] if rest[-1].startswith(JOKER) else None
    key = word if joker is None else f"{word}.joker"
    if word == "change":
        return key, {"cards": _colours(rest[0])}
    if word == "build":
        params = {"square": rest[0], "blocks": _colours(rest[1])}
    elif word == "enter":
        params = {"side": f"@side.{rest[0][0]}", "square": rest[1]}
    else:
        params = {"start": rest[0], "end": rest[1]}
        if word == "hit":
            params["cards"] = rest[2]
    if joker:
        params["colour"] = f"@colour.{joker}"
    return key, params


def _colours(letters: str) -> str:
    """Return colours by name."""
    return ", ".join(f"@colour.{letter}" for letter in letters)


# ---------------------------------------------------------------- Castellan

WALL_LENGTHS: Final = {"short": 1, "long": 2}


def _castellan(word: str, rest: Words, _hidden: bool) -> tuple[str, Params]:
    """Return key and gaps of an action of Castellan."""
    if word == "play":
        return word, {"cards": ", ".join(f"@cards.{card[0]} {card[1:]}" for card in rest)}
    if word == "draw":
        decks = [deck for deck in "WT" if deck in rest]
        return word, {"cards": ", ".join(_drawn(deck, rest.count(deck)) for deck in decks)}
    if word in WALL_LENGTHS:
        return f"{word}.{rest[1]}", {"point": rest[0]}
    if word == "tower":
        return word, {"point": rest[0]}
    return word, {"cell": rest[0]} if rest else {}


def _drawn(deck: str, cards: int) -> str:
    """Return how many cards of a kind are drawn."""
    return f"{cards} @cards.{deck}.{'one' if cards == 1 else 'many'}"


TABLES: Final[dict[str, Callable[[str, Words, bool], tuple[str, Params]]]] = {
    "torres": _torres,
    "blox": _blox,
    "castellan": _castellan,
}
