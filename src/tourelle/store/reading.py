"""Reading a journal's file that may be damaged: what is whole, up to where, and what is wrong."""

import sqlite3
from collections.abc import Iterator
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


def read_table(connection: sqlite3.Connection, table: str) -> Kept:
    """Return what is whole of a table; `connection` gives text as bytes."""
    lines: list[str] = []
    head, damage = b"", None
    chained = version_of(connection) == VERSION
    for row in _rows(connection, _lines_query(chained), table):
        if row is None:
            damage = Damage(len(lines), UNREADABLE)
            break
        number, text, found = row
        damage = _fault(len(lines), number, text)
        line = text.decode() if damage is None and isinstance(text, bytes) else ""
        if damage is None:
            head = link(head, table, len(lines), line)
            damage = None if head == found or not chained else Damage(len(lines), CHANGED)
        if damage is not None:
            break
        lines.append(line)
    tag, changed, shelved = _shelved(connection, table, chained, head, lines)
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


def _shelved(
    connection: sqlite3.Connection, table: str, chained: bool, head: bytes, lines: list[str]
) -> tuple[str, int, Damage | None]:
    """Return tag and time of a table, and whether it has fewer lines than it had."""
    numbers = "number, seal" if chained else "NULL, NULL"
    query = f"SELECT tag, changed, {numbers} FROM shelf WHERE table_id = ?"
    last, row = len(lines) - 1, next(_rows(connection, query, table), ())
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
