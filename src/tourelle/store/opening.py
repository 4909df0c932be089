"""Opening a journal's file: new, as it was left, of an older version, or damaged.

A damaged file is never written to again: what can be read of it goes into a new one, and the old
one stays beside it under another name.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from tourelle.store.cards import copy_cards
from tourelle.store.heads import read_heads
from tourelle.store.reading import Kept, faults, names, read_table
from tourelle.store.schema import VERSION, label_of, link, prepare, seal
from tourelle.store.troubles import MISSING, SHELF, SHORTENED, Damage, StartError

PATIENCE = 10.0
"""Seconds to wait for somebody else who writes."""
REFUSED: Final = (["CANTOPEN"], ["READONLY"], ["IOERR"], ["FULL"], ["BUSY"], ["PERM"], ["LOCKED"])
"""What SQLite calls it when the disk, or somebody else, is in the way."""
LABELS: Final = 1000
"""Versions are small numbers; a larger one is damage."""
UNSHELVED: Final = "unshelved"
"""The tag of tables of which it is not known where they belong."""


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection on which every commit reaches the disk."""
    connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def heads_of(path: Path) -> Path:
    """Return the file that remembers how far the tables of a journal had come."""
    return path.with_suffix(".heads")


def open_file(path: Path) -> tuple[Path | None, list[tuple[str, Damage]]]:
    """Make a file sound and of this version; return where a damaged one went, and what is lost."""
    try:
        put_aside = None if _is_sound(path) else _salvage(path)
        return put_aside, _compare(path)
    except (sqlite3.Error, UnicodeDecodeError) as error:  # what SQLite says may quote damaged text
        if getattr(error, "sqlite_errorname", "").split("_")[1:2] in REFUSED:
            raise StartError("unwritable", folder=path.parent, trouble=error) from error
        raise StartError("damaged", file=path, trouble=error) from error


def _is_sound(path: Path) -> bool:
    """Bring a file to this version; tell whether nothing is wrong with its build."""
    with closing(connect(path)) as connection:
        label = label_of(connection)
        if VERSION < label < LABELS:
            raise StartError("newer", file=path, found=label, known=VERSION)
        if faults(connection):
            return False
        try:
            prepare(connection)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname.startswith("SQLITE_CORRUPT"):
                return False
            raise
        return True


# ---------------------------------------------------------------- lost ends


def lost_ends(connection: sqlite3.Connection, path: Path) -> list[tuple[str, Damage]]:
    """Return the tables that had come further than the journal now tells."""
    found = []
    for head in read_heads(heads_of(path)):
        query = "SELECT hash FROM line WHERE table_id = ? AND number = ?"
        if connection.execute(query, (head.table, head.number)).fetchone() == (head.hash,):
            continue
        kept = read_table(connection, head.table)
        if kept.damage is None or not kept.damage.ends_play:
            kind = SHORTENED if kept.lines else MISSING
            found.append((head.table, Damage(head.number if kept.lines else 0, kind)))
    return found


def _compare(path: Path) -> list[tuple[str, Damage]]:
    """Set aside what is known to have lost its end; return it."""
    with closing(connect(path)) as connection, connection:
        connection.text_factory = bytes
        lost = lost_ends(connection, path)
        connection.executemany(
            "INSERT OR REPLACE INTO aside VALUES (?, ?, ?)",
            [(table, damage.number, damage.kind) for table, damage in lost],
        )
    return lost


# ---------------------------------------------------------------- damaged files


def _salvage(path: Path) -> Path:
    """Copy everything that can be read into a new file; return where the damaged one now is."""
    fresh = path.with_suffix(".fresh")
    fresh.unlink(missing_ok=True)
    with closing(connect(path)) as source, closing(sqlite3.connect(fresh)) as target:
        source.text_factory = bytes
        target.execute("PRAGMA synchronous = FULL")
        prepare(target)
        every = {*names(source), *(head.table for head in read_heads(heads_of(path)))}
        with target:
            for table in sorted(every):
                kept = read_table(source, table)
                if kept.known:
                    _copy(target, table, kept)
            copy_cards(source, target)
    return _exchange(path, fresh)


def _copy(target: sqlite3.Connection, table: str, kept: Kept) -> None:
    """Write what is whole of a table into a new file, and what is not beside it."""
    head = b""
    for number, text in enumerate(kept.lines):
        head = link(head, table, number, text)
        target.execute("INSERT INTO line VALUES (?, ?, ?, ?)", (table, number, text, head))
    last, tag = len(kept.lines) - 1, kept.tag or UNSHELVED
    if kept.lines:
        sealed = seal(head, tag, kept.changed, last)
        target.execute(
            "INSERT INTO shelf VALUES (?, ?, ?, ?, ?)", (table, tag, kept.changed, last, sealed)
        )
    if kept.damage is not None and kept.damage.kind != SHELF:
        target.execute(
            "INSERT INTO aside VALUES (?, ?, ?)", (table, kept.damage.number, kept.damage.kind)
        )


def _exchange(path: Path, fresh: Path) -> Path:
    """Put the new file in the place of the damaged one, which gets the next free name."""
    number = 1
    while (aside := path.with_suffix(f".damaged-{number}.sqlite3")).exists():
        number += 1
    for ending in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + ending))
    fresh.replace(path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)
    return aside
