"""The tables of the journal's file, how its lines are chained, and how older files become newer.

Every line has a hash that covers its own text and the hash before it, so that nothing in the middle
changes unseen. The shelf seals how many lines there are, so that none goes missing at the end.
"""

import hashlib
import sqlite3
from typing import Final

from tourelle.store.cards import TABLE as CARD_TABLE

VERSION: Final = 2

TABLES: Final = """
CREATE TABLE line (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, hash BLOB,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE shelf (
    table_id TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, changed INTEGER NOT NULL,
    number INTEGER, seal BLOB
) WITHOUT ROWID;
CREATE INDEX shelf_by_tag ON shelf (tag, changed);
"""
ASIDE: Final = """
CREATE TABLE aside (
    table_id TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, kind TEXT NOT NULL
) WITHOUT ROWID;
"""
TRIGGERS: Final = """
CREATE TRIGGER no_update BEFORE UPDATE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER no_delete BEFORE DELETE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
FROM_1: Final = """
DROP TRIGGER no_update;
DROP TRIGGER no_delete;
ALTER TABLE line ADD COLUMN hash BLOB;
ALTER TABLE shelf ADD COLUMN number INTEGER;
ALTER TABLE shelf ADD COLUMN seal BLOB;
"""


def link(before: bytes, table: str, number: int, text: str) -> bytes:
    """Return the hash of a line that follows one with the hash `before`."""
    digest = hashlib.blake2b(before, digest_size=16)
    digest.update(f"\0{table}\0{number}\0{text}".encode())
    return digest.digest()


def seal(head: bytes, tag: str, changed: int, number: int) -> bytes:
    """Return what makes sure that a table has ended, so far, with this line."""
    digest = hashlib.blake2b(head, digest_size=16)
    digest.update(f"\0{tag}\0{changed}\0{number}".encode())
    return digest.digest()


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a journal's file, 0 for a new one; its tables tell, not its label."""
    columns = [row[1] for row in connection.execute("PRAGMA table_info(line)")]
    if not columns:
        return 0
    return VERSION if "hash" in columns or b"hash" in columns else 1


def label_of(connection: sqlite3.Connection) -> int:
    """Return the version that a file claims to have."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def prepare(connection: sqlite3.Connection) -> None:
    """Make a new file, or an older one newer, in one commit; a file of this version stays."""
    connection.execute(CARD_TABLE)  # beside the journal: older servers don't look at it
    found = version_of(connection)
    if found == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _run(connection, TABLES if found == 0 else FROM_1)
        if found:
            _chain(connection)
        _run(connection, ASIDE + TRIGGERS)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Run statements inside of the commit that is under way; `executescript` would end it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""


def _chain(connection: sqlite3.Connection) -> None:
    """Chain the lines of a file of version 1, and seal its shelf."""
    for table, tag, changed in connection.execute(
        "SELECT table_id, tag, changed FROM shelf"
    ).fetchall():
        head, number = b"", -1
        rows = connection.execute(
            "SELECT number, text FROM line WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
        for number, text in rows:
            head = link(head, table, number, text)
            connection.execute(
                "UPDATE line SET hash = ? WHERE table_id = ? AND number = ?", (head, table, number)
            )
        connection.execute(
            "UPDATE shelf SET number = ?, seal = ? WHERE table_id = ?",
            (number, seal(head, tag, changed, number), table),
        )
