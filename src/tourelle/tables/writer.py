"""The one writer of a table: nothing happens, and nobody is told, before it is durable."""

import asyncio
from asyncio import CancelledError, Future
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, Protocol

from tourelle.core.game import AnyGame
from tourelle.core.words import RefusedError
from tourelle.tables.checking import BrokenError, check
from tourelle.tables.entries import Entry, Opening, read_entry, read_opening
from tourelle.tables.table import Table

UNREADABLE: Final = (ValueError, KeyError, TypeError, IndexError, AttributeError)
"""What reading something raises that is not what it should be."""

Wish = Callable[[], list[Entry]]


class Journal(Protocol):
    """Keeps lines of text in order, table by table, for ever."""

    def append(
        self, table: str, number: int, lines: Sequence[str], tag: str, changed: int
    ) -> Awaitable[None]:
        """Keep lines `number`, `number` + 1, ... of a table; done when they are durable."""

    def lines(self, table: str) -> list[str]:
        """Return every line of a table; none where there is no such table."""

    def after(self, table: str, number: int) -> list[str]:
        """Return the lines of a table behind its line `number`."""


class Writer:
    """Lets wishes come true one at a time."""

    def __init__(
        self, table: Table, journal: Journal, told: Callable[[], None] = lambda: None
    ) -> None:
        """Take a table whose every entry is in the journal, and whom to tell of every change."""
        self.table: Final = table
        self._journal: Final = journal
        self._told: Final = told
        self._lock: Final = asyncio.Lock()
        self._queued = 0

    async def grant(self, wish: Wish) -> list[Entry]:
        """Ask the table for entries, keep them, let them happen, tell of it.

        Somebody who stops waiting changes nothing: what is on its way to the journal happens.
        """
        if not self._lock.locked() and not self._queued:
            return await self._granted(wish)
        self._queued += 1
        granted = asyncio.ensure_future(self._granted(wish))
        granted.add_done_callback(self._look_at)  # whoever waits for it may go
        return await asyncio.shield(granted)

    def _look_at(self, granted: "Future[list[Entry]]") -> None:
        """Have looked at what became of a wish that had to wait for others, waited for or not."""
        self._queued -= 1
        if not granted.cancelled():
            granted.exception()

    async def _granted(self, wish: Wish) -> list[Entry]:
        await self._lock.acquire()
        kept: Future[None] | None = None
        try:
            entries = wish()
            if not entries:
                return entries
            kept = asyncio.ensure_future(self._kept(entries))
        finally:
            if kept is None:
                self._lock.release()
        happened: Future[list[Entry]] = kept.get_loop().create_future()
        kept.add_done_callback(partial(self._happen, entries, happened))
        return await happened

    def _happen(
        self, entries: list[Entry], happened: "Future[list[Entry]]", kept: "Future[None]"
    ) -> None:
        """Let what is durable happen, and let the next wish be asked for."""
        error = CancelledError() if kept.cancelled() else kept.exception()
        try:
            if error is None:
                for entry in entries:
                    self.table.take(entry)
                self._told()
        except Exception as trouble:  # whoever waits is told, and the table goes on
            error = trouble
        finally:
            self._lock.release()
        if happened.done():  # whoever waited for it has gone
            return
        if error is None:
            happened.set_result(entries)
        else:
            happened.set_exception(error)

    async def catch_up(self) -> list[Entry]:
        """Let happen what others have appended meanwhile; return it.

        A line that can't have happened raises, and nothing of what follows it happens.
        """
        async with self._lock:
            table, taken = self.table, list[Entry]()
            name, number = table.opening.table, table.number
            try:
                for line in await asyncio.to_thread(self._journal.after, name, number):
                    entry = read_entry(line)
                    check(table, entry)
                    table.take(entry)
                    taken.append(entry)
            except (RefusedError, *UNREADABLE) as error:
                raise BrokenError(f"line {table.number + 1}") from error
            finally:
                if taken:
                    self._told()
            return taken

    def _kept(self, entries: list[Entry]) -> Awaitable[None]:
        """Have entries kept; done when they are durable."""
        lines = [entry.line() for entry in entries]
        tag = self.table.tag_after(entries)
        return self._journal.append(
            self.table.opening.table, entries[0].number, lines, tag, entries[-1].at
        )


async def open_table(opening: Opening, game: AnyGame, journal: Journal) -> Table:
    """Open a table: it is in the journal before anybody hears of it."""
    table = Table(opening, game)
    await journal.append(opening.table, 0, [opening.line()], table.tag, opening.at)
    return table


def rebuilt(lines: Sequence[str], game_of: Callable[[Opening], AnyGame]) -> Table:
    """Return a table as its journal tells it; a journal that can't be true is refused."""
    table, broken = rebuilt_so_far(lines, game_of)
    if broken is not None:
        raise BrokenError(f"line {broken}")
    return table


def rebuilt_so_far(
    lines: Sequence[str], game_of: Callable[[Opening], AnyGame]
) -> tuple[Table, int | None]:
    """Return a table up to the first entry that can't have happened, and that entry's number."""
    opening = _opening(lines[0])
    table = Table(opening, game_of(opening))
    for number, line in enumerate(lines[1:], 1):
        try:
            entry = read_entry(line)
            check(table, entry)
            table.take(entry)
        except (BrokenError, RefusedError, *UNREADABLE):
            return table, number
    return table, None


def _opening(line: str) -> Opening:
    """Read how a table was opened."""
    try:
        return read_opening(line)
    except UNREADABLE as error:
        raise BrokenError("line 0") from error
