"""`tourelle worker` as a process of its own, with bots that tests need: run as a module."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE, wait_for
from tourelle.bots import BOTS
from tourelle.core.words import Action

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "TOURELLE_TEST_FOLDER"


class Deadly:
    """Ends the process that thinks for it."""

    name = "deadly"

    def turn(self, *_: Any) -> list[Action]:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Marking:
    """Leaves a mark with the process that thinks for it, and waits until it may go on."""

    name = "marking"

    def turn(self, game: Any, view: Any, _seat: Any, _dice: Any, progress: Any) -> list[Action]:
        folder = Path(os.environ[FOLDER])
        (folder / str(os.getpid())).touch()
        end = time.monotonic() + PATIENCE
        while not (folder / "go").exists() and not progress.stopped and time.monotonic() < end:
            progress.share = 0.5
            time.sleep(0.01)
        if progress.stopped:
            (folder / f"stopped-{os.getpid()}").touch()
        return [game.legal_actions(view)[0]]


class Stubborn:
    """Thinks for ever, whatever it is told."""

    name = "stubborn"

    def turn(self, *_: Any) -> list[Action]:
        while True:
            time.sleep(1)


class Erring:
    """Fails as a program does."""

    name = "erring"

    def turn(self, *_: Any) -> list[Action]:
        raise ValueError("ouch")


EXTRA: tuple[Any, ...] = (Deadly(), Marking(), Stubborn(), Erring())


class Working:
    """A worker's process, and the events that it has written."""

    def __init__(self, store: str, folder: Path, threads: int) -> None:
        words = ["--store", store, "--threads", str(threads), "--json"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.working", "worker", *words],
            cwd=ROOT,
            env={**os.environ, "TOURELLE_PRECOMPILE": "0", FOLDER: str(folder)},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.events: list[dict[str, Any]] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        wait_for(self._begun, "it does not start", 3 * PATIENCE)
        assert self.told("at work"), self.events

    def _begun(self) -> bool:
        return bool(self.told("at work")) or self.process.poll() is not None

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.events.append(json.loads(line) if line.startswith("{") else {"event": line})

    def told(self, event: str) -> list[dict[str, Any]]:
        return [each for each in self.events if each["event"].startswith(event)]

    def heard(self) -> None:
        """Wait for the last word of a process that has ended."""
        self._reading.join(PATIENCE)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        ended = self.process.wait(PATIENCE)
        self.heard()
        return ended


@contextmanager
def working(store: str, folder: Path, threads: int = 1) -> Iterator[Working]:
    """A worker for the length of a block."""
    worker = Working(store, folder, threads)
    try:
        yield worker
    finally:
        if worker.process.poll() is None:
            worker.end(signal.SIGKILL)
        worker.heard()
        assert worker.process.stderr is not None
        worker.process.stderr.close()


if __name__ == "__main__":
    from tourelle.cli.main import main
    from tourelle.server.thinking import worker as patience

    patience.GRACE, patience.STUCK = 1.0, 0.5  # type: ignore[misc]  # so that tests are short
    BOTS.update({bot.name: bot for bot in EXTRA})
    sys.exit(main())
