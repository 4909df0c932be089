"""The queue in PostgreSQL: a row a job, taken by `FOR UPDATE SKIP LOCKED`, told by `NOTIFY`.

Its tables are not logged: they cost no disk, and are empty after a crash of the database. A worker
holds its jobs as long as it lives: its connection is there, or it was a moment ago.
"""

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final, TypeVar

from psycopg import sql

from tourelle.store.postgres.talk import Ear, Mouth
from tourelle.store.postgres.wire import Connection
from tourelle.store.queue import (
    Answered,
    Crew,
    Lost,
    Missed,
    SetAside,
    Shared,
    Standing,
    Taken,
    Tidings,
    Wanted,
)
from tourelle.store.troubles import JournalError

T = TypeVar("T")
MOST: Final = 3
"""So many workers a job may lose before it is set aside."""
KEPT: Final = 100
"""Jobs set aside that are kept for whoever looks after it."""
CUT: Final = 2_500
"""Milliseconds after which a worker without a connection is lost."""
SILENT: Final = 20_000
"""Milliseconds after which one with a connection is: its machine may have gone without a word."""
OLD: Final = 3_600_000
LONGEST: Final = 7_500
"""Bytes that can be told at once; a longer answer is fetched."""
WORK: Final = "tourelle-work"
"""Where workers hear that there is something to do."""

ALIVE: Final = (
    f"(w.seen > clock() - {SILENT} AND (w.seen > clock() - {CUT}"
    " OR EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = w.backend)))"
)
ASK: Final = sql.SQL(
    "WITH asked AS (INSERT INTO job (server, number, speaks, priority, rank, seconds, told)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING)"
    f" SELECT pg_notify('{WORK}', '')"
)
CANCEL: Final = sql.SQL(
    "WITH gone AS (DELETE FROM job WHERE server = %s AND number = ANY(%s)"
    " RETURNING worker, server, number)"
    " SELECT pg_notify('tourelle-' || worker, server || ' ' || number)"
    " FROM gone WHERE worker IS NOT NULL"
)
UNTAKEN: Final = sql.SQL(
    "DELETE FROM job WHERE server = %s AND number = ANY(%s) AND worker IS NULL AND tries = 0"
    " AND answer IS NULL RETURNING number"
)
FETCH: Final = sql.SQL("DELETE FROM job WHERE server = %s AND number = %s RETURNING answer")
KNOWN: Final = sql.SQL("SELECT number, tries FROM job WHERE server = %s")
CREW: Final = sql.SQL(
    f"SELECT count(*), coalesce(sum(threads), 0) FROM worker w"
    f" WHERE speaks = %s AND threads > 0 AND {ALIVE}"
)
TAKE: Final = sql.SQL(
    "WITH head AS (SELECT server, number, tries FROM job WHERE speaks = %s AND worker IS NULL"
    " AND answer IS NULL AND priority < %s ORDER BY priority, rank, place LIMIT 1"
    " FOR UPDATE SKIP LOCKED)"
    " UPDATE job SET worker = %s, until = clock() + (1000 * seconds)::bigint FROM head"
    " WHERE job.server = head.server AND job.number = head.number AND (head.tries = 0 OR %s)"
    " RETURNING job.server, job.number, priority, seconds, job.tries, told"
)
DONE: Final = sql.SQL(
    "WITH mine AS (DELETE FROM job WHERE server = %s AND number = %s AND worker = %s"
    " RETURNING server) SELECT pg_notify('tourelle-' || server, %s) FROM mine"
)
LONG: Final = sql.SQL(
    "WITH mine AS (UPDATE job SET answer = %s, worker = NULL"
    " WHERE server = %s AND number = %s AND worker = %s RETURNING server)"
    " SELECT pg_notify('tourelle-' || server, %s) FROM mine"
)
GIVE_BACK: Final = sql.SQL(
    "WITH back AS (UPDATE job SET worker = NULL, until = NULL"
    " WHERE server = %s AND number = %s AND worker = %s RETURNING 1)"
    f" SELECT pg_notify('{WORK}', '') FROM back"
)
TELL: Final = sql.SQL("SELECT pg_notify('tourelle-' || %s, %s)")
SIGN: Final = sql.SQL(
    "INSERT INTO worker VALUES (%s, %s, %s, pg_backend_pid(), clock())"
    " ON CONFLICT (name) DO UPDATE"
    " SET threads = excluded.threads, backend = excluded.backend, seen = excluded.seen"
)
DISOWN: Final = sql.SQL(
    "UPDATE job SET worker = NULL, until = NULL WHERE worker = %s AND answer IS NULL"
    " AND (server, number) NOT IN (SELECT * FROM unnest(%s::text[], %s::bigint[]))"
)
LOST: Final = sql.SQL(
    "WITH lost AS (SELECT server, number FROM job WHERE worker IS NOT NULL AND (until < clock()"
    f" OR NOT EXISTS (SELECT FROM worker w WHERE w.name = job.worker AND {ALIVE}))"
    " FOR UPDATE SKIP LOCKED)"
    " UPDATE job SET worker = NULL, until = NULL, tries = tries + 1 FROM lost"
    " WHERE job.server = lost.server AND job.number = lost.number"
    " RETURNING job.server, job.number, job.tries, job.tries >= %s, told"
)
ASIDE: Final = sql.SQL(
    "WITH gone AS (DELETE FROM job WHERE server = %s AND number = %s RETURNING *),"
    " kept AS (INSERT INTO job_aside SELECT clock(), speaks, tries, told FROM gone)"
    " SELECT pg_notify('tourelle-' || server, json_build_array('x', number)::text) FROM gone"
)
TRIM: Final = sql.SQL(
    "DELETE FROM job_aside WHERE at < (SELECT at FROM job_aside ORDER BY at DESC OFFSET %s LIMIT 1)"
)
ORPHANS: Final = sql.SQL(
    "DELETE FROM job WHERE NOT EXISTS (SELECT FROM process p WHERE p.name = job.server"
    " AND p.seen > clock() - %s AND NOT p.stopped)"
)
STANDING: Final = sql.SQL(
    f"SELECT (SELECT count(*) FROM worker w WHERE {ALIVE}),"
    f" (SELECT coalesce(sum(threads), 0) FROM worker w WHERE {ALIVE}),"
    " (SELECT count(*) FROM job WHERE worker IS NULL AND answer IS NULL),"
    " (SELECT count(*) FROM job WHERE worker IS NOT NULL), (SELECT count(*) FROM job_aside)"
)
FORGET: Final = sql.SQL("DELETE FROM worker WHERE seen < clock() - %s")

