"""A table with all that lives around it: its writer, its listeners, its bots."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from tourelle.server.bots.player import BotPlayer
from tourelle.server.clock import now
from tourelle.server.metrics import Metrics
from tourelle.server.protocol import Message
from tourelle.server.said.chronicle import Chronicle
from tourelle.server.settings import Settings
from tourelle.server.thinking.door import Thinking
from tourelle.store.troubles import BehindError, Damage, JournalError
from tourelle.tables.checking import BrokenError
from tourelle.tables.clocks import OUT, STOOD
from tourelle.tables.entries import ACTION, OVER, REMATCH, SEAT, Entry
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import Journal, Wish, Writer

T = TypeVar("T")
PLAY: Final = "play"
TRIES: Final = 50
"""How often a wish is asked for again because another server was first."""
NAMED: Final = 20
"""Names of watchers that other servers are told."""


def bound_of(entry: Entry) -> str:
    """Return what an entry is counted among: play, words, names, changes of seats, undos."""
    if entry.kind in (ACTION, OVER, REMATCH) or entry.data.get("what") in (OUT, STOOD):
        return PLAY
    return "name" if entry.kind == SEAT and set(entry.data) == {"name"} else entry.kind


class OwedError(Exception):
    """Time is to be given back before anything happens."""


class Presence(NamedTuple):
    """Who is at a table: seats, how many watch, and the names of those who wish to be named."""

    seats: tuple[int, ...] = ()
    watchers: int = 0
    watching: tuple[str, ...] = ()


async def _nothing(room: object) -> None:
    """Set nothing right."""


class Listener(Protocol):
    """Somebody at a table."""

    @property
    def seats(self) -> list[int]:
        """Return the seats that they may look from."""

    @property
    def came(self) -> float:
        """Return when they came, on the monotonic clock."""

    @property
    def name(self) -> str:
        """Return by what they wish to be named as a watcher; nothing where they don't."""

    def give_way(self) -> None:
        """Go, because the same person has come once more."""

    def wake(self) -> None:
        """Hear that something has changed."""

    def answer(self, message: Message) -> None:
        """Hear one thing more."""

    def send_back(self) -> None:
        """Hear that this room is no more: the table is to be asked for again."""


