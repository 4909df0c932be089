"""All tables of a server: opened, found again, imported, played again, forgotten when idle."""

import asyncio
import base64
import hashlib
import hmac
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from tourelle import __version__
from tourelle.bots import playing
from tourelle.bots.levels import USUAL
from tourelle.core.game import AnyGame
from tourelle.core.records import Record, large_seed, verify
from tourelle.core.words import Param, RefusedError
from tourelle.games import game_class, game_of
from tourelle.server import protocol
from tourelle.server.bots.hints import Hints
from tourelle.server.bots.precompile import Precompiler
from tourelle.server.bots.programs import is_known, programs
from tourelle.server.bots.reviews import Reviews
from tourelle.server.bots.threads import Threads
from tourelle.server.clock import now
from tourelle.server.gate.limits import Buckets, Crowd, Openers
from tourelle.server.live.clocks import Clocks
from tourelle.server.live.rooms import Listener, Room
from tourelle.server.live.stirs import Stirs
from tourelle.server.metrics import Metrics
from tourelle.server.protocol import (
    AcceptInvitation,
    Invitation,
    InvitationState,
    JoinTable,
    NewTable,
    OpenedTable,
    SeatKey,
)
from tourelle.server.requests.intake import check_options, check_record
from tourelle.server.said.chronicle import Chronicle
from tourelle.server.settings import Settings
from tourelle.store.reading import Kept
from tourelle.store.sqlite import SqliteJournal
from tourelle.store.troubles import ILLEGAL, Damage, JournalError
from tourelle.tables.checking import BrokenError
from tourelle.tables.clocks import LOSES, Pace
from tourelle.tables.entries import (
    ACTION,
    BOT,
    HERE,
    LINK,
    OPEN,
    OVER,
    PUBLIC,
    Chair,
    Entry,
    Opening,
    read_opening,
)
from tourelle.tables.naming import plain_name
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import UNREADABLE, open_table, rebuilt_so_far

log = logging.getLogger("tourelle.server")

DAY: Final = 24 * 3600 * 1000
BEGUN: Final = ("listed-running", "private-running")
FRESH: Final = ("listed-waiting", "private-waiting", "listed-fresh", "private-fresh")
"""Somebody is missing, or nobody has played yet: such tables lapse."""
UNBOUNDED: Final = 1 << 30


