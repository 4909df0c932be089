"""The servers at one database: each says that it is alive, hears the others, drives its tables."""

import json
import logging
import os
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

from psycopg import sql

from tourelle.store.journal import Absence, Appended, Carded, Gone, Hear, News, Said
from tourelle.store.postgres.talk import Ear, Mouth
from tourelle.store.postgres.wire import Connection
from tourelle.store.troubles import JournalError

T = TypeVar("T")
CHANNEL: Final = "tourelle"
LATE: Final = 2_500
"""Milliseconds without any sign of life of any server: nobody was at work then."""
DEAD: Final = 5_000
"""Milliseconds without a sign of life after which others take a server's tables."""
OLD: Final = 30 * 24 * 3600 * 1000
"""Milliseconds after which a server that is no more is forgotten."""
LONGEST: Final = 7_500
"""Bytes that others can be told at once."""

LIVING: Final = sql.SQL("SELECT name FROM process WHERE seen > clock() - %s AND NOT stopped")
ABSENCES: Final = sql.SQL("SELECT since, until FROM absence ORDER BY since")
CLAIM: Final = sql.SQL(
    "INSERT INTO driver SELECT name, %s FROM unnest(%s::text[]) AS wanted (name) ORDER BY name"
    " ON CONFLICT (table_id) DO UPDATE SET process = excluded.process"
    " WHERE driver.process = excluded.process OR NOT EXISTS"
    " (SELECT FROM process WHERE name = driver.process AND seen > clock() - %s AND NOT stopped)"
    " RETURNING table_id"
)
RELEASE: Final = sql.SQL("DELETE FROM driver WHERE process = %s AND table_id = ANY(%s)")
STOPPED: Final = sql.SQL(
    "UPDATE process SET seen = greatest(seen, clock()), stopped = true WHERE name = %s"
)
CLOCK: Final = "SELECT clock(), count(*) FROM step"
STEPPED: Final = "INSERT INTO step VALUES (%s, %s) ON CONFLICT DO NOTHING"
STEP: Final = 1_000
"""Milliseconds by which a clock may err without having been set."""
TELL: Final = sql.SQL("SELECT pg_notify(%s, %s)")

log = logging.getLogger("tourelle.store")


class Reading(NamedTuple):
    """What the journal's clock said, and between which ticks of this machine it did."""

    began: float
    ended: float
    told: int
    steps: int


