"""Ratings for three and four seats: openskill's Plackett-Luce over whole orders of arrival."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

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


def places(result: Result) -> list[int]:
    """Return the place of every seat, from 1: winners first, then by points; equals share one."""
    keys = [(seat in result.winners, points) for seat, points in enumerate(result.points)]
    return [1 + sum(_before(other, key) for other in keys) for key in keys]


def _before(other: tuple[bool, int], key: tuple[bool, int]) -> bool:
    """Tell whether one seat arrived before another; winners are equal whatever their points."""
    if other[0] or key[0]:
        return other[0] and not key[0]
    return other[1] > key[1]


def skills(names: Sequence[str], results: Iterable[Result]) -> dict[str, Skill]:
    """Return what the games teach about every bot, taken in their order.

    A bot that holds several seats of a game learns the mean of what these seats teach it.
    """
    from openskill.models import PlackettLuce  # only here: matches are played without it too

    model = PlackettLuce()
    known = {name: Skill(model.mu, model.sigma) for name in names}
    for result in results:
        teams = [[model.rating(mu=known[n].mu, sigma=known[n].sigma)] for n in result.bots]
        rated = model.rate(teams, ranks=[float(place) for place in places(result)])
        for name in set(result.bots):
            own = [team[0] for team, n in zip(rated, result.bots, strict=True) if n == name]
            mean = sum(rating.mu for rating in own) / len(own)
            square = sum(rating.sigma**2 for rating in own) / len(own)
            known[name] = Skill(mean, sqrt(square))
    return known