def hashed(secret: str) -> str:
    """Return what is kept of a secret: enough to know it again, too little to say it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """Return 192 random bits as text: a key."""
    return secrets.token_urlsafe(24)


def new_invitation() -> str:
    """Return 128 random bits as text: enough for what is used once, and short in a picture."""
    return secrets.token_urlsafe(16)


def made_key(opening: Opening, wish: JoinTable, invitation: str = "") -> str:
    """Return a fresh key; the same one again to the same claim, which one browser alone knows."""
    if wish.claim is None:
        return new_secret()
    text = f"{opening.table}:{invitation}:{wish.claim}".encode()
    made = hmac.digest(opening.nonce.encode(), text, "sha256")
    return base64.urlsafe_b64encode(made[:24]).decode()


class Lobby:
    """Every table of this server."""

    def __init__(
        self, settings: Settings, precompiler: Precompiler, journal: SqliteJournal
    ) -> None:
        """Take the journal; no table is loaded yet."""
        self.settings: Final = settings
        self.precompiler: Final = precompiler
        self.metrics: Final = Metrics()
        self.rates: Final = {
            "posts": Buckets(settings.posts, settings.posts_burst),
            "reads": Buckets(settings.reads, settings.reads_burst),
            "documents": Buckets(settings.documents, settings.documents_burst),
            "studies": Buckets(settings.studies, settings.studies_burst),
            "hints": Buckets(settings.hints, settings.hints_burst),
            "wishes": Buckets(settings.rate, settings.burst),  # by seat, as over the socket
            "reviews": Buckets(settings.reviews, settings.reviews_burst),
        }
        self.crowd: Final = Crowd(settings.connections, settings.address_connections)
        self.streams: Final = set[Listener]()
        """Those who listen by a request that is answered line by line."""
        self.openers: Final = Openers()
        self._opening: Final = Crowd(UNBOUNDED, UNBOUNDED)
        self.journal: Final = journal
        self.rooms: Final[dict[str, Room]] = {}
        self.clocks: Final = Clocks(settings.data, self.find)
        self.stirs: Final = Stirs()
        """Changes at tables that everybody may find."""
        self.stirred: Callable[[Room], None] = lambda _: None
        """Whom else to tell of every change at a table."""
        self._loading: Final[dict[str, asyncio.Task[Room | None]]] = {}
        workers = settings.thinkers or os.cpu_count() or 1
        self._thinkers: Final = Threads(workers, "thinking", UNBOUNDED, UNBOUNDED)
        self.work: Final = Threads(
            settings.workers, "working", settings.waiting, settings.address_waiting
        )
        self.hints: Final = Hints(settings, precompiler, self._thinkers)
        self.reviews: Final = Reviews(settings, precompiler, self._thinkers, __version__)

    @property
    def connections(self) -> int:
        """Return how many sockets are open."""
        return self.crowd.count

    def seconds_to_wait(self, kind: str, who: str) -> int:
        """Count one more request of a kind; return how long its address has to wait, if at all."""
        return self.rates[kind].take(who, time.monotonic())

    # ------------------------------------------------------------ finding

    async def find(self, table: str, who: str = "") -> Room | None:
        """Return a table, rebuilt from the journal where it is not live; None for no such table.

        It is rebuilt in the turn of whoever asks, and its bots think in theirs.
        """
        room = self.rooms.get(table)
        if room is not None:
            room.touch()
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table, who))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, name: str, who: str) -> Room | None:
        """Rebuild a table from the journal."""
        kept = await asyncio.to_thread(self.journal.read, name)
        if not kept.known:
            return None
        if kept.damage is not None:
            log.error("damaged table", extra={"table": name, **kept.damage._asdict()})
        started = time.perf_counter()
        table, chronicle, damage = await self._rebuild(kept, who)
        self.metrics.note("rebuild", time.perf_counter() - started)
        if not (damage and damage.ends_play) and (damage or table.tag != kept.tag):
            number = len(kept.lines)
            with suppress(JournalError):  # it can be read all the same
                await self.journal.append(name, number, [], table.tag, table.changed, damage)
        room = self._enter(table, who, chronicle, damage)
        if lost := self.clocks.lost(table):
            with suppress(JournalError, TroubleError):
                await room.fulfil(lambda: table.stood(lost, now()))
        return room

    async def _rebuild(self, kept: Kept, who: str) -> tuple[Table, Chronicle, Damage | None]:
        """Wait for the title, then rebuild in a thread, with what has to be told, what is whole."""

        def work() -> tuple[Table, Chronicle, Damage | None]:
            table, broken = rebuilt_so_far(kept.lines, _game_of)
            chronicle = Chronicle(table)
            chronicle.catch_up()
            return table, chronicle, kept.damage if broken is None else Damage(broken, ILLEGAL)

        try:
            await self.precompiler.wait(read_opening(kept.lines[0]).game)
            return await self.work.run(who, work)
        except (BrokenError, RefusedError, *UNREADABLE):
            raise TroubleError("damaged-table") from None

    def _enter(
        self,
        table: Table,
        who: str,
        chronicle: Chronicle | None = None,
        damage: Damage | None = None,
    ) -> Room:
        """Make a table live; its bots go on."""
        self._make_room()
        name = table.opening.table
        precompiled = partial(self.precompiler.wait, table.game.title)
        thinkers = partial(self._thinkers.run, who)
        room = Room(
            table,
            self.journal,
            self.settings,
            self.metrics,
            thinkers,
            precompiled,
            chronicle,
            damage,
        )
        room.who = who
        room = self.rooms.setdefault(name, room)
        room.given_up = partial(self._give_up, name, room)
        room.changed = self._changed
        self._changed(room)
        room.think()
        return room

    def _changed(self, room: Room) -> None:
        """Tell clocks, lists and notices that a table is not as it was."""
        self.clocks.note(room.table)
        self.stirred(room)
        if room.table.opening.listed:
            self.stirs.stir()

    def _give_up(self, name: str, room: Room) -> None:
        """Drop a room whose table the journal may know better; whoever is there comes back."""
        if self.rooms.get(name) is room:
            self.forget(name)
        room.close()

    def _make_room(self) -> None:
        """Forget the tables that were idle for longest, where there are too many."""
        excess = len(self.rooms) - self.settings.live + 1
        if excess > 0:
            idle = [(room.used, name) for name, room in self.rooms.items() if room.idle]
            for _, name in sorted(idle)[: excess + self.settings.live // 10]:
                self.forget(name)

    def forget(self, table: str) -> None:
        """Drop a table from memory; the journal has it."""
        room = self.rooms.pop(table, None)
        if room is not None:
            room.close()

    # ------------------------------------------------------------ opening

    async def open(self, wish: NewTable, who: str, *, at_home: bool = False) -> OpenedTable:
        """Open a table as wished; raises a refusal of options or a trouble.

        `at_home`: whoever asks sits at the host's own machine.
        """
        check_options(wish.options)
        return await self._counted(who, lambda: self._open(wish, who, at_home=at_home))

    async def _open(self, wish: NewTable, who: str, *, at_home: bool) -> OpenedTable:
        rules = game_class(wish.game)
        await self.precompiler.wait(wish.game)
        options: dict[str, Param] = {**wish.options, "seats": len(wish.seats)}
        game = await asyncio.to_thread(rules, options)
        chairs = list[Chair]()
        keys, invitations = dict[int, str](), dict[int, str]()
        for seat, sitter in enumerate(wish.seats):
            name = plain_name(sitter.name)
            if sitter.kind == BOT:
                bot = sitter.bot or USUAL
                if not is_known(self.settings, game.title, bot, at_home=at_home):
                    raise TroubleError("no-such-bot", bot=bot)
                chairs.append(Chair(BOT, name, bot, None, taken=True))
            elif sitter.kind == HERE:
                keys[seat] = new_secret()
                chairs.append(Chair(HERE, name, None, hashed(keys[seat]), taken=True))
            elif sitter.kind == OPEN:
                chairs.append(Chair(OPEN))
            else:
                invitations[seat] = new_invitation()
                chairs.append(Chair(LINK, name, invitation=hashed(invitations[seat])))
        opening = new_opening(game, chairs, large_seed(secrets.randbelow))
        listed, pace = wish.seen == PUBLIC, checked_pace(game.title, wish.pace)
        opening = replace(opening, listed=listed, seen=wish.seen, pace=pace)
        self._enter(await open_table(opening, game, self.journal), who)
        return opened(opening.table, keys, invitations)

    async def _check_space(self, who: str) -> None:
        """Refuse a new table where there are too many, in all or from one address."""
        known = self.openers.of(who)
        mine, every = await asyncio.to_thread(self._unfinished, known)
        self.openers.drop(who, set(known) - mine)
        if len(self.openers.of(who)) + self._opening.of(who) > self.settings.address_tables:
            raise TroubleError("too-many-of-yours", most=self.settings.address_tables)
        if every >= self.settings.tables:
            raise TroubleError("too-many-tables")

    def _unfinished(self, tables: Sequence[str]) -> tuple[set[str], int]:
        """Return which of some tables count as unfinished, and how many do in all."""
        since = {tag: now() - DAY for tag in BEGUN}
        since |= {tag: now() - int(1000 * self.settings.lapse) for tag in FRESH}
        mine = {
            table
            for table, (tag, changed) in self.journal.shelved(tables).items()
            if changed >= since.get(tag, changed + 1)
        }
        count = self.journal.count
        return mine, sum(count(tags, since[tags[0]]) for tags in (BEGUN, FRESH))

    async def _counted(
        self, who: str, opening: Callable[[], Awaitable[OpenedTable]]
    ) -> OpenedTable:
        """Open a table that counts among those of an address from now on, if there is space."""
        self._opening.enter(who)
        try:
            await self._check_space(who)
            table = await opening()
            self.openers.add(who, table.table)
            return table
        finally:
            self._opening.leave(who)

    async def join(self, room: Room, wish: JoinTable) -> OpenedTable:
        """Give somebody the first free seat of a listed table."""
        table, name = room.table, plain_name(wish.name)
        key = made_key(table.opening, wish)
        await room.grant(lambda: table.join(hashed(key), name, now()))
        return opened(table.opening.table, {table.seats_of([hashed(key)])[0]: key})

    async def accept(self, room: Room, wish: AcceptInvitation) -> OpenedTable:
        """Give the seat of an invitation to the first who uses it, with a key of their own."""
        table, name = room.table, plain_name(wish.name)
        key = made_key(table.opening, wish, wish.invitation)
        invitation = hashed(wish.invitation)
        await room.grant(lambda: table.accept(invitation, hashed(key), name, now()))
        return opened(table.opening.table, {table.seats_of([hashed(key)])[0]: key})

    async def play_again(self, room: Room, seat: int) -> None:
        """Open the same table again, seats turned by one; keys stay good."""
        async with room.rematching:
            if room.table.rematch is not None:
                return
            if not room.table.is_over:
                raise TroubleError("not-over")
            await self._check_space(room.who)
            chairs = room.table.chairs
            game = game_class(room.table.game.title)(room.table.game.options)
            turned = [*chairs[1:], chairs[0]]
            opening, before = (
                new_opening(game, turned, large_seed(secrets.randbelow)),
                room.table.opening,
            )
            opening = replace(opening, listed=before.listed, seen=before.seen, pace=before.pace)
            self._enter(await open_table(opening, game, self.journal), room.who)
            self.openers.add(room.who, opening.table)
            await room.grant(lambda: room.table.play_again(opening.table, seat, now()))

    # ------------------------------------------------------------ records

    async def take_in(self, record: Record, who: str) -> OpenedTable:
        """Open a table with a record's game: to be replayed, or to go on; it is verified first."""
        check_record(record, self.settings.entries)
        return await self._counted(who, lambda: self._take_in(record, who))

    async def _take_in(self, record: Record, who: str) -> OpenedTable:
        await self.precompiler.wait(game_class(record.game).title)
        game = game_of(record.game, record.options, record.rules)
        position = await self.work.run(who, lambda: verify(game, record))
        over = game.is_over(position)
        chairs = list[Chair]()
        invitations = dict[int, str]()
        for seat in range(game.seats):
            player = record.seats[seat] if seat < len(record.seats) else None
            name, kind = (plain_name(player.name), player.kind) if player else ("", "person")
            if kind in playing(game.title) or (over and kind != "person"):
                chairs.append(Chair(BOT, name, kind[:200], None, taken=True))
            elif over:
                chairs.append(Chair(LINK, name, None, None, taken=True))
            else:
                invitations[seat] = new_invitation()
                chairs.append(Chair(LINK, name, invitation=hashed(invitations[seat])))
        opening = new_opening(game, chairs, record.seed)
        lasted = record.times[-1] if record.times else 0
        given = len(record.actions)
        opening = replace(opening, imported=True, given=given, at=opening.at - lasted)
        lines = await self.work.run(who, lambda: _lines_of(opening, game, record))
        waiting = any(chair.empty for chair in chairs)
        tag = "private-over" if over else "private-waiting" if waiting else "private-fresh"
        await self.journal.append(opening.table, 0, lines, tag, now())
        await self.find(opening.table, who)
        return opened(opening.table, {}, invitations)

    def end_streams(self) -> None:
        """Let those who listen by a request hear that there is no more."""
        for listener in self.streams:
            listener.send_back()

    def close(self) -> None:
        """Stop the bots, keep what waits, close the journal."""
        self.clocks.close()
        for name in list(self.rooms):
            self.forget(name)
        self.hints.stop()
        self.reviews.stop()
        self.precompiler.stop()
        self._thinkers.close()
        for program in programs(self.settings).values():
            program.close()
        self.work.close()
        self.journal.close()


