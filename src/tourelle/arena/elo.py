"""Elo ratings of bots that met two by two: the likeliest ones, with anchors (Bradley-Terry).

A drawn game counts as half a victory of each. Ratings are of use only beside the ratings of
others, so one or more bots are anchored: their ratings are given, and all others follow.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

import numpy as np

from tourelle.arena.results import Result
from tourelle.arena.statistics import Z95
from tourelle.core.words import DocumentError, Refusal

PER_NATURAL: Final = 400 / log(10)  # Elo for odds of e to 1
STEPS: Final = 200
CLOSE: Final = 1e-10
LONGEST_STEP: Final = 2.0  # in natural units: keeps Newton from leaping over the hill


@dataclass(frozen=True)
class Rating:
    """The rating of one bot."""

    elo: float
    error: float
    """The standard error: 0 for an anchor."""

    def interval(self) -> tuple[float, float]:
        """Return where the rating lies with 95 % confidence."""
        return self.elo - Z95 * self.error, self.elo + Z95 * self.error


@dataclass(frozen=True)
class Ladder:
    """The ratings of all bots of a match."""

    ratings: dict[str, Rating]
    tempered: bool
    """Whether every pairing was given one drawn game more.

    That is done where some bots won everything against the others, as no finite rating would be
    the likeliest.
    """


Table = list[list[float]]
"""What each bot won against each other one."""


def victories(names: Sequence[str], results: Iterable[Result]) -> Table:
    """Return what each bot won against each other one at tables of two."""
    won = [[0.0] * len(names) for _ in names]
    for result in results:
        one, two = (names.index(name) for name in result.bots)
        won[one][two] += result.share(0)
        won[two][one] += result.share(1)
    return won


def check_anchors(names: Sequence[str], anchors: Mapping[str, float]) -> None:
    """Refuse an anchor that is no bot of the match."""
    for name in anchors:
        if name not in names:
            params = {"bot": name, "known": ", ".join(names)}
            raise DocumentError(Refusal("arena-anchor", params=params))


def elo_ladder(names: Sequence[str], won: Table, anchors: Mapping[str, float]) -> Ladder:
    """Return the likeliest ratings and their standard errors; games count as independent."""
    check_anchors(names, anchors)
    tempered = not _comparable(won)
    if tempered:
        won = [[score + 0.5 * _met(won, i, j) for j, score in enumerate(row)]
               for i, row in enumerate(won)]  # fmt: skip
    fixed = dict(anchors) or {names[0]: 0.0}
    free = [i for i, name in enumerate(names) if name not in fixed]
    score = np.array(won)
    games = score + score.T
    at = np.array([fixed.get(name, 0.0) / PER_NATURAL for name in names])
    for _ in range(STEPS):
        slope, bend = _slope_and_bend(at, score, games)
        if not free:
            break
        step = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        at[free] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.max(np.abs(step)) < CLOSE:
            break
    errors = np.zeros(len(names))
    if free:
        _, bend = _slope_and_bend(at, score, games)
        errors[free] = np.sqrt(np.diag(np.linalg.inv(bend[np.ix_(free, free)])))
    found = zip(names, at * PER_NATURAL, errors * PER_NATURAL, strict=True)
    return Ladder({name: Rating(float(elo), float(error)) for name, elo, error in found}, tempered)


def _slope_and_bend(at: Any, score: Any, games: Any) -> tuple[Any, Any]:
    """Return the gradient of the log-likelihood, and its curvature turned positive."""
    chance = 1 / (1 + np.exp(at[None, :] - at[:, None]))
    slope = (score - games * chance).sum(axis=1)
    weight = games * chance * (1 - chance)
    return slope, np.diag(weight.sum(axis=1)) - weight


def _met(won: Table, i: int, j: int) -> bool:
    """Tell whether two bots met."""
    return won[i][j] + won[j][i] > 0


def _comparable(won: Table) -> bool:
    """Tell whether from every bot a chain of victories or draws leads to every other one."""
    return all(len(_beaten(won, start)) == len(won) for start in range(len(won)))


def _beaten(won: Table, start: int) -> set[int]:
    """Return the bots that a chain of victories leads to."""
    found, edge = {start}, [start]
    while edge:
        row = won[edge.pop()]
        new = [j for j, score in enumerate(row) if score > 0 and j not in found]
        found.update(new)
        edge += new
    return found
