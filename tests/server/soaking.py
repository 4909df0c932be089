"""Players at servers that are killed, whose database dies, whose wires are cut, whose disk is full.

`tests/server/test_soak.py` runs it shortly, `python3 dev.py bench soak` for as long as you like.
"""

import json
import random
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE, wait_for
from tests.postgres import NOBODY, Cluster
from tests.server.forked import Forked
from tests.server.running import Browser
from tests.server.test_secrets import compare
from tests.small_disk import SmallDisk
from tourelle.core.words import WATCHER
from tourelle.games import TITLES, game_class
from tourelle.store.journal import Journal
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.sqlite import NAME, SqliteJournal
from tourelle.tables.clocks import OUT
from tourelle.tables.entries import ACTION, CLOCK, Opening
from tourelle.tables.table import Table
from tourelle.tables.writer import rebuilt

TIME = 3600
"""Seconds on every clock: nobody runs out of them, whatever happens."""
NOTED = 10_000
"""Milliseconds, at most, since a server with a file last wrote that it was at work."""
SMALL_FILE, SMALL_DATABASE = 24, 200
"""Megabytes of the disks that are filled up."""
LITTLE = {"min_wal_size": "32MB", "max_wal_size": "48MB"}
NOT_NOW = ("not-kept", "stale", "too-busy")
"""Why a wish may be refused while something is broken; each with a sentence."""


