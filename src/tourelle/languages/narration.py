"""Actions in plain words, from their notation, for every room that speaks."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tourelle.core import plugins
from tourelle.languages import catalogue, say

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

    An action for which its title has no sentence is told in its notation.

    Whoever knows what the action did names the `variant` of its sentence and fills more `gaps`;
    `names` of people fill others, taken as they are.
    """
    key, params = plugins.game_named(title).narrated(text, hidden)
    key = f"action.{text.partition(' ')[0]}.{variant}" if variant else f"action.{key}"
    if key not in catalogue(language, title):
        return text
    filled = _filled(language, title, {**params, **gaps})
    return say(language, title, key, **filled, **names)


def brief(
    language: str, title: str, text: str, variant: str, names: Mapping[str, str] = NO_GAPS
) -> str:
    """Return an action in two or three words, where it left something to be seen; else nothing."""
    word = text.partition(" ")[0]
    known = catalogue(language, title)
    key = next((k for k in (f"brief.{word}.{variant}", f"brief.{word}") if k in known), None)
    if key is None:
        return ""
    _, params = plugins.game_named(title).narrated(text, False)
    return known[key].format(**_filled(language, title, params), **names)


def _filled(language: str, title: str, gaps: Mapping[str, str]) -> Params:
    """Return gaps with what stands in the catalogue for them."""
    return {name: translated(language, title, value) for name, value in gaps.items()}


def translated(language: str, title: str, value: str) -> str:
    """Return `value` with every `@key` in it replaced by that sentence of the title's catalogue."""
    if "@" not in value:
        return value
    sentences = catalogue(language, title)
    return re.sub(r"@([\w.-]+\w)", lambda match: sentences[match[1]], value)
