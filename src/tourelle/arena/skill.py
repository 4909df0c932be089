"""Ratings for three and four seats: openskill's Plackett-Luce over whole orders of arrival."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Protocol

from tourelle.arena.results import Result


@dataclass(frozen=True)
class Skill:
    """What is believed of a bot: a mean and how unsure it is, 25 and 25/3 before the first game."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Return a rating that is safe to claim: the mean less three times the uncertainty."""
        return self.mu - 3 * self.sigma


UNKNOWN: Final = Skill(25.0, 25.0 / 3.0)


class Arrival(Protocol):
    """How a game ended: the points of every seat, and which of them won."""

    @property
    def points(self) -> tuple[int, ...]:
        """Return the points of every seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that won."""


def places(result: Arrival) -> list[int]:
    """Return the place of every seat, from 1: winners first, then by points; equals share one."""
    keys = [(seat in result.winners, points) for seat, points in enumerate(result.points)]
    return [1 + sum(_before(other, key) for other in keys) for key in keys]


def _before(other: tuple[bool, int], key: tuple[bool, int]) -> bool:
    """Tell whether one seat arrived before another; winners are equal whatever their points."""
    if other[0] or key[0]:
        return other[0] and not key[0]
    return other[1] > key[1]


def taught(sitting: Sequence[Skill], result: Arrival) -> list[Skill]:
    """Return what is believed of everybody at a table after a game, seat by seat."""
    from openskill.models import PlackettLuce  # only here: matches are played without it too

    model = PlackettLuce()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in sitting]
    rated = model.rate(teams, ranks=[float(place) for place in places(result)])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]


def skills(names: Sequence[str], results: Iterable[Result]) -> dict[str, Skill]:
    """Return what the games teach about every bot, taken in their order.

    A bot that holds several seats of a game learns the mean of what these seats teach it.
    """
    known = dict.fromkeys(names, UNKNOWN)
    for result in results:
        learnt = taught([known[name] for name in result.bots], result)
        for name in set(result.bots):
            own = [skill for skill, n in zip(learnt, result.bots, strict=True) if n == name]
            mean = sum(skill.mu for skill in own) / len(own)
            square = sum(skill.sigma**2 for skill in own) / len(own)
            known[name] = Skill(mean, sqrt(square))
    return known
