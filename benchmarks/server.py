"""The server: submit to broadcast at the other seat with many live tables, and rebuilding tables.

The server runs in a process of its own on the loopback; the clients, two at every table, share this
one. Each table plays on at a person's pace: a submit every so many seconds. The clients do not look
for garbage meanwhile: 2,000 of them in one process would wait for that longer than for the server.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from benchmarks._report import show, write_json
from tourelle.games import TITLES, game_class
from tourelle.tables.entries import ACTION, HERE, Chair, Entry, Opening
from tourelle.tables.writer import rebuilt

FREE = {"TOURELLE_RATE": "1e6", "TOURELLE_POSTS": "1e6", "TOURELLE_POSTS_BURST": "1000000"}
LIMITS = {
    "TOURELLE_LIVE": "5000",
    "TOURELLE_TABLES": "1000000",
    "TOURELLE_ADDRESS_TABLES": "1000000",
    "TOURELLE_CONNECTIONS": "20000",
    "TOURELLE_ADDRESS_CONNECTIONS": "20000",
    "TOURELLE_READS": "100000",
    "TOURELLE_READS_BURST": "100000",
}


HONEST = "192.0.2.1"
"""The address the clients say they come from; the server believes a proxy on the loopback."""


def ask(port: int, path: str, body: object = None, address: str = HONEST) -> dict[str, Any]:
    """Send a request and return its answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "x-forwarded-for": address}
    request = Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urlopen(request, timeout=120) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


class Table:
    """Two clients who play at random; the time from a submit to the other one's hearing of it."""

    def __init__(self, port: int, title: str, seed: int, address: str = HONEST) -> None:
        self.port = port
        self.address = address
        self.title = title
        self.dice = random.Random(seed)
        self.times: list[float] = []
        self.sockets: list[ClientConnection] = []
        self.states: list[dict[str, Any]] = []

    async def open(self, stack: AsyncExitStack) -> None:
        """Open the table and let both sit down."""
        await self.sit_down(
            stack, {"game": self.title, "seats": [{"kind": "link"}, {"kind": "link"}]}, 2
        )

    async def sit_down(self, stack: AsyncExitStack, wish: object, number: int) -> None:
        """Open a table and connect everybody who has a key; wait for a journal so long."""
        opened = await asyncio.to_thread(ask, self.port, "/api/tables", wish, self.address)
        path = f"/api/tables/{opened['table']}"
        address = f"ws://127.0.0.1:{self.port}{path}/live"
        for invitation in opened["invitations"]:
            use = {"invitation": invitation["secret"]}
            seated = await asyncio.to_thread(ask, self.port, f"{path}/accept", use, self.address)
            (key,) = seated["keys"]
            said = {"x-forwarded-for": self.address}
            socket = await stack.enter_async_context(
                connect(
                    address,
                    max_size=None,
                    open_timeout=60,
                    ping_interval=None,
                    additional_headers=said,
                )
            )
            await socket.send(json.dumps({"type": "hello", "secrets": [key["secret"]]}))
            self.sockets.append(socket)
        self.states = [await self.hear(socket, number) for socket in self.sockets]

    async def play(self, pace: float, until: float) -> None:
        """Play on at a pace."""
        sockets, states = self.sockets, self.states
        await asyncio.sleep(self.dice.uniform(0, pace))
        while time.perf_counter() < until and states[0]["status"] != "over":
            seat = states[0]["to_move"]
            number = states[seat]["number"]
            wish = self.dice.choice(states[seat]["choices"])["text"]
            submit = {"type": "submit", "number": number, "seat": seat, "action": wish}
            started = time.perf_counter()
            await sockets[seat].send(json.dumps(submit))
            states[1 - seat] = await self.hear(sockets[1 - seat], number + 1)
            spent = time.perf_counter() - started
            self.times.append(spent)
            states[seat] = await self.hear(sockets[seat], number + 1)
            await asyncio.sleep(max(0.0, self.dice.uniform(0.5, 1.5) * pace - spent))

    @staticmethod
    async def hear(socket: ClientConnection, number: int) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == "state" and message["number"] >= number:
                return message


