"""Looking a whole journal over without touching it: its build, every table, every lost end."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from tourelle.store.folder import is_held
from tourelle.store.opening import heads_of, lost_ends
from tourelle.store.reading import Kept, faults, names, read_table
from tourelle.store.schema import version_of
from tourelle.store.troubles import Damage


class Looked(NamedTuple):
    """What was found: what is wrong with the file, and every table with its damage."""

    version: int
    faults: list[str]
    tables: dict[str, Kept]
    lost: dict[str, Damage]


@contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that changes nothing: to the file in use, or to a copy of one at rest."""
    with tempfile.TemporaryDirectory() as folder:
        if is_held(path.parent):
            address = f"{path.resolve().as_uri()}?mode=ro"
        else:
            copy = Path(folder) / path.name
            for ending in ("", "-wal"):
                beside = path.with_name(path.name + ending)
                if beside.exists():
                    shutil.copyfile(beside, copy.with_name(copy.name + ending))
            address = copy.as_uri()
        with closing(sqlite3.connect(address, uri=True)) as connection:
            connection.text_factory = bytes
            yield connection


def look(path: Path) -> Looked:
    """Read everything; a file that is no journal at all raises what SQLite says of it."""
    with looking(path) as connection:
        wrong = faults(connection)
        version = version_of(connection)
        tables = {name: read_table(connection, name) for name in names(connection)}
        lost = dict(lost_ends(connection, path)) if heads_of(path).exists() else {}
        return Looked(version, wrong, tables, lost)
