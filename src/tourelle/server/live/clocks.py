"""Whose time is out is told to their table, whether anybody is there or not.

Beside the journal lies the time at which the server was last at work with clocks: while it was
away nobody's time passed, and its own clock does not fall behind what it has written.
"""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tourelle.server.clock import CLOCK, now
from tourelle.server.live.rooms import Room
from tourelle.store.journal import Absence, Journal, Peers
from tourelle.store.troubles import BehindError, JournalError
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

    def __init__(
        self,
        folder: Path,
        find: Callable[[str], Awaitable[Room | None]],
        peers: Peers | None = None,
    ) -> None:
        """Read when the server was last at work; tables are found by `find`.

        With others at the same journal, that journal's clock rules, and it knows when nobody was.
        """
        self._peers: Final = peers
        self._file: Final = folder / NAME
        self._find: Final = find
        self._due: Final[dict[str, int]] = {}
        self._unsettled: Final[set[str]] = set()
        self._noted = 0
        self._naps = len(CLOCK.naps)
        if peers is not None:
            CLOCK.forward(time.time_ns() // 1_000_000 + peers.offset() - now())
            self._absences: Sequence[Absence] = ()
        else:
            last = self._last()
            CLOCK.forward(max(0, last - now()))
            started = now()
            self._absences = (Absence(last or started, started),)
        self._known = self.absences

    def _last(self) -> int:
        """Return when the server was last at work; 0 where nobody knows."""
        try:
            return int(self._file.read_text())
        except (OSError, ValueError):
            return 0

    def _write(self, at: int) -> None:
        """Write a time over the last: neither a kill nor a full disk leaves nothing there."""
        file = os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.write(file, str(at).encode())
        finally:
            os.close(file)

    @property
    def absences(self) -> Sequence[Absence]:
        """Return when no server was at work, as far as that is known here."""
        return self._absences if self._peers is None else self._peers.absences

    def lost(self, table: Table) -> int:
        """Return for how long, since its clock was last counted, no server was at work."""
        if table.clock is None:
            return 0
        counted = table.clock.since
        return sum(max(0, until - max(since, counted)) for since, until in self.absences)

    async def settle(self, room: Room) -> None:
        """Give back, before anything happens at a table, the time at which nobody was at work.

        Where that can't be kept now it is tried again, whether anything happens or not.
        """
        if room.table.clock is None or room.is_aside:
            return
        self._wake()
        self._unsettled.add(room.table.opening.table)
        if self._peers is not None and not self._peers.fresh:
            await asyncio.to_thread(self._peers.refresh)
        if self.lost(room.table):
            # The journal's clock rules: what was given back once would else lie ahead of this one.
            CLOCK.forward(max(0, max(until for _, until in self.absences) - now()))
            try:
                await room.stand(self.lost)
            except BehindError:  # another server was first
                await room.catch_up()
        self._unsettled.discard(room.table.opening.table)

    def note(self, table: Table) -> None:
        """Note when the time of somebody at a table is out."""
        if table.clock is None:
            return
        deadline = table.deadline
        if deadline is None:
            self._due.pop(table.opening.table, None)
        else:
            self._due[table.opening.table] = deadline

    def drop(self, table: str) -> None:
        """Forget the clock of a table."""
        self._due.pop(table, None)
        self._unsettled.discard(table)

    async def go_on(self, journal: Journal) -> None:
        """Go on with every clock of the journal."""
        with suppress(JournalError):
            for name in await asyncio.to_thread(journal.timed, RUNNING):
                await self._load(name)

    async def run(self, journal: Journal) -> None:
        """Go on with every clock, unless others may, then tell whoever is late; for ever."""
        if self._peers is None:
            await self.go_on(journal)
        while True:
            await self.tell_the_late()
            await asyncio.sleep(TICK)

    async def _load(self, name: str) -> None:
        """Have a table in memory: its clock is noted then."""
        try:
            await self._find(name)
        except (TroubleError, JournalError) as error:
            log.warning("clock", extra={"table": name, "trouble": str(error)})

    def _wake(self) -> None:
        """Go on by the time for which this machine slept; it is taken from nobody's."""
        CLOCK.wake()
        naps, self._naps = CLOCK.naps[self._naps :], len(CLOCK.naps)
        if not naps:
            return
        log.info("slept", extra={"milliseconds": sum(until - since for since, until in naps)})
        if self._peers is None:  # who is not alone asks the journal when nobody was at work
            self._absences = (*self._absences, *(Absence(*nap) for nap in naps))

    async def _settle_all(self) -> None:
        """Give back at every table the time at which nobody was at work, as soon as that is known.

        Nobody is shown a clock that went on meanwhile until somebody plays.
        """
        if (known := self.absences) != self._known:
            self._known = known
            self._unsettled.update(self._due)
        for name in list(self._unsettled):
            try:
                if room := await self._find(name):
                    await self.settle(room)
                    self.note(room.table)
            except TroubleError:
                self._unsettled.discard(name)
            except JournalError as error:
                log.warning("clock", extra={"table": name, "trouble": str(error)})

    async def tell_the_late(self) -> None:
        """Tell every table at which somebody's time is out."""
        self._wake()
        if self._peers is not None and self._due and not self._peers.fresh:
            try:
                await asyncio.to_thread(self._peers.refresh)
            except JournalError:
                return  # nobody can play: nobody's time is out
        await self._settle_all()
        at = now()
        if self._due and self._peers is None and at - self._noted >= NOTED:
            self._noted = at
            with suppress(OSError):
                await asyncio.to_thread(self._write, at)
        late = [name for name, due in self._due.items() if due <= at]
        for name in [name for name in late if name not in self._unsettled]:
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
        if self._due and self._peers is None:
            with suppress(OSError):
                self._write(now())
