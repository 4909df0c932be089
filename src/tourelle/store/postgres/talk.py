"""An ear and a mouth: connections that hear what others tell, and ask from any thread."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

import psycopg

from tourelle.store.postgres.wire import PATIENCE, PAUSE, Connection, Wire
from tourelle.store.troubles import JournalError

T = TypeVar("T")
BEAT: Final = 1.0
"""Seconds between two signs of life."""

log = logging.getLogger("tourelle.store")


class Ear:
    """A connection that hears, in a thread of its own, and is made anew where it breaks."""

    def __init__(
        self,
        address: str,
        name: str,
        begin: Callable[[Connection], None],
        hear: Callable[[str, str], None],
        every: Callable[[Connection], None] = lambda _: None,
    ) -> None:
        """Take what is said first, who hears channel and text, and what happens every second."""
        self._name: Final = name
        self._wire: Final = Wire(address, durable=False)
        self._begin: Final = begin
        self._hear: Final = hear
        self._every: Final = every
        self._stopping: Final = threading.Event()
        self._heeding: Final = threading.Event()
        self.broken: Callable[[], None] = lambda: None
        """Whom to tell that something may have been missed."""
        self._thread: Final = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def started(self) -> bool:
        """Tell whether it was ever begun."""
        return self._thread.ident is not None

    def start(self) -> None:
        """Begin; heard from now on."""
        self._thread.start()
        self._heeding.wait(PATIENCE)

    def _run(self) -> None:
        """Listen until told to stop; begin anew where the wire breaks."""
        missed = False
        while not self._stopping.is_set():
            try:
                with self._wire.using() as connection:
                    self._begin(connection)
                    self._heeding.set()
                    if missed:
                        self.broken()
                    missed = False
                    self._listen(connection)
            except psycopg.Error as error:
                if not missed:
                    log.warning("the database is out of reach", extra={"trouble": str(error)})
                self._wire.drop()
                missed = True
                self._stopping.wait(PAUSE)
            except Exception:
                log.exception(self._name)
                missed = True
                self._stopping.wait(BEAT)

    def _listen(self, connection: Connection) -> None:
        """Hear what is said, and do what is to be done every second."""
        due = 0.0
        while not self._stopping.is_set():
            self._wire.answered()
            if time.monotonic() >= due:
                due = time.monotonic() + BEAT
                self._every(connection)
            for told in connection.notifies(timeout=BEAT / 2, stop_after=1):
                self._hear(told.channel, told.payload)

    def close(self) -> None:
        """Hear no more."""
        self._stopping.set()
        if self.started:
            self._thread.join()
        self._wire.close()


class Mouth:
    """A connection to ask by, from any thread."""

    def __init__(self, address: str) -> None:
        """Take where the database is."""
        self._wire: Final = Wire(address, durable=False)
        self._speaking: Final = threading.Lock()

    def ask(self, work: Callable[[Connection], T]) -> T:
        """Return what some work answers, or raise that the database can't be asked."""
        try:
            with self._speaking:
                return self._wire.ask(work)
        except psycopg.Error as error:
            raise JournalError(" ".join(str(error).split())) from error

    def close(self) -> None:
        """Ask no more."""
        self._wire.close()
