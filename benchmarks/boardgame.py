"""Our server beside boardgame.io's own, in the same minutes at the same load.

    python3 dev.py bench boardgame --tables 100 --pace 5 --seconds 15
    python3 dev.py bench boardgame --tables 300 500 700 1000 --processes 2

Two clients at every table, one action a table every so many seconds. Ours keeps every action on
disk before anybody hears of it, and sends each seat its own view, choices and sentences; theirs
keeps matches in memory and plays tic-tac-toe, or a game with a state as large as ours (6 kB) whose
moves check next to nothing. With `--processes` ours is served by so many beside it too, at a
PostgreSQL on the same cores. What counts is the processor time of each server; clients are not
counted. Node is that of the pages; boardgame.io is fetched by npm into a folder beside the cache.
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks._report import show, write_json
from benchmarks.server import FREE, LIMITS, latency, processor_time, served
from hatch_build import node_and_npm
from tests.postgres import own_cluster
from tourelle.core.folders import user_folder

SCRIPTS = Path(__file__).parent / "boardgame"
VERSION = "0.50.2"
GAMES = ("tic-tac-toe", "large")


def installed() -> Path:
    """Return a folder with boardgame.io in it; fetched once."""
    folder = user_folder("cache") / f"boardgame.io-{VERSION}"
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        node, npm = node_and_npm()
        command: list[str | Path] = [
            node,
            npm,
            "install",
            "--no-audit",
            "--no-fund",
            f"boardgame.io@{VERSION}",
        ]
        path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, check=True)
    return folder


def node_process(script: str, *words: object) -> "subprocess.Popen[str]":
    """Start one of the scripts with what boardgame.io needs."""
    node, _ = node_and_npm()
    environment = {**os.environ, "NODE_PATH": str(installed() / "node_modules")}
    command = [str(node), str(SCRIPTS / script), *map(str, words)]
    return subprocess.Popen(
        command,
        env={**environment, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def line_of(process: "subprocess.Popen[str]", wanted: str = "") -> str:
    """Return the next line that a script says, or the next one that is as wanted."""
    assert process.stdout is not None
    for line in process.stdout:
        if wanted in line:
            return line
    raise SystemExit("a script of boardgame.io ended early")


@contextmanager
def theirs() -> Iterator[tuple[int, int]]:
    """Run boardgame.io's server; yield its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = node_process("server.cjs", port)
    try:
        line_of(server, "ready")
        yield port, server.pid
    finally:
        server.terminate()
        server.wait(30)


def measured(
    port: int, process: int, game: str, tables: int, pace: float, seconds: float, first: int
) -> dict[str, Any]:
    """Return the figures of boardgame.io with so many matches."""
    clients = node_process("clients.cjs", port, game, tables, pace, seconds, first)
    line_of(clients, "open")
    used = processor_time(process)
    times = sorted(json.loads(line_of(clients, "[")))
    used = processor_time(process) - used
    clients.wait(30)
    return {
        "live tables": tables,
        "connections": 2 * tables,
        "submits a second": round(len(times) / seconds, 1),
        "p50 ms": round(statistics.median(times), 2),
        "p99 ms": round(times[int(len(times) * 0.99)], 2),
        "slowest ms": round(times[-1], 2),
        "processor ms a submit": round(1000 * used / len(times), 2),
    }


def main() -> None:
    """Measure both in turns, some rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[100])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pace", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--processes", type=int, nargs="*", default=[], help="ours, several ways")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with ExitStack() as stack:
        other = stack.enter_context(theirs())
        ours = {"Tourelle": stack.enter_context(served({**FREE, **LIMITS}))}
        for many in given.processes:
            cluster = stack.enter_context(own_cluster(fsync="on", full_page_writes="on"))
            settings = {**FREE, **LIMITS, "TOURELLE_STORE": cluster.database()}
            several = stack.enter_context(served(settings, "--processes", str(many)))
            ours[f"Tourelle, {many} processes"] = several
        for tables in given.tables:
            for _ in range(given.rounds):
                for name, served_at in ours.items():
                    run = latency(*served_at, tables, given.pace, given.seconds, bots=False)
                    rows.append({"server": name, **asyncio.run(run)})
                for game in GAMES:
                    size = (tables, given.pace, given.seconds, len(rows))
                    rows.append({"server": f"boardgame.io {game}", **measured(*other, game, *size)})
                show("beside boardgame.io", rows[-len(ours) - len(GAMES) :])
    show(f"beside boardgame.io, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", rows)
    write_json(given.json, {"boardgame": rows})


if __name__ == "__main__":
    main()
