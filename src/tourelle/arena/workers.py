"""Where games are played: in this process, in many, each on one core, or on a cluster."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from tourelle.arena.cluster import Cluster
from tourelle.arena.fingerprint import packages_of
from tourelle.arena.playing import open_game, play_game
from tourelle.arena.pools import in_processes
from tourelle.arena.processes import leave_with_parent
from tourelle.arena.results import Result
from tourelle.arena.schedule import Sitting
from tourelle.bots.bot import Bot
from tourelle.bots.program import Program, told_troubles
from tourelle.core.chance import dice_from, next_word
from tourelle.core.compile import buffer
from tourelle.core.precompile import steps
from tourelle.core.records import Player, Record, outcome_json
from tourelle.core.words import Param
from tourelle.games import game_class

DEALS: Final = 1_000_000
"""A match has no more deals than this; they are numbered from its seed times this on."""

Finished = tuple[Result, Record]


@dataclass(frozen=True)
class Worker:
    """What every process that plays games is given."""

    title: str
    options: dict[str, Param]
    bots: tuple[Bot, ...]
    seed: int
    opening: int

    def play(self, sitting: Sitting) -> Finished:
        """Play one game."""
        game = game_class(self.title)(self.options)
        bots = [self.bots[number] for number in sitting.bots]
        deal = self.seed * DEALS + sitting.deal
        played = play_game(game, bots, deal, dice_seed(deal, sitting.number), self.opening)
        troubles = tuple(trouble for bot in bots for trouble in told_troubles(bot))
        names = tuple(bot.name for bot in bots)
        result = Result(
            game=sitting.number,
            deal=deal,
            bots=names,
            points=played.outcome.points,
            winners=tuple(map(int, played.outcome.winners)),
            seconds=tuple(round(seconds, 6) for seconds in played.seconds),
            turns=played.turns,
            longest=tuple(round(seconds, 6) for seconds in played.longest),
            troubles=troubles,
        )
        record = Record(
            game=self.title,
            rules=game.rules,
            options=game.options,
            seed=deal,
            actions=played.actions,
            seats=tuple(Player("", name) for name in names),
            outcome=outcome_json(played.outcome),
        )
        return result, record

    def arrive(self) -> None:
        """Make ready on another machine: what was tried here may be missing there."""
        for bot in self.bots:
            if isinstance(bot, Program):
                bot.check()
        self.precompile()

    def precompile(self) -> None:
        """Compile what the bots need, or load it, so that no clock counts it."""
        rules = game_class(self.title)
        for step in steps(rules):
            step()
        game = rules(self.options)
        position = game.setup(0)
        for text in open_game(game, 0, self.opening):
            game.play_text(position, text)
        seat = game.to_move(position)
        if seat is None:
            return
        for bot in self.bots:
            bot.turn(game, game.view(position, seat), seat, buffer(1))
            told_troubles(bot)  # of a game that doesn't count


def dice_seed(deal: int, number: int) -> int:
    """Return where the bots' dice begin in a game: apart from its deal, and from other games."""
    dice = dice_from(deal)
    dice[0] = int(next_word(dice)) >> 8
    dice[0] += number
    return int(next_word(dice)) >> 8


# ---------------------------------------------------------------- one core or many


def play_here(worker: Worker, sittings: Sequence[Sitting]) -> Generator[Finished]:
    """Yield every game as it ends, one after another."""
    for sitting in sittings:
        yield worker.play(sitting)


def play_in_processes(
    worker: Worker, sittings: Sequence[Sitting], jobs: int
) -> Generator[Finished]:
    """Yield every game as it ends, in any order, played by `jobs` processes."""
    yield from in_processes(
        _play, iter(sittings), min(jobs, len(sittings)), enter=_enter, told=(worker,)
    )


def play_on_cluster(
    worker: Worker, sittings: Sequence[Sitting], cluster: Cluster
) -> Generator[Finished]:
    """Yield every game as it ends, in any order, played by the workers of a cluster."""
    code = packages_of(worker.title, worker.bots)
    yield from cluster.answers(worker.play, iter(sittings), code, worker.arrive)


_working: list[Worker] = []


def _enter(worker: Worker) -> None:
    """Make a process ready."""
    leave_with_parent()
    worker.precompile()  # no bot should lose the time that loading takes
    _working[:] = [worker]


def _play(sitting: Sitting) -> Finished:
    """Play one game in this process."""
    return _working[0].play(sitting)
