"""A journal in one SQLite file: write-ahead log, every commit on disk, one thread that writes."""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tourelle.store.cards import CARD_AT, CARDS, CARDS_OF, Card, Place, write_cards
from tourelle.store.folder import FolderLock
from tourelle.store.heads import Head, Heads
from tourelle.store.opening import connect, heads_of, open_file
from tourelle.store.reading import Kept, read_table
from tourelle.store.schema import link, seal
from tourelle.store.troubles import SHORTENED, Damage, JournalError

log = logging.getLogger("tourelle.store")

NAME: Final = "journal.sqlite3"
MOST_AT_ONCE: Final = 256
"""How many appends share one commit at most."""


class Append(NamedTuple):
    """Lines to be kept, and who waits for them."""

    table: str
    number: int
    lines: tuple[str, ...]
    tag: str
    changed: int
    done: "Future[None]"
    mark: Damage | None = None


class Keeping(NamedTuple):
    """Cards to be kept and thrown away in one commit, and who waits for it."""

    cards: tuple[Card, ...]
    gone: tuple[Place, ...]
    first: Card | None
    done: "Future[bool]"


Waiting = Append | Keeping


def _fail(waiting: Sequence[Waiting | None], why: str = "the journal has stopped") -> None:
    """Tell those who wait, and have not been answered, that nothing was kept."""
    for wish in waiting:
        if wish and not wish.done.done() and wish.done.set_running_or_notify_cancel():
            wish.done.set_exception(JournalError(why))


