"""A real Dask cluster for tests, on the loopback: a scheduler and workers, each a process."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE, wait_for

ROOT = Path(__file__).parents[1]


class Dask:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        quiet = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        self.scheduler = self._start(
            "scheduler", *quiet, "--scheduler-file", str(self.file), search=str(ROOT)
        )
        wait_for(self.file.exists, "the scheduler never came")
        self.address: str = json.loads(self.file.read_text("utf-8"))["address"]

    def _start(self, what: str, *words: str, search: str) -> subprocess.Popen[bytes]:
        log = (self.folder / "log").open("ab")
        with log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *words],
                env={**os.environ, "PYTHONPATH": search},
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process

    def worker(self, threads: int = 1, code: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a worker that runs our code, or that of a folder."""
        search = str(ROOT) if code is None else os.pathsep.join((str(code), str(ROOT)))
        quiet = ("--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--memory-limit", "0")
        local = ("--local-directory", str(self.folder), "--nthreads", str(threads))
        return self._start("worker", self.address, *quiet, *local, search=search)

    def wait_for_workers(self, count: int) -> None:
        """Wait until exactly so many workers are known to the scheduler."""
        from distributed import Client

        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            wait_for(lambda: len(client.nthreads()) == count, self.said())

    def said(self) -> str:
        """What all of them have written."""
        return (self.folder / "log").read_text("utf-8", "replace")[-3000:]

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """End one of them as a power cut would."""
        process.send_signal(signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        """End all of them."""
        for process in self._processes:
            self.kill(process)


@contextmanager
def dask(folder: Path, workers: int = 2) -> Iterator[Dask]:
    """Lend a cluster."""
    made = Dask(folder)
    try:
        for _ in range(workers):
            made.worker()
        made.wait_for_workers(workers)
        yield made
    finally:
        made.close()
