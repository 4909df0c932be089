"""The other servers at the same journal: what happens there is heard here, and the other way round.

Who is at a table, how much an address has asked for and what it has opened is told by word of
mouth, from server to server; what must not be lost is in the journal. A server that has missed
something asks, and one that is no more is forgotten with all it said.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from tourelle.server.bots.reviews import MadeElsewhere
from tourelle.server.live.rooms import Presence, Room
from tourelle.store.journal import Appended, Carded, Gone, News, Peers, Said
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

if TYPE_CHECKING:
    from tourelle.server.live.lobby import Lobby

TICK: Final = 0.5
"""Seconds between two rounds of word of mouth."""
STEWARD: Final = "~steward"
"""Driven by the one server that looks after tables that no other has in memory."""
THERE, ASK, SPENT, CROWD, OPENED = "there", "ask", "spent", "crowd", "opened"
REVIEWS, ASKED = "reviews", "asked"
TOGETHER: Final = 40
"""Tables, or addresses, of which others are told at once."""
LISTED: Final = "listed"
SHUT: Final = "shut"
"""The box of tables that the host has closed."""

log = logging.getLogger("tourelle.server")


class Fellows:
    """This server among the others."""

    def __init__(self, peers: Peers, lobby: "Lobby") -> None:
        """Take who there are; `run` begins to listen."""
        self._peers: Final = peers
        self._lobby: Final = lobby
        self._there: Final[dict[str, dict[str, Presence]]] = {}
        self._said: Final[dict[str, Presence]] = {}
        self._held: Final[set[str]] = set()
        self._wanted: Final[set[str]] = set()
        self._catching: Final[dict[str, asyncio.Task[None]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._wanting: Final = asyncio.Event()
        self._reviews: dict[str, Any] = {}
        self.carded: Callable[[Carded], None] = lambda _: None
        """Whom to tell of cards that were changed elsewhere."""
        self.stewarding: Callable[[], Awaitable[None]] = _idle
        """What the one server does that looks after tables of servers that are no more."""

    # ------------------------------------------------------------ hearing

    async def run(self) -> None:
        """Listen to the others, and tell them, for ever."""
        loop = asyncio.get_running_loop()

        def hear(news: News) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._take, news)

        await asyncio.to_thread(self._peers.listen, hear)
        self._say(ASK, "")
        self._start(self._become_steward())
        claiming = asyncio.create_task(self._claim())
        try:
            while True:
                await asyncio.sleep(TICK)
                self._tell()
        finally:
            claiming.cancel()

    def _take(self, news: News) -> None:
        """Hear one thing."""
        match news:
            case Appended(table, number, tag):
                if tag.startswith(LISTED):
                    self._lobby.stirs.stir()
                room = self._lobby.rooms.get(table)
                if room is not None and room.table.number < number:
                    self._outdate(table, room)
            case Carded(box, owner):
                if box == SHUT:
                    self._lobby.forget(owner)  # whoever is there comes back, and is told
                self.carded(news)
            case Said(process, topic, text):
                try:
                    self._listen(process, topic, text)
                except (ValueError, TypeError, KeyError, AttributeError):
                    log.warning("word of mouth", extra={"topic": topic})
            case Gone(processes):
                self._miss(processes)

    def _outdate(self, name: str, room: Room) -> None:
        """Know that a table has come further; whoever is there hears it now."""
        room.stale = True
        if room.attended and name not in self._catching:
            self._catching[name] = task = asyncio.create_task(self._catch_up(name, room))
            task.add_done_callback(lambda _: self._catching.pop(name, None))

    async def _catch_up(self, name: str, room: Room) -> None:
        """Let a table come as far as it has come elsewhere."""
        try:
            while room.stale and not room.closed:
                await room.catch_up()
        except JournalError as error:
            log.warning("behind", extra={"table": name, "trouble": str(error)})
            room.given_up()

    def _miss(self, processes: tuple[str, ...]) -> None:
        """Forget servers that are no more; where none is named, ask for all that was missed."""
        gone = set(processes)
        for table in list(self._there):
            kept = {
                process: there
                for process, there in self._there[table].items()
                if processes and process not in gone
            }
            self._see(table, kept)
        for process in gone:
            self._lobby.crowd.elsewhere.pop(process, None)
            self._lobby.reviews.elsewhere.pop(process, None)
        if not processes:
            self._said.clear()
            self._held.clear()
            self._say(ASK, "")
            for name, room in list(self._lobby.rooms.items()):
                self._outdate(name, room)
        self._start(self._become_steward())

    def _listen(self, process: str, topic: str, text: str) -> None:
        """Hear what another server says."""
        match topic:
            case "ask":
                self._said.clear()  # everything is told once more
                self._reviews = {}
            case "there":
                for table, seats, watchers, watching in json.loads(text):
                    there = Presence(tuple(seats), int(watchers), tuple(map(str, watching)))
                    kept = {**self._there.get(table, {}), process: there}
                    if there == Presence():
                        del kept[process]
                    self._see(str(table), kept)
            case "spent":
                for kind, spent in json.loads(text).items():
                    for who, many in spent.items():
                        self._lobby.rates[kind].charge(who, int(many))
            case "crowd":
                counts = {str(who): int(many) for who, many in json.loads(text).items()}
                self._lobby.crowd.elsewhere[process] = counts
            case "reviews":
                self._lobby.reviews.elsewhere[process] = {
                    name: MadeElsewhere(name, str(status), float(share), list(names))
                    for name, (status, share, names) in json.loads(text).items()
                }
            case "asked":
                self._lobby.reviews.heard_of(json.loads(text))
            case "opened":
                for who, table in json.loads(text):
                    self._lobby.openers.add(str(who), str(table))

    def _see(self, table: str, kept: dict[str, Presence]) -> None:
        """Know who is at a table through other servers."""
        if kept == self._there.get(table, {}):
            return
        if kept:
            self._there[table] = kept
        else:
            self._there.pop(table, None)
        room = self._lobby.rooms.get(table)
        if room is not None:
            room.see(kept)

    # ------------------------------------------------------------ telling

    def note(self, room: Room) -> None:
        """Take up a room that was made here."""
        name = room.table.opening.table
        room.shared = True
        room.elsewhere = self._there.get(name, {})
        room.drives = lambda: self._drives(name)

    def opened(self, who: str, table: str) -> None:
        """Have the others know who opened a table."""
        self._say(OPENED, json.dumps([[who, table]]))

    def _tell(self) -> None:
        """Tell the others what has changed since they were told."""
        lobby, fresh = self._lobby, list[list[Any]]()
        now = {name: room.presence for name, room in lobby.rooms.items() if room.listeners}
        for name in now.keys() | self._said.keys():
            there = now.get(name, Presence())
            if self._said.get(name, Presence()) != there:
                fresh.append([name, *there])
        self._said.clear()
        self._said.update(now)
        for start in range(0, len(fresh), TOGETHER):
            self._say(THERE, json.dumps(fresh[start : start + TOGETHER]))
        spent = {kind: rates.taken(TOGETHER) for kind, rates in lobby.rates.items()}
        if spent := {kind: most for kind, most in spent.items() if most}:
            self._say(SPENT, json.dumps(spent))
        self._tell_of_reviews()
        if (crowd := lobby.crowd.news(TOGETHER)) is not None:
            self._say(CROWD, json.dumps(crowd))

    def _tell_of_reviews(self) -> None:
        """Tell how far reviews are, and which of others' were asked for."""
        reviews = self._lobby.reviews
        if (told := dict(list(reviews.told().items())[-TOGETHER // 2 :])) != self._reviews:
            self._reviews = told
            self._say(REVIEWS, json.dumps(told))
        if reviews.asked_for:
            self._say(ASKED, json.dumps(sorted(reviews.asked_for)[:TOGETHER]))
            reviews.asked_for.clear()

    def _say(self, topic: str, text: str) -> None:
        """Say something without waiting for it."""
        self._start(asyncio.to_thread(self._peers.say, topic, text))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something happen beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ who does what

    def _drives(self, name: str) -> bool:
        """Tell whether a table's bots think here; if nobody knows yet, find out."""
        if name in self._held:
            return True
        self._wanted.add(name)
        self._wanting.set()
        return False

    async def _claim(self) -> None:
        """Drive the tables whose bots should think here, unless another server does; for ever."""
        while True:
            try:
                await asyncio.wait_for(self._wanting.wait(), 2 * TICK)
            except TimeoutError:
                await self._let_go()
            self._wanting.clear()
            rooms = {name: room for name in self._wanted if (room := self._lobby.rooms.get(name))}
            names = [name for name, room in rooms.items() if room.attended]
            self._wanted.intersection_update(names)
            if not names:
                continue
            try:
                got = await asyncio.to_thread(self._peers.claim, names)
            except JournalError:
                continue
            self._held.update(got)
            self._wanted.difference_update(got)
            for name in got:
                rooms[name].think()

    async def _let_go(self) -> None:
        """Let others drive tables at which nobody is through this server."""
        for name in [name for name in self._held if name != STEWARD]:
            room = self._lobby.rooms.get(name)
            if room is None or (not room.listeners and self._there.get(name)):
                self._held.discard(name)
                await asyncio.to_thread(self._peers.release, [name])

    async def _become_steward(self) -> None:
        """Look after tables that no server has in memory, if nobody else does."""
        try:
            if STEWARD in await asyncio.to_thread(self._peers.claim, [STEWARD]):
                await self.stewarding()
        except (JournalError, TroubleError) as error:
            log.warning("steward", extra={"trouble": str(error)})

    async def close(self) -> None:
        """End what is under way."""
        for task in (*self._tasks, *self._catching.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._catching.values(), return_exceptions=True)


async def _idle() -> None:
    """Look after nothing."""
