"""Reading a journal's file that may be damaged: what is whole, up to where, and what is wrong."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from tourelle.store.schema import VERSION, link, seal, version_of
from tourelle.store.troubles import (
    CHANGED,
    MISSING,
    SHELF,
    SHORTENED,
    UNREADABLE,
    Damage,
    JournalError,
)

Row = tuple[bytes | int | None, ...]
NAMES: Final = (
    "SELECT DISTINCT table_id FROM line ORDER BY table_id",
    "SELECT DISTINCT table_id FROM line ORDER BY table_id DESC",
    "SELECT table_id FROM shelf ORDER BY table_id",
    "SELECT table_id FROM shelf ORDER BY table_id DESC",
    "SELECT table_id FROM shelf INDEXED BY shelf_by_tag ORDER BY tag, changed",
    "SELECT table_id FROM shelf INDEXED BY shelf_by_tag ORDER BY tag DESC, changed DESC",
)


class Kept(NamedTuple):
    """A table as the file has it: its lines up to the first damage, and what that is."""

    lines: list[str]
    head: bytes
    tag: str
    changed: int
    damage: Damage | None

    @property
    def known(self) -> bool:
        """Tell whether there is, or was, such a table."""
        return bool(self.lines) or self.damage is not None


def whole_lines(
    table: str, rows: Iterable[Row | None], chained: bool = True
) -> tuple[list[str], bytes, Damage | None]:
    """Return the lines that are whole, the hash of the last, and what is wrong with the next.

    A row is a line's number, its text as bytes and its hash; None where nothing can be read.
    """
    lines: list[str] = []
    head = b""
    for row in rows:
        if row is None:
            return lines, head, Damage(len(lines), UNREADABLE)
        number, text, found = row
        damage = _fault(len(lines), number, text)
        if damage is not None or not isinstance(text, bytes):
            return lines, head, damage
        line = text.decode()
        linked = link(head, table, len(lines), line)
        if chained and linked != found:
            return lines, head, Damage(len(lines), CHANGED)
        head = linked
        lines.append(line)
    return lines, head, None


def whole_after(table: str, number: int, rows: Iterable[Row]) -> list[str]:
    """Return the lines behind line `number`, of rows that begin with it; raises where one is not.

    What lies before was looked at when the table was read.
    """
    lines: list[str] = []
    head: object = None
    for expected, (found, text, hashed) in enumerate(rows, number):
        if _fault(expected, found, text) is not None or not isinstance(text, bytes):
            raise JournalError(f"line {expected} of {table} is damaged")
        line = text.decode()
        if isinstance(head, bytes):
            if link(head, table, expected, line) != hashed:
                raise JournalError(f"line {expected} of {table} is damaged")
            lines.append(line)
        head = hashed
    if head is None:
        raise JournalError(f"line {number} of {table} is missing")
    return lines


def read_table(connection: sqlite3.Connection, table: str) -> Kept:
    """Return what is whole of a table; `connection` gives text as bytes."""
    chained = version_of(connection) == VERSION
    rows = _rows(connection, _lines_query(chained), table)
    lines, head, damage = whole_lines(table, rows, chained)
    numbers = "number, seal" if chained else "NULL, NULL"
    query = f"SELECT tag, changed, {numbers} FROM shelf WHERE table_id = ?"
    shelf = next(_rows(connection, query, table), ())
    tag, changed, shelved = shelved_as(shelf, chained, head, lines)
    return Kept(lines, head, tag, changed, damage or shelved or _aside(connection, table))


def _lines_query(chained: bool) -> str:
    found = "hash" if chained else "NULL"
    return f"SELECT number, text, {found} FROM line WHERE table_id = ? ORDER BY number"


def _rows(connection: sqlite3.Connection, query: str, table: str) -> Iterator[Row | None]:
    """Yield rows, and None where the file can't be read on."""
    try:
        yield from connection.execute(query, (table,))
    except (sqlite3.Error, OverflowError):
        yield None


def _fault(expected: int, number: object, text: object) -> Damage | None:
    """Return what is wrong with a line by itself."""
    if number != expected:
        return Damage(expected, MISSING)
    try:
        if isinstance(text, bytes) and text.decode() is not None:
            return None
    except UnicodeDecodeError:
        pass
    return Damage(expected, CHANGED)


def shelved_as(
    row: Row | None, chained: bool, head: bytes, lines: list[str]
) -> tuple[str, int, Damage | None]:
    """Return tag and time of a table, and whether it has fewer lines than it had.

    A row is a tag as bytes, a time, the number of the last line and its seal; () for none.
    """
    last = len(lines) - 1
    if row == ():
        return "", 0, Damage(len(lines), SHELF) if lines else None
    if row is None or not isinstance(row[0], bytes) or not isinstance(row[1], int):
        return "", 0, Damage(len(lines), SHELF)
    tag, changed, number, sealed = row[0].decode(errors="replace"), row[1], row[2], row[3]
    if not lines:
        return tag, changed, Damage(0, MISSING)
    if not chained or sealed == seal(head, tag, changed, last):
        return tag, changed, None
    if isinstance(number, int) and last < number < 1 << 40:
        return tag, changed, Damage(number, SHORTENED)
    return "", 0, Damage(len(lines), SHELF)


def _aside(connection: sqlite3.Connection, table: str) -> Damage | None:
    """Return the damage for which a table was set aside."""
    with suppress(sqlite3.Error):
        query = "SELECT number, kind FROM aside WHERE table_id = ?"
        row = connection.execute(query, (table,)).fetchone()
        if row is not None and isinstance(row[0], int) and isinstance(row[1], bytes):
            return Damage(row[0], row[1].decode(errors="replace"))
    return None


def names(connection: sqlite3.Connection) -> list[str]:
    """Return every table that any part of the file knows of."""
    found: set[str] = set()
    for query in (*NAMES, "SELECT table_id FROM aside"):
        with suppress(sqlite3.Error):
            for (name,) in connection.execute(query):
                with suppress(UnicodeDecodeError, AttributeError):
                    found.add(name.decode())
    return sorted(found)


def faults(connection: sqlite3.Connection, most: int = 20) -> list[str]:
    """Return what is wrong with the build of the file itself; nothing where it is sound."""
    try:
        said = connection.execute(f"PRAGMA integrity_check({most})").fetchall()
    except sqlite3.Error as error:
        return [str(error)]
    return [text for text in (_said(row[0]) for row in said) if text != "ok"]


def _said(text: object) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
