"""The server is killed at random moments under load, many times, and nothing is lost or doubled."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE
from tests.server.running import Browser
from tourelle.games import TITLES, game_class
from tourelle.store.sqlite import SqliteJournal
from tourelle.tables.entries import Opening
from tourelle.tables.writer import rebuilt

KILLS = 15
LONGEST = 60.0
TABLES = 6
ROOT = Path(__file__).resolve().parents[2]


class Player:
    """Somebody who plays both seats of a table as fast as possible and remembers every answer."""

    def __init__(self, title: str, seed: int) -> None:
        self.title = title
        self.dice = random.Random(seed)
        self.table = ""
        self.keys: tuple[str, ...] = ()
        self.told: dict[int, dict[str, Any]] = {}
        self.tables: list[str] = []
        self.actions = 0
        self.fault = ""

    def open(self, port: int) -> None:
        """Open the next table."""
        wish = {"game": self.title, "seats": [{"kind": "here"}, {"kind": "here"}]}
        answer = httpx.post(
            f"http://127.0.0.1:{port}/api/tables", json=wish, timeout=PATIENCE
        ).json()
        self.table, self.told = answer["table"], {}
        self.keys = tuple(key["secret"] for key in answer["keys"])
        self.tables.append(self.table)

    def play(self, port: int) -> None:
        """Play until the server is gone."""
        try:
            while not self.fault:
                if not self.table:
                    self.open(port)
                with Browser(port, self.table, self.keys) as browser:
                    self.play_at(browser)
        except (httpx.HTTPError, OSError, WebSocketException, EOFError):
            return

    def play_at(self, browser: Browser) -> None:
        """Play at a table until it is over; after a restart, first compare what is there."""
        state = browser.hear()
        there = {entry["number"]: entry for entry in state["log"]}
        if list(there) != list(range(1, state["number"] + 1)):
            self.fault = f"numbers of {self.table}: {list(there)}"
        for number, entry in self.told.items():
            if there.get(number) != entry:
                self.fault = f"{self.table} told {entry}, now {there.get(number)}"
        while not self.fault:
            self.told |= {entry["number"]: entry for entry in state["log"]}
            if state["status"] == "over":
                self.table = ""
                return
            if state["undo"] and self.dice.random() < 0.1:
                browser.send(type="undo", number=state["number"], seat=state["looking"])
            else:
                browser.submit(self.dice.choice(state["choices"])["text"])
            state = browser.hear()
            self.actions += 1
            if state["type"] != "state":
                self.fault = str(state)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked here; this system can't")
def test_killed_at_random_moments_under_load(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.fork_server", str(tmp_path)]
    fork_server = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert fork_server.stdin is not None
    assert fork_server.stdout is not None
    players = [Player(TITLES[i % len(TITLES)], i) for i in range(TABLES)]
    dice = random.Random(99)
    kills = 0
    try:
        assert fork_server.stdout.readline() == "ready\n"
        started = time.monotonic()
        while kills < KILLS and (kills < 3 or time.monotonic() - started < LONGEST):
            fork_server.stdin.write("\n")
            fork_server.stdin.flush()
            child, port = map(int, fork_server.stdout.readline().split())
            threads = [threading.Thread(target=p.play, args=(port,)) for p in players]
            for thread in threads:
                thread.start()
            wanted = sum(player.actions for player in players) + dice.randint(1, 80)
            while sum(p.actions for p in players) < wanted and any(t.is_alive() for t in threads):
                time.sleep(0.001)
            os.kill(child, signal.SIGKILL)
            kills += 1
            for thread in threads:
                thread.join(PATIENCE)
            assert [player.fault for player in players] == [""] * TABLES
    finally:
        fork_server.stdin.close()
        fork_server.wait(PATIENCE)
        fork_server.stdout.close()
    assert kills >= 3
    assert sum(player.actions for player in players) >= 10 * kills
    check_replays(tmp_path, [table for player in players for table in player.tables])


def check_replays(data: Path, tables: list[str]) -> None:
    """Every table in the journal is rebuilt, and every action of it is legal where it stands."""
    journal = SqliteJournal(data / "journal.sqlite3")

    def game_of(opening: Opening) -> Any:
        return game_class(opening.game)(opening.options)

    for name in tables:
        table = rebuilt(journal.lines(name), game_of)
        position = table.game.deal(table.opening.seed)
        for played in table.played:
            assert table.game.to_move(position) == played.seat
            table.game.play_text(position, played.text)
        assert table.game.identity(position) == table.game.identity(table.position)
    journal.close()
