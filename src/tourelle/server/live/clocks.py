"""Whose time is out is told to their table, whether anybody is there or not.

Beside the journal lies the time at which the server was last at work with clocks: while it was
away nobody's time passed, and its own clock does not fall behind what it has written.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tourelle.server.clock import CLOCK, now
from tourelle.server.live.rooms import Room
from tourelle.store.sqlite import SqliteJournal
from tourelle.store.troubles import JournalError
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError

TICK: Final = 0.25
"""Seconds between two looks at the clocks."""
NOTED: Final = 5_000
"""Milliseconds after which it is written again that the server is at work."""
AGAIN: Final = 5_000
"""Milliseconds until a table is told again which could not be told."""
NAME: Final = "at-work"
RUNNING: Final = ("listed-fresh", "private-fresh", "listed-running", "private-running")

log = logging.getLogger("tourelle.server")


class Clocks:
    """When somebody's time is out, table by table."""

    def __init__(self, folder: Path, find: Callable[[str], Awaitable[Room | None]]) -> None:
        """Read when the server was last at work; tables are found by `find`."""
        self._file: Final = folder / NAME
        self._find: Final = find
        self._due: Final[dict[str, int]] = {}
        self._noted = 0
        last = self._last()
        CLOCK.forward(max(0, last - now()))
        self._started: Final = now()
        self._last_at_work: Final = last or self._started

    def _last(self) -> int:
        """Return when the server was last at work; 0 where nobody knows."""
        try:
            return int(self._file.read_text())
        except (OSError, ValueError):
            return 0

    def lost(self, table: Table) -> int:
        """Return for how long, since its clock was last counted, the server was away."""
        since = table.clock.since if table.clock else self._started
        return max(0, self._started - max(self._last_at_work, since))

    def note(self, table: Table) -> None:
        """Note when the time of somebody at a table is out."""
        if table.clock is None:
            return
        deadline = table.deadline
        if deadline is None:
            self._due.pop(table.opening.table, None)
        else:
            self._due[table.opening.table] = deadline

    async def run(self, journal: SqliteJournal) -> None:
        """Go on with every clock of the journal, then tell whoever is late, for ever."""
        with suppress(JournalError):
            for name in await asyncio.to_thread(journal.timed, RUNNING):
                await self._load(name)
        while True:
            await self.tell_the_late()
            await asyncio.sleep(TICK)

    async def _load(self, name: str) -> None:
        """Have a table in memory: its clock is noted then."""
        try:
            await self._find(name)
        except (TroubleError, JournalError) as error:
            log.warning("clock", extra={"table": name, "trouble": str(error)})

    async def tell_the_late(self) -> None:
        """Tell every table at which somebody's time is out."""
        at = now()
        if self._due and at - self._noted >= NOTED:
            self._noted = at
            with suppress(OSError):
                await asyncio.to_thread(self._file.write_text, str(at))
        for name in [name for name, due in self._due.items() if due <= at]:
            self._due[name] = at + AGAIN
            try:
                room = await self._find(name)
                if room is not None:
                    await room.fulfil(lambda room=room: room.table.time_out(now()))  # type: ignore[misc]
                    self.note(room.table)
            except (TroubleError, JournalError) as error:
                log.warning("clock", extra={"table": name, "trouble": str(error)})

    def close(self) -> None:
        """Write down that the server was at work until now."""
        if self._due:
            with suppress(OSError):
                self._file.write_text(str(now()))
