"""Several servers of one machine behind one port: a parent that starts, watches and renews them."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from tourelle.server.settings import PREFIX, Settings

QUICKLY: Final = 5.0
"""Seconds before which an end is too early: then the next start waits, longer each time."""
LONGEST: Final = 10.0
READY: Final = 120.0
"""Seconds for which a new server is waited for before the one it takes the place of must go."""
STOPPING: Final = 15.0
POLL: Final = 0.05


@dataclass
class Child:
    """One server: its process, and the end of the pipe that tells when it listens."""

    process: "subprocess.Popen[bytes]"
    ready: int
    started: float
    listening: bool = False

    def look(self) -> bool:
        """Tell whether it listens by now."""
        if not self.listening:
            with suppress(BlockingIOError):
                self.listening = os.read(self.ready, 1) == b"+"
        return self.listening

    def close(self) -> None:
        """Let go of its pipes."""
        os.close(self.ready)
        if self.process.stdin is not None:
            self.process.stdin.close()


class Processes:
    """Keeps so many servers running as there should be; SIGHUP renews them one by one."""

    def __init__(self, settings: Settings, ear: socket.socket, many: int) -> None:
        """Take the socket that all of them listen at."""
        self._settings: Final = settings
        self._ear: Final = ear
        self._children: Final[list[Child | None]] = [None] * many
        self._failures = 0
        self._stopping = False
        self._renewing = False

    def run(self, announce: Callable[[], None]) -> None:
        """Serve until told to stop; `announce` is called once the first one listens."""
        self._ear.listen(2048)
        for name in ("SIGTERM", "SIGINT"):
            signal.signal(getattr(signal, name), self._stop)
        signal.signal(signal.SIGHUP, self._renew)
        told = False
        try:
            while not self._stopping:
                self._keep_up()
                if not told and any(child is not None and child.look() for child in self._children):
                    announce()
                    told = True
                if self._renewing:
                    self._renewing = False
                    self._renew_all()
                time.sleep(POLL)
        finally:
            self._end()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _renew(self, *_: object) -> None:
        self._renewing = True

    def _start(self) -> Child:
        """Start one server; it ends when its standard input does, and that is held here."""
        ready, write = os.pipe()
        os.set_blocking(ready, False)
        ear = self._ear.fileno()
        arguments = ["--socket", str(ear), "--ready", str(write)]
        process = subprocess.Popen(
            [sys.executable, "-m", "tourelle.server", *arguments],
            stdin=subprocess.PIPE,
            env={**os.environ, **environment(self._settings)},
            pass_fds=[ear, write],
            start_new_session=True,  # Ctrl-C is for the parent, who tells the others
        )
        os.close(write)
        return Child(process, ready, time.monotonic())

    def _keep_up(self) -> None:
        """Start whoever is missing; who ends at once again and again is waited with."""
        for place, child in enumerate(self._children):
            if child is not None and child.process.poll() is None:
                continue
            if child is not None:
                early = time.monotonic() - child.started < QUICKLY
                self._failures = self._failures + 1 if early else 0
                child.close()
                self._children[place] = None
                if early:
                    self._rest(min(LONGEST, 0.2 * 2**self._failures))
            if not self._stopping:
                self._children[place] = self._start()

    def _rest(self, seconds: float) -> None:
        """Wait, unless told to stop."""
        end = time.monotonic() + seconds
        while not self._stopping and time.monotonic() < end:
            time.sleep(POLL)

    def _renew_all(self) -> None:
        """Put a new server in the place of each, one after another, once the new one listens."""
        for place, old in enumerate(self._children):
            fresh = self._start()
            end = time.monotonic() + READY
            while not fresh.look() and fresh.process.poll() is None and time.monotonic() < end:
                if self._stopping:
                    break
                time.sleep(POLL)
            if not fresh.listening or self._stopping:  # the old ones go on
                _end(fresh)
                return
            self._children[place] = fresh
            if old is not None:
                _end(old, giving_way=True)

    def _end(self) -> None:
        """Tell all to stop, and wait for them."""
        children = [child for child in self._children if child is not None]
        end = time.monotonic() + STOPPING
        for child in children:
            child.process.terminate()
        for child in children:
            _end(child, patience=max(0.0, end - time.monotonic()))


def _end(child: Child, *, giving_way: bool = False, patience: float = STOPPING) -> None:
    """Have a server stop, at once or when it has answered all who are there; or end it."""
    if giving_way and child.process.stdin is not None:
        child.process.stdin.close()
    else:
        child.process.terminate()
    try:
        child.process.wait(patience)
    except subprocess.TimeoutExpired:
        child.process.kill()
        child.process.wait()
    child.close()


def environment(settings: Settings) -> dict[str, str]:
    """Return settings as a child reads them."""
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {
        PREFIX + name.upper(): str(int(value) if isinstance(value, bool) else value)
        for name, value in values.items()
        if not (isinstance(value, Path) and value == Path())
    }


def end_with_parent(stop: Callable[[], None]) -> None:
    """Stop when whoever holds our standard input is no more."""

    def wait() -> None:
        with suppress(OSError, ValueError):
            while os.read(0, 1000):
                pass
        stop()

    threading.Thread(target=wait, name="parent", daemon=True).start()