class Player:
    """Plays one seat or both through whichever server is there; remembers every answer."""

    def __init__(self, title: str, seed: int, forked: Forked, *, bot: bool = False) -> None:
        self.title = title
        self.other = {"kind": "bot", "bot": "random"} if bot else {"kind": "here"}
        self.dice = random.Random(seed)
        self.forked = forked
        self.table = ""
        self.keys: tuple[str, ...] = ()
        self.told: dict[int, dict[str, Any]] = {}
        self.told_of: dict[str, dict[int, dict[str, Any]]] = {}
        """Every entry that was told, table by table."""
        self.sent: dict[str, list[str]] = {}
        """Every action that was submitted, table by table."""
        self.acknowledged = 0
        self.refused = 0
        """How often something was said not to be kept."""
        self.doubtful = 0
        """How often it was, though it was said not to be."""
        self._not_kept = -1
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
                    self.watched += [(self.table, text) for text in watcher.heard if self.table]

    def open(self, port: int) -> None:
        """Open the next table."""
        pace = {"kind": "live", "time": TIME}
        wish = {"game": self.title, "seats": [{"kind": "here"}, self.other], "pace": pace}
        address = f"http://127.0.0.1:{port}/api/tables"
        answer = httpx.post(address, json=wish, timeout=PATIENCE)
        if answer.status_code == 503:
            self.hear_no(answer.json())
        answer.raise_for_status()
        self.keys = tuple(key["secret"] for key in answer.json()["keys"])
        self.table, self._not_kept = answer.json()["table"], -1
        self.told = self.told_of[self.table] = {}
        self.sent[self.table] = []

    def hear_no(self, message: dict[str, Any]) -> None:
        """Take it that something did not happen, if it is said why."""
        self.refused += message.get("reason") == "not-kept"
        if message.get("reason") not in NOT_NOW or not message.get("sentence"):
            self.fault = str(message)

    def compare(self, journal: Journal) -> None:
        """Everything that was told of any table is kept as it was told, and no action twice."""
        for table, told in self.told_of.items():
            lines = journal.lines(table)
            for number, entry in told.items():
                kept = json.loads(lines[number])
                assert [number, entry["kind"]] == [kept[0], kept[2]], (table, entry, kept)
                if entry["kind"] == ACTION and not entry["text"].endswith("?"):
                    assert entry["text"] == kept[4]["text"], (table, entry, kept)
        for table, sent in self.sent.items():
            entries = [json.loads(line) for line in journal.lines(table)[1:]]
            wished = iter(sent)
            for kept in (entry for entry in entries if entry[2] == ACTION):
                if kept[3] == 1 and self.other["kind"] == "bot":
                    continue
                text = kept[4]["text"]
                assert any(text == wish for wish in wished), (table, kept, "was not submitted")

    def play_at(self, browser: Browser) -> None:
        """Play a few actions; first compare what is there with all that was told."""
        state = browser.hear()
        if state["type"] != "state":  # the database is away: come back later
            self.hear_no(state)
            return
        self.doubtful += 0 <= self._not_kept < state["actions"]
        self._not_kept = -1
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
            wished = bool(state["choices"])  # else the bot is to move
            if wished:
                action = self.dice.choice(state["choices"])["text"]
                self.sent[self.table].append(action)
                browser.submit(action)
            message = self.news(browser, state["number"])
            if message["type"] != "state":
                self.hear_no(message)
                kept = message.get("reason") != "not-kept"
                self._not_kept = -1 if kept else state["actions"]
                return
            state = message
            self.acknowledged += wished

    @staticmethod
    def news(browser: Browser, before: int) -> dict[str, Any]:
        """Listen until the table has come further, or something is refused."""
        message = browser.hear()
        while message["type"] == "thinking" or (
            message["type"] == "state" and message["number"] == before
        ):
            message = browser.hear()
        return message


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
    """Players, servers and where they keep everything; and what is done to them.

    With a database (behind a proxy) there are two servers and two workers, and bots at every second
    table; without one there is one server at its file.
    """

    KILLS = ("kill", "kill database", "kill worker")
    FAULTS = (
        *("cut", "hold", "restart", "crash"),
        *("kill database", "kill worker") * 2,
        *("kill",) * 6,
    )
    FILE_FAULTS = ("kill",) * 10

    def __init__(
        self,
        forked: Forked,
        database: Cluster | None,
        players: int,
        seed: int,
        disk: SmallDisk | None = None,
    ) -> None:
        self.forked = forked
        self.database = database
        self.disk = disk
        self.dice = random.Random(seed)
        self.proxy = Proxy(database.port) if database else None
        self.address = database.database() if database else ""
        if database and self.proxy:
            forked.store = self.address.replace(f":{database.port}/", f":{self.proxy.port}/")
        bots = database is not None
        self.players = [
            Player(TITLES[i % len(TITLES)], seed + i, forked, bot=bots and i % 2 == 1)
            for i in range(players)
        ]
        self.done: dict[str, int] = {}
        self.away: list[tuple[int, int]] = []
        """When no server was at work at the file, as far as it can know."""
        self._threads = [threading.Thread(target=player.play) for player in self.players]

    @property
    def acknowledged(self) -> int:
        return sum(player.acknowledged for player in self.players)

    @property
    def refused(self) -> int:
        return sum(player.refused for player in self.players)

    @property
    def doubtful(self) -> int:
        return sum(player.doubtful for player in self.players)

    @property
    def faults(self) -> list[str]:
        return [player.fault for player in self.players if player.fault]

    @property
    def kills(self) -> int:
        return sum(self.done.get(fault, 0) for fault in self.KILLS)

    @property
    def possible(self) -> list[str]:
        """What can be done here."""
        return [
            *(self.FAULTS if self.database else self.FILE_FAULTS),
            *(("full",) if self.disk else ()),
        ]

    def start(self) -> None:
        self.forked.start()
        if self.database:
            self.forked.start()
            self.forked.start_worker()
            self.forked.start_worker()
        for thread in self._threads:
            thread.start()

    def get_on(self, actions: int) -> None:
        """Wait until so many more actions were acknowledged."""
        wanted = self.acknowledged + actions
        self._wait(lambda: self.acknowledged >= wanted, "nobody gets on")

    def _wait(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for something; servers that gave up are started anew, as their host would."""

        def looked() -> object:
            self.forked.tend()
            return condition() or self.faults

        wait_for(looked, what, 5 * PATIENCE)

    def await_workers(self) -> None:
        """Wait until a worker has thought for one of the servers that are there now."""

        def thought() -> bool:
            told = ""
            for port in self.forked.ports:
                with suppress(httpx.HTTPError):
                    told += httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
            return 'tourelle_jobs_total{by="worker"}' in told

        self._wait(thought, "no worker thinks")

    def harm(self, fault: str) -> None:
        """Let something bad happen."""
        self.done[fault] = self.done.get(fault, 0) + 1
        match fault:
            case "kill":
                killed = time.time_ns() // 1_000_000
                self.forked.tend()
                self.forked.kill(self.dice.randrange(len(self.forked.servers)))
                self.forked.start()
                self.get_on(1)
                self.away.append((killed - NOTED, time.time_ns() // 1_000_000))
            case "kill worker":
                self.forked.kill_worker()
                self.forked.start_worker()
            case "full":
                self.run_full()
            case "cut":
                assert self.proxy
                self.proxy.cut()
            case "hold":
                assert self.proxy
                self.proxy.hold(self.dice.uniform(0.5, 4.0))
            case _:
                assert self.database
                how = {"restart": signal.SIGINT, "crash": signal.SIGQUIT}
                self.database.stop(how.get(fault, signal.SIGKILL))
                time.sleep(self.dice.uniform(0.0, 2.0))
                self.database.start()

    def run_full(self) -> None:
        """Fill the disk until somebody is refused, then give the room back."""
        assert self.disk
        before = self.refused
        self.disk.fill()
        self._wait(lambda: self.refused > before, "nobody is told that the disk is full")
        self.disk.make_room()
        if self.database and not self.database.alive:
            self.database.start()

    def stop(self) -> None:
        for player in self.players:
            player.stopping = True
        for thread in self._threads:
            thread.join(PATIENCE)
        self.forked.kill_all()
        if self.proxy:
            self.proxy.close()

    def check(self) -> None:
        """Look everything over that was told and kept."""
        assert not self.faults, self.faults
        with closing(self.journal()) as journal:
            for player in self.players:
                player.compare(journal)
                tables = {name: self.check_table(journal, name) for name in player.sent}
                for table, text in player.watched:
                    if '"status":"over"' not in text:
                        assert str(tables[table].opening.seed) not in text, table
                        compare(tables[table], WATCHER, [text])
                    assert not any(key in text for key in player.keys), "a key was told"

    def journal(self) -> PostgresJournal | SqliteJournal:
        """Open what was kept."""
        if self.database:
            return PostgresJournal(self.address)
        return SqliteJournal(self.forked.data / NAME)

    def check_table(self, journal: PostgresJournal | SqliteJournal, name: str) -> Table:
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
        away = self.away
        if isinstance(journal, PostgresJournal):
            away = journal._rows("SELECT since, until FROM absence WHERE until > %s", (times[0],))
        assert stood <= sum(until - since for since, until in away), "given back twice"
        assert not any(
            entry.kind == CLOCK and entry.data["what"] == OUT for entry in table.entries
        ), "somebody's time was out"
        return table


@contextmanager
def soaking(
    folder: Path,
    *,
    players: int,
    seed: int,
    file: bool = False,
    small: bool = False,
    **settings: str,
) -> Iterator[Soak]:
    """Lend players and servers, at a database or a file, perhaps on a small disk; check all."""
    with ExitStack() as stack:
        disk = SmallDisk(SMALL_FILE if file else SMALL_DATABASE) if small else None
        if disk:
            stack.callback(disk.remove)
        forked = stack.enter_context(closing(Forked(disk.folder if disk and file else folder)))
        database = None
        if not file:
            if disk:
                settings |= LITTLE
                shutil.chown(disk.folder, NOBODY, "nogroup")
            database = Cluster(disk=disk.folder if disk else None, **settings)
            stack.callback(database.remove)
        made = Soak(forked, database, players, seed, disk)
        try:
            made.start()
            yield made
            made.get_on(30)
            if database:
                made.await_workers()
        finally:
            made.stop()
        made.check()


def soak(folder: Path, faults: list[str], *, players: int, seed: int, **more: Any) -> Soak:
    """Let faults happen one after another while people play; return what was looked over."""
    with soaking(folder, players=players, seed=seed, **more) as made:
        for fault in faults:
            made.get_on(made.dice.randint(5, 40))
            made.harm(fault)
    return made
