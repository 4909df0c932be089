"""What every store offers, whichever database it keeps its lines in."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol
from urllib.parse import urlsplit, urlunsplit

from tourelle.store.cards import Card, Place
from tourelle.store.queue import Queue
from tourelle.store.reading import Kept
from tourelle.store.troubles import Damage
from tourelle.store.writing import WritingThread

SCHEMES: Final = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins."""


def is_shared(address: str) -> bool:
    """Tell whether an address means a database that several servers may use at once."""
    return address.startswith(SCHEMES)


def shown(address: str) -> str:
    """Return an address as it may be shown: without its password."""
    try:
        parts = urlsplit(address)
        if parts.password is None:
            return address
        user = parts.username or ""
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit(parts._replace(netloc=f"{user}:…@{host}"))
    except ValueError:
        return "postgresql://…"


class Journal(WritingThread):
    """Keeps lines of text in order, table by table, for ever; and cards beside them."""

    damaged_file: Path | None
    """Where a file went that was damaged."""
    lost: list[tuple[str, Damage]]
    """The tables that had come further than the journal now tells."""

    @property
    @abstractmethod
    def peers(self) -> "Peers | None":
        """Return how other servers at the same journal are heard; None where there are none."""

    @property
    @abstractmethod
    def queue(self) -> Queue | None:
        """Return how jobs are handed to workers; None where there can be none."""

    @abstractmethod
    def read(self, table: str) -> Kept:
        """Return a table as far as it is whole, and what is wrong with it."""

    @abstractmethod
    def lines(self, table: str) -> list[str]:
        """Return every line of a table that is whole; none where there is no such table."""

    @abstractmethod
    def after(self, table: str, number: int) -> list[str]:
        """Return the lines of a table behind its line `number`; raises where one is damaged."""

    @abstractmethod
    def tables(self) -> list[str]:
        """Return every table that is known, in order."""

    @abstractmethod
    def shelf(self, tag: str, limit: int, since: int = 0) -> list[str]:
        """Return the tables under a tag that have changed since a time, the latest first."""

    @abstractmethod
    def shelved(self, tables: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Return the tag of each table, and when it last changed."""

    @abstractmethod
    def timed(self, tags: Sequence[str]) -> list[str]:
        """Return the tables under some tags that were opened with a clock."""

    @abstractmethod
    def count(self, tags: Sequence[str], since: int) -> int:
        """Return how many tables under some tags have changed since a time."""

    @abstractmethod
    def card(self, place: Place) -> str | None:
        """Return what lies at a place."""

    @abstractmethod
    def cards(self, box: str, owner: str | None = None) -> list[Card]:
        """Return the cards of a box, or those of one owner in it, in the order of their names."""

    @abstractmethod
    def every_card(self) -> list[Card]:
        """Return the cards of all boxes, in the order of their places."""

    @abstractmethod
    def backup(self, path: Path) -> int:
        """Copy everything into a new file while the server runs; return its size.

        The copy is a journal's file, whole as of one moment, looked over, and this user's alone.
        """

    @abstractmethod
    def close(self) -> None:
        """Keep what still waits, then stop."""


class Appended(NamedTuple):
    """Another server has appended to a table, up to a line; it is shelved under a tag."""

    table: str
    number: int
    tag: str


class Carded(NamedTuple):
    """Another server has changed cards of an owner in a box."""

    box: str
    owner: str


class Said(NamedTuple):
    """Another server says something about a topic."""

    process: str
    topic: str
    text: str


class Gone(NamedTuple):
    """Other servers are no more; or (none named) news may have been missed."""

    processes: tuple[str, ...]


News = Appended | Carded | Said | Gone
Hear = Callable[[News], None]


class Absence(NamedTuple):
    """No server was at work between two times (milliseconds since 1970)."""

    since: int
    until: int


class Peers(Protocol):
    """The other servers at the same journal: heard, spoken to, and who of all does what."""

    @property
    def name(self) -> str:
        """Return by what this server is known to the others."""

    @property
    def living(self) -> frozenset[str]:
        """Return the servers that are at work now, this one among them."""

    @property
    def absences(self) -> Sequence[Absence]:
        """Return when no server was at work, the latest last."""

    @property
    def fresh(self) -> bool:
        """Tell whether the journal was reached just now: `absences` are all there are."""

    def listen(self, hear: Hear) -> None:
        """Have all news told, from a thread of its own; what was heard before is not told."""

    def say(self, topic: str, text: str) -> None:
        """Have every other server hear something, soon and perhaps not at all."""

    def claim(self, tables: Sequence[str]) -> set[str]:
        """Return those of some tables that this server drives from now on: nobody alive does."""

    def release(self, tables: Sequence[str]) -> None:
        """Let others drive some tables."""

    def refresh(self) -> None:
        """Reach the journal now, or raise; `absences` are all there are after that."""

    def others(self) -> set[str]:
        """Return the other servers that are at work, asked for just now."""

    def offset(self) -> int:
        """Return by how many milliseconds the journal's own clock is ahead of this machine's."""