class Room:
    """A live table."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        settings: Settings,
        metrics: Metrics,
        thinking: Thinking,
        who: str = "",
        chronicle: Chronicle | None = None,
        damage: Damage | None = None,
    ) -> None:
        """Take a table that is in the journal; its bots think in the turn of `who`, an address."""
        self.table: Final = table
        self.chronicle: Final = chronicle or Chronicle(table)
        self.damage: Final = damage
        self.closed = False
        self.given_up: Callable[[], None] = self.close
        """What to do when the journal did not keep something."""
        self.changed: Callable[[Room], None] = lambda _: None
        """Whom to tell of every change: clocks, lists, notices."""
        self.settle: Callable[[Room], Awaitable[None]] = _nothing
        """What is to be set right before anything happens."""
        self.owed: Callable[[Table], int] = lambda _: 0
        """For how long no server was at work, and nobody has been given that back yet."""
        self.drives: Callable[[], bool] = lambda: True
        """Whether the bots of this table think here, and not at another server."""
        self.shared = False
        """Whether other servers may write at this table too."""
        self.stale = False
        """Whether it has come further there."""
        self.elsewhere: Mapping[str, Presence] = {}
        """Who is there through other servers."""
        self._counts: Final = Counter(map(bound_of, table.entries))
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.listeners: Final[set[Listener]] = set()
        self.rematching: Final = asyncio.Lock()
        self.used = time.monotonic()
        self.who: Final = who
        """The address whose table it is."""
        self.left_at: Final = dict.fromkeys(range(len(table.chairs)), time.monotonic())
        """When the last holder of each seat's key went away."""
        self._writer: Final = Writer(table, journal, self.tell)
        self._bots: Final = BotPlayer(self, thinking, who)
        self._cache: dict[Hashable, Any] = {}

    # ------------------------------------------------------------ what happens

    async def grant(self, wish: Wish) -> list[Entry]:
        """Let a person's wish come true and tell everybody."""
        self.used = time.monotonic()
        return await self.fulfil(wish)

    async def fulfil(self, wish: Wish) -> list[Entry]:
        """Let a wish come true, a person's or a bot's: bots don't keep a table in use."""
        if self.closed:
            raise JournalError("this room is no more")
        if self.is_aside:
            raise TroubleError("set-aside")
        started = time.perf_counter()
        entries = await self._granted(wish)
        if entries:
            self._counts.update(map(bound_of, entries))
            self.metrics.count("entries", f'kind="{entries[0].kind}"')
            self.metrics.note("durable", time.perf_counter() - started)
        return entries

    async def _granted(self, wish: Wish) -> list[Entry]:
        """Have a wish's entries kept; where another server was first, hear that and ask again."""
        try:
            for _ in range(TRIES):
                try:
                    if self.stale:
                        await self.catch_up()
                    await self.settle(self)
                    return await self._writer.grant(lambda: self._settled(wish))
                except BehindError:
                    self.stale = True
                except OwedError:
                    continue
                except TroubleError as error:
                    if error.reason != "stale" or not await self._has_grown():
                        raise
            raise JournalError("others were always first")
        except JournalError:
            self.given_up()
            raise

    async def _has_grown(self) -> bool:
        """Tell whether whoever seemed to be ahead of this table was, and it has caught up."""
        if not self.shared:
            return False
        before = self.table.number
        await self.catch_up()
        return self.table.number > before

    async def stand(self, lost: Callable[[Table], int]) -> None:
        """Have the clock stand for as long as no server was at work; asked in turn, and once."""
        await self._writer.grant(lambda: self.table.stood(lost(self.table), now()))

    async def catch_up(self) -> None:
        """Let happen here what has happened at the table elsewhere."""
        self.stale = False
        try:
            self._counts.update(map(bound_of, await self._writer.catch_up()))
        except BrokenError as error:
            raise JournalError(str(error)) from error

    def _settled(self, wish: Wish) -> list[Entry]:
        """Ask for entries, unless the machine slept since all was set right."""
        if self.table.ticking is not None and self.owed(self.table):
            raise OwedError
        return self._bounded(wish())

    def _bounded(self, entries: list[Entry]) -> list[Entry]:
        """Refuse what would be too much of its kind: words never take the place of actions."""
        for kind in {bound_of(entry) for entry in entries}:
            most = self.settings.entries if kind == PLAY else self.settings.words
            if self._counts[kind] >= most:
                raise TroubleError("journal-full" if kind == PLAY else "words-full")
        return entries

    @property
    def is_aside(self) -> bool:
        """Tell whether damage ended the game: it is read and exported, and nothing happens."""
        return self.damage is not None and self.damage.ends_play

    def tell(self) -> None:
        """Wake everybody at the table, the bots too."""
        self._cache.clear()
        self.changed(self)
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
        here = any(seat in listener.seats for listener in self.listeners)
        return here or any(seat in there.seats for there in self.elsewhere.values())

    def holders(self, seat: int) -> list[Listener]:
        """Return those who hold the key of `seat`, the longest there first."""
        there = [listener for listener in self.listeners if seat in listener.seats]
        return sorted(there, key=lambda listener: listener.came)

    @property
    def chat(self) -> bool:
        """Tell whether people may write to each other here."""
        return self.settings.chat

    @property
    def watchers(self) -> int:
        """Return how many hold no key here."""
        here = sum(not listener.seats for listener in self.listeners)
        return here + sum(there.watchers for there in self.elsewhere.values())

    @property
    def watching(self) -> list[str]:
        """Return the names of those who hold no key here and wish to be named."""
        names = {listener.name for listener in self.listeners if not listener.seats}
        names.update(*(there.watching for there in self.elsewhere.values()))
        return sorted(name for name in names if name)

    @property
    def presence(self) -> Presence:
        """Return who is there through this server."""
        seats = {seat for listener in self.listeners for seat in listener.seats}
        watchers = [listener for listener in self.listeners if not listener.seats]
        names = {listener.name for listener in watchers if listener.name}
        return Presence(tuple(sorted(seats)), len(watchers), tuple(sorted(names)[:NAMED]))

    def see(self, elsewhere: Mapping[str, Presence]) -> None:
        """Hear who is there through other servers."""
        before = {seat for there in self.elsewhere.values() for seat in there.seats}
        self.elsewhere = elsewhere
        after = {seat for there in elsewhere.values() for seat in there.seats}
        for seat in before - after:
            self.left_at[seat] = time.monotonic()
        self.tell()

    def abandoned(self, seat: int) -> bool:
        """Tell whether the holder of a seat's key has been away for long."""
        away = time.monotonic() - self.left_at[seat]
        return not self.connected(seat) and away >= self.settings.abandoned

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        self.listeners.discard(listener)
        for seat in listener.seats:
            self.left_at[seat] = time.monotonic()
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
        if not self.is_aside:
            self._bots.think()

    def close(self) -> None:
        """Stop thinking; whoever is there is asked to come back, to a room that lives."""
        self.closed = True
        self._bots.close()
        for listener in self.listeners:
            listener.send_back()