log = logging.getLogger("tourelle.store")


def _notice(server: str) -> sql.Composed:
    """Return how one begins to hear what a server, or a worker, is told."""
    return sql.SQL("LISTEN {}").format(sql.Identifier(f"tourelle-{server}"))


def _line(*parts: object) -> str:
    """Return something that is told."""
    return json.dumps(parts, separators=(",", ":"))


class _Side:
    """One side of the queue: a connection to ask by, from any thread, and one to hear by."""

    _ear: Ear
    _leaving: ClassVar[sql.SQL]
    """Takes out what this side alone has put in, by its name."""

    def __init__(self, address: str, name: str, speaks: str = "") -> None:
        """Take where the database is, who asks, and the version that both sides must speak."""
        self.name: Final = name
        self._speaks = speaks
        self._mouth: Final = Mouth(address)

    def _rows(self, query: sql.SQL, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return self._mouth.ask(lambda connection: connection.execute(query, values).fetchall())

    def sweep(self) -> list[Lost]:
        """Hand on jobs whose worker is lost; return what was found."""
        found = [Lost(*row) for row in self._rows(LOST, (MOST,))]
        for lost in found:
            if lost.aside:
                self._rows(ASIDE, (lost.server, lost.number))
                self._mouth.ask(lambda connection: connection.execute(TRIM, (KEPT - 1,)))
        if any(not lost.aside for lost in found):
            self._rows(sql.SQL(f"SELECT pg_notify('{WORK}', '')"))
        return found

    def close(self) -> None:
        """Leave nothing behind."""
        self._ear.close()
        with suppress(JournalError):
            self._mouth.ask(lambda connection: connection.execute(self._leaving, (self.name,)))
        self._mouth.close()


class PostgresQueue(_Side):
    """The queue as a server sees it; its jobs go with it."""

    _leaving = sql.SQL("DELETE FROM job WHERE server = %s")

    def __init__(self, address: str, server: str) -> None:
        """Take the database and the server's name among the others."""
        super().__init__(address, server)
        self._ear = Ear(
            address, "queue", lambda connection: _run(connection, _notice(server)), self._take_in
        )
        self._hear: Callable[[Tidings], None] = lambda _: None

    def listen(self, speaks: str, hear: Callable[[Tidings], None]) -> None:
        """Have everything told, from a thread of its own; workers must speak the same version."""
        self._speaks, self._hear = speaks, hear
        self._ear.broken = lambda: hear(Missed())
        self._ear.start()

    def _take_in(self, _: str, text: str) -> None:
        """Hear what a worker tells."""
        try:
            kind, *rest = json.loads(text)
            match kind:
                case "d":
                    self._hear(Answered(int(rest[0]), str(rest[1])))
                case "l":
                    for (answer,) in self._rows(FETCH, (self.name, int(rest[0]))):
                        self._hear(Answered(int(rest[0]), str(answer)))
                case "p":
                    self._hear(Shared([(int(n), float(share)) for n, share in rest]))
                case "x":
                    self._hear(SetAside(int(rest[0])))
        except (ValueError, TypeError, IndexError):
            log.warning("an answer that makes no sense")
        except JournalError:
            self._hear(Missed())

    def ask(self, wanted: Wanted) -> None:
        """Put a job into the queue."""
        number, priority, rank, seconds, text = wanted
        self._rows(ASK, (self.name, number, self._speaks, priority, rank, seconds, text))

    def cancel(self, numbers: Sequence[int]) -> None:
        """Take jobs out of it; a worker that is at one is told."""
        self._rows(CANCEL, (self.name, list(numbers)))

    def untaken(self, numbers: Sequence[int]) -> list[int]:
        """Take those jobs out that no worker has ever taken; return them."""
        return [number for (number,) in self._rows(UNTAKEN, (self.name, list(numbers)))]

    def known(self) -> dict[int, int]:
        """Return this server's jobs that are in the queue, with how many workers each has lost."""
        return dict(self._rows(KNOWN, (self.name,)))

    def crew(self) -> Crew:
        """Return who is at work for servers of this version."""
        return Crew(*self._rows(CREW, (self._speaks,))[0])

    def standing(self) -> Standing:
        """Return how full it is."""
        return Standing(*self._rows(STANDING)[0])


class WorkerQueue(_Side):
    """The queue as a worker sees it."""

    _leaving = sql.SQL("DELETE FROM worker WHERE name = %s")

    def __init__(self, address: str, name: str, speaks: str, threads: int) -> None:
        """Take the database, the worker's name, the version it speaks and how much it does."""
        super().__init__(address, name, speaks)
        self._threads = threads
        self._ear = Ear(address, "queue", self._begin, self._take_in, self._sign)
        self._wake: Callable[[], None] = lambda: None
        self._stop: Callable[[str, int], None] = lambda *_: None

    def join(self, wake: Callable[[], None], stop: Callable[[str, int], None]) -> None:
        """Be at work from now on: `wake` where something waits, `stop` for a job nobody wants."""
        self._wake, self._stop = wake, stop
        self._ear.broken = wake
        self._ear.start()

    def _begin(self, connection: Connection) -> None:
        """Listen, then be seen: whoever asks a worker that is seen is heard."""
        _run(connection, sql.SQL("LISTEN {}").format(sql.Identifier(WORK)))
        _run(connection, _notice(self.name))

    def _sign(self, connection: Connection) -> None:
        """Give a sign of life."""
        connection.execute(SIGN, (self.name, self._speaks, self._threads))

    def _take_in(self, channel: str, text: str) -> None:
        if channel == WORK:
            self._wake()
        else:
            server, _, number = text.rpartition(" ")
            with suppress(ValueError):
                self._stop(server, int(number))

    def take(self, below: int, *, idle: bool) -> Taken | None:
        """Take the first job whose priority is below a number; one that has ended a worker alone.

        Where such a one is first and this worker is not idle, it takes nothing.
        """
        rows = self._rows(TAKE, (self._speaks, below, self.name, idle))
        return Taken(*rows[0]) if rows else None

    def answer(self, taken: Taken, text: str) -> None:
        """Hand in what was found, if it is still wanted."""
        whole = _line("d", taken.number, text)
        if len(whole.encode()) <= LONGEST:
            self._rows(DONE, (taken.server, taken.number, self.name, whole))
        else:
            told = _line("l", taken.number)
            self._rows(LONG, (text, taken.server, taken.number, self.name, told))

    def give_back(self, taken: Taken) -> None:
        """Let another worker do a job."""
        self._rows(GIVE_BACK, (taken.server, taken.number, self.name))

    def tell(self, server: str, shares: Sequence[tuple[int, float]]) -> None:
        """Tell a server how far its jobs are."""
        self._rows(TELL, (server, _line("p", *shares)))

    def disown(self, held: Sequence[tuple[str, int]]) -> None:
        """Give back what is said to be in this worker's hands, and is not."""
        servers, numbers = [server for server, _ in held], [number for _, number in held]
        values = (self.name, servers, numbers)
        self._mouth.ask(lambda connection: connection.execute(DISOWN, values))

    def leave(self) -> None:
        """Be asked for nothing more; what was taken is still in this worker's hands."""
        self._threads = 0
        with suppress(JournalError):
            self._mouth.ask(
                lambda connection: connection.execute(
                    "UPDATE worker SET threads = 0 WHERE name = %s", (self.name,)
                )
            )

    def tidy(self, dead: int) -> None:
        """Throw away what servers wanted that have been gone for some milliseconds."""
        self._mouth.ask(lambda connection: connection.execute(ORPHANS, (dead,)))
        self._mouth.ask(lambda connection: connection.execute(FORGET, (OLD,)))


def _run(connection: Connection, statement: sql.Composed) -> None:
    """Have a statement done."""
    connection.execute(statement)
