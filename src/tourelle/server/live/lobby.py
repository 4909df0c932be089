"""All tables of a server: opened, found again, imported, played again, forgotten when idle."""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from tourelle import __version__
from tourelle.bots.levels import USUAL
from tourelle.core.records import Record, large_seed, verify
from tourelle.core.words import Param, RefusedError
from tourelle.games import game_class, game_of
from tourelle.server.bots.hints import Hints
from tourelle.server.bots.precompile import Precompiler
from tourelle.server.bots.programs import is_known, programs
from tourelle.server.bots.reviews import Reviews
from tourelle.server.bots.threads import Threads
from tourelle.server.clock import now
from tourelle.server.gate.limits import Buckets, Crowd, Openers
from tourelle.server.gate.manners import Manners
from tourelle.server.live.clocks import Clocks
from tourelle.server.live.fellows import SHUT, Fellows
from tourelle.server.live.keys import hashed, made_key, new_invitation, new_secret
from tourelle.server.live.openings import (
    chairs_of,
    checked_pace,
    kept_game,
    lines_of,
    new_opening,
    opened,
)
from tourelle.server.live.rooms import Listener, Room
from tourelle.server.live.stirs import Stirs
from tourelle.server.metrics import Metrics
from tourelle.server.people.carrying import Carrying
from tourelle.server.people.keys import Player, new_salt
from tourelle.server.people.players import Players
from tourelle.server.protocol import (
    AcceptInvitation,
    Invitation,
    JoinTable,
    NewTable,
    OpenedTable,
)
from tourelle.server.requests.intake import check_options, check_record
from tourelle.server.said.chronicle import Chronicle
from tourelle.server.settings import Settings
from tourelle.server.thinking.door import OwnThreads, Thinking
from tourelle.server.thinking.queued import QueuedThinking
from tourelle.store.cards import Card, Place
from tourelle.store.journal import Journal
from tourelle.store.reading import Kept
from tourelle.store.troubles import ILLEGAL, Damage, JournalError
from tourelle.tables.checking import BrokenError
from tourelle.tables.entries import (
    BOT,
    HERE,
    LINK,
    OPEN,
    PUBLIC,
    Chair,
    read_opening,
)
from tourelle.tables.naming import plain_name
from tourelle.tables.seating import Guest
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import UNREADABLE, open_table, rebuilt_so_far

log = logging.getLogger("tourelle.server")

DAY: Final = 24 * 3600 * 1000
BEGUN: Final = ("listed-running", "private-running")
FRESH: Final = ("listed-waiting", "private-waiting", "listed-fresh", "private-fresh")
"""Somebody is missing, or nobody has played yet: such tables lapse."""
RATES: Final = ("posts", "reads", "documents", "studies", "hints", "codes", "reviews", "mails")
UNBOUNDED: Final = 1 << 30


