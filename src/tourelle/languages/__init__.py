"""Everything a person reads, in every language: catalogues of sentences, one JSON file a domain.

A key names its sentence; `{name}` in it is filled in. The domains are the games and the rooms that
speak (`core`, `terminal`, ...). The same keys and the same gaps stand in every language.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "fr", "de")


@cache
def catalogue(language: str, domain: str) -> dict[str, str]:
    """Return the sentences of one domain."""
    text = files(__name__).joinpath(language, f"{domain}.json").read_text(encoding="utf-8")
    sentences: dict[str, str] = json.loads(text)
    return sentences


def say(language: str, domain: str, key: str, /, **params: object) -> str:
    """Return one sentence with its gaps filled."""
    return catalogue(language, domain)[key].format(**params)


def refusal_sentence(language: str, game: str, reason: str, params: dict[str, object]) -> str:
    """Return the sentence of a refusal: the game's own, or the one all games share."""
    key = f"refusal.{reason}"
    own = catalogue(language, game) if game else {}
    domain = game if key in own else "core"
    return say(language, domain, key, **params)