def checked_pace(title: str, wish: protocol.Pace | None) -> Pace | None:
    """Return how the clock of a new table runs; a bot that plays on must be known."""
    if wish is None:
        return None
    if wish.late != LOSES and wish.late not in playing(title):
        raise TroubleError("no-such-bot", bot=wish.late)
    return Pace(**wish.model_dump())


def new_opening(game: AnyGame, chairs: Sequence[Chair], seed: int) -> Opening:
    """Return how a new table is opened."""
    return Opening(
        table=secrets.token_urlsafe(9),
        game=game.title,
        rules=game.rules,
        options=dict(game.options),
        seed=seed,
        nonce=secrets.token_hex(16),
        chairs=tuple(chairs),
        at=now(),
    )


def opened(
    table: str, keys: Mapping[int, str], invitations: Mapping[int, str] | None = None
) -> OpenedTable:
    """Return what whoever opened a table, or sat down there, is told."""
    return OpenedTable(
        table=table,
        keys=[
            SeatKey(seat=seat, secret=secret, link=f"/g/{table}#{secret}")
            for seat, secret in keys.items()
        ],
        invitations=[
            Invitation(seat=seat, secret=secret, link=f"/j/{table}#{secret}")
            for seat, secret in (invitations or {}).items()
        ],
    )


def invitation_state(table: Table, invitation: str) -> InvitationState:
    """Return what an invitation is good for."""
    seat = table.invited(hashed(invitation))
    if seat is None:
        raise TroubleError("no-such-invitation")
    return InvitationState(seat=seat, used=table.chairs[seat].taken, rematch=table.rematch)


def _game_of(opening: Opening) -> AnyGame:
    """Return the game that a table plays."""
    known = game_class(opening.game).rules_version
    if opening.rules > known:
        raise TroubleError("newer-rules", rules=opening.rules, known=known)
    return game_of(opening.game, opening.options, opening.rules)


def _lines_of(opening: Opening, game: AnyGame, record: Record) -> list[str]:
    """Return a verified record as the journal keeps a table."""
    position = game.deal(record.seed)
    lines = [opening.line()]
    at = opening.at
    for number, text in enumerate(record.actions, 1):
        seat, action = game.to_move(position), game.parse_action(text)
        at = opening.at + (record.times[number - 1] if record.times else 0)
        lines.append(Entry(number, at, ACTION, seat, {"text": game.action_text(action)}).line())
        game.apply(position, action)
    if game.is_over(position):
        lines.append(Entry(len(lines), at, OVER).line())
    return lines
