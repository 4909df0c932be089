"""Characters of a title: opponents of a level who weigh positions otherwise than the others of it.

Data of a title's folder, `styles.json`: by the name of a character its level, and by which factor
it weighs some features more or less than the title's weights do.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from tourelle.core import plugins
from tourelle.core.weights import Weights, make_weights
from tourelle.core.words import DocumentError, Refusal
from tourelle.games import TITLES

USUAL_LEVEL: Final = 5
"""Of a character in a title that doesn't know it: there it weighs as everybody does."""


@dataclass(frozen=True)
class Style:
    """How a character plays a title."""

    level: int
    factors: Mapping[str, float]
    """Of the features that it weighs otherwise."""

    def weighing(self, weights: Weights) -> Weights:
        """Return the weights of a title as this character has them."""
        named = weights.named()
        if strange := sorted(set(self.factors) - set(named)):
            params = {"features": ", ".join(strange)}
            raise DocumentError(Refusal("weights-features", params=params))
        changed = {name: named[name] * self.factors.get(name, 1.0) for name in named}
        return make_weights(weights.features, changed, weights.spread, weights.command)


PLAIN: Final = Style(USUAL_LEVEL, {})


@cache
def styles(title: str) -> Mapping[str, Style]:
    """Return the characters of a title by name."""
    text = plugins.text_of(title, "styles.json")
    if text is None:
        return {}
    try:
        return {
            name: Style(int(style["level"]), {k: float(v) for k, v in style["factors"].items()})
            for name, style in json.loads(text).items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        params = {"title": title, "trouble": f"styles.json: {error}"}
        raise DocumentError(Refusal("opponents", params=params)) from error


def style_of(title: str, name: str) -> Style:
    """Return how a character plays a title."""
    return styles(title).get(name, PLAIN)


def names() -> list[str]:
    """Return every character that some title knows, in the order in which they are met."""
    return list(dict.fromkeys(name for title in TITLES for name in styles(title)))


def titles_of(name: str) -> tuple[str, ...]:
    """Return the titles that know a character."""
    return tuple(title for title in TITLES if name in styles(title))