def ticks() -> float:
    """Return milliseconds that go on while this machine sleeps, where it can tell."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME) * 1000
    return time.monotonic() * 1000


def appended(process: str, table: str, number: int, tag: str) -> str:
    """Return what others are told of an append."""
    return json.dumps(["a", process, table, number, tag], separators=(",", ":"))


def carded(process: str, box: str, owner: str) -> str:
    """Return what others are told of a card."""
    return json.dumps(["c", process, box, owner], separators=(",", ":"))


def read_news(text: str, own: str) -> News | None:
    """Return what another server tells; None where it is our own word, or none at all."""
    try:
        kind, process, *rest = json.loads(text)
        if process == own:
            return None
        match kind:
            case "a":
                return Appended(str(rest[0]), int(rest[1]), str(rest[2]))
            case "c":
                return Carded(str(rest[0]), str(rest[1]))
            case "s":
                return Said(str(process), str(rest[0]), str(rest[1]))
    except (ValueError, TypeError, IndexError):
        log.warning("news that make no sense")
    return None


class PostgresPeers:
    """This server among the others; it is one of them from `listen` on."""

    def __init__(self, address: str) -> None:
        """Take where the database is."""
        self.name: Final = f"{os.getpid()}-{secrets.token_hex(6)}"
        self.living: frozenset[str] = frozenset((self.name,))
        self.absences: list[Absence] = []
        self._ear: Final = Ear(address, "peers", self._begin, self._take_in, self._beat)
        self._mouth: Final = Mouth(address)
        self._hear: Hear = lambda _: None
        self._read: Reading | None = None
        self._beaten = 0.0

    # ------------------------------------------------------------ being one of them

    def listen(self, hear: Hear) -> None:
        """Have all news told, from a thread of its own; what was heard before is not told."""
        self.refresh()
        self._hear = hear
        self._ear.broken = lambda: hear(Gone(()))
        self._ear.start()

    @property
    def fresh(self) -> bool:
        """Tell whether the journal was reached just now: `absences` are all there are."""
        return 1000 * (time.monotonic() - self._beaten) < LATE

    def refresh(self) -> None:
        """Reach the journal now, or raise; `absences` are all there are after that."""
        self._mouth.ask(self._beat)

    def _beat(self, connection: Connection) -> None:
        """Say that this server is alive, and learn who else is."""
        self._keep_time(connection)
        began = time.monotonic()
        with connection.pipeline():
            connection.execute("SELECT beat(%s, %s, %s)", (self.name, LATE, OLD))
            living = connection.execute(LIVING, (DEAD,))
            absences = connection.execute(ABSENCES)
            found = frozenset(name for (name,) in living.fetchall()) | {self.name}
            self.absences = [Absence(*row) for row in absences.fetchall()]
        self._beaten = began
        gone, self.living = self.living - found, found
        if gone:
            self._hear(Gone(tuple(sorted(gone))))

    def _keep_time(self, connection: Connection) -> None:
        """Have the journal's clock go on as before where its machine's was set: once for all."""
        before, began = self._read, ticks()
        told, steps = connection.execute(CLOCK).fetchone() or (0, 0)
        self._read = Reading(began, ticks(), int(told), int(steps))
        if before is None or before.steps != steps:
            return
        passed = told - before.told
        least, most = self._read.began - before.ended, self._read.ended - before.began
        if least - STEP <= passed <= most + STEP:
            return
        step = round((least + most) / 2 - passed)
        log.warning("the clock of the database was set", extra={"milliseconds": -step})
        connection.execute(STEPPED, (steps, step))
        self._read = None

    def _begin(self, connection: Connection) -> None:
        """Say what is to be heard."""
        connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))

    def _take_in(self, _: str, text: str) -> None:
        """Hear what another server tells."""
        news = read_news(text, self.name)
        if news is not None:
            self._hear(news)

    # ------------------------------------------------------------ speaking

    def say(self, topic: str, text: str) -> None:
        """Have every other server hear something, soon and perhaps not at all."""
        told = json.dumps(["s", self.name, topic, text], separators=(",", ":"))
        if len(told.encode()) > LONGEST:
            log.warning("too long to be told", extra={"topic": topic})
            return
        with suppress(JournalError):
            self._mouth.ask(lambda connection: connection.execute(TELL, (CHANNEL, told)))

    def claim(self, tables: Sequence[str]) -> set[str]:
        """Return those of some tables that this server drives from now on: nobody alive does."""
        values = (self.name, list(tables), DEAD)
        rows = self._mouth.ask(lambda connection: connection.execute(CLAIM, values).fetchall())
        return {name for (name,) in rows}

    def release(self, tables: Sequence[str]) -> None:
        """Let others drive some tables."""
        values = (self.name, list(tables))
        with suppress(JournalError):
            self._mouth.ask(lambda connection: connection.execute(RELEASE, values))

    def others(self) -> set[str]:
        """Return the other servers that are at work, asked for just now."""
        rows = self._mouth.ask(lambda connection: connection.execute(LIVING, (DEAD,)).fetchall())
        return {name for (name,) in rows} - {self.name}

    def offset(self) -> int:
        """Return by how many milliseconds the journal's own clock is ahead of this machine's."""
        return self._mouth.ask(_offset)

    def _stop(self, connection: Connection) -> None:
        connection.execute("DELETE FROM driver WHERE process = %s", (self.name,))
        connection.execute(STOPPED, (self.name,))

    def close(self) -> None:
        """Be one of them no more: others take over at once."""
        self._ear.close()
        if self._ear.started:
            with suppress(JournalError):
                self._mouth.ask(self._stop)
        self._mouth.close()


def _offset(connection: Connection) -> int:
    """Return how far the database's clock is ahead, by the quickest of some answers."""
    answers = []
    for _ in range(3):
        before = time.time_ns()
        row = connection.execute("SELECT clock()").fetchone()
        after = time.time_ns()
        if row is not None:
            answers.append((after - before, int(row[0]) - (before + after) // 2_000_000))
    return min(answers)[1] if answers else 0
