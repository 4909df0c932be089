"""Servers and workers as processes of their own, made fast so that they can be killed often."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.patience import PATIENCE, wait_for
from tests.server.fork_server import WORKER

ROOT = Path(__file__).resolve().parents[2]


class Forked:
    """Servers as processes of their own, at one database; and workers that think for them."""

    def __init__(self, data: Path) -> None:
        self.store = ""
        self.data = data
        self._maker = subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server", str(data)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._said() == "ready\n"
        self.servers: list[tuple[int, int]] = []
        self.workers: list[int] = []

    def _said(self) -> str:
        assert self._maker.stdout is not None
        return self._maker.stdout.readline()

    def _made(self, line: str) -> tuple[int, int]:
        assert self._maker.stdin is not None
        self._maker.stdin.write(f"{line}\n")
        self._maker.stdin.flush()
        child, port = map(int, self._said().split())
        return child, port

    def start(self) -> None:
        """Start one more server."""
        self.servers.append(self._made(self.store))

    def start_worker(self) -> None:
        """Start one more worker."""
        self.workers.append(self._made(f"{WORKER} {self.store}")[0])

    def kill_worker(self) -> None:
        """Kill the oldest worker, without a word."""
        slay(self.workers.pop(0))

    def kill(self, place: int) -> None:
        """Kill a server, without a word."""
        slay(self.servers.pop(place)[0])

    def tend(self) -> None:
        """Start servers anew that gave up: the database was away when they wanted to start."""
        for server in [server for server in self.servers if not is_there(server[0])]:
            self.servers.remove(server)
            self.start()

    @property
    def ports(self) -> list[int]:
        return [port for _, port in self.servers]

    def kill_all(self) -> None:
        """Kill all servers and workers."""
        while self.servers:
            self.kill(0)
        while self.workers:
            self.kill_worker()

    def close(self) -> None:
        """Kill all servers, and who makes them."""
        self.kill_all()
        assert self._maker.stdin is not None
        assert self._maker.stdout is not None
        self._maker.stdin.close()
        self._maker.wait(PATIENCE)
        self._maker.stdout.close()


def is_there(process: int) -> bool:
    """Tell whether a process is there."""
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def slay(process: int) -> None:
    """Kill a process, and wait until its locks are free."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    wait_for(lambda: not is_there(process), "it does not die")
