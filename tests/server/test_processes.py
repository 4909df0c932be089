"""Several processes behind one port: watched, renewed one by one, and gone with their parent."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE, wait_for
from tests.postgres import cluster
from tests.server.running import Browser
from tourelle.cli.main import main
from tourelle.languages import LANGUAGES
from tourelle.server.processes import environment
from tourelle.server.serving import run
from tourelle.server.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="children are found in /proc")


@contextmanager
def parent(data: Path, many: int) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """`tourelle serve --processes N`, and its port."""
    words = ["--data", str(data), "--store", cluster().database(), "--port", str(free_port())]
    serving = subprocess.Popen(
        [sys.executable, "-m", "tourelle.server", *words, "--processes", str(many)],
        cwd=ROOT,
        env={**os.environ, "TOURELLE_PRECOMPILE": "0", "TOURELLE_READS_BURST": "100000"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert serving.stdout is not None
        found = re.search(r":(\d+)/", serving.stdout.readline())
        assert found is not None
        yield serving, int(found[1])
    finally:
        serving.terminate()
        serving.wait(PATIENCE)
        assert serving.stdout is not None
        serving.stdout.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def children(of: int) -> set[int]:
    """The processes that a process has started and that still live."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = status.read_text().rpartition(")")
            state, above = rest.split()[:2]
            if int(above) == of and state != "Z":
                found.add(int(name.split()[0]))
    return found


def answers(port: int) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE).is_success
    return False


@contextmanager
def asking(port: int, people: int) -> Iterator[list[bool]]:
    """Several who ask again and again, each time over a new connection; what they found."""
    found: list[bool] = []
    enough = threading.Event()

    def ask() -> None:
        while not enough.is_set():
            found.append(answers(port))

    threads = [threading.Thread(target=ask) for _ in range(people)]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        enough.set()
        for thread in threads:
            thread.join(PATIENCE)


def test_children_are_started_again_renewed_and_stopped(tmp_path: Path) -> None:
    with parent(tmp_path, 2) as (serving, port):
        first = children(serving.pid)
        assert len(first) == 2
        wish = {"game": "blox", "seats": [{"kind": "here"}, {"kind": "here"}]}
        address = f"http://127.0.0.1:{port}/api/tables"
        opened = httpx.post(address, json=wish, timeout=PATIENCE).json()
        keys = tuple(key["secret"] for key in opened["keys"])

        os.kill(min(first), signal.SIGKILL)
        wait_for(lambda: len(children(serving.pid) - {min(first)}) == 2, "nobody came instead")
        assert answers(port)

        second = children(serving.pid)
        with asking(port, 6) as found:
            serving.send_signal(signal.SIGHUP)
            wait_for(
                lambda: not second & children(serving.pid), "they are not renewed", 3 * PATIENCE
            )
        assert found.count(False) == 0, "somebody found nobody while servers were renewed"
        assert found.count(True) >= 12
        wait_for(lambda: len(children(serving.pid)) == 2)
        for _ in range(6):  # through whichever takes the connection
            with Browser(port, opened["table"], keys) as browser:
                number = browser.until(0)["number"]
                browser.submit(browser.state["choices"][0]["text"])
                browser.until(number + 1)
        last = children(serving.pid)
        serving.terminate()
        assert serving.wait(PATIENCE) == 0
        assert not any(Path(f"/proc/{child}/stat").exists() for child in last)


class Seat(threading.Thread):
    """Somebody who plays on and comes again where the server says so; what they were told."""

    def __init__(self, port: int, table: str, seat: int, key: str) -> None:
        super().__init__()
        self._where, self._seat, self._dice = (port, table, (key,)), seat, random.Random(seat)
        self.enough = threading.Event()
        self.codes: list[int] = []
        self.troubles: list[str] = []
        self.told: dict[int, dict[str, Any]] = {}

    def run(self) -> None:
        while not self.enough.is_set():
            with Browser(*self._where) as browser:
                try:
                    browser.until(0)
                    while not self.enough.wait(0.1):
                        self._act(browser)
                except ConnectionClosed as closed:
                    self.codes.append(closed.rcvd.code if closed.rcvd else 1006)
                self.told |= {entry["number"]: entry for entry in browser.log}

    def _act(self, browser: Browser) -> None:
        """Play where it is one's turn, else say something; listen until it has happened."""
        with suppress(TimeoutError):
            while True:
                browser.hear(0)
        before, choices = browser.state["number"], browser.state["choices"]
        if choices and browser.state["to_move"] == self._seat:
            browser.submit(self._dice.choice(choices)["text"])
        else:
            browser.send(type="chat", seat=self._seat, text=f"{self._seat} {before}")
        while browser.state["number"] == before:
            told = browser.hear()
            if told["type"] == "trouble":
                self.troubles.append(told["reason"])
                if told["reason"] == "stale":
                    return


def test_who_plays_while_servers_are_renewed_only_comes_again(tmp_path: Path) -> None:
    with parent(tmp_path, 2) as (serving, port):
        wait_for(lambda: len(children(serving.pid)) == 2)
        first = children(serving.pid)
        wish = {"game": "torres", "seats": [{"kind": "here"}, {"kind": "here"}]}
        address = f"http://127.0.0.1:{port}/api/tables"
        opened = httpx.post(address, json=wish, timeout=PATIENCE).json()
        table = opened["table"]
        seats = [Seat(port, table, key["seat"], key["secret"]) for key in opened["keys"]]
        for seat in seats:
            seat.start()
        try:
            serving.send_signal(signal.SIGHUP)
            wait_for(
                lambda: not first & children(serving.pid), "they are not renewed", 3 * PATIENCE
            )
        finally:
            for seat in seats:
                seat.enough.set()
            for seat in seats:
                seat.join(PATIENCE)
        with Browser(port, table, ()) as watcher:
            watcher.until(max(max(seat.told) for seat in seats))
            assert [entry["number"] for entry in watcher.log] == list(
                range(1, len(watcher.log) + 1)
            )
            kept = {entry["number"]: entry["kind"] for entry in watcher.log}
        for seat in seats:
            assert not seat.is_alive()
            assert seat.codes, "they were never sent to another server"
            assert {*seat.codes} == {1012}
            assert {*seat.troubles} <= {"stale"}
            assert {number: entry["kind"] for number, entry in seat.told.items()}.items() <= (
                kept.items()
            )


def test_children_go_with_their_parent(tmp_path: Path) -> None:
    with parent(tmp_path, 2) as (serving, port):
        assert answers(port)
        copy = tmp_path / "copy.sqlite3"
        assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 0
        assert copy.exists()  # the host found them without being told where they listen
        started = children(serving.pid)
        serving.kill()
        serving.wait(PATIENCE)
        wait_for(lambda: not any(Path(f"/proc/{child}/stat").exists() for child in started))


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_processes_need_a_database(tmp_path: Path, language: str) -> None:
    with pytest.raises(SystemExit, match="--store"):
        run(port=free_port(), data=tmp_path, processes=2, language=language)


def test_a_child_reads_the_settings_of_its_parent(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=9999, store="postgresql://x", precompile=False, rate=3)
    assert Settings.of(environment(settings)) == settings
