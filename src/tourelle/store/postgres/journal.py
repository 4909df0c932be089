"""A journal in PostgreSQL: one writer a table is the database's own law, whoever writes.

A table's row on the shelf is locked before its lines are written, and no two lines have the same
number: of two servers that append at once, one waits and is then told that it is behind.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import sql

from tourelle.store.cards import Card, Place, Seen
from tourelle.store.heads import Head
from tourelle.store.journal import Journal, shown
from tourelle.store.postgres.backup import back_up
from tourelle.store.postgres.heads import NotedHeads
from tourelle.store.postgres.peers import CHANNEL, PostgresPeers, appended, carded
from tourelle.store.postgres.queue import PostgresQueue
from tourelle.store.postgres.schema import prepare
from tourelle.store.postgres.wire import PATIENCE, PAUSE, Connection, Readers, Wire
from tourelle.store.reading import Kept, Row, shelved_as, whole_after, whole_lines
from tourelle.store.schema import link, seal
from tourelle.store.troubles import MISSING, SHELF, SHORTENED, BehindError, Damage, JournalError
from tourelle.store.writing import Append, Keeping, Result, Waiting

LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""What is raised where the database is gone, or refuses to write now."""

LOCK: Final = sql.SQL(
    "SELECT table_id FROM shelf WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE"
)
LAST: Final = sql.SQL(
    "SELECT wanted.name, last.number, last.hash FROM unnest(%s::text[]) AS wanted (name),"
    " LATERAL (SELECT number, hash FROM line WHERE table_id = wanted.name"
    " ORDER BY number DESC LIMIT 1) AS last"
)
INSERT: Final = sql.SQL(
    "INSERT INTO line SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[], %s::bytea[])"
)
SHELVE: Final = sql.SQL(
    "INSERT INTO shelf SELECT * FROM"
    " unnest(%s::text[], %s::text[], %s::bigint[], %s::integer[], %s::bytea[])"
    " ON CONFLICT (table_id) DO UPDATE SET tag = excluded.tag, changed = excluded.changed,"
    " number = excluded.number, seal = excluded.seal"
)
PUT_ASIDE: Final = sql.SQL(
    "INSERT INTO aside VALUES (%s, %s, %s)"
    " ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, kind = excluded.kind"
)
PUT: Final = sql.SQL(
    "INSERT INTO card VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (box, owner, name) DO UPDATE SET text = excluded.text, changed = excluded.changed"
)
FIRST: Final = sql.SQL(
    "INSERT INTO card VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"
)
GONE: Final = sql.SQL("DELETE FROM card WHERE box = %s AND owner = %s AND name = %s")
AT: Final = sql.SQL("SELECT text, changed FROM card WHERE box = %s AND owner = %s AND name = %s")
LOCKED: Final = sql.SQL(
    "SELECT text FROM card WHERE box = %s AND owner = %s AND name = %s FOR UPDATE"
)
ONE_BY_ONE: Final = sql.SQL("SELECT pg_advisory_xact_lock(8306121)")
"""Whoever goes by what they saw waits for others who do: a card that is not there has no lock."""
TELL: Final = sql.SQL("SELECT pg_notify(%s, said) FROM unnest(%s::text[]) AS said")
CARD: Final = "SELECT box, owner, name, text, changed FROM card"
ROWS: Final = "SELECT number, text, hash FROM line WHERE table_id = %s"


class Tail(NamedTuple):
    """The last line of a table, as far as a commit has come."""

    number: int
    hash: bytes


class _Batch:
    """What one commit writes."""

    def __init__(self) -> None:
        self.lines: Final[list[tuple[str, int, str, bytes]]] = []
        self.shelf: Final[dict[str, tuple[str, str, int, int, bytes]]] = {}
        self.heads: Final[dict[str, Head]] = {}
        self.told: Final[dict[str, None]] = {}

    def write(self, connection: Connection) -> None:
        """Write everything; whoever listens is told with the commit."""
        if self.lines:
            connection.execute(INSERT, [list(column) for column in zip(*self.lines, strict=True)])
        if self.shelf:
            rows = sorted(self.shelf.values())
            connection.execute(SHELVE, [list(column) for column in zip(*rows, strict=True)])
        if self.told:
            connection.execute(TELL, (CHANNEL, list(self.told)))


