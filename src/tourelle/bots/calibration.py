"""Chances that are chances, points that are final points: what a search says, set right by data.

A title's `calibration.json` says for every number of seats, and for whatever judged, features or a
net by the name of its file, how games went on from positions that a search had judged, at some
knots of the game's progress: the `sharpness` of its chances (below 1: it was too sure), and `slope`
and `offset` of its points. Between two knots lies a straight line; at the end of a game nothing is
changed, for there everything is known. What was measured with another judge sets nothing right. The
file is made by `python -m benchmarks.calibration`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, Final

from tourelle.bots.presets import judge_of
from tourelle.bots.thinking import Candidate
from tourelle.core import plugins
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Action, DocumentError, Refusal, Seat

FILE: Final = "calibration.json"
LEAST: Final = 1e-6
"""No chance is taken for less, so that it can be set right."""


@dataclass(frozen=True)
class Evaluator:
    """What judges positions where a title's strongest search ends."""

    name: str = "features"
    """The file of a net, or that features are weighed."""
    digest: str = ""
    """What the net holds; nothing where features are weighed."""


@dataclass(frozen=True)
class Knot:
    """What is set right at a point of the game's progress."""

    progress: float
    sharpness: float = 1.0
    slope: float = 1.0
    offset: float = 0.0


END: Final = Knot(1.0)


@dataclass(frozen=True)
class Thresholds:
    """From which loss of chance on a turn has a mark, with two seats; with more it takes less."""

    inaccuracy: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.20

    def of(self, seats: int) -> "Thresholds":
        """Return them for a number of seats: a fair share of the chance is smaller with more."""
        share = 2 / seats
        return Thresholds(self.inaccuracy * share, self.mistake * share, self.blunder * share)


@dataclass(frozen=True)
class Calibration:
    """What sets the judgements of one title right for one number of seats."""

    knots: tuple[Knot, ...] = ()
    """In the order of progress, without the end."""
    mean: float = 0.0
    """The points around which slopes turn."""
    thresholds: Thresholds = Thresholds()

    @property
    def measured(self) -> bool:
        """Tell whether anything was measured."""
        return bool(self.knots)

    def at(self, progress: float) -> Knot:
        """Return what is set right at a point of the game."""
        if not self.knots:
            return END
        knots = (*self.knots, END)
        if progress <= knots[0].progress:
            return replace(knots[0], progress=progress)
        for left, right in pairwise(knots):
            if progress <= right.progress:
                part = (progress - left.progress) / (right.progress - left.progress)
                return Knot(
                    progress,
                    left.sharpness + part * (right.sharpness - left.sharpness),
                    left.slope + part * (right.slope - left.slope),
                    left.offset + part * (right.offset - left.offset),
                )
        return END

    def chances(self, judged: Sequence[float], progress: float) -> tuple[float, ...]:
        """Return the chance of every seat to win."""
        sharpness = self.at(progress).sharpness
        powers = [max(LEAST, chance) ** sharpness for chance in judged]
        whole = sum(powers)
        return tuple(power / whole for power in powers)

    def points(self, judged: Sequence[float], progress: float) -> tuple[float, ...]:
        """Return the points that every seat may hope to have at the end."""
        knot = self.at(progress)
        return tuple(
            self.mean + knot.slope * (points - self.mean) + knot.offset for points in judged
        )

    def candidate(self, found: Candidate, seat: int, progress: float) -> Candidate:
        """Return a turn that was considered with chances and points set right."""
        if not found.visits:
            return found
        chances = self.chances(found.chances, progress)
        points = self.points(found.points, progress)
        return replace(found, chances=chances, chance=chances[seat], points=points)


@cache
def title_calibration(title: str, seats: int, judge: Evaluator) -> Calibration:
    """Return what a title says of itself; where it says nothing, nothing is changed."""
    text = plugins.text_of(title, FILE)
    if text is None:
        return Calibration()
    try:
        return read_calibration(json.loads(text), seats, judge)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        params = {"title": title, "trouble": str(error)}
        raise DocumentError(Refusal("calibration", params=params)) from error


def read_calibration(document: Mapping[str, Any], seats: int, judge: Evaluator) -> Calibration:
    """Read what a document says of a number of seats and of what judges there."""
    entry = document.get(str(seats), {}).get(judge.name)
    thresholds = Thresholds(**document.get("thresholds", {}))
    if entry is None or entry.get("net", "") != judge.digest:
        return Calibration(thresholds=thresholds)
    knots = tuple(Knot(**knot) for knot in entry["knots"])
    if any(left.progress >= right.progress for left, right in pairwise((*knots, END))):
        raise ValueError("the knots of the progress don't rise")
    return Calibration(knots, float(entry["mean"]), thresholds)


def set_right(game: AnyGame, view: View, seat: Seat, found: Candidate) -> Candidate:
    """Return a turn of a seat with chances and points set right.

    What follows a turn that ends the game is known: of that nothing is changed.
    """
    if not found.visits or _ends(game, view, seat, found.turn):
        return found
    return calibration_of(game).candidate(found, seat, game.progress(view))


def _ends(game: AnyGame, view: View, seat: Seat, turn: Sequence[Action]) -> bool:
    """Tell whether a turn ends the game, in a world that fits the view."""
    world = game.imagine(view, seat, 0)
    for action in turn:
        game.apply(world, action)
    return game.is_over(world)


def evaluator_of(game: AnyGame) -> Evaluator:
    """Return what judges a game for hints and reviews: the net of its options, or its features."""
    net = judge_of(game)
    return Evaluator(net.file, net.digest) if net else Evaluator()


def calibration_of(game: AnyGame) -> Calibration:
    """Return what sets the judgements of a game right."""
    return title_calibration(game.title, game.seats, evaluator_of(game))
