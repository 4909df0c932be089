"""Whoever is awaited and not there is told: once a turn and way, tried again, never twice.

A card says of each notice how far it is, and it is written before anything is sent. One that was
on its way when the server died may have been taken: it is not sent again.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tourelle.server.clock import now
from tourelle.server.gate.limits import Crowd
from tourelle.server.live.clocks import RUNNING as UNDER_WAY
from tourelle.server.live.rooms import Room
from tourelle.server.metrics import Metrics
from tourelle.server.notices import mail, push, wording
from tourelle.server.notices.outward import (
    NotAllowedError,
    NotTakenError,
    Target,
    UnsureError,
    beyond,
    post,
)
from tourelle.server.notices.ways import DAY, Way, Ways, over_for_a_day, standing
from tourelle.server.said import messages
from tourelle.server.settings import Settings
from tourelle.store.cards import Card
from tourelle.store.journal import Carded, Journal
from tourelle.store.troubles import JournalError
from tourelle.tables.table import RUNNING, Table
from tourelle.tables.troubles import TroubleError

NOTICE: Final = "notice"
TRY: Final = "notice-try"
TICK: Final = 0.25
STAYS: Final = 60.0
"""Seconds for which it is looked whether somebody who is there goes away before they play."""
TRIES: Final = 8
LONGER: Final = 4.0
LONGEST: Final = 6 * 3600.0
AT_ONCE: Final = 64
"""Notices on their way at once."""
EACH: Final = 8
"""Of those, how many to one receiver, and how many of tables of one address."""
LATER: Final = 5.0
"""Seconds after which it is tried again to note something that the journal did not keep."""
SENDING, AGAIN, SENT, LOST, FAILED = "sending", "again", "sent", "lost", "failed"
GONE: Final = (404, 410)
NOT_NOW: Final = (408, 425, 429)

log = logging.getLogger("tourelle.server")


@dataclass
class Awaited:
    """A turn of somebody who may have to be told."""

    seat: int
    turn: int
    due: float
    """When it is looked for them, on the monotonic clock."""
    there: float = 0.0
    """Since when they were found there; 0 where that was never so."""


@dataclass
class Sending:
    """A notice that could not be sent so far."""

    key: str
    way: str
    table: str
    seat: int
    turn: int
    tries: int
    due: int
    who: str = ""
    """The address whose table it is, as far as that is known; never kept."""

    @property
    def place(self) -> tuple[str, str]:
        """Return under what it waits."""
        return self.table, self.name

    @property
    def name(self) -> str:
        """Return the name of its card: one for each turn and way."""
        return f"{self.turn} {self.seat} {self.way}"


class Notices:
    """Tells whoever is awaited."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        metrics: Metrics,
        find: Callable[[str], Awaitable[Room | None]],
    ) -> None:
        """Take where it is kept; tables are found by `find`."""
        self.ways: Final = Ways(settings, journal)
        self._settings: Final = settings
        self._journal: Final = journal
        self._metrics: Final = metrics
        self._find: Final = find
        self._awaited: Final[dict[str, Awaited]] = {}
        self._waiting: Final[dict[tuple[str, str], Sending]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._receivers: Final = Crowd(AT_ONCE, EACH)
        self._owners: Final = Crowd(AT_ONCE, EACH)

    # ------------------------------------------------------------ whose turn it is

    def note(self, room: Room) -> None:
        """Note whose turn it is, if they want to be told."""
        table = room.table
        name, seat = table.opening.table, _awaited(table)
        keys = {chair.key for chair in table.chairs if chair.key and chair.key in self.ways}
        if keys and table.is_over:
            self._beside(self.forget(name))
        elif any(way.table != name for key in keys for way in self.ways.of(key)):
            self._beside(self._move(keys, name))
        if seat is None or table.chairs[seat].key not in keys:
            self._awaited.pop(name, None)
            return
        turn, known = turn_of(table), self._awaited.get(name)
        if known is None or (known.seat, known.turn) != (seat, turn):
            due = time.monotonic() + self._settings.notice
            self._awaited[name] = Awaited(seat, turn, due)

    async def run(self) -> None:
        """Go on where the last start ended, then tell whoever is awaited, for ever."""
        while not await self._begun():
            await asyncio.sleep(LATER)
        swept = -DAY
        while True:
            if now() - swept >= DAY:
                swept = now()
                await self._sweep()
            await self._look()
            await asyncio.sleep(TICK)

    async def _sweep(self) -> None:
        """Throw away what belongs to tables that are long over."""
        with suppress(JournalError):
            await self.ways.sweep()
            owners = {card.owner for card in await self._noted()}
            for table in over_for_a_day(await standing(self._journal, owners)):
                await self.forget(table)

    async def _begun(self) -> bool:
        """Read what is kept; tell whether that could be done."""
        try:
            await self.ways.load()
            if self._journal.peers is None:
                await self.go_on()
        except JournalError:
            log.exception("notices")
            return False
        return True

    async def go_on(self) -> None:
        """Try again what was not sent; let be what may have been; look at tables once more."""
        for card in await asyncio.to_thread(self._journal.cards, NOTICE):
            kept = json.loads(card.text)
            if kept.get("process", "") in self._others or (card.owner, card.name) in self._waiting:
                continue  # who has it goes on with it
            if kept["state"] == AGAIN:
                sending = Sending(**kept["sending"])
                self._waiting[card.owner, card.name] = sending
            elif kept["state"] == SENDING:
                await self._keep(Sending(**kept["sending"]), LOST)
        for table, (tag, _) in (await self.ways.standing()).items():
            if tag not in UNDER_WAY:
                continue
            with suppress(TroubleError, JournalError):
                if room := await self._find(table):
                    self.note(room)

    @property
    def _others(self) -> frozenset[str]:
        """Return the other servers that are at work, and this one, by their names."""
        return self._journal.peers.living if self._journal.peers else frozenset()

    def heard(self, news: Carded) -> None:
        """Hear that another server has changed cards."""

        async def reload() -> None:
            with suppress(JournalError):
                await asyncio.to_thread(self.ways.heard, news)

        self._beside(reload())

    async def _look(self) -> None:
        """Find out who is to be told now."""
        at = time.monotonic()
        for name, awaited in list(self._awaited.items()):
            if awaited.due > at:
                continue
            try:
                if not await self._look_for(name, awaited):
                    self._awaited.pop(name, None)
            except (TroubleError, JournalError) as error:
                if _is_for_now(error):
                    awaited.due = time.monotonic() + LATER
                else:
                    self._awaited.pop(name, None)
        for place, sending in list(self._waiting.items()):
            way = self.ways.get(sending.key, sending.way)
            if sending.due <= now() and (way is None or self._has_place(way, sending)):
                del self._waiting[place]
                self._start(way, sending, self._again(sending))

    async def _look_for(self, name: str, awaited: Awaited) -> bool:
        """Tell somebody who is not there; return whether it is to be looked for them once more."""
        room = await self._find(name)
        if room is None or _gone_by(room.table, awaited):
            return False
        if room.connected(awaited.seat):
            awaited.there = awaited.there or time.monotonic()
            return time.monotonic() - awaited.there <= STAYS
        await self._begin(room, awaited)
        awaited.due = float("inf")
        return True

    async def _begin(self, room: Room, awaited: Awaited) -> None:
        """Tell somebody by every way of theirs by which they have not been told of this turn."""
        table = room.table
        key, name = table.chairs[awaited.seat].key or "", table.opening.table
        for place in [place for place in self._waiting if place[0] == name]:
            if self._waiting[place].turn != awaited.turn:
                await self._keep(self._waiting[place], LOST)  # of a turn that has gone by
                del self._waiting[place]
        for way in self.ways.of(key):
            if not self.ways.agreed(way):
                continue
            sending = Sending(key, way.name, name, awaited.seat, awaited.turn, 1, 0, room.who)
            if not self._has_place(way, sending):
                sending.tries = 0
                if await self._journal.keep([], first=self._card(sending, AGAIN)):
                    self._waiting[sending.place] = sending
            elif await self._journal.keep([], first=self._card(sending, SENDING)):
                self._start(way, sending, self._send(room, way, sending))

    async def _again(self, sending: Sending) -> None:
        """Try a notice once more, where it is still true; later, where that can't be noted now."""
        try:
            room = await self._find(sending.table)
            way = self.ways.get(sending.key, sending.way)
            awaited = Awaited(sending.seat, sending.turn, 0)
            if room is None or way is None or _gone_by(room.table, awaited):
                await self._keep(sending, LOST)
                return
            sending.tries += 1
            if await self._is_first(sending):
                await self._keep(sending, SENDING)
                await self._send(room, way, sending)
        except (TroubleError, JournalError) as error:
            if _is_for_now(error):
                sending.due = now() + round(1000 * LATER)
                self._waiting[sending.place] = sending

    # ------------------------------------------------------------ sending

    def _has_place(self, way: Way, sending: Sending) -> bool:
        """Tell whether a notice may be on its way now: no receiver, no address takes all places."""
        owner = self._owners.full(sending.who or sending.table)
        return not owner and not self._receivers.full(way.receiver)

    def _start(self, way: Way | None, sending: Sending, work: Coroutine[Any, Any, None]) -> None:
        """Have a notice be on its way."""
        receiver, owner = way.receiver if way else "", sending.who or sending.table
        self._receivers.enter(receiver)
        self._owners.enter(owner)

        def arrived(_: object) -> None:
            self._receivers.leave(receiver)
            self._owners.leave(owner)

        self._beside(work).add_done_callback(arrived)

    def _beside(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something happen beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _send(self, room: Room, way: Way, sending: Sending) -> None:
        """Send a notice; note how that went."""
        try:
            state = await self._sent(room, way, sending)
        except NotTakenError as error:
            state = AGAIN if sending.tries < TRIES else FAILED
            log.warning("notice", extra={"way": way.kind, "trouble": str(error)})
        except UnsureError as error:
            state = LOST
            log.warning("notice", extra={"way": way.kind, "trouble": str(error)})
        except NotAllowedError:
            state = FAILED
            log.warning("notice", extra={"way": way.kind, "trouble": "not allowed"})
        if state == AGAIN:
            wait = min(LONGEST, self._settings.notice_again * LONGER ** (sending.tries - 1))
            sending.due = now() + round(1000 * wait)
            self._waiting[sending.place] = sending
        self._metrics.count("notices", f'way="{way.kind}",result="{state}"')
        with suppress(JournalError):
            await self._keep(sending, state)

    async def _sent(self, room: Room, way: Way, sending: Sending) -> str:
        """Send a notice by its way; return whether it was taken, for good."""
        said = wording.notice(room, sending.seat, sending.turn, way)
        if way.kind == "mail":
            stop = self.ways.link(way, on=False)
            foot = messages.told(way.language, "notice.mail.stop", link=stop)
            text = f"{said.text}\n\n{said.link}\n\n-- \n{foot}\n"
            made = mail.letter(self._settings, way.where, said.title, text, stop)
            await beyond(mail.send, self._settings, made)
            return SENT
        target = Target(way.where, private=self._settings.notice_private)
        if way.kind == "push":
            contact = f"mailto:{self._settings.mail_from}" if self._settings.mail_from else way.base
            key = push.read_key(self.ways.key)
            vouched = push.signed(key, target.origin, contact, now() // 1000)
            body = push.sealed(wording.pushed(said), way.p256dh, way.auth)
            status = await post(target, body, push.headers(vouched))
        else:
            marks = {
                "Content-Type": "application/json; charset=utf-8",
                "Idempotency-Key": f"{sending.table}-{sending.seat}-{sending.turn}",
            }
            status = await post(target, wording.hooked(target.host, said), marks)
        if status in GONE:
            await self.ways.drop(sending.key, way.name)
        if status in NOT_NOW or status >= 500:
            raise NotTakenError(f"status {status}")
        return SENT if status < 300 else FAILED

    async def ask(self, way: Way) -> None:
        """Ask the owner of a mail address whether they want to be told."""
        if not await self.ways.note_asked(way):
            return
        language = way.language
        title = messages.told(language, "notice.mail.title")
        links = {"link": self.ways.link(way, on=True), "stop": self.ways.link(way, on=False)}
        text = messages.told(language, "notice.mail.ask", **links)
        made = mail.letter(self._settings, way.where, title, text, links["stop"])

        async def send() -> None:
            try:
                await beyond(mail.send, self._settings, made)
            except (NotTakenError, UnsureError) as error:
                log.warning("notice", extra={"way": "mail", "trouble": str(error)})

        self._beside(send())

    # ------------------------------------------------------------ keeping

    async def _keep(self, sending: Sending, state: str) -> None:
        """Write down how far a notice is."""
        await self._journal.keep([self._card(sending, state)])

    async def _is_first(self, sending: Sending) -> bool:
        """Tell whether no other server has made this try: one that seemed to be no more."""
        if self._journal.peers is None:
            return True
        name = f"{sending.name} {sending.tries}"
        tried = Card(TRY, sending.table, name, self._journal.peers.name, now())
        return await self._journal.keep([], first=tried)

    def _card(self, sending: Sending, state: str) -> Card:
        """Return the card of a notice; with several servers it says whose it is."""
        told = {name: value for name, value in vars(sending).items() if name != "who"}
        kept: dict[str, object] = {"state": state, "sending": told}
        if self._journal.peers is not None:
            kept["process"] = self._journal.peers.name
        return Card(NOTICE, sending.table, sending.name, json.dumps(kept), now())

    async def forget(self, table: str) -> None:
        """Throw away what was noted of a table that is over."""
        with suppress(JournalError):
            if cards := await self._noted(table):
                await self._journal.keep([], [card.place for card in cards])

    async def _noted(self, table: str | None = None) -> list[Card]:
        """Return what was noted of notices, of one table or of all."""
        boxes = [await asyncio.to_thread(self._journal.cards, box, table) for box in (NOTICE, TRY)]
        return [card for cards in boxes for card in cards]

    async def _move(self, keys: set[str], table: str) -> None:
        """Have ways be good at the table at which the same people play again."""
        with suppress(JournalError):
            for key in keys:
                await self.ways.move(key, table)

    async def close(self) -> None:
        """Let what is on its way arrive, for a moment."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2.0)
        for task in self._tasks:
            task.cancel()


def turn_of(table: Table) -> int:
    """Return by what a turn is known: how many actions stood when it began."""
    return len(table.played) - table.staged


def _awaited(table: Table) -> int | None:
    """Return the seat of the person whose turn it is."""
    seat = table.to_move
    if seat is None or table.status != RUNNING or table.chairs[seat].bot:
        return None
    return seat


def _is_for_now(error: Exception) -> bool:
    """Tell whether what could not be done may be done later."""
    return isinstance(error, JournalError) or str(error) == "too-busy"


def _gone_by(table: Table, awaited: Awaited) -> bool:
    """Tell whether a turn is over."""
    return (_awaited(table), turn_of(table)) != (awaited.seat, awaited.turn)
