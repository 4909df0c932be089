"""Jobs for workers elsewhere, over a queue; where nobody is at work, this process thinks itself."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, TypeVar

from tourelle import __version__
from tourelle.bots.thinking import Progress
from tourelle.server.metrics import Metrics
from tourelle.server.thinking.door import OwnThreads
from tourelle.server.thinking.jobs import Job, JobError, UnableError, about, job_text, read_answer
from tourelle.store.queue import (
    Answered,
    Crew,
    Lost,
    Missed,
    Queue,
    SetAside,
    Shared,
    Tidings,
    Wanted,
)
from tourelle.store.troubles import JournalError

A = TypeVar("A")
SPEAKS: Final = f"{__version__} 1"
"""The version of Tourelle, and that of jobs: servers and workers of different ones don't meet."""
TICK: Final = 1.0
"""Seconds between two looks at the queue."""
SUSPECT: Final = 15.0
"""Seconds for which a job that has ended a worker waits for another where nobody is at work."""

log = logging.getLogger("tourelle.server")


class SetAsideError(JobError):
    """A job has ended its workers: nobody is to think about it, this server least of all."""


class _HomeError(Exception):
    """Nobody else will do a job."""


@dataclass
class _Ticket:
    """A job that is waited for."""

    job: Job[Any]
    progress: Progress
    done: "asyncio.Future[str]"
    tries: int = 0
    missing: bool = False
    since: float = field(default_factory=time.monotonic)


class QueuedThinking:
    """Has jobs done by workers."""

    def __init__(self, queue: Queue, home: OwnThreads, metrics: Metrics) -> None:
        """Take the queue, and who thinks where no worker does."""
        self._queue: Final = queue
        self._home: Final = home
        self._metrics: Final = metrics
        self._crew: Crew | None = None
        self._open: Final[dict[int, _Ticket]] = {}
        self._numbers: Final = count(1)
        self._waiting: Final[Counter[str]] = Counter()
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    @property
    def width(self) -> int:
        """Return how many jobs are done at once."""
        return (self._crew and self._crew.threads) or self._home.width

    async def ready(self, job: Job[Any]) -> None:
        """Wait until a job could be begun."""
        if not self._sends(job):
            await self._home.ready(job)

    def _sends(self, job: Job[Any]) -> bool:
        """Tell whether a job is for others."""
        return self._crew is not None and self._crew.workers > 0 and job.travels

    async def think(self, who: str, job: Job[A], progress: Progress) -> A:
        """Return what a worker found, or this process where there is none."""
        if self._sends(job):
            try:
                found = read_answer(job, await self._answered(who, job, progress))
            except (JournalError, _HomeError):
                pass
            except UnableError as error:
                log.warning("a worker is unable", extra={**job.about, "trouble": str(error)})
            else:
                self._metrics.count("jobs", 'by="worker"')
                return found
        self._metrics.count("jobs", 'by="server"')
        return await self._home.think(who, job, progress)

    async def _answered(self, who: str, job: Job[Any], progress: Progress) -> str:
        """Ask, and return the answer as it came."""
        number = next(self._numbers)
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._open[number] = _Ticket(job, progress, done)
        rank = self._waiting[who]
        self._waiting[who] += 1
        wanted = Wanted(number, job.priority, rank, job.seconds, job_text(job))
        answered = False
        try:
            await asyncio.to_thread(self._queue.ask, wanted)
            text = await done
            answered = True
            return text
        finally:
            del self._open[number]
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]
            if not answered:
                self._start(self._cancel([number]))

    async def _cancel(self, numbers: list[int]) -> None:
        """Let nobody go on with some jobs."""
        with suppress(JournalError):
            await asyncio.to_thread(self._queue.cancel, numbers)

    # ------------------------------------------------------------ hearing

    async def run(self) -> None:
        """Hear what workers found, and look after the queue, for ever."""
        loop = asyncio.get_running_loop()

        def hear(tidings: Tidings) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._take, tidings)

        await asyncio.to_thread(self._queue.listen, SPEAKS, hear)
        while True:
            await self._look()
            await asyncio.sleep(TICK)

    def _take(self, tidings: Tidings) -> None:
        """Hear one thing."""
        match tidings:
            case Answered(number, text):
                if ticket := self._ticket(number):
                    ticket.done.set_result(text)
            case Shared(shares):
                for number, share in shares:
                    if ticket := self._ticket(number):
                        ticket.progress.share = share
            case SetAside(number):
                self._end([number], SetAsideError)
            case Missed():
                self._start(self._look())

    def _ticket(self, number: int) -> _Ticket | None:
        """Return a job that is still waited for."""
        ticket = self._open.get(number)
        return None if ticket is None or ticket.done.done() else ticket

    def _end(self, numbers: Iterable[int], error: Callable[[str], Exception]) -> None:
        """Let whoever waits for some jobs hear that nobody does them."""
        for number in numbers:
            if ticket := self._ticket(number):
                ticket.done.set_exception(error(ticket.job.kind))

    # ------------------------------------------------------------ looking after it

    async def _look(self) -> None:
        """See who is at work, hand on what was lost, and wait for nothing in vain."""
        try:
            crew = await asyncio.to_thread(self._queue.crew)
            self._note(crew)
            for lost in await asyncio.to_thread(self._queue.sweep):
                tell_lost(lost)
            if self._open:
                await self._compare(crew)
        except Exception as error:  # whatever it is: nobody may wait in vain
            if not isinstance(error, JournalError):
                log.exception("queue")
            self._note(Crew())
            self._end([n for n, ticket in self._open.items() if not ticket.tries], _HomeError)

    async def _compare(self, crew: Crew) -> None:
        """Ask for nothing in vain: jobs that the queue has lost, or that nobody will take."""
        before = list(self._open)
        known = await asyncio.to_thread(self._queue.known)
        if unwanted := [number for number in known if number not in self._open]:
            await self._cancel(unwanted)
        for number in before:
            if ticket := self._ticket(number):
                ticket.tries = known.get(number, ticket.tries)
                if number in known:
                    ticket.missing = False
                elif ticket.missing:  # twice: its answer is not on its way
                    self._end([number], _HomeError)
                else:
                    ticket.missing = True
        if not crew.workers:
            await self._give_up(before)

    async def _give_up(self, numbers: list[int]) -> None:
        """Do jobs here that nobody will take; those that have ended a worker are set aside."""
        self._end(await asyncio.to_thread(self._queue.untaken, numbers), _HomeError)
        late = time.monotonic() - SUSPECT
        for number in numbers:
            ticket = self._ticket(number)
            if ticket is not None and ticket.tries and ticket.since < late:
                log.error("a job that ended its worker", extra=ticket.job.about)
                self._end([number], SetAsideError)

    def _note(self, crew: Crew) -> None:
        """Say once that workers have come, or that there are none."""
        before, self._crew = self._crew, crew
        if crew.workers and not (before and before.workers):
            log.info("workers think", extra=crew._asdict())
        elif before and before.workers and not crew.workers:
            log.warning("no worker is at work: this server thinks itself")

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something happen beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def tell_lost(lost: Lost) -> None:
    """Write into the log what became of a job whose worker was lost."""
    told = {**about(lost.text), "tries": lost.tries}
    if lost.aside:
        log.error("a job is set aside: it has ended every worker that tried it", extra=told)
    else:
        log.warning("a worker was lost: its job is done again", extra=told)
