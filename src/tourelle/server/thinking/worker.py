"""A worker: takes jobs from the queue and thinks about them, as many at once as it has threads."""

import logging
import os
import platform
import secrets
import threading
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from tourelle.bots.precompile import STAGES, steps
from tourelle.bots.thinking import Progress
from tourelle.core.words import RefusedError
from tourelle.games import playable
from tourelle.server.thinking.jobs import (
    PRIORITIES,
    SPARE,
    UnableError,
    about,
    answer_text,
    read_job,
    refusal_text,
    trouble_text,
)
from tourelle.server.thinking.queued import SPEAKS, tell_lost
from tourelle.store.postgres.queue import WorkerQueue
from tourelle.store.queue import Taken
from tourelle.store.troubles import JournalError

TICK: Final = 0.5
"""Seconds between two looks around."""
IDLE: Final = 2.0
"""Seconds after which a thread that heard nothing looks for itself."""
GRACE: Final = 10.0
"""Seconds in which what is under way may be finished when the worker is told to stop."""
STUCK: Final = 10.0
"""Seconds for which a job that was told to stop is waited for."""
TRIES: Final = 50
"""How often an answer is handed in to a database that is gone."""
PAUSE: Final = 0.2
GONE: Final = 15_000
"""Milliseconds without a sign of life after which nobody waits for a server's jobs."""

log = logging.getLogger("tourelle.worker")
Key = tuple[str, int]


@dataclass
class Hand:
    """A job in the hands of a thread."""

    taken: Taken
    progress: Progress = field(default_factory=Progress)
    began: float = field(default_factory=time.monotonic)
    unwanted: bool = False

    @property
    def late(self) -> float:
        """Return by how many seconds it takes longer than it may."""
        return time.monotonic() - self.began - self.taken.seconds


def new_name() -> str:
    """Return a name that no other worker has."""
    return f"worker-{platform.node()[:20]}-{os.getpid()}-{secrets.token_hex(4)}"


