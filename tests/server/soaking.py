"""Players at servers that are killed, whose database is restarted and whose wires are cut.

`tests/server/test_soak.py` runs it shortly, `python3 dev.py bench soak` for as long as you like.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE, wait_for
from tests.postgres import Cluster
from tests.server.running import Browser
from tourelle.games import TITLES, game_class
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.tables.clocks import OUT
from tourelle.tables.entries import CLOCK, Opening
from tourelle.tables.writer import rebuilt

ROOT = Path(__file__).resolve().parents[2]
TIME = 3600
"""Seconds on every clock: nobody runs out of them, whatever happens."""


class Forked:
    """Servers as processes of their own, at one database."""

    def __init__(self, data: Path) -> None:
        self.store = ""
        self._maker = subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server", str(data)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._said() == "ready\n"
        self.servers: list[tuple[int, int]] = []

    def _said(self) -> str:
        assert self._maker.stdout is not None
        return self._maker.stdout.readline()

    def start(self) -> None:
        """Start one more server."""
        assert self._maker.stdin is not None
        self._maker.stdin.write(f"{self.store}\n")
        self._maker.stdin.flush()
        child, port = map(int, self._said().split())
        self.servers.append((child, port))

    def kill(self, place: int) -> None:
        """Kill a server, without a word."""
        child, _ = self.servers.pop(place)
        os.kill(child, signal.SIGKILL)

    @property
    def ports(self) -> list[int]:
        return [port for _, port in self.servers]

    def kill_all(self) -> None:
        """Kill all servers."""
        while self.servers:
            self.kill(0)

    def close(self) -> None:
        """Kill all servers, and who makes them."""
        self.kill_all()
        assert self._maker.stdin is not None
        assert self._maker.stdout is not None
        self._maker.stdin.close()
        self._maker.wait(PATIENCE)
        self._maker.stdout.close()


class Player:
    """Plays both seats of a table through whichever server is there; remembers every answer."""

    def __init__(self, title: str, seed: int, forked: Forked) -> None:
        self.title = title
        self.dice = random.Random(seed)
        self.forked = forked
        self.table = ""
        self.keys: tuple[str, ...] = ()
        self.told: dict[int, dict[str, Any]] = {}
        self.tables: list[str] = []
        self.acknowledged = 0
        self.fault = ""
        self.stopping = False
        self.watched: list[tuple[str, str]] = []

    def play(self) -> None:
        """Play on until told to stop; a server that is gone is another one's turn."""
        while not self.fault and not self.stopping:
            ports = self.forked.ports
            if not ports:
                time.sleep(0.01)
                continue
            port = self.dice.choice(ports)
            with suppress(httpx.HTTPError, OSError, WebSocketException, EOFError):
                if not self.table:
                    self.open(port)
                with (
                    Browser(port, self.table, self.keys) as browser,
                    Browser(self.dice.choice(ports), self.table, ()) as watcher,
                ):
                    self.play_at(browser)
                    while watcher.state.get("number", -1) < browser.state.get("number", -1):
                        watcher.hear(5)
                    self.watched += [(self.tables[-1], text) for text in watcher.heard]

    def open(self, port: int) -> None:
        """Open the next table."""
        pace = {"kind": "live", "time": TIME}
        wish = {"game": self.title, "seats": [{"kind": "here"}, {"kind": "here"}], "pace": pace}
        address = f"http://127.0.0.1:{port}/api/tables"
        answer = httpx.post(address, json=wish, timeout=PATIENCE).raise_for_status().json()
        self.keys = tuple(key["secret"] for key in answer["keys"])
        self.table, self.told = answer["table"], {}
        self.tables.append(self.table)

    def compare(self, journal: PostgresJournal) -> None:
        """Everything that was told of the last table is kept, in its place."""
        lines = journal.lines(self.table) if self.table else []
        for number, entry in self.told.items():
            kept = json.loads(lines[number]) if lines else None
            assert kept is None or kept[2] == entry["kind"], (self.table, entry, kept)

    def play_at(self, browser: Browser) -> None:
        """Play a few actions; first compare what is there with all that was told."""
        state = browser.hear()
        if state["type"] != "state":  # the database is away: come back later
            return
        there = {entry["number"]: entry for entry in browser.log}
        if list(there) != list(range(1, state["number"] + 1)):
            self.fault = f"numbers of {self.table}: {list(there)}"
            return
        for number, entry in self.told.items():
            if there.get(number) != entry:
                self.fault = f"{self.table} told {entry}, now {there.get(number)}"
        for _ in range(self.dice.randint(1, 25)):  # then through another server
            self.told |= {entry["number"]: entry for entry in state["log"]}
            if state["status"] == "over":
                self.table = ""
                return
            before = state["number"]
            browser.submit(self.dice.choice(state["choices"])["text"])
            message = browser.hear()
            while message["type"] == "state" and message["number"] == before:
                message = browser.hear()
            if message["type"] != "state":
                if message.get("reason") not in ("not-kept", "stale"):
                    self.fault = str(message)
                return
            state = message
            self.acknowledged += 1


