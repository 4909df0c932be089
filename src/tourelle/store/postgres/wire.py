"""Connections to PostgreSQL that end when nobody answers, and are made anew."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import LifoQueue
from typing import Any, Final, TypeVar

import psycopg
from psycopg import sql

PATIENCE: Final = 10.0
"""Seconds for which an answer is waited for, and a database that is gone."""
PAUSE: Final = 0.2
"""Seconds between two tries to reach it."""
READERS: Final = 4
"""Connections that read, at most, in one server."""
KEPT_ALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": int(1000 * PATIENCE),
    "application_name": "tourelle",
}
SETTINGS: Final = {
    "search_path": "tourelle",
    "client_encoding": "UTF8",
    "statement_timeout": int(1000 * PATIENCE),
    "lock_timeout": int(1000 * PATIENCE),
    "idle_in_transaction_session_timeout": int(1000 * PATIENCE),
}

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]
log = logging.getLogger("tourelle.store")


def connect(address: str, *, durable: bool = True) -> Connection:
    """Return a connection on which every commit reaches the disk, or (not durable) soon does."""
    connection: Connection = psycopg.connect(
        address, autocommit=True, prepare_threshold=1, **KEPT_ALIVE
    )
    chosen = {**SETTINGS, "synchronous_commit": "on" if durable else "off"}
    names = list(chosen)
    query = "SELECT " + ", ".join("set_config(%s, %s, false)" for _ in names)
    values = [value for name in names for value in (name, str(chosen[name]))]
    connection.execute(query, values)
    return connection


def _end_of(connection: Connection) -> socket.socket:
    """Return the socket of a connection, as a second handle on it."""
    return socket.socket(fileno=os.dup(connection.fileno()))


class Wire:
    """One connection, made when it is needed; whoever waits for too long is cut off."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        """Take where the database is."""
        self._address: Final = address
        self._durable: Final = durable
        self._connection: Connection | None = None
        self._since: float | None = None
        WATCH.add(self)

    @contextmanager
    def using(self) -> Iterator[Connection]:
        """Lend the connection for something that takes no longer than `PATIENCE`."""
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._address, durable=self._durable)
        self._since = time.monotonic()
        try:
            yield self._connection
        except psycopg.OperationalError:
            self.drop()
            raise
        finally:
            self._since = None

    def ask(self, work: Callable[[Connection], T]) -> T:
        """Return what some work answers; it is done once more where the wire had been lost."""
        try:
            with self.using() as connection:
                return work(connection)
        except psycopg.OperationalError:
            with self.using() as connection:
                return work(connection)

    def answered(self) -> None:
        """Note, in the midst of a long use, that the other end is there."""
        self._since = time.monotonic()

    @property
    def overdue(self) -> bool:
        """Tell whether an answer has been waited for longer than anybody should."""
        since = self._since
        return since is not None and time.monotonic() - since > PATIENCE + 1

    def cut(self) -> None:
        """End a wait from another thread: who waits is told that the connection is lost."""
        connection = self._connection
        if connection is None or connection.closed:
            return
        with suppress(OSError, psycopg.Error), _end_of(connection) as end:
            end.shutdown(socket.SHUT_RDWR)

    def drop(self) -> None:
        """Let the connection go."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()

    def close(self) -> None:
        """Let it go for good."""
        WATCH.discard(self)
        self.drop()


class _Watch:
    """A thread that cuts connections whose other end has gone without a word."""

    def __init__(self) -> None:
        self._wires: Final[set[Wire]] = set()
        self._lock: Final = threading.Lock()
        self._thread: threading.Thread | None = None

    def add(self, wire: Wire) -> None:
        """Watch one more."""
        with self._lock:
            self._wires.add(wire)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
                self._thread.start()

    def discard(self, wire: Wire) -> None:
        """Watch one less."""
        with self._lock:
            self._wires.discard(wire)

    def _run(self) -> None:
        while True:
            time.sleep(0.5)
            with self._lock:
                if not self._wires:
                    self._thread = None
                    return
                overdue = [wire for wire in self._wires if wire.overdue]
            for wire in overdue:
                log.warning("the database does not answer")
                wire.cut()


WATCH: Final = _Watch()


def _sql(query: str) -> sql.SQL:
    """Return a query that this package has put together."""
    return sql.SQL(query)


class Readers:
    """Connections that read, shared by all threads; a broken one is made anew."""

    def __init__(self, address: str) -> None:
        """Take where the database is."""
        self._free: Final[LifoQueue[Wire]] = LifoQueue()
        self._all: Final = [Wire(address) for _ in range(READERS)]
        for wire in self._all:
            self._free.put(wire)

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query; asked once more where the connection had been lost."""
        wire = self._free.get()
        try:
            return wire.ask(lambda connection: connection.execute(_sql(query), values).fetchall())
        finally:
            self._free.put(wire)

    def close(self) -> None:
        """Let all go."""
        for wire in self._all:
            wire.close()