class Lobby:
    """Every table of this server."""

    def __init__(self, settings: Settings, precompiler: Precompiler, journal: Journal) -> None:
        """Take the journal; no table is loaded yet."""
        self.settings: Final = settings
        self.precompiler: Final = precompiler
        self.metrics: Final = Metrics()
        self.rates: Final = {
            **{
                kind: Buckets(getattr(settings, kind), getattr(settings, f"{kind}_burst"))
                for kind in RATES
            },
            "wishes": Buckets(settings.rate, settings.burst),  # by seat, as over the socket
            "mails-of-all": Buckets(20 * settings.mails, 20 * settings.mails_burst),
        }
        self.crowd: Final = Crowd(settings.connections, settings.address_connections)
        self.streams: Final = set[Listener]()
        """Those who listen by a request that is answered line by line."""
        self.leaving = False
        """Whether this server ends: nobody begins to listen."""
        self.openers: Final = Openers()
        self._opening: Final = Crowd(UNBOUNDED, UNBOUNDED)
        self.journal: Final = journal
        self.rooms: Final[dict[str, Room]] = {}
        self.clocks: Final = Clocks(settings.data, self.find, journal.peers)
        self.fellows: Final = Fellows(journal.peers, self) if journal.peers else None
        self.stirs: Final = Stirs()
        """Changes at tables that everybody may find."""
        self.manners: Final = Manners(settings)
        self.players: Final = Players(journal)
        self.carrying: Final = Carrying(journal)
        self.stirred: Final[list[Callable[[Room], None]]] = [self.players.note]
        """Whom else to tell of every change at a table."""
        self._loading: Final[dict[str, asyncio.Task[Room | None]]] = {}
        workers = settings.thinkers or os.cpu_count() or 1
        self._threads: Final = OwnThreads(workers, precompiler)
        self.workers: Final = (
            QueuedThinking(journal.queue, self._threads, self.metrics) if journal.queue else None
        )
        thinking: Thinking = self.workers or self._threads
        self.work: Final = Threads(
            settings.workers, "working", settings.waiting, settings.address_waiting
        )
        self.hints: Final = Hints(settings, thinking)
        self.reviews: Final = Reviews(settings, thinking, __version__)

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
        if room is not None and room.shared:
            room.stale = True  # whoever comes from another server has heard all that happened there
            await self.current(table)
            room = self.rooms.get(table)
        loading = self._loading.get(table)
        if room is not None and loading is None:
            room.touch()
            return room
        if loading is None:  # until it is over nobody is shown a clock that is not set right yet
            self._loading[table] = loading = asyncio.create_task(self._load(table, who))
            loading.add_done_callback(partial(self._loaded, table))
        return await asyncio.shield(loading)

    def _loaded(self, table: str, loading: asyncio.Task[Room | None]) -> None:
        """Note that a table was rebuilt, or could not be; whoever waited for it may have gone."""
        del self._loading[table]
        if not loading.cancelled():
            loading.exception()

    async def current(self, table: str) -> Room | None:
        """Return a table that is in memory, as it stands now; looking lets no bot go on."""
        if loading := self._loading.get(table):
            return await asyncio.shield(loading)
        room = self.rooms.get(table)
        if room is not None and room.stale:
            await self._up_to_date(room)
        return room

    @staticmethod
    async def _up_to_date(room: Room) -> None:
        """Let happen at a table what has happened there elsewhere, or give it up."""
        try:
            await room.catch_up()
        except JournalError:
            room.given_up()
            raise

    async def _check_open(self, table: str) -> None:
        """Refuse a table that the host has closed."""
        if await asyncio.to_thread(self.journal.card, Place(SHUT, table, "")) is not None:
            raise TroubleError("shut-table")

    async def _load(self, name: str, who: str) -> Room | None:
        """Rebuild a table from the journal."""
        await self._check_open(name)
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
        if self.fellows is not None:
            await self._up_to_date(room)  # nobody told us while it was rebuilt
        try:
            await self._check_open(name)  # the host may have closed it while it was rebuilt
        except (TroubleError, JournalError):
            self.forget(name)
            self.clocks.drop(name)
            raise
        with suppress(JournalError, TroubleError):  # it can be read all the same, as above
            await self.clocks.settle(room)
        return room

    async def _rebuild(self, kept: Kept, who: str) -> tuple[Table, Chronicle, Damage | None]:
        """Wait for the title, then rebuild in a thread, with what has to be told, what is whole."""

        def work() -> tuple[Table, Chronicle, Damage | None]:
            table, broken = rebuilt_so_far(kept.lines, kept_game)
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
        around = self.journal, self.settings, self.metrics, self.workers or self._threads
        room = Room(table, *around, who, chronicle, damage)
        room = self.rooms.setdefault(name, room)
        room.given_up = partial(self._give_up, name, room)
        room.changed = self._changed
        room.settle, room.owed = self.clocks.settle, self.clocks.lost
        if self.fellows is not None:
            self.fellows.note(room)
        self._changed(room)
        room.think()
        return room

    def _changed(self, room: Room) -> None:
        """Tell clocks, lists and notices that a table is not as it was."""
        self.clocks.note(room.table)
        for tell in self.stirred:
            tell(room)
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

    async def open(
        self, wish: NewTable, who: str, player: Player | None = None, *, at_home: bool = False
    ) -> OpenedTable:
        """Open a table as wished; raises a refusal of options or a trouble.

        The first seat at their own screen is the player's. `at_home`: whoever asks sits at the
        host's own machine.
        """
        check_options(wish.options)
        return await self._counted(who, lambda: self._open(wish, who, player, at_home=at_home))

    async def _open(
        self, wish: NewTable, who: str, player: Player | None, *, at_home: bool
    ) -> OpenedTable:
        rules = game_class(wish.game)
        await self.precompiler.wait(wish.game)
        options: dict[str, Param] = {**wish.options, "seats": len(wish.seats)}
        game = await asyncio.to_thread(rules, options)
        chairs = list[Chair]()
        keys, invitations, salt = dict[int, str](), dict[int, str](), new_salt("")
        for seat, sitter in enumerate(wish.seats):
            name = self._name(sitter.name)
            if sitter.kind == BOT:
                bot = sitter.bot or USUAL
                if not is_known(self.settings, game.title, bot, at_home=at_home):
                    raise TroubleError("no-such-bot", bot=bot)
                chairs.append(Chair(BOT, name, bot, None, taken=True))
            elif sitter.kind == HERE:
                mine = player is not None and not keys
                keys[seat] = player.seat_key(salt) if player and mine else new_secret()
                crest = sitter.crest if mine else ""
                key = hashed(keys[seat])
                chairs.append(Chair(HERE, name, None, key, taken=True, crest=crest))
            elif sitter.kind == OPEN:
                chairs.append(Chair(OPEN))
            else:
                invitations[seat] = new_invitation()
                chairs.append(Chair(LINK, name, invitation=hashed(invitations[seat])))
        opening = new_opening(game, chairs, large_seed(secrets.randbelow))
        listed, pace = wish.seen == PUBLIC, checked_pace(game.title, wish.pace)
        opening = replace(opening, listed=listed, seen=wish.seen, pace=pace)
        room = self._enter(await open_table(opening, game, self.journal), who)
        if player is not None and keys:
            await self.players.sit(player.hash, room.table, min(keys), salt)
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
            self._note_opener(who, table.table)
            return table
        finally:
            self._opening.leave(who)

    def _note_opener(self, who: str, table: str) -> None:
        """Note who has opened a table, here and at the other servers."""
        self.openers.add(who, table)
        if self.fellows is not None:
            self.fellows.opened(who, table)

    async def join(self, room: Room, wish: JoinTable, player: Player | None = None) -> OpenedTable:
        """Give somebody a free seat of a listed table."""
        table = room.table
        salt = new_salt(table.opening.table, wish.claim or "")
        key = made_key(table.opening, wish, player, salt)
        guest = Guest(hashed(key), self._name(wish.name), wish.crest)
        await room.grant(lambda: table.join(guest, now(), wish.colour))
        return await self._seated(room, key, player, salt)

    async def accept(
        self, room: Room, wish: AcceptInvitation, player: Player | None = None
    ) -> OpenedTable:
        """Give the seat of an invitation to the first who uses it, with a key of their own."""
        table, invitation = room.table, hashed(wish.invitation)
        salt = new_salt(table.opening.table, invitation, wish.claim or "")
        key = made_key(table.opening, wish, player, salt, wish.invitation)
        guest = Guest(hashed(key), self._name(wish.name), wish.crest)
        await room.grant(lambda: table.accept(invitation, guest, now()))
        return await self._seated(room, key, player, salt)

    def _name(self, given: str) -> str:
        """Return a name as it is kept; one that the host forbids is refused."""
        name = plain_name(given)
        self.manners.check_name(name)
        return name

    async def remove(self, room: Room, seat: int) -> Invitation:
        """Free a seat, of which nobody's secret opens anything any more, for a new invitation."""
        secret, table = new_invitation(), room.table
        if not 0 <= seat < len(table.chairs):
            raise TroubleError("nobody-to-remove")
        await room.grant(lambda: table.remove(seat, hashed(secret), now()))
        await self.players.stand_up(table.opening.table, seat)
        link = f"/j/{table.opening.table}#{secret}"
        return Invitation(seat=seat, secret=secret, link=link)

    async def _seated(self, room: Room, key: str, player: Player | None, salt: str) -> OpenedTable:
        """Return what somebody is told who has sat down; a player's game is listed from now on."""
        table = room.table
        seat = table.seats_of([hashed(key)])[0]
        if player is not None:
            await self.players.sit(player.hash, table, seat, salt)
        return opened(table.opening.table, {seat: key})

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
            before = room.table.opening
            opening = new_opening(game, turned, large_seed(secrets.randbelow))
            opening = replace(opening, listed=before.listed, seen=before.seen, pace=before.pace)
            again = self._enter(await open_table(opening, game, self.journal), room.who)
            self._note_opener(room.who, opening.table)
            await self.players.sit_again(room.table.opening.table, again.table)
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
        chairs, invitations = chairs_of(record, game, over=over)
        opening = new_opening(game, chairs, record.seed)
        lasted = record.times[-1] if record.times else 0
        given = len(record.actions)
        opening = replace(opening, imported=True, given=given, at=opening.at - lasted)
        lines = await self.work.run(who, lambda: lines_of(opening, game, record))
        waiting = any(chair.empty for chair in chairs)
        tag = "private-over" if over else "private-waiting" if waiting else "private-fresh"
        await self.journal.append(opening.table, 0, lines, tag, now())
        await self.find(opening.table, who)
        return opened(opening.table, {}, invitations)

    async def shut(self, table: str) -> None:
        """Close a table for everybody, as the host may; what its journal holds stays."""
        tag, changed = (await asyncio.to_thread(self.journal.shelved, [table])).get(table, ("", 0))
        if not tag:
            raise TroubleError("no-such-table")
        await self.journal.keep([Card(SHUT, table, "", tag, now())])
        kept = await asyncio.to_thread(self.journal.read, table)
        self.forget(table)
        self.clocks.drop(table)
        await self.journal.append(table, len(kept.lines), [], "private-shut", changed)
        self.stirs.stir()

    async def unshut(self, table: str) -> None:
        """Open a table again that the host had closed."""
        place = Place(SHUT, table, "")
        tag = await asyncio.to_thread(self.journal.card, place)
        if tag is None:
            raise TroubleError("no-such-table")
        await self.journal.keep([], [place])
        await self.find(table)

    def end_streams(self) -> None:
        """Let those who listen by a request hear that there is no more."""
        self.leaving = True
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
        self._threads.close()
        for program in programs(self.settings).values():
            program.close()
        self.work.close()
        self.journal.close()
