"""Bots that need no time, under several names."""

from collections.abc import Sequence
from typing import Any

from tourelle.arena.match import Match
from tourelle.arena.results import Result
from tourelle.bots.bot import Bot
from tourelle.bots.random import Random
from tourelle.bots.thinking import Progress
from tourelle.core.game import Game
from tourelle.core.words import Action, Seat


class Dicer(Random):
    """Plays at random under a name of its own."""

    def __init__(self, name: str) -> None:
        self.name = name


class Stuck(Dicer):
    """Always does the first thing it may do."""

    def turn(
        self,
        game: Game[Any],
        view: Any,
        seat: Seat,  # noqa: ARG002 (a Bot's signature)
        dice: list[int],  # noqa: ARG002
        progress: Progress | None = None,  # noqa: ARG002
    ) -> list[Action]:
        return game.legal_actions(view)[:1]


def dicers(*names: str) -> tuple[Bot, ...]:
    """Bots that play at random."""
    return tuple(Dicer(name) for name in names)


def small_match(pairs: int = 4, bots: str = "one two", seats: int = 2, seed: int = 0) -> Match:
    """A match between bots that play at random."""
    return Match("torres", dicers(*bots.split()), pairs, {"seats": seats}, seed)


def timeless(results: Sequence[Result]) -> list[tuple[Any, ...]]:
    """All of some results but what clocks say."""
    return [(r.game, r.deal, r.bots, r.points, r.winners, r.turns) for r in results]


def result(game: int, bots: str, points: Sequence[int]) -> Result:
    """A result in which the highest points win."""
    names, none = tuple(bots.split()), (0.0,) * len(points)
    winners = tuple(seat for seat, own in enumerate(points) if own == max(points))
    return Result(game, 0, names, tuple(points), winners, none, (1,) * len(points), none)