def _text(value: bytes | int) -> str:
    """Return a text that the file gave as bytes."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


class SqliteJournal:
    """Keeps lines table by table; appends from many tables share a commit."""

    def __init__(self, path: Path, address: str = "") -> None:
        """Take the folder, open or make the file, and start the thread that writes."""
        self._path: Final = path
        self._folder: Final = FolderLock(path.parent, address)
        try:
            self.damaged_file, self.lost = open_file(path)
            self._reader: Final = connect(path)
            self._reader.text_factory = bytes
            self._heads: Final = Heads(heads_of(path))
        except BaseException:
            self._folder.release()
            raise
        self._heads.clear()
        self._queue: Final[queue.SimpleQueue[Waiting | None]] = queue.SimpleQueue()
        self._reading: Final = threading.Lock()
        self._stopped = False
        self._refusing = False
        self._thread: Final = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------ writing

    @property
    def keeping(self) -> bool:
        """Tell whether the writer is at work, and the disk took what it last had to write."""
        return not self._stopped and not self._refusing

    def append(
        self,
        table: str,
        number: int,
        lines: Sequence[str],
        tag: str,
        changed: int,
        mark: Damage | None = None,
    ) -> Awaitable[None]:
        """Keep lines `number`, `number` + 1, ... of a table; done when they are durable.

        Without lines, only where the table is listed changes; `mark` remembers what it has lost.
        """
        done: Future[None] = Future()
        self._queue.put(Append(table, number, tuple(lines), tag, changed, done, mark))
        if self._stopped:
            self._fail_waiting()
        return asyncio.wrap_future(done)

    def keep(
        self, cards: Sequence[Card], gone: Sequence[Place] = (), *, first: Card | None = None
    ) -> Awaitable[bool]:
        """Keep cards in place of those that were there, and throw others away; done when durable.

        `first` must be the first at its place: else nothing of all that happens, and it is False.
        """
        done: Future[bool] = Future()
        self._queue.put(Keeping(tuple(cards), tuple(gone), first, done))
        if self._stopped:
            self._fail_waiting()
        return asyncio.wrap_future(done)

    def _write(self) -> None:
        """Take what waits, commit it together, tell those who wait; until told to stop.

        If that ends in any other way, whoever waits then or later is told.
        """
        waiting: list[Waiting | None] = []
        try:
            connection = connect(self._path)
            while None not in waiting:
                waiting = [self._queue.get()]
                while len(waiting) < MOST_AT_ONCE and not self._queue.empty():
                    waiting.append(self._queue.get())
                self._commit(connection, [wish for wish in waiting if wish is not None])
            connection.close()
        except BaseException:
            log.exception("the journal has stopped")
        finally:
            self._stopped = True
            _fail(waiting)
            self._fail_waiting()

    def _fail_waiting(self) -> None:
        """Tell everybody who waits that nothing is written any more."""
        with suppress(queue.Empty):
            while True:
                _fail([self._queue.get_nowait()])

    def _commit(self, connection: sqlite3.Connection, waiting: list[Waiting]) -> None:
        """Keep everything that waits in one commit; what fails alone is refused alone."""
        try:
            with connection:
                made = [self._happen(connection, wish) for wish in waiting]
        except Exception as error:  # whatever it is, the others' lines are still to be written
            if len(waiting) > 1:
                for wish in waiting:
                    self._commit(connection, [wish])
            elif waiting:
                self._refusing = isinstance(error, sqlite3.OperationalError)
                _fail(waiting, str(error))
            return
        self._refusing = False
        self._note(connection, [head for head in made if isinstance(head, Head)])
        for wish, result in zip(waiting, made, strict=True):
            if not wish.done.set_running_or_notify_cancel():
                continue
            if isinstance(wish, Keeping):
                wish.done.set_result(result is True)
            else:
                wish.done.set_result(None)

    def _happen(self, connection: sqlite3.Connection, wish: Waiting) -> Head | bool:
        """Write what one wish asks for."""
        if isinstance(wish, Append):
            return self._insert(connection, wish)
        return write_cards(connection, wish.cards, wish.gone, wish.first)

    @staticmethod
    def _insert(connection: sqlite3.Connection, append: Append) -> Head:
        """Write the lines of one append right behind those that are there; return the last."""
        query = "SELECT number, hash FROM line WHERE table_id = ? ORDER BY number DESC LIMIT 1"
        last, head = connection.execute(query, (append.table,)).fetchone() or (-1, b"")
        if append.number != last + 1:
            raise sqlite3.IntegrityError(f"line {append.number} can't follow line {last}")
        rows = []
        for number, text in enumerate(append.lines, append.number):
            head = link(head, append.table, number, text)
            rows.append((append.table, number, text, head))
        connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", rows)
        last += len(rows)
        sealed = seal(head, append.tag, append.changed, last)
        connection.execute(
            "INSERT INTO shelf VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
            " tag = excluded.tag, changed = excluded.changed, number = excluded.number,"
            " seal = excluded.seal",
            (append.table, append.tag, append.changed, last, sealed),
        )
        if append.mark is not None and append.mark.kind == SHORTENED:
            row = (append.table, *append.mark)
            connection.execute("INSERT OR REPLACE INTO aside VALUES (?, ?, ?)", row)
        return Head(append.table, last, head)

    def _note(self, connection: sqlite3.Connection, heads: list[Head]) -> None:
        """Remember, beside the journal, how far tables have come; begin anew now and then."""
        with suppress(OSError, sqlite3.Error):
            self._heads.note(heads)
            if self._heads.long:
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    self._heads.clear()

    # ------------------------------------------------------------ reading

    def read(self, table: str) -> Kept:
        """Return a table as far as it is whole, and what is wrong with it."""
        with self._reading:
            return read_table(self._reader, table)

    def lines(self, table: str) -> list[str]:
        """Return every line of a table that is whole; none where there is no such table."""
        return self.read(table).lines

    def shelf(self, tag: str, limit: int, since: int = 0) -> list[str]:
        """Return the tables under a tag that have changed since a time, the latest first."""
        query = (
            "SELECT table_id FROM shelf WHERE tag = ? AND changed >= ?"
            " ORDER BY changed DESC LIMIT ?"
        )
        return [_text(row[0]) for row in self._read(query, (tag, since, limit))]

    def shelved(self, tables: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Return the tag of each table, and when it last changed."""
        marks = ", ".join("?" * len(tables))
        query = f"SELECT table_id, tag, changed FROM shelf WHERE table_id IN ({marks})"
        rows = self._read(query, tuple(tables))
        return {_text(table): (_text(tag), int(changed)) for table, tag, changed in rows}

    def timed(self, tags: Sequence[str]) -> list[str]:
        """Return the tables under some tags that were opened with a clock."""
        marks = ", ".join("?" * len(tags))
        query = (
            "SELECT shelf.table_id FROM shelf JOIN line ON line.table_id = shelf.table_id"
            f" AND line.number = 0 WHERE shelf.tag IN ({marks})"
            """ AND instr(CAST(line.text AS TEXT), '"pace":{') > 0"""
        )
        return [_text(row[0]) for row in self._read(query, tuple(tags))]

    def count(self, tags: Sequence[str], since: int) -> int:
        """Return how many tables under some tags have changed since a time."""
        marks = ", ".join("?" * len(tags))
        query = f"SELECT count(*) FROM shelf WHERE tag IN ({marks}) AND changed >= ?"
        return int(self._read(query, (*tags, since))[0][0])

    def card(self, place: Place) -> str | None:
        """Return what lies at a place."""
        rows = self._read(CARD_AT, place)
        return _text(rows[0][0]) if rows else None

    def cards(self, box: str, owner: str | None = None) -> list[Card]:
        """Return the cards of a box, or those of one owner in it, in the order of their names."""
        rows = (
            self._read(CARDS_OF, (box, owner)) if owner is not None else self._read(CARDS, (box,))
        )
        return [
            Card(_text(box), _text(owner), _text(name), _text(text), int(changed))
            for box, owner, name, text, changed in rows
        ]

    def _read(self, query: str, values: tuple[str | int, ...]) -> list[tuple[bytes | int, ...]]:
        """Return the rows of a query, from any thread."""
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(str(error)) from error

    def close(self) -> None:
        """Keep what still waits, then stop and let the folder go."""
        self._queue.put(None)
        self._thread.join()
        with self._reading:
            self._reader.close()
        if not self._path.with_name(self._path.name + "-wal").exists():
            self._heads.clear()
        self._heads.close()
        self._folder.release()
