"""Reviews under way: judged on spare cores, joined by whoever asks for the same, kept when done."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from tourelle.bots.thinking import Progress
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Record
from tourelle.core.words import Seat
from tourelle.review.judged import Review, Turn
from tourelle.review.keeping import Shelf
from tourelle.review.reviewing import Reviewing, name_of, record_hash
from tourelle.server.settings import Settings
from tourelle.server.thinking.door import Thinking
from tourelle.server.thinking.jobs import DecisionJob, JobError, TryJob
from tourelle.tables.troubles import TroubleError

UNHEARD: Final = 60.0
"""Seconds after which a review stops that nobody has asked about."""
LOOK: Final = 1.0
WIDEST: Final = 32
"""Decisions of one review that are judged at once."""
MOST: Final = 50
"""Reviews that may be under way or remembered at once."""

log = logging.getLogger("tourelle.server")


@dataclass
class Made:
    """A review that is being made, or was."""

    name: str
    reviewing: Reviewing
    names: list[str]
    watching: set[str] = field(default_factory=set)
    asked: float = 0.0
    status: str = "waiting"
    progress: Progress = field(default_factory=Progress)
    review: Review | None = None
    task: "asyncio.Task[None] | None" = None

    @property
    def share(self) -> float:
        """Return how much is done."""
        return 1.0 if self.review is not None else self.reviewing.share

    def so_far(self) -> Review | None:
        """Return what is judged; nothing before the first decision is."""
        return self.review or (self.reviewing.review() if self.reviewing.begun else None)


@dataclass
class MadeElsewhere:
    """A review that another server makes: how far it is, and once it is kept, all of it."""

    name: str
    status: str
    share: float
    names: list[str]
    kept: tuple[Review, Record] | None = None

    @cached_property
    def reviewing(self) -> Reviewing | None:
        """What it is of, once it is kept."""
        return None if self.kept is None else Reviewing(self.kept[1])

    def so_far(self) -> Review | None:
        """Return it once it is done."""
        return None if self.kept is None else self.kept[0]


class Reviews:
    """Makes reviews for whoever asks."""

    def __init__(self, settings: Settings, thinking: Thinking, version: str) -> None:
        """Take the door to thinking."""
        self._settings: Final = settings
        self._thinking: Final = thinking
        self._version: Final = version
        self._shelf: Final = Shelf(settings.data)
        self._made: Final[dict[str, Made]] = {}
        self.elsewhere: Final[dict[str, dict[str, MadeElsewhere]]] = {}
        """What other servers make, or have just made."""
        self.asked_for: Final[set[str]] = set()
        """Of those, what was asked for here of late."""

    async def start(self, record: Record, names: list[str], who: str) -> Made:
        """Begin to review a record, or join in where that is under way or done."""
        made = await asyncio.to_thread(self._opened, record, names)
        known = self._made.get(made.name)
        if known is not None and known.status != "stopped":
            made = known
        elif made.review is None:
            self._check_space(who)
            made.task = asyncio.create_task(self._run(made, who))
        self._made[made.name] = made
        made.watching.add(who)
        made.asked = time.monotonic()
        self._forget()
        return made

    def _opened(self, record: Record, names: list[str]) -> Made:
        """Return the review of a record, done already where it was kept."""
        reviewing = Reviewing(record, self._settings.review, self._version)
        made = Made(reviewing.name, reviewing, names)
        made.review = self._shelf.find(made.name)
        if made.review is not None:
            made.status = "done"
        return made

    def _check_space(self, who: str) -> None:
        """Refuse what is too much, for one address or for the server."""
        under_way = [made for made in self._made.values() if made.status in ("waiting", "running")]
        most = self._settings.address_reviews
        if sum(who in made.watching for made in under_way) >= most:
            raise TroubleError("too-many-reviews", most=most)
        if len(under_way) >= MOST:
            raise TroubleError("too-busy")

    def _forget(self) -> None:
        """Let go of those that are over, the oldest first."""
        over = [name for name, made in self._made.items() if made.status in ("done", "stopped")]
        for name in over[: max(0, len(self._made) - MOST)]:
            del self._made[name]

    def find(self, name: str) -> Made | MadeElsewhere:
        """Return a review by its name; whoever asks keeps it going."""
        made = self._made.get(name)
        if made is None:
            return self._told(name)
        made.asked = time.monotonic()
        return made

    def _told(self, name: str) -> MadeElsewhere:
        """Return a review that another server makes; it hears that somebody asked."""
        for told in self.elsewhere.values():
            if found := told.get(name):
                self.asked_for.add(name)
                if found.status == "done" and found.kept is None:
                    found.kept = self._shelf.find_whole(name)
                return found
        raise TroubleError("no-such-review")

    def told(self) -> dict[str, list[Any]]:
        """Return how far reviews are that are made here, for other servers."""
        return {
            made.name: [made.status, round(made.share, 3), made.names]
            for made in self._made.values()
        }

    def heard_of(self, names: Sequence[str]) -> None:
        """Hear that somebody asked for reviews through another server."""
        for name in names:
            if made := self._made.get(name):
                made.asked = time.monotonic()

    def known(self, record: Record) -> Review | None:
        """Return the review of a record where it was made before."""
        name = name_of(record_hash(record), self._settings.review)
        made = self._made.get(name)
        return (made and made.review) or self._shelf.find(name)

    def leave(self, name: str, who: str) -> Made | MadeElsewhere:
        """Stop waiting for a review; it ends when nobody waits for it any more."""
        made = self.find(name)
        if isinstance(made, MadeElsewhere):
            self.asked_for.discard(name)
            return made
        made.watching.discard(who)
        if not made.watching:
            self._stop(made)
        return made

    @staticmethod
    def _stop(made: Made) -> None:
        """End the work on a review."""
        made.progress.stop()
        if made.status in ("waiting", "running"):
            made.status = "stopped"
            if made.task is not None:
                made.task.cancel()

    def stop(self) -> None:
        """End all work."""
        for made in self._made.values():
            made.progress.stop()
            if made.task is not None:
                made.task.cancel()

    async def turn(
        self, game: AnyGame, position: AnyPosition, texts: Sequence[str], who: str
    ) -> Turn:
        """Judge one turn that somebody tries at a position."""
        job = TryJob(game, position, tuple(texts), self._settings.review)
        try:
            return await self._thinking.think(who, job, Progress())
        except JobError:
            raise TroubleError("no-answer") from None

    # ------------------------------------------------------------ the work

    async def _run(self, made: Made, who: str) -> None:
        """Judge every decision, as long as somebody asks about it."""
        decisions = range(len(made.reviewing.decisions))
        if decisions:
            await self._thinking.ready(self._job(made, 0))
        made.status = "running"
        waiting = iter(decisions)
        workers = [
            asyncio.ensure_future(self._work(made, waiting, who))
            for _ in range(min(WIDEST, self._thinking.width))
        ]
        watch = asyncio.ensure_future(self._watch(made))
        try:
            await asyncio.gather(*workers)
            made.review = await asyncio.to_thread(made.reviewing.review)
            await asyncio.to_thread(self._shelf.keep, made.name, made.review, made.reviewing.record)
            made.status = "done"
        except Exception:  # one decision that can't be judged must not keep anybody waiting
            log.exception("review", extra={"review": made.name})
            self._stop(made)
        finally:
            watch.cancel()
            for worker in workers:
                worker.cancel()

    async def _work(self, made: Made, waiting: Any, who: str) -> None:
        """Judge what is next until nothing is left."""
        for number in waiting:
            job = self._job(made, number)
            made.reviewing.take(number, await self._thinking.think(who, job, made.progress))

    @staticmethod
    def _job(made: Made, number: int) -> DecisionJob:
        """Return a decision to be judged: from what its seat could see, and nothing else."""
        reviewing = made.reviewing
        position, at, actions = reviewing.asked(number)
        seat = reviewing.decisions[number].seat
        view = reviewing.game.view(position, Seat(seat))
        return DecisionJob(
            reviewing.game, view, at, actions, reviewing.judge.work, reviewing.judge.seed
        )

    async def _watch(self, made: Made) -> None:
        """Stop a review that nobody asks about."""
        while time.monotonic() - made.asked < UNHEARD:
            await asyncio.sleep(LOOK)
        self._stop(made)
