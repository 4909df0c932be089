"""The first start: every title is compiled in a thread, step by step, and says how far it is.

The rules of all titles come first, with a game of each that is told to its end, so that tables can
be opened and people can play; then the search of most bots, then that of the strongest. A title
that somebody waits for moves to the front.
"""

import asyncio
import logging
import threading
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from tourelle.bots.precompile import RULES, STAGES, TREE, mark
from tourelle.bots.precompile import steps as kernel_steps
from tourelle.core.compile import CPU, MACHINE
from tourelle.core.precompile import Step
from tourelle.games import playable
from tourelle.server.cycles import look_at_the_newest
from tourelle.server.live.rehearsing import rehearse

log = logging.getLogger("tourelle.server")


class Job(NamedTuple):
    """Something to compile."""

    stage: int
    title: str


def steps(title: str, stage: int) -> list[Step]:
    """Return calls after which a table waits for nothing of a stage that is asked first."""
    found = kernel_steps(title, stage)
    return [*found, partial(rehearse, title)] if stage == RULES else found


class Precompiler:
    """Compiles one thing after another; a table waits for its own title only."""

    def __init__(self) -> None:
        """Compile nothing yet."""
        self._loop = asyncio.get_running_loop()
        self._todo = [Job(stage, title) for stage in STAGES for title in playable()]
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
            self._todo.sort(key=lambda job: (job.stage == TREE, job.title != title, job.stage))
        await event.wait()

    def _next(self) -> Job | None:
        """Return what to compile next."""
        with self._lock:
            return self._todo.pop(0) if self._todo else None

    def _run(self) -> None:
        """Compile one thing after another."""
        while job := self._next():
            counts = [len(steps(job.title, stage)) for stage in STAGES]
            before = sum(counts[: job.stage])
            for number, step in enumerate(steps(job.title, job.stage), before + 1):
                self.progress = f"{job.title} {number}/{sum(counts)}"
                self._take(step, job.title)
            self._leave_mark(job)
            with suppress(RuntimeError):  # nobody waits any more: the server has stopped
                self._loop.call_soon_threadsafe(self._done[job].set)
        self.progress = None
        look_at_the_newest()

    @staticmethod
    def _take(step: Step, title: str) -> None:
        """Take a step; a game that fails in it is told of, and nobody waits for it for ever."""
        try:
            step()
        except Exception:  # an author's code may raise anything: the other titles come all the same
            log.exception("a title can't be prepared", extra={"title": title})

    @staticmethod
    def _leave_mark(job: Job) -> None:
        """Leave the mark by which commands know that something is compiled."""
        if MACHINE == CPU:
            with suppress(OSError):
                mark(job.title, job.stage).touch()
