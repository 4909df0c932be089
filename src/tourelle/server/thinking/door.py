"""The one door to thinking: whoever wants something thought about says for whom, and waits."""

from functools import partial
from typing import Any, Final, Protocol, TypeVar

from tourelle.bots.thinking import Progress
from tourelle.server.bots.precompile import Precompiler
from tourelle.server.bots.threads import Threads
from tourelle.server.thinking.jobs import SPARE, Job

A = TypeVar("A")
UNBOUNDED: Final = 1 << 30


class Thinking(Protocol):
    """Has jobs done."""

    @property
    def width(self) -> int:
        """Return how many jobs are done at once."""

    async def ready(self, job: Job[Any]) -> None:
        """Wait until a job could be begun."""

    async def think(self, who: str, job: Job[A], progress: Progress) -> A:
        """Return what was found for somebody; cancelled, or its progress stopped, it ends soon."""


class OwnThreads:
    """Does jobs in threads of this process, shared fairly."""

    def __init__(self, threads: int, precompiler: Precompiler) -> None:
        """Take how many threads, and who compiles what they need."""
        self.width: Final = threads
        self._threads: Final = Threads(threads, "thinking", UNBOUNDED, UNBOUNDED)
        self._precompiler: Final = precompiler

    async def ready(self, job: Job[Any]) -> None:
        """Wait until what a job needs is compiled."""
        await self._precompiler.wait(job.game.title, job.stage)

    async def think(self, who: str, job: Job[A], progress: Progress) -> A:
        """Return what was found, in the turn of whoever asks."""
        await self.ready(job)
        return await self._threads.run(
            who, partial(job.done, progress), spare=job.priority == SPARE
        )

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.close()
