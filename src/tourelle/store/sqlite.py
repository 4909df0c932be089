"""A journal in one SQLite file: write-ahead log, every commit on disk, one thread that writes."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final, NamedTuple

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS line (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TABLE IF NOT EXISTS shelf (
    table_id TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS shelf_by_tag ON shelf (tag, changed);
"""
VERSION: Final = 1
MOST_AT_ONCE: Final = 256
"""How many appends share one commit at most."""


class JournalError(Exception):
    """The journal could not keep something; nothing of it was kept."""


class Append(NamedTuple):
    """Lines to be kept, and who waits for them."""

    table: str
    number: int
    lines: tuple[str, ...]
    tag: str
    changed: int
    done: "Future[None]"


class SqliteJournal:
    """Keeps lines table by table; appends from many tables share a commit."""

    def __init__(self, path: Path) -> None:
        """Open or make the file, and start the thread that writes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path: Final = path
        self._queue: Final[queue.SimpleQueue[Append | None]] = queue.SimpleQueue()
        self._reading: Final = threading.Lock()
        with self._connect() as connection:
            found = connection.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, VERSION):
                raise JournalError(f"{path} has version {found}; version {VERSION} is known here")
            connection.executescript(SCHEMA)
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.close()
        self._reader: Final = self._connect()
        self._thread: Final = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        """Return a connection on which every commit reaches the disk."""
        connection = sqlite3.connect(self._path, timeout=10, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    # ------------------------------------------------------------ writing

    def append(
        self, table: str, number: int, lines: Sequence[str], tag: str, changed: int
    ) -> Awaitable[None]:
        """Keep lines `number`, `number` + 1, ... of a table; done when they are durable."""
        done: Future[None] = Future()
        self._queue.put(Append(table, number, tuple(lines), tag, changed, done))
        return asyncio.wrap_future(done)

    def _write(self) -> None:
        """Take what waits, commit it together, tell those who wait; until told to stop."""
        connection = self._connect()
        waiting: list[Append | None] = []
        while None not in waiting:
            waiting = [self._queue.get()]
            while len(waiting) < MOST_AT_ONCE and not self._queue.empty():
                waiting.append(self._queue.get())
            self._commit(connection, [append for append in waiting if append is not None])
        connection.close()

    def _commit(self, connection: sqlite3.Connection, waiting: list[Append]) -> None:
        """Keep everything that waits in one commit; what fails alone is refused alone."""
        try:
            with connection:
                for append in waiting:
                    self._insert(connection, append)
        except sqlite3.Error as error:
            if len(waiting) > 1:
                for append in waiting:
                    self._commit(connection, [append])
            elif waiting and waiting[0].done.set_running_or_notify_cancel():
                waiting[0].done.set_exception(JournalError(str(error)))
            return
        for append in waiting:
            if append.done.set_running_or_notify_cancel():
                append.done.set_result(None)

    @staticmethod
    def _insert(connection: sqlite3.Connection, append: Append) -> None:
        """Write the lines of one append, right behind those that are there."""
        last = connection.execute(
            "SELECT max(number) FROM line WHERE table_id = ?", (append.table,)
        ).fetchone()[0]
        if append.number != (-1 if last is None else last) + 1:
            raise sqlite3.IntegrityError(f"line {append.number} can't follow line {last}")
        connection.executemany(
            "INSERT INTO line VALUES (?, ?, ?)",
            [(append.table, append.number + i, text) for i, text in enumerate(append.lines)],
        )
        connection.execute(
            "INSERT INTO shelf VALUES (?, ?, ?) ON CONFLICT (table_id)"
            " DO UPDATE SET tag = excluded.tag, changed = excluded.changed",
            (append.table, append.tag, append.changed),
        )

    # ------------------------------------------------------------ reading

    def lines(self, table: str) -> list[str]:
        """Return every line of a table; none where there is no such table."""
        rows = self._read("SELECT text FROM line WHERE table_id = ? ORDER BY number", (table,))
        return [str(row[0]) for row in rows]

    def shelf(self, tag: str, limit: int, since: int = 0) -> list[str]:
        """Return the tables under a tag that have changed since a time, the latest first."""
        query = (
            "SELECT table_id FROM shelf WHERE tag = ? AND changed >= ?"
            " ORDER BY changed DESC LIMIT ?"
        )
        return [str(row[0]) for row in self._read(query, (tag, since, limit))]

    def shelved(self, tables: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Return the tag of each table, and when it last changed."""
        marks = ", ".join("?" * len(tables))
        query = f"SELECT table_id, tag, changed FROM shelf WHERE table_id IN ({marks})"
        rows = self._read(query, tuple(tables))
        return {str(table): (str(tag), int(changed)) for table, tag, changed in rows}

    def count(self, tags: Sequence[str], since: int) -> int:
        """Return how many tables under some tags have changed since a time."""
        marks = ", ".join("?" * len(tags))
        query = f"SELECT count(*) FROM shelf WHERE tag IN ({marks}) AND changed >= ?"
        return int(self._read(query, (*tags, since))[0][0])

    def _read(self, query: str, values: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
        """Return the rows of a query, from any thread."""
        with self._reading:
            return self._reader.execute(query, values).fetchall()

    def close(self) -> None:
        """Keep what still waits, then stop."""
        self._queue.put(None)
        self._thread.join()
        with self._reading:
            self._reader.close()
