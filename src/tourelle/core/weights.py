"""What each feature of an evaluation weighs: data, per title and number of seats.

A title's `weights.json` says for every number of seats which command found the weights, what each
feature weighs in points, and how far points must lie apart for a lead to be sure (`spread`).
Without that file the first feature, the points, is all that weighs.
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

    features: tuple[str, ...]
    row: list[float]
    """What a feature weighs, in the order of `features`: an array where kernels are compiled."""
    spread: float
    """The lead, in points, at which a seat wins about three games in four (odds of e to 1)."""
    command: str
    """How they were found."""

    def named(self) -> dict[str, float]:
        """Return the weights by the names of their features."""
        return {
            feature: float(weight) for feature, weight in zip(self.features, self.row, strict=True)
        }


def numbers(values: list[float]) -> list[float]:
    """Return a row of numbers the way kernels want it: an array, or a plain list."""
    return values if MACHINE == PLAIN else np.array(values, dtype=np.float64)  # type: ignore[return-value]


def make_weights(
    features: tuple[str, ...], named: Mapping[str, float], spread: float, command: str
) -> Weights:
    """Return weights given by name; they must be those of the features."""
    if wrong := sorted(set(features) ^ set(named)):
        raise DocumentError(Refusal("weights-features", params={"features": ", ".join(wrong)}))
    return Weights(
        features, numbers([float(named[feature]) for feature in features]), float(spread), command
    )


def read_weights(document: object, features: tuple[str, ...], seats: int) -> Weights:
    """Read the weights for a number of seats out of a title's document."""
    found = document.get(str(seats)) if isinstance(document, dict) else None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise DocumentError(Refusal("weights-seats", params={"seats": seats}))
    spread = float(found.get("spread", SPREAD))
    return make_weights(features, found["weights"], spread, str(found.get("command", "")))


@cache
def title_weights(title: str, features: tuple[str, ...], seats: int) -> Weights:
    """Return the weights that a title comes with."""
    text = plugins.text_of(title, "weights.json")
    if text is None:
        named = {feature: float(feature == features[0]) for feature in features}
        return make_weights(features, named, SPREAD, "")
    return read_weights(json.loads(text), features, seats)