class PostgresJournal(Journal):
    """Keeps lines table by table in a database that several servers share."""

    def __init__(self, address: str, folder: Path | None = None) -> None:
        """Reach the database, make its tables, start what writes and listens.

        `folder` is where this machine notes how far tables had come, if anywhere.
        """
        prepare(address)
        self.address: Final = shown(address)
        self._full_address: Final = address
        self.damaged_file: Path | None = None
        self._readers: Final = Readers(address)
        self._heads: Final = NotedHeads(folder)
        self._wire: Final = Wire(address)
        self._unsure = False
        super().__init__()
        self.lost: list[tuple[str, Damage]] = self._compare()
        self._peers: Final = PostgresPeers(address)
        self._jobs: Final = PostgresQueue(address, self._peers.name)
        self._thread.start()

    @property
    def peers(self) -> PostgresPeers:
        """Return how the other servers are heard."""
        return self._peers

    @property
    def queue(self) -> PostgresQueue:
        """Return how jobs are handed to workers."""
        return self._jobs

    # ------------------------------------------------------------ writing

    def _connect_writer(self) -> None:
        """Nothing: the first commit connects, as every commit after a loss does."""

    def _disconnect_writer(self) -> None:
        self._wire.close()

    def _is_refusal(self, error: Exception) -> bool:
        return isinstance(error, LOST)

    def _keep_all(self, waiting: list[Waiting]) -> list[Result]:
        """Keep wishes in one commit; where the database is gone for a moment, wait for it.

        If it went while it committed, nobody knows whether it did: then what is there already,
        line by line with the same hash, counts as kept. A full disk is not waited for.
        """
        end, self._unsure = time.monotonic() + PATIENCE, False
        while True:
            try:
                return self._keep_once(waiting)
            except LOST as error:
                self._wire.drop()
                full = isinstance(error, psycopg.errors.DiskFull) and not self._unsure
                if full or time.monotonic() > end:
                    raise
                time.sleep(PAUSE)

    def _keep_once(self, waiting: list[Waiting]) -> list[Result]:
        """Keep wishes in one commit."""
        batch, again = _Batch(), self._unsure
        names = sorted({wish.table for wish in waiting if isinstance(wish, Append)})
        with self._wire.using() as connection:
            try:
                with connection.pipeline():
                    connection.execute("BEGIN")
                    if any(isinstance(wish, Keeping) and wish.seen for wish in waiting):
                        connection.execute(ONE_BY_ONE)
                    tails = _tails(connection, names)
                    results = [
                        self._happen(connection, wish, tails, batch, again=again)
                        for wish in waiting
                    ]
                    batch.write(connection)
                    self._unsure = True
                    connection.execute("COMMIT")
            except Exception:
                if not connection.broken:
                    self._unsure = again  # the database itself said that nothing was kept
                    connection.execute("ROLLBACK")
                raise
        self._heads.note(batch.heads.values())
        return results

    def _happen(
        self,
        connection: Connection,
        wish: Waiting,
        tails: dict[str, Tail],
        batch: _Batch,
        *,
        again: bool,
    ) -> Result:
        """Prepare what one wish asks for; `again`: it may have been kept already."""
        if isinstance(wish, Keeping):
            return self._keep_cards(connection, wish, batch, again=again)
        tail = tails.get(wish.table, Tail(-1, b""))
        if again and wish.lines and _is_there(connection, wish):
            return True
        if wish.number != tail.number + 1:
            return BehindError(f"line {wish.number} can't follow line {tail.number}")
        number, head = tail
        for number, text in enumerate(wish.lines, wish.number):
            head = link(head, wish.table, number, text)
            batch.lines.append((wish.table, number, text, head))
        tails[wish.table] = Tail(number, head)
        sealed = seal(head, wish.tag, wish.changed, number)
        batch.shelf[wish.table] = (wish.table, wish.tag, wish.changed, number, sealed)
        batch.heads[wish.table] = Head(wish.table, number, head)
        batch.told[appended(self._peers.name, wish.table, number, wish.tag)] = None
        if wish.mark is not None and wish.mark.kind != SHELF:
            connection.execute(PUT_ASIDE, (wish.table, *wish.mark))
        return True

    def _keep_cards(
        self, connection: Connection, wish: Keeping, batch: _Batch, *, again: bool
    ) -> bool:
        """Write cards and throw others away.

        Nothing of it where `first` is not the first there, or something else lies than was `seen`.
        """
        first = wish.first
        if first is not None and again:
            there = connection.execute(AT, first.place).fetchone()
            if there == (first.text, first.changed):
                return True
        if not _as_seen(connection, wish.seen):
            return False
        if first is not None and connection.execute(FIRST, first).fetchone() is None:
            return False
        for card in wish.cards:
            connection.execute(PUT, card)
        for place in wish.gone:
            connection.execute(GONE, place)
        places = [*wish.cards, *wish.gone, *((first,) if first is not None else ())]
        for place in places:
            batch.told[carded(self._peers.name, place.box, place.owner)] = None
        return True

    # ------------------------------------------------------------ reading

    def read(self, table: str) -> Kept:
        """Return a table as far as it is whole, and what is wrong with it."""
        lines, head, damage = whole_lines(table, self._lines(f"{ROWS} ORDER BY number", (table,)))
        query = "SELECT tag, changed, number, seal FROM shelf WHERE table_id = %s"
        shelf: Row = ()
        for tag, *rest in self._rows(query, (table,)):
            shelf = (tag.encode(), *rest)
        tag, changed, shelved = shelved_as(shelf, True, head, lines)
        if shelved is not None and damage is None and self._has_grown(table, len(lines)):
            return self.read(table)
        aside = self._rows("SELECT number, kind FROM aside WHERE table_id = %s", (table,))
        set_aside = Damage(*aside[0]) if aside else None
        return Kept(lines, head, tag, changed, damage or shelved or set_aside)

    def _has_grown(self, table: str, lines: int) -> bool:
        """Tell whether others have appended since a table's lines were read."""
        return bool(self._rows(f"{ROWS} AND number = %s", (table, lines)))

    def lines(self, table: str) -> list[str]:
        """Return every line of a table that is whole; none where there is no such table."""
        return self.read(table).lines

    def after(self, table: str, number: int) -> list[str]:
        """Return the lines of a table behind its line `number`; raises where one is damaged."""
        rows = self._lines(f"{ROWS} AND number >= %s ORDER BY number", (table, number))
        return whole_after(table, number, rows)

    def tables(self) -> list[str]:
        """Return every table that is known, in order."""
        query = "SELECT table_id FROM {}"
        union = " UNION ".join(query.format(name) for name in ("line", "shelf", "aside"))
        return sorted(name for (name,) in self._rows(union))

    def shelf(self, tag: str, limit: int, since: int = 0) -> list[str]:
        """Return the tables under a tag that have changed since a time, the latest first."""
        query = (
            "SELECT table_id FROM shelf WHERE tag = %s AND changed >= %s"
            " ORDER BY changed DESC LIMIT %s"
        )
        return [name for (name,) in self._rows(query, (tag, since, limit))]

    def shelved(self, tables: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Return the tag of each table, and when it last changed."""
        query = "SELECT table_id, tag, changed FROM shelf WHERE table_id = ANY(%s)"
        rows = self._rows(query, (list(tables),))
        return {name: (tag, changed) for name, tag, changed in rows}

    def timed(self, tags: Sequence[str]) -> list[str]:
        """Return the tables under some tags that were opened with a clock."""
        query = (
            "SELECT shelf.table_id FROM shelf JOIN line ON line.table_id = shelf.table_id"
            " AND line.number = 0 WHERE shelf.tag = ANY(%s)"
            """ AND position('"pace":{' IN line.text) > 0"""
        )
        return [name for (name,) in self._rows(query, (list(tags),))]

    def count(self, tags: Sequence[str], since: int) -> int:
        """Return how many tables under some tags have changed since a time."""
        query = "SELECT count(*) FROM shelf WHERE tag = ANY(%s) AND changed >= %s"
        return int(self._rows(query, (list(tags), since))[0][0])

    def card(self, place: Place) -> str | None:
        """Return what lies at a place."""
        rows = self._rows(f"{CARD} WHERE box = %s AND owner = %s AND name = %s", place)
        return str(rows[0][3]) if rows else None

    def cards(self, box: str, owner: str | None = None) -> list[Card]:
        """Return the cards of a box, or those of one owner in it, in the order of their names."""
        if owner is None:
            rows = self._rows(f"{CARD} WHERE box = %s ORDER BY owner, name", (box,))
        else:
            query = f"{CARD} WHERE box = %s AND owner = %s ORDER BY name"
            rows = self._rows(query, (box, owner))
        return [Card(*row) for row in rows]

    def every_card(self) -> list[Card]:
        """Return the cards of all boxes, in the order of their places."""
        return [Card(*row) for row in self._rows(f"{CARD} ORDER BY box, owner, name")]

    def _lines(self, query: str, values: tuple[object, ...]) -> list[Row]:
        """Return lines as a file gives them: their text as bytes."""
        rows = self._rows(query, values)
        return [(number, text.encode(), found) for number, text, found in rows]

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query, from any thread."""
        try:
            return self._readers.rows(query, values)
        except psycopg.Error as error:
            raise JournalError(" ".join(str(error).split())) from error

    # ------------------------------------------------------------ lost ends

    def _compare(self) -> list[tuple[str, Damage]]:
        """Set aside what had come further, as this machine noted it, than the database tells."""
        lost: list[tuple[str, Damage]] = []
        for head in self._heads.noted:
            query = "SELECT hash FROM line WHERE table_id = %s AND number = %s"
            if self._rows(query, (head.table, head.number)) == [(head.hash,)]:
                continue
            kept = self.read(head.table)
            if kept.damage is None or not kept.damage.ends_play:
                kind = SHORTENED if kept.lines else MISSING
                lost.append((head.table, Damage(head.number if kept.lines else 0, kind)))
        with self._wire.using() as connection:
            for table, damage in lost:
                connection.execute(PUT_ASIDE, (table, *damage))
        self._heads.begin()
        return lost

    def backup(self, path: Path) -> int:
        """Copy everything into a new file while servers run; return its size."""
        return back_up(self._full_address, path)

    def close(self) -> None:
        """Keep what still waits, then stop."""
        self._stop_writing()
        self._jobs.close()
        self._peers.close()
        self._readers.close()
        self._heads.close()


def _tails(connection: Connection, names: list[str]) -> dict[str, Tail]:
    """Lock some tables, in an order that all servers keep, and return how far each has come."""
    if not names:
        return {}
    connection.execute(LOCK, (names,))
    rows = connection.execute(LAST, (names,)).fetchall()
    return {name: Tail(number, found) for name, number, found in rows}


def _as_seen(connection: Connection, seen: Seen) -> bool:
    """Tell whether places still hold what somebody goes by; until the commit nobody changes it."""
    for place, text in seen.items():
        there = connection.execute(LOCKED, place).fetchone()
        if there != (None if text is None else (text,)):
            return False
    return True


def _is_there(connection: Connection, wish: Append) -> bool:
    """Tell whether the very lines of an append are kept: the commit before this one was heard."""
    last = wish.number + len(wish.lines) - 1
    query = sql.SQL(
        "SELECT text FROM line WHERE table_id = %s AND number BETWEEN %s AND %s ORDER BY number"
    )
    rows = connection.execute(query, (wish.table, wish.number, last)).fetchall()
    return [text for (text,) in rows] == list(wish.lines)
