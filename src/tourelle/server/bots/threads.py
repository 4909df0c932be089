"""Threads for long work, shared fairly: whoever had least of them of late comes first."""

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeVar

from tourelle.server.gate.limits import ADDRESSES
from tourelle.tables.troubles import TroubleError

T = TypeVar("T")
HALF_LIFE: Final = 60.0
"""Seconds after which work done counts half."""
COMPANY: Final = 60.0
"""Seconds for which somebody who had work done is company: one thread stays free for them."""

SPARE: Final = "~"
"""What the names begin with for whom spare work is done; no address does."""


class Job(NamedTuple):
    """Something to be done, and who waits for it."""

    work: Callable[[], object]
    done: "asyncio.Future[Any]"


class Threads:
    """A few threads, and a queue for everybody who wants them.

    While several addresses want work done, none of them has all threads at once.
    """

    def __init__(self, threads: int, name: str, waiting: int, waiting_each: int) -> None:
        """Take how many may work and how many may wait, in all and from each address."""
        self._threads: Final = threads
        self._waiting: Final = waiting
        self._waiting_each: Final = waiting_each
        self._pool: Final = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._queues: Final[dict[str, deque[Job]]] = {}
        self._working: Final[dict[str, int]] = {}
        self._closed = False
        self._spent: Final[OrderedDict[str, tuple[float, float]]] = OrderedDict()

    async def run(self, who: str, work: Callable[[], T], *, spare: bool = False) -> T:
        """Do some work for somebody when it is their turn; refused where too much waits.

        `spare` work waits as long as any other does, leaves one thread free where there are
        several, and takes nobody's place in the queue: whoever brings it says how much there is.
        """
        who = SPARE + who if spare else who
        if self._closed or not (spare or self._has_room(who)):
            raise TroubleError("too-busy")
        queue = self._queues.setdefault(who, deque())
        job = Job(work, asyncio.get_running_loop().create_future())
        queue.append(job)
        self._begin()
        try:
            return await job.done  # type: ignore[no-any-return]  # what `work` returns
        except asyncio.CancelledError:
            if job in queue:
                queue.remove(job)
                self._tidy(who)
            raise

    def _has_room(self, who: str) -> bool:
        """Tell whether one more may wait: for somebody, and in all."""
        waiting = {
            name: len(queue) for name, queue in self._queues.items() if not name.startswith(SPARE)
        }
        return waiting.get(who, 0) < self._waiting_each and sum(waiting.values()) < self._waiting

    def _begin(self) -> None:
        """Give free threads to those whose turn it is."""
        while sum(self._working.values()) < self._threads:
            who = self._next()
            if who is None:
                return
            job = self._queues[who].popleft()
            self._working[who] = self._working.get(who, 0) + 1
            self._note(who, 0.0)
            started = time.monotonic()
            work = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            work.add_done_callback(
                lambda work, who=who, job=job, at=started: self._end(who, job, work, at)  # type: ignore[misc]
            )

    def _next(self) -> str | None:
        """Return whose turn it is: of those who wait, who had least."""
        now = time.monotonic()
        ready = [
            who
            for who, queue in self._queues.items()
            if queue and self._working.get(who, 0) < self._share(who, now)
        ]
        first = [who for who in ready if not who.startswith(SPARE)]
        if not first and self._spare_working >= max(1, self._threads - 1):
            return None
        return min(first or ready, key=lambda who: self._had(who, now), default=None)

    @property
    def _spare_working(self) -> int:
        """Return how many threads do spare work."""
        return sum(n for who, n in self._working.items() if who.startswith(SPARE))

    def _share(self, who: str, now: float) -> int:
        """Return how many threads somebody may have at once."""
        for other in reversed(self._spent):  # the latest comes last
            if now - self._spent[other][1] > COMPANY:
                break
            if other != who and not other.startswith(SPARE):
                return max(1, self._threads - 1)
        return self._threads

    def _had(self, who: str, now: float) -> float:
        """Return the seconds that somebody had, those of long ago counting less."""
        seconds, at = self._spent.get(who, (0.0, now))
        return seconds * math.exp2((at - now) / HALF_LIFE)

    def _note(self, who: str, seconds: float) -> None:
        """Count what somebody had."""
        now = time.monotonic()
        self._spent[who] = (self._had(who, now) + seconds, now)
        self._spent.move_to_end(who)
        if len(self._spent) > ADDRESSES:
            self._spent.popitem(last=False)

    def _end(self, who: str, job: Job, work: "asyncio.Future[Any]", started: float) -> None:
        """Tell who waits what became of it, and let the next begin."""
        self._note(who, time.monotonic() - started)
        self._working[who] -= 1
        if not job.done.done():
            if work.cancelled():
                job.done.cancel()
            elif error := work.exception():
                job.done.set_exception(error)
            else:
                job.done.set_result(work.result())
        elif not work.cancelled():
            work.exception()  # nobody waits: what became of it is looked at all the same
        self._tidy(who)
        self._begin()

    def _tidy(self, who: str) -> None:
        """Forget somebody for whom nothing waits and nothing is done."""
        if not self._queues.get(who):
            self._queues.pop(who, None)
        if not self._working.get(who):
            self._working.pop(who, None)

    def close(self) -> None:
        """Begin nothing more."""
        self._closed = True
        for queue in self._queues.values():
            queue.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
