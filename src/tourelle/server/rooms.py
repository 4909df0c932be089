"""A table with all that lives around it: its writer, its listeners, its bots."""

import asyncio
import time
from collections.abc import Callable, Hashable
from typing import Any, Final, Protocol, TypeVar

from tourelle.server.bot_player import BotPlayer, Prepared, Thinkers
from tourelle.server.metrics import Metrics
from tourelle.server.protocol import Message
from tourelle.server.settings import Settings
from tourelle.server.story.chronicle import Chronicle
from tourelle.tables.entries import Entry
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import Journal, Wish, Writer

T = TypeVar("T")


class Listener(Protocol):
    """Somebody at a table."""

    seats: list[int]

    def wake(self) -> None:
        """Hear that something has changed."""

    def answer(self, message: Message) -> None:
        """Hear one thing more."""


class Room:
    """A live table."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        settings: Settings,
        metrics: Metrics,
        thinkers: Thinkers,
        prepared: Prepared,
        chronicle: Chronicle | None = None,
    ) -> None:
        """Take a table that is in the journal; `prepared` waits until its bots can search."""
        self.table: Final = table
        self.chronicle: Final = chronicle or Chronicle(table)
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.listeners: Final[set[Listener]] = set()
        self.rematching: Final = asyncio.Lock()
        self.used = time.monotonic()
        self.who = ""
        """The address whose table it is."""
        self.left: Final = dict.fromkeys(range(len(table.chairs)), time.monotonic())
        """When the last holder of each seat's key went away."""
        self._writer: Final = Writer(table, journal, self.tell)
        self._bots: Final = BotPlayer(self, thinkers, prepared)
        self._cache: dict[Hashable, Any] = {}

    # ------------------------------------------------------------ what happens

    async def grant(self, wish: Wish) -> list[Entry]:
        """Let a person's wish come true and tell everybody."""
        self.used = time.monotonic()
        return await self.grant_bot(wish)

    async def grant_bot(self, wish: Wish) -> list[Entry]:
        """Let a wish come true, a person's or a bot's: bots don't keep a table in use."""
        if self.table.number >= self.settings.entries:
            raise TroubleError("journal-full")
        started = time.perf_counter()
        entries = await self._writer.grant(wish)
        if entries:
            self.metrics.count("entries", f'kind="{entries[0].kind}"')
            self.metrics.note("durable", time.perf_counter() - started)
        return entries

    def tell(self) -> None:
        """Wake everybody at the table, the bots too."""
        self._cache.clear()
        for listener in self.listeners:
            listener.wake()
        self.think()

    def murmur(self, message: Message) -> None:
        """Tell everybody something that is no change."""
        for listener in self.listeners:
            listener.answer(message)

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return something made from the present state, made once until the state changes."""
        if key not in self._cache:
            self._cache[key] = make()
        found: T = self._cache[key]
        return found

    # ------------------------------------------------------------ who is there

    def connected(self, seat: int) -> bool:
        """Tell whether somebody who holds the key of `seat` is there."""
        return any(seat in listener.seats for listener in self.listeners)

    def abandoned(self, seat: int) -> bool:
        """Tell whether the holder of a seat's key has been away for long."""
        away = time.monotonic() - self.left[seat]
        return not self.connected(seat) and away >= self.settings.abandoned

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        self.listeners.discard(listener)
        for seat in listener.seats:
            self.left[seat] = time.monotonic()
        if listener.seats:
            self.tell()

    def touch(self) -> None:
        """Note that somebody looks at the table; its bots go on."""
        self.used = time.monotonic()
        self.think()

    @property
    def attended(self) -> bool:
        """Tell whether somebody is there, or was just now: bots don't play to empty rooms."""
        away = time.monotonic() - self.used
        return bool(self.listeners) or away < self.settings.abandoned

    @property
    def idle(self) -> bool:
        """Tell whether nobody would miss this room."""
        return not self.listeners and not self._bots.thinking

    # ------------------------------------------------------------ bots

    def think(self) -> None:
        """Let the bot to move think about this very position; whoever thought before stops."""
        self._bots.think()

    def close(self) -> None:
        """Stop thinking."""
        self._bots.close()
