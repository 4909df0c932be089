"""A database's journal as a file, as of one moment, while its servers go on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg

from tourelle.store.postgres.wire import Connection, connect
from tourelle.store.schema import prepare
from tourelle.store.troubles import JournalError

PARTS: Final = {
    "line": ("table_id", "number", "text", "hash"),
    "shelf": ("table_id", "tag", "changed", "number", "seal"),
    "aside": ("table_id", "number", "kind"),
    "card": ("box", "owner", "name", "text", "changed"),
}
"""What the journal's file and the database hold alike."""
PATIENT: Final = (
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
)
AT_ONCE: Final = 2000


def back_up(address: str, path: Path) -> int:
    """Copy everything into a new file; return its size.

    The copy is whole as of one moment, is looked over, and is this user's alone.
    """
    path.touch(mode=0o600, exist_ok=False)
    try:
        with closing(connect(address)) as source, closing(sqlite3.connect(path)) as copy:
            for statement in PATIENT:
                source.execute(statement)
            prepare(copy)
            for part, columns in PARTS.items():
                _copy(source, copy, part, columns)
            copy.commit()
            [(found,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
        if found != "ok":
            raise JournalError(found)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, (sqlite3.Error, psycopg.Error, OSError)):
            raise JournalError(str(error)) from error
        raise
    return path.stat().st_size


def _copy(
    source: Connection, copy: sqlite3.Connection, part: str, columns: tuple[str, ...]
) -> None:
    """Copy the rows of one part; raises where not all of them came."""
    names, gaps = ", ".join(columns), ", ".join("?" * len(columns))
    with source.cursor(f"backup_{part}") as rows:
        rows.itersize = AT_ONCE
        rows.execute(f"SELECT {names} FROM {part}")
        copy.executemany(f"INSERT INTO {part} ({names}) VALUES ({gaps})", rows)
    there = source.execute(f"SELECT count(*) FROM {part}").fetchone()
    if copy.execute(f"SELECT count(*) FROM {part}").fetchone() != there:
        raise JournalError(f"not every {part} could be copied")