class BotTable(Table):
    """A client who plays at random against a bot: work for the server, nobody to be told."""

    bot = "greedy"

    async def open(self, stack: AsyncExitStack) -> None:
        """Open the table and sit down."""
        seats = [{"kind": "link"}, {"kind": "bot", "bot": self.bot}]
        await self.sit_down(stack, {"game": self.title, "seats": seats}, 1)

    async def play(self, pace: float, until: float) -> None:
        """Play on at a pace; the bot answers at its own."""
        state = self.states[0]
        await asyncio.sleep(self.dice.uniform(0, pace))
        while time.perf_counter() < until and state["status"] != "over":
            if state["choices"]:
                wish = self.dice.choice(state["choices"])["text"]
                submit = {"type": "submit", "number": state["number"], "seat": 0, "action": wish}
                await self.sockets[0].send(json.dumps(submit))
                await asyncio.sleep(self.dice.uniform(0.5, 1.5) * pace)
            try:
                left = max(0.01, until - time.perf_counter())
                state = await asyncio.wait_for(
                    self.hear(self.sockets[0], state["number"] + 1), left
                )
            except TimeoutError:
                return


def processor_time(process: int) -> float:
    """Return the seconds of processor time of a process and its children; 0 where nobody tells."""
    found = Path(f"/proc/{process}/task/{process}/children")
    children = found.read_text().split() if found.exists() else []
    return _own_time(process) + sum(processor_time(int(child)) for child in children)


def _own_time(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def no_garbage() -> Iterator[None]:
    """Look for no garbage meanwhile: thousands of clients in one process would time that."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def latency(
    port: int, process: int, tables: int, pace: float, seconds: float, bots: bool
) -> dict[str, Any]:
    """Return the times of a number of tables that play for some seconds."""
    kinds = (Table, BotTable) if bots else (Table,)
    live = [kinds[i % len(kinds)](port, TITLES[i % len(TITLES)], i) for i in range(tables)]
    async with AsyncExitStack() as stack:
        for table in live:
            await table.open(stack)
        with no_garbage():
            started, used = time.perf_counter(), processor_time(process)
            await asyncio.gather(*(table.play(pace, started + seconds) for table in live))
            used = processor_time(process) - used
    times = sorted(spent for table in live for spent in table.times)
    return {
        "live tables": tables,
        "connections": sum(len(table.sockets) for table in live),
        "submits a second": round(len(times) / seconds, 1),
        "p50 ms": round(1000 * statistics.median(times), 2),
        "p99 ms": round(1000 * times[int(len(times) * 0.99)], 2),
        "slowest ms": round(1000 * times[-1], 2),
        "processor ms a submit": round(1000 * used / len(times), 2),
    }


def rebuilding(title: str, repeats: int = 7) -> dict[str, Any]:
    """Return how long it takes to rebuild a whole random game from its lines."""
    game, dice = game_class(title)({"seats": 4}), random.Random(1)
    chairs = (Chair(HERE, taken=True),) * 4
    opening = Opening("bench", title, game.rules_version, game.options, 1, "", chairs, 0)
    position, lines = game.setup(1), [opening.line()]
    while not game.is_over(position):
        action = dice.choice(game.legal_actions(position))
        text, seat = game.action_text(action), game.to_move(position)
        lines.append(Entry(len(lines), 0, ACTION, seat, {"text": text}).line())
        game.apply(position, action)
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        table = rebuilt(lines, lambda opening: game_class(opening.game)(opening.options))
        times.append(time.perf_counter() - started)
    assert game.identity(table.position) == game.identity(position)
    return {
        "title": title,
        "actions": len(lines) - 1,
        "ms": round(1000 * statistics.median(times), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 100, 500])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=5, help="seconds between submits of a table")
    parser.add_argument("--bots", action="store_true", help="bots sit at every second table")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    rebuilt_rows = [rebuilding(title) for title in TITLES]
    show("rebuilding a table from its journal", rebuilt_rows)
    rows = []
    with served({**FREE, **LIMITS}) as (port, process):
        for tables in given.tables:
            seconds = given.seconds if tables > 1 else 2 * given.seconds
            pace = given.pace if tables > 1 else 0.05
            rows.append(asyncio.run(latency(port, process, tables, pace, seconds, given.bots)))
            show("submit to broadcast at the other seat", rows[-1:])
    show("submit to broadcast at the other seat", rows)
    write_json(given.json, {"latency": rows, "rebuilding": rebuilt_rows})


@contextmanager
def served(settings: Mapping[str, str], *words: str) -> Iterator[tuple[int, int]]:
    """Run a server of its own with an empty journal; yield its port and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tourelle.server", "--data", str(Path(folder, "data"))]
        command += words
        environment = {**os.environ, **settings, "TOURELLE_PORT": "8799"}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
            wait_until_ready(port)
            yield port, server.pid
        finally:
            server.terminate()
            server.wait(30)


def wait_until_ready(port: int) -> None:
    """Wait until every title is compiled."""
    while True:
        try:
            if ask(port, "/api/health")["ready"]:
                return
        except URLError:
            pass
        time.sleep(0.2)


if __name__ == "__main__":
    main()
