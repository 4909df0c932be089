"""Cards: small texts that change, in boxes, by owner and name; beside the journal.

Plain SQL that any database knows: `INSERT ... ON CONFLICT`, `DELETE`, `SELECT`.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final, NamedTuple

TABLE: Final = """
CREATE TABLE IF NOT EXISTS card (
    box TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
    changed BIGINT NOT NULL, PRIMARY KEY (box, owner, name)
)
"""
PUT: Final = (
    "INSERT INTO card (box, owner, name, text, changed) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (box, owner, name) DO UPDATE SET text = excluded.text, changed = excluded.changed"
)
FIRST: Final = (
    "INSERT INTO card (box, owner, name, text, changed) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (box, owner, name) DO NOTHING"
)
GONE: Final = "DELETE FROM card WHERE box = ? AND owner = ? AND name = ?"
ALL: Final = "SELECT box, owner, name, text, changed FROM card"
CARD_AT: Final = "SELECT text FROM card WHERE box = ? AND owner = ? AND name = ?"
EVERY_CARD: Final = f"{ALL} ORDER BY box, owner, name"
CARDS: Final = f"{ALL} WHERE box = ? ORDER BY owner, name"
CARDS_OF: Final = f"{ALL} WHERE box = ? AND owner = ? ORDER BY name"


class Place(NamedTuple):
    """Where a card lies."""

    box: str
    owner: str
    name: str


Seen = Mapping[Place, str | None]
"""What somebody has read at some places, and goes by; None where nothing lay."""
NOTHING: Final[Seen] = MappingProxyType({})


class Card(NamedTuple):
    """A text at its place, and when it was written (milliseconds since 1970)."""

    box: str
    owner: str
    name: str
    text: str
    changed: int

    @property
    def place(self) -> Place:
        """Return where it lies."""
        return Place(self.box, self.owner, self.name)


def write_cards(
    connection: sqlite3.Connection,
    cards: Sequence[Card],
    gone: Sequence[Place],
    first: Card | None,
    seen: Seen = NOTHING,
) -> bool:
    """Write cards and throw others away.

    Nothing of it where `first` is not the first there, or something else lies than was `seen`.
    """
    for place, text in seen.items():
        if connection.execute(CARD_AT, place).fetchone() != (None if text is None else (text,)):
            return False
    if first is not None and connection.execute(FIRST, first).rowcount == 0:
        return False
    connection.executemany(PUT, cards)
    connection.executemany(GONE, gone)
    return True


def copy_cards(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy what can be read out of a damaged file."""
    with suppress(sqlite3.DatabaseError):
        for row in source.execute(ALL):
            texts = [str(text, "utf-8", "replace") for text in row[:4]]
            target.execute(PUT, (*texts, row[4]))
