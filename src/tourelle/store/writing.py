"""The one thread that writes a journal: what waits meanwhile shares the next commit."""

import asyncio
import logging
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from itertools import repeat
from typing import Any, Final, NamedTuple

from tourelle.store.cards import NOTHING, Card, Place, Seen
from tourelle.store.troubles import Damage, JournalError

log = logging.getLogger("tourelle.store")

MOST_AT_ONCE: Final = 256
"""How many appends share one commit at most."""


class Append(NamedTuple):
    """Lines to be kept, and who waits for them."""

    table: str
    number: int
    lines: tuple[str, ...]
    tag: str
    changed: int
    done: "asyncio.Future[None]"
    mark: Damage | None = None


class Keeping(NamedTuple):
    """Cards to be kept and thrown away in one commit, and who waits for it."""

    cards: tuple[Card, ...]
    gone: tuple[Place, ...]
    first: Card | None
    seen: Seen
    done: "asyncio.Future[bool]"


Waiting = Append | Keeping
Result = bool | JournalError
"""Whether it was kept, or why one wish alone was refused."""
Answer = tuple["asyncio.Future[Any]", Result | None]
"""Where somebody waits, and what they are told there; lines that are kept need no word."""


def _told(error: Exception) -> JournalError:
    """Return what those who wait are told of an error."""
    return JournalError(str(error).strip() or type(error).__name__)


def _answer(waiting: Sequence[Waiting | None], results: Iterable[Result]) -> None:
    """Tell those who wait what became of their wishes, all in one loop together; from any thread.

    Who has been answered already hears nothing more.
    """
    answers: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
    for wish, result in zip(waiting, results, strict=False):
        if wish is not None:
            said = result if isinstance(wish, Keeping) or isinstance(result, JournalError) else None
            answers.setdefault(wish.done.get_loop(), []).append((wish.done, said))
    for loop, told in answers.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_settle, told)


def _settle(told: Sequence[Answer]) -> None:
    """Answer those who still wait; in their own loop."""
    for done, result in told:
        if done.done():
            continue
        if isinstance(result, JournalError):
            done.set_exception(result)
        else:
            done.set_result(result)


def _fail(waiting: Sequence[Waiting | None], error: JournalError) -> None:
    """Tell those who wait, and have not been answered, that nothing was kept."""
    _answer(waiting, repeat(error))


class WritingThread(ABC):
    """Takes wishes from anywhere, and keeps them together in a thread of its own."""

    def __init__(self) -> None:
        """Take nothing yet; `start` begins."""
        self._queue: Final[queue.SimpleQueue[Waiting | None]] = queue.SimpleQueue()
        self._stopped = False
        self._refusing = False
        self._thread: Final = threading.Thread(target=self._write, name="journal", daemon=True)

    @abstractmethod
    def _connect_writer(self) -> None:
        """Be ready to write; called in the thread that writes."""

    @abstractmethod
    def _keep_all(self, waiting: list[Waiting]) -> list[Result]:
        """Keep wishes in one commit and say what became of each; raises where nothing was kept."""

    @abstractmethod
    def _disconnect_writer(self) -> None:
        """Let go of what the writing thread used."""

    def _is_refusal(self, error: Exception) -> bool:
        """Tell whether an error means that nothing can be kept now, whatever it is."""
        del error
        return False

    @property
    def keeping(self) -> bool:
        """Tell whether the writer is at work, and what it last had to write was kept."""
        return not self._stopped and not self._refusing

    def append(
        self,
        table: str,
        number: int,
        lines: Sequence[str],
        tag: str,
        changed: int,
        mark: Damage | None = None,
    ) -> Awaitable[None]:
        """Keep lines `number`, `number` + 1, ... of a table; done when they are durable.

        Without lines, only where the table is listed changes; `mark` remembers what it has lost.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._take(Append(table, number, tuple(lines), tag, changed, done, mark))
        return done

    def keep(
        self,
        cards: Sequence[Card],
        gone: Sequence[Place] = (),
        *,
        first: Card | None = None,
        seen: Seen = NOTHING,
    ) -> Awaitable[bool]:
        """Keep cards in place of those that were there, and throw others away; done when durable.

        `first` must be the first at its place, and what was `seen` must still lie there: else
        nothing of all that happens, and it is False.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._take(Keeping(tuple(cards), tuple(gone), first, seen, done))
        return done

    def _take(self, wish: Waiting) -> None:
        self._queue.put(wish)
        if self._stopped:
            self._fail_waiting()

    def _stop_writing(self) -> None:
        """Keep what still waits, then end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        """Take what waits, commit it together, tell those who wait; until told to stop.

        If that ends in any other way, whoever waits then or later is told.
        """
        waiting: list[Waiting | None] = []
        try:
            self._connect_writer()
            while None not in waiting:
                waiting = [self._queue.get()]
                while len(waiting) < MOST_AT_ONCE and not self._queue.empty():
                    waiting.append(self._queue.get())
                self._commit([wish for wish in waiting if wish is not None])
            self._disconnect_writer()
        except BaseException:
            log.exception("the journal has stopped")
        finally:
            self._stopped = True
            _fail(waiting, JournalError("the journal has stopped"))
            self._fail_waiting()

    def _fail_waiting(self) -> None:
        """Tell everybody who waits that nothing is written any more."""
        with suppress(queue.Empty):
            while True:
                _fail([self._queue.get_nowait()], JournalError("the journal has stopped"))

    def _commit(self, waiting: list[Waiting]) -> None:
        """Keep everything that waits in one commit; what fails alone is refused alone."""
        if not waiting:
            return
        try:
            results = self._keep_all(waiting)
        except Exception as error:  # whatever it is, the others' lines are still to be written
            refusal = self._is_refusal(error)
            if len(waiting) > 1 and not refusal:
                for wish in waiting:
                    self._commit([wish])
            else:
                self._refusing = refusal
                _fail(waiting, error if isinstance(error, JournalError) else _told(error))
            return
        self._refusing = False
        _answer(waiting, results)
