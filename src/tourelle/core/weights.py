"""What each term of an evaluation weighs: data, per title and number of seats.

A title's `weights.json` says for every number of seats which command found the weights, what each
term weighs in points, and how far points must lie apart for a lead to be sure (`spread`). Without
that file the first term, the points, is all that weighs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from tourelle.core import plugins
from tourelle.core.compile import MACHINE, PLAIN
from tourelle.core.words import DocumentError, Refusal

SPREAD: Final = 10.0
"""How far points lie apart where nobody has measured it."""


@dataclass(frozen=True)
class Weights:
    """The weights of one title for one number of seats."""

    terms: tuple[str, ...]
    row: list[float]
    """What a term weighs, in the order of `terms`: an array where kernels are compiled."""
    spread: float
    """The lead, in points, at which a seat wins about three games in four (odds of e to 1)."""
    command: str
    """How they were found."""

    def named(self) -> dict[str, float]:
        """Return the weights by the names of their terms."""
        return {term: float(weight) for term, weight in zip(self.terms, self.row, strict=True)}


def numbers(values: list[float]) -> list[float]:
    """Return a row of numbers the way kernels want it: an array, or a plain list."""
    return values if MACHINE == PLAIN else np.array(values, dtype=np.float64)  # type: ignore[return-value]


def make_weights(
    terms: tuple[str, ...], named: Mapping[str, float], spread: float, command: str
) -> Weights:
    """Return weights given by name; a term without one, or a name without a term, is refused."""
    if wrong := sorted(set(terms) ^ set(named)):
        raise DocumentError(Refusal("weights-terms", params={"terms": ", ".join(wrong)}))
    return Weights(terms, numbers([float(named[term]) for term in terms]), float(spread), command)


def read_weights(document: object, terms: tuple[str, ...], seats: int) -> Weights:
    """Read the weights for a number of seats out of a title's document."""
    found = document.get(str(seats)) if isinstance(document, dict) else None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise DocumentError(Refusal("weights-seats", params={"seats": seats}))
    spread = float(found.get("spread", SPREAD))
    return make_weights(terms, found["weights"], spread, str(found.get("command", "")))


@cache
def title_weights(title: str, terms: tuple[str, ...], seats: int) -> Weights:
    """Return the weights that a title comes with."""
    text = plugins.text_of(title, "weights.json")
    if text is None:
        named = {term: float(term == terms[0]) for term in terms}
        return make_weights(terms, named, SPREAD, "")
    return read_weights(json.loads(text), terms, seats)
