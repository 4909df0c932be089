"""A journal in one SQLite file: write-ahead log, every commit on disk, one thread that writes."""

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from tourelle.store.cards import CARD_AT, CARDS, CARDS_OF, EVERY_CARD, Card, Place, write_cards
from tourelle.store.folder import FolderLock
from tourelle.store.heads import Head, Heads
from tourelle.store.journal import Journal
from tourelle.store.opening import connect, heads_of, open_file
from tourelle.store.reading import Kept, Row, names, read_table, whole_after
from tourelle.store.schema import link, seal
from tourelle.store.troubles import SHELF, BehindError, JournalError, StartError
from tourelle.store.writing import Append, Result, Waiting

NAME: Final = "journal.sqlite3"
LINES_FROM: Final = (
    "SELECT number, text, hash FROM line WHERE table_id = ? AND number >= ? ORDER BY number"
)


def _text(value: bytes | int | None) -> str:
    """Return a text that the file gave as bytes."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _number(value: bytes | int | None) -> int:
    """Return a number of the file; 0 for what is none."""
    return value if isinstance(value, int) else 0


def _card(row: Row) -> Card:
    """Return a card of the file."""
    box, owner, name, text, changed = row
    return Card(_text(box), _text(owner), _text(name), _text(text), _number(changed))


class SqliteJournal(Journal):
    """Keeps lines table by table; appends from many tables share a commit."""

    peers: Final = None
    queue: Final = None

    def __init__(self, path: Path, address: str = "") -> None:
        """Take the folder, open or make the file, and start the thread that writes."""
        self._path: Final = path
        self._folder: Final = FolderLock(path.parent, address)
        try:
            self.damaged_file, self.lost = open_file(path)
            self._reader: Final = connect(path)
            self._reader.text_factory = bytes
            self._heads: Final = Heads(heads_of(path))
        except OSError as error:
            self._folder.release()
            raise StartError("unwritable", folder=path.parent, trouble=error) from error
        except BaseException:
            self._folder.release()
            raise
        self._heads.clear()
        self._reading: Final = threading.Lock()
        super().__init__()
        self._thread.start()

    # ------------------------------------------------------------ writing

    def _connect_writer(self) -> None:
        self._writer = connect(self._path)

    def _disconnect_writer(self) -> None:
        self._writer.close()

    def _is_refusal(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.OperationalError)

    def _keep_all(self, waiting: list[Waiting]) -> list[Result]:
        """Write wishes in one commit; note, beside the journal, how far tables have come."""
        with self._writer as connection:
            made = [self._happen(connection, wish) for wish in waiting]
        self._note(connection, [head for head in made if isinstance(head, Head)])
        return [result if isinstance(result, bool) else True for result in made]

    def _happen(self, connection: sqlite3.Connection, wish: Waiting) -> Head | bool:
        """Write what one wish asks for."""
        if isinstance(wish, Append):
            return self._insert(connection, wish)
        return write_cards(connection, wish.cards, wish.gone, wish.first, wish.seen)

    @staticmethod
    def _insert(connection: sqlite3.Connection, append: Append) -> Head:
        """Write the lines of one append right behind those that are there; return the last."""
        query = "SELECT number, hash FROM line WHERE table_id = ? ORDER BY number DESC LIMIT 1"
        last, head = connection.execute(query, (append.table,)).fetchone() or (-1, b"")
        if append.number != last + 1:
            raise BehindError(f"line {append.number} can't follow line {last}")
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
        if append.mark is not None and append.mark.kind != SHELF:
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

    def after(self, table: str, number: int) -> list[str]:
        """Return the lines of a table behind its line `number`; raises where one is damaged."""
        return whole_after(table, number, self._read(LINES_FROM, (table, number)))

    def tables(self) -> list[str]:
        """Return every table that is known, in order."""
        with self._reading:
            return names(self._reader)

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
        return {_text(table): (_text(tag), _number(changed)) for table, tag, changed in rows}

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
        return _number(self._read(query, (*tags, since))[0][0])

    def card(self, place: Place) -> str | None:
        """Return what lies at a place."""
        rows = self._read(CARD_AT, place)
        return _text(rows[0][0]) if rows else None

    def cards(self, box: str, owner: str | None = None) -> list[Card]:
        """Return the cards of a box, or those of one owner in it, in the order of their names."""
        rows = (
            self._read(CARDS_OF, (box, owner)) if owner is not None else self._read(CARDS, (box,))
        )
        return [_card(row) for row in rows]

    def every_card(self) -> list[Card]:
        """Return the cards of all boxes, in the order of their places."""
        return [_card(row) for row in self._read(EVERY_CARD, ())]

    def _read(self, query: str, values: tuple[str | int, ...]) -> list[Row]:
        """Return the rows of a query, from any thread."""
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(str(error)) from error

    def backup(self, path: Path) -> int:
        """Copy everything into a new file while the server runs; return its size.

        The copy is whole as of one moment, is looked over, and is this user's alone.
        """
        path.touch(mode=0o600, exist_ok=False)
        try:
            with closing(connect(self._path)) as source, closing(sqlite3.connect(path)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                [(found,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
            if found != "ok":
                raise JournalError(found)
        except (sqlite3.Error, OSError) as error:
            path.unlink(missing_ok=True)
            raise JournalError(str(error)) from error
        return path.stat().st_size

    def close(self) -> None:
        """Keep what still waits, then stop and let the folder go."""
        self._stop_writing()
        with self._reading:
            self._reader.close()
        if not self._path.with_name(self._path.name + "-wal").exists():
            self._heads.clear()
        self._heads.close()
        self._folder.release()