class Proxy:
    """Stands between servers and their database, and can be cut, or stop passing anything on."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._ear.getsockname()[1]
        self._ends: set[socket.socket] = set()
        self._open = threading.Event()
        self._open.set()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                one, _ = self._ear.accept()
                try:
                    other = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    one.close()
                    continue
                self._ends |= {one, other}
                for source, target in ((one, other), (other, one)):
                    threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._open.wait()
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Break every connection."""
        ends, self._ends = self._ends, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def hold(self, seconds: float) -> None:
        """Pass nothing on for a while, without a word."""
        self._open.clear()
        time.sleep(seconds)
        self._open.set()

    def close(self) -> None:
        self._ear.close()
        self._open.set()
        self.cut()


class Soak:
    """Players, two servers, a database behind a proxy; and what is done to them."""

    FAULTS = ("kill", "kill", "kill", "cut", "hold", "restart", "crash")

    def __init__(self, forked: Forked, database: Cluster, players: int, seed: int) -> None:
        self.forked = forked
        self.database = database
        self.dice = random.Random(seed)
        self.address = database.database()
        self.proxy = Proxy(database.port)
        forked.store = self.address.replace(f":{database.port}/", f":{self.proxy.port}/")
        self.players = [Player(TITLES[i % len(TITLES)], seed + i, forked) for i in range(players)]
        self.done: dict[str, int] = {}
        self._threads = [threading.Thread(target=player.play) for player in self.players]

    @property
    def acknowledged(self) -> int:
        return sum(player.acknowledged for player in self.players)

    @property
    def faults(self) -> list[str]:
        return [player.fault for player in self.players if player.fault]

    def start(self) -> None:
        self.forked.start()
        self.forked.start()
        for thread in self._threads:
            thread.start()

    def get_on(self, actions: int) -> None:
        """Wait until so many more actions were acknowledged."""
        wanted = self.acknowledged + actions
        wait_for(lambda: self.acknowledged >= wanted or self.faults, "nobody gets on")

    def harm(self, fault: str) -> None:
        """Let something bad happen."""
        self.done[fault] = self.done.get(fault, 0) + 1
        match fault:
            case "kill":
                self.forked.kill(self.dice.randrange(2))
                self.forked.start()
            case "cut":
                self.proxy.cut()
            case "hold":
                self.proxy.hold(self.dice.uniform(0.5, 4.0))
            case "restart" | "crash":
                self.database.stop(signal.SIGINT if fault == "restart" else signal.SIGQUIT)
                time.sleep(self.dice.uniform(0.0, 2.0))
                self.database.start()

    def stop(self) -> None:
        for player in self.players:
            player.stopping = True
        for thread in self._threads:
            thread.join(PATIENCE)
        self.forked.kill_all()
        self.proxy.close()

    def check(self) -> int:
        """Look everything over that was told and kept; return how many tables there were."""
        assert not self.faults, self.faults
        with closing(PostgresJournal(self.address)) as journal:
            for player in self.players:
                player.compare(journal)
                seeds = {name: check_table(journal, name) for name in player.tables}
                for table, text in player.watched:
                    assert str(seeds[table]) not in text or '"status":"over"' in text, table
                    assert not any(key in text for key in player.keys), "a key was told"
        return sum(len(player.tables) for player in self.players)


def check_table(journal: PostgresJournal, name: str) -> int:
    """A table is whole, everything in it legal, and nobody's clock ran faster than time."""

    def game_of(opening: Opening) -> Any:
        return game_class(opening.game)(opening.options)

    kept = journal.read(name)
    assert kept.damage is None, (name, kept.damage)
    table = rebuilt(kept.lines, game_of)
    assert table.clock is not None
    times = [table.opening.at, *(json.loads(line)[1] for line in kept.lines[1:])]
    assert times == sorted(times), "time ran backwards"
    used = sum(1000 * TIME - left for left in table.clock.left)
    assert 0 <= used <= times[-1] - times[0], (name, used)
    stood = sum(entry.data.get("ms", 0) for entry in table.entries if entry.kind == CLOCK)
    absences = journal._rows("SELECT since, until FROM absence WHERE until > %s", (times[0],))
    assert stood <= sum(until - since for since, until in absences), "given back twice"
    assert not any(entry.kind == CLOCK and entry.data["what"] == OUT for entry in table.entries), (
        "somebody's time was out"
    )
    return table.opening.seed


def soak(folder: Path, faults: list[str], *, players: int, seed: int, **settings: str) -> Soak:
    """Let faults happen one after another while people play; return what was looked over."""
    with ExitStack() as stack:
        forked = stack.enter_context(closing(Forked(folder)))
        database = Cluster(**settings)
        stack.callback(database.remove)
        made = Soak(forked, database, players, seed)
        try:
            made.start()
            for fault in faults:
                made.get_on(made.dice.randint(5, 40))
                made.harm(fault)
            made.get_on(30)
        finally:
            made.stop()
        made.check()
        return made
