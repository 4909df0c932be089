"""The first start: every title is compiled in a thread, step by step, and says how far it is.

The rules of all titles come first, so that tables can be opened and people can play; then the
search of most bots, then that of the strongest. A title that somebody
waits for moves to the front.
"""

import asyncio
import gc
import threading
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from tourelle.bots.bot import Bot
from tourelle.bots.greedy import Greedy
from tourelle.bots.ideas import DEEP, TURN
from tourelle.bots.thinker import Thinker
from tourelle.core.compile import CPU, MACHINE, buffer, cache_folder
from tourelle.core.first_use import Step
from tourelle.core.first_use import steps as rule_steps
from tourelle.core.game import Game
from tourelle.core.words import Seat
from tourelle.games import TITLES, game_class

RULES, TURNS, LINES = range(3)
"""Stages: what a table needs, what searches one's own turn, what also follows the answers."""
LONG_ENOUGH: Final = 100_000
"""States to weigh until everything that searches has been used, whatever the clock says."""
BOTS: Final[dict[int, tuple[Bot, ...]]] = {
    TURNS: (Greedy(), Thinker("turn", TURN)),
    LINES: (Thinker("deep", DEEP).with_settings("deep", work=LONG_ENOUGH, seconds=0.0),),
}
"""Who has to play once in each stage; other bots differ from these in numbers alone."""


class Job(NamedTuple):
    """Something to compile."""

    stage: int
    title: str

    def steps(self) -> list[Step]:
        """Return calls that together compile it."""
        rules = game_class(self.title)
        if self.stage == RULES:
            return rule_steps(rules)
        return [partial(_play_once, bot, rules) for bot in BOTS[self.stage]]


def steps(title: str) -> list[Step]:
    """Return calls that together compile whatever a table may need, its bots included."""
    return [step for stage in (RULES, TURNS, LINES) for step in Job(stage, title).steps()]


def stage_of(bot: Bot) -> int:
    """Return what has to be compiled before a bot can play."""
    if not isinstance(bot, Thinker):
        return RULES
    return LINES if any(kept.rounds for kept in bot.settings.values()) else TURNS


def _play_once(bot: Bot, rules: type[Game[Any]]) -> None:
    """Let a bot choose the first turn of a game."""
    game = rules({})
    position = game.setup(0)
    seat = game.to_move(position) or Seat(0)
    bot.turn(game, game.view(position, seat), seat, buffer(1))


class Warming:
    """Compiles one thing after another; a table waits for its own title only."""

    def __init__(self) -> None:
        """Compile nothing yet."""
        self._loop = asyncio.get_running_loop()
        self._todo = [Job(stage, title) for stage in (RULES, TURNS, LINES) for title in TITLES]
        self._done: Final = {job: asyncio.Event() for job in self._todo}
        self._lock: Final = threading.Lock()
        self.progress: str | None = None
        """What is being compiled: `torres 3/10`."""

    def start(self) -> None:
        """Compile everything in a thread of its own."""
        threading.Thread(target=self._run, name="compiling", daemon=True).start()

    def stop(self) -> None:
        """Begin nothing more."""
        with self._lock:
            self._todo.clear()

    def skip(self) -> None:
        """Take everything for compiled: whoever comes first waits."""
        for event in self._done.values():
            event.set()

    @property
    def ready(self) -> bool:
        """Tell whether every title is compiled."""
        return all(event.is_set() for event in self._done.values())

    async def wait(self, title: str, stage: int = RULES) -> None:
        """Wait until a stage of a title is compiled; the title comes before the others."""
        event = self._done.get(Job(stage, title))
        if event is None or event.is_set():
            return
        with self._lock:
            self._todo.sort(key=lambda job: (job.stage == LINES, job.title != title, job.stage))
        await event.wait()

    def _next(self) -> Job | None:
        """Return what to compile next."""
        with self._lock:
            return self._todo.pop(0) if self._todo else None

    def _run(self) -> None:
        """Compile one thing after another."""
        while job := self._next():
            self.progress = f"{job.title} 0"
            before = sum(len(Job(stage, job.title).steps()) for stage in range(job.stage))
            total = len(steps(job.title))
            for number, step in enumerate(job.steps(), before + 1):
                self.progress = f"{job.title} {number}/{total}"
                step()
            if job.stage == RULES:
                self._leave_mark(job.title)
            with suppress(RuntimeError):  # nobody waits any more: the server has stopped
                self._loop.call_soon_threadsafe(self._done[job].set)
        self.progress = None
        gc.collect()
        gc.freeze()  # the compiler's objects stay: to look through them again takes 0.15 s a time

    @staticmethod
    def _leave_mark(title: str) -> None:
        """Leave the mark by which commands know that a title's rules are compiled."""
        if MACHINE == CPU:
            try:
                (cache_folder(title) / "warm").touch()
            except OSError:
                return
