"""A match between bots: every game of its schedule, from where it stopped."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from tourelle.arena.cluster import Cluster
from tourelle.arena.playing import default_opening
from tourelle.arena.results import MatchFolder, Result
from tourelle.arena.schedule import Sitting, schedule
from tourelle.arena.sprt import Sprt, SprtRun
from tourelle.arena.workers import (
    DEALS,
    Finished,
    Worker,
    play_here,
    play_in_processes,
    play_on_cluster,
)
from tourelle.bots.bot import Bot
from tourelle.bots.program import Program
from tourelle.core.game import AnyGame
from tourelle.core.records import SEEDS
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.games import game_class

Watch = Callable[[Sequence[Result], int], object]
"""Is told the games played so far and how many there will be at most."""


class Described(TypedDict):
    """A match as its folder and its report tell it."""

    game: str
    rules: int
    options: dict[str, Param]
    bots: list[str]
    seed: int
    opening: int


@dataclass(frozen=True)
class Match:
    """What is played. Equal matches give equal results if the bots' budgets are of work."""

    title: str
    bots: tuple[Bot, ...]
    pairs: int
    """How many deals; each is played in every rotation of seats."""
    options: Mapping[str, Param]
    seed: int = 0
    opening: int | None = None
    """How many first actions chance draws; None leaves it to the title."""

    def game(self) -> AnyGame:
        """Return the rules it is played under."""
        return game_class(self.title)(dict(self.options))

    def described(self) -> Described:
        """Return what must be the same for a match to go on; more pairs may be asked for."""
        game = self.game()
        return {
            "game": self.title,
            "rules": game.rules,
            "options": dict(game.options),
            "bots": [bot.name for bot in self.bots],
            "seed": self.seed,
            "opening": default_opening(game) if self.opening is None else self.opening,
        }


def play_match(
    match: Match,
    jobs: int = 1,
    folder: Path | None = None,
    *,
    records: bool = False,
    sprt: Sprt | None = None,
    watch: Watch = lambda *_: None,
    cluster: Cluster | None = None,
) -> list[Result]:
    """Play what is left of a match and return all its results, in the order of the schedule.

    With `jobs` above 1 games are played by so many processes, so a script that calls this must be
    importable (`if __name__ == "__main__"`); a `cluster` plays them all instead. In a `folder` the
    results outlive the program. A `sprt` ends the match with the pair of games that decides it.
    """
    check(match, jobs, sprt)
    described = match.described()
    kept = MatchFolder(folder, described) if folder else None
    if kept and records:
        kept.keep_records()
    sittings = schedule(len(match.bots), match.game().seats, match.pairs)
    known = kept.results if kept else {}
    done = {s.number: known[s.number] for s in sittings if s.number in known}
    left = [sitting for sitting in sittings if sitting.number not in done]
    run = SprtRun(sprt, match.bots[0].name) if sprt else None
    watch(tuple(done.values()), len(sittings))
    if left and not (run and run.decided(done)):
        worker = Worker(
            match.title, dict(match.options), match.bots, match.seed, described["opening"]
        )
        played = _played(worker, left, jobs, cluster)
        try:
            for result, record in played:
                done[result.game] = result
                if kept:
                    kept.add(result, record)
                watch(tuple(done.values()), len(sittings))
                if run and run.decided(done):
                    break
        finally:
            played.close()
    results = [done[number] for number in sorted(done)]
    return results[: 2 * run.pairs] if run and run.decided(done) else results


def _played(
    worker: Worker, left: Sequence[Sitting], jobs: int, cluster: Cluster | None
) -> Generator[Finished]:
    """Return the games that are left, as they end where they are played."""
    if cluster is not None:
        return play_on_cluster(worker, left, cluster)
    worker.precompile()  # once, before many processes would all compile the same
    return play_in_processes(worker, left, jobs) if jobs > 1 else play_here(worker, left)


def check(match: Match, jobs: int = 1, sprt: Sprt | None = None) -> None:
    """Refuse a match that can't be played, naming what is wrong."""
    names = [bot.name for bot in match.bots]
    if len(names) < 2:
        raise DocumentError(Refusal("arena-few-bots"))
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise DocumentError(Refusal("arena-same-bot", params={"bot": twice}))
    numbers = (
        ("pairs", match.pairs, 1, DEALS),
        ("seed", match.seed, 0, SEEDS // DEALS - 1),
        ("opening", match.opening or 0, 0, 1000),
        ("jobs", jobs, 1, 1000),
    )
    for what, value, low, high in numbers:
        if not low <= value <= high:
            params: dict[str, Param] = {"what": what, "value": value, "low": low, "high": high}
            raise DocumentError(Refusal("arena-number", params=params))
    if sprt and (len(names) != 2 or match.game().seats != 2):
        raise DocumentError(Refusal("arena-sprt-two"))
    for bot in match.bots:
        if isinstance(bot, Program):
            bot.check()
