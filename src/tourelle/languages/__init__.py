"""Everything a person reads, in every language: catalogues of sentences, one JSON file a domain.

A key names its sentence; `{name}` in it is filled in, and `{name|card|cards}` is the word that goes
with the number `name`. The domains are the rooms that speak (`core`, `terminal`, ...), whose files
lie here, and the games, whose files lie in `words` of their own folder: `en.json`, and what the
page alone says in `web-en.json` (domain `web-TITLE`). The same keys and the same gaps stand in
every language.
"""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Final

from tourelle.core import plugins

LANGUAGES: Final = ("en", "fr", "de")
ENGLISH: Final = LANGUAGES[0]
WEB: Final = "web-"
COLOURED: Final = frozenset({"blocks", "cards", "colour", "owned"})
"""What refusals may tell in letters, one for each colour."""
NUMBERED: Final = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")


@cache
def catalogue(language: str, domain: str) -> dict[str, str]:
    """Return the sentences of one domain; those of a game in English if it lacks the language."""
    title = domain.removeprefix(WEB)
    if title in plugins.entries(plugins.GAMES):
        start = WEB if domain != title else ""
        wanted = (f"{start}{name}.json" for name in (language, ENGLISH))
        text = next(filter(None, (plugins.text_of(title, "words", name) for name in wanted)), "{}")
    else:
        file = files(__name__).joinpath(language, f"{domain}.json")
        text = file.read_text(encoding="utf-8")
    sentences: dict[str, str] = json.loads(text)
    return sentences


def say(language: str, domain: str, key: str, /, **params: object) -> str:
    """Return one sentence with its gaps filled."""
    return filled(language, catalogue(language, domain)[key], params)


def filled(language: str, sentence: str, params: dict[str, object]) -> str:
    """Return a sentence with its gaps filled, and every word in the number that goes with it."""

    def numbered(match: re.Match[str]) -> str:
        return match[2] if is_one(language, int(str(params[match[1]]))) else match[3]

    if "|" in sentence:
        sentence = NUMBERED.sub(numbered, sentence)
    return sentence.format(**params) if "{" in sentence or "}" in sentence else sentence


def is_one(language: str, number: int) -> bool:
    """Tell whether a number takes the singular; in French nought does too."""
    return number in (0, 1) if language == "fr" else number == 1


def refusal_sentence(language: str, game: str, reason: str, params: dict[str, object]) -> str:
    """Return the sentence of a refusal: the game's own, or the one all games share.

    A game that has no sentence for its reason is refused by the bare name of it. A card is called
    by its name: `climb` is what the catalogue says at `card.climb`; so are colours in letters. What
    is asked at a stage is told by a sentence of its own, `asked.turn`.
    """
    key = f"refusal.{reason}"
    own = catalogue(language, game) if game else {}
    if "card" in params:
        params = {**params, "card": own.get(f"card.{params['card']}", params["card"])}
    if "stage" in params:
        params = {**params, "stage": own.get(f"asked.{params['stage']}", params["stage"])}
    for gap in COLOURED & params.keys():
        names = [own.get(f"colour.{letter}", "") for letter in str(params[gap])]
        if names and all(names):
            params = {**params, gap: ", ".join(names)}
    if key not in own and key not in catalogue(language, "core"):
        return reason
    return say(language, game if key in own else "core", key, **params)