class Worker:
    """Does jobs until it is told to stop."""

    def __init__(self, address: str, threads: int, speaks: str = SPEAKS) -> None:
        """Take the database and how many jobs are done at once."""
        self.name: Final = new_name()
        self._queue: Final = WorkerQueue(address, self.name, speaks, threads)
        self._threads: Final = threads
        self._hands: Final[dict[Key, Hand]] = {}
        self._alone = False
        self._taking: Final = threading.Lock()
        self._bell: Final = threading.Condition()
        self._rung = 0
        self._stopping: Final = threading.Event()
        self._done = 0

    def run(self) -> int:
        """Work; return 0 once it has stopped as it was told, and 1 where a job can't be stopped."""
        self._queue.join(self._ring, self._unwant)
        for number in range(self._threads):
            threading.Thread(target=self._work, name=f"job-{number}", daemon=True).start()
        log.info("at work", extra={"worker": self.name, "threads": self._threads})
        rounds = 0
        while not self._stopping.wait(TICK):
            rounds += 1
            if stuck := self._look(sweep=rounds % 2 == 0, tidy=rounds % 20 == 0):
                log.critical("a job can't be stopped", extra=about(stuck.taken.text))
                self._give_back([hand for hand in self._holding() if hand is not stuck])
                return 1
        self._finish()
        return 0

    def stop(self) -> None:
        """Take nothing more; what is under way is finished, or given back."""
        self._stopping.set()

    # ------------------------------------------------------------ the work

    def _work(self) -> None:
        """Do one job after another."""
        while not self._stopping.is_set():
            rung = self._rung
            try:
                hand = self._take()
            except JournalError:
                hand = None
            if hand is not None:
                self._do(hand)
                continue
            with self._bell:
                if self._rung == rung:
                    self._bell.wait(IDLE)

    def _take(self) -> Hand | None:
        """Take the next job, if there is one that may be done beside the others."""
        with self._taking:
            if self._alone or self._stopping.is_set():
                return None
            spare = sum(hand.taken.priority == SPARE for hand in self._holding())
            # One thread is left free for whoever waits, where there are several.
            below = SPARE if spare >= max(1, self._threads - 1) else len(PRIORITIES)
            taken = self._queue.take(below, idle=not self._hands)
            if taken is None:
                return None
            hand = self._hands[taken.server, taken.number] = Hand(taken)
            self._alone = taken.tries > 0  # if it ends this worker too, nobody else is to blame
            return hand

    def _do(self, hand: Hand) -> None:
        """Think about a job and hand in what was found."""
        taken = hand.taken
        try:
            job = read_job(taken.text)
            text = answer_text(job, job.done(hand.progress))
        except UnableError as error:
            text = trouble_text(str(error), unable=True)
        except RefusedError as error:
            text = refusal_text(error.refusal)
        except Exception as error:  # a job that errs must not stop the worker
            log.exception("job", extra=about(taken.text))
            text = trouble_text(f"{type(error).__name__}: {error}", unable=False)
        self._hand_in(hand, text)
        with self._taking:
            self._hands.pop((taken.server, taken.number), None)
            self._alone = False
            self._done += 1
        self._ring()

    def _hand_in(self, hand: Hand, text: str) -> None:
        """Answer, if anybody still waits; a database that is gone is waited for."""
        for _ in range(TRIES):
            if hand.unwanted:
                return
            try:
                self._queue.answer(hand.taken, text)
                return
            except JournalError:
                time.sleep(PAUSE)
        log.warning("an answer could not be handed in", extra=about(hand.taken.text))

    # ------------------------------------------------------------ around it

    def _ring(self) -> None:
        """Wake a thread: there is something to do."""
        with self._bell:
            self._rung += 1
            self._bell.notify()

    def _unwant(self, server: str, number: int) -> None:
        """End a job that nobody waits for any more."""
        if hand := self._hands.get((server, number)):
            hand.unwanted = True
            hand.progress.stop()

    def _holding(self) -> list[Hand]:
        """Return what is under way."""
        return list(self._hands.values())

    def _look(self, *, sweep: bool, tidy: bool) -> Hand | None:
        """Tell how far jobs are and look after the queue; return a job that can't be stopped."""
        with suppress(JournalError):
            self._tell()
            if sweep:
                for lost in self._queue.sweep():
                    tell_lost(lost)
            if tidy:
                self._queue.tidy(GONE)
                with self._taking:
                    self._queue.disown(list(self._hands))
        for hand in self._holding():
            if hand.late > 0:
                hand.unwanted = True
                hand.progress.stop()
            if hand.late > STUCK:
                return hand
        return None

    def _tell(self) -> None:
        """Tell every server how far those of its jobs are that somebody watches."""
        shares = defaultdict[str, list[tuple[int, float]]](list)
        for hand in self._holding():
            if hand.taken.priority != SPARE and time.monotonic() - hand.began > TICK:
                share = (hand.taken.number, round(hand.progress.share, 3))
                shares[hand.taken.server].append(share)
        for server, told in shares.items():
            self._queue.tell(server, told)

    def _finish(self) -> None:
        """Finish what is under way, or give it back."""
        self._queue.leave()
        with self._bell:
            self._bell.notify_all()
        end = time.monotonic() + GRACE
        while self._hands and time.monotonic() < end:
            time.sleep(0.02)
        self._give_back(self._holding())
        self._queue.close()
        log.info("stopped", extra={"worker": self.name, "jobs": self._done})

    def _give_back(self, hands: list[Hand]) -> None:
        """Let others do what was begun."""
        for hand in hands:
            hand.unwanted = True
            hand.progress.stop()
            with suppress(JournalError):
                self._queue.give_back(hand.taken)


def compile_all() -> None:
    """Compile every title before the first job comes."""
    for stage in STAGES:
        for title in playable():
            for step in steps(title, stage):
                step()
