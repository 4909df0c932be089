"""People beside bots: a submit while bots think in the server, at a worker, or not at all.

python3 dev.py bench workers --tables 40 --seconds 15 --rounds 3

At half of the tables two linked clients play at a person's pace; at the others sit a person and a
bot. Only the people's tables are measured: beside nobody else; beside bots that don't think
(`random`); beside bots that do (`--bot`), in the server's own threads; and the same with a worker
on the same machine. Clients, server, worker and database share it; the database writes to disk.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

from benchmarks._report import show, write_json
from benchmarks.server import FREE, LIMITS, BotTable, Table, no_garbage, processor_time, served
from tests.postgres import own_cluster
from tourelle.games import TITLES

WAYS = ("people alone", "bots that don't think", "bots in the server", "bots at a worker")


class Thinking(BotTable):
    """A table with a bot, which counts how often the bot has moved."""

    moves = 0

    async def hear(self, socket: Any, number: int) -> dict[str, Any]:  # type: ignore[override]
        state = await Table.hear(socket, number)
        self.moves += 1
        return state


async def played(
    port: int, server: int, tables: int, bot: str | None, pace: float, seconds: float
) -> dict[str, Any]:
    """Return the times of people at their tables, with as many tables with bots beside them."""
    people = [Table(port, TITLES[i % len(TITLES)], i) for i in range(tables)]
    others = [Thinking(port, TITLES[i % len(TITLES)], i) for i in range(tables if bot else 0)]
    for beside in others:
        beside.bot = bot or ""
    async with AsyncExitStack() as stack:
        for table in (*people, *others):
            await table.open(stack)
        with no_garbage():
            started, used = time.perf_counter(), processor_time(server)
            everybody = (each.play(pace, started + seconds) for each in (*people, *others))
            await asyncio.gather(*everybody)
            used = processor_time(server) - used
    times = sorted(spent for table in people for spent in table.times)
    return {
        "people's tables": tables,
        "submits": len(times),
        "p50 ms": round(1000 * statistics.median(times), 1),
        "p90 ms": round(1000 * times[int(0.9 * len(times))], 1),
        "p99 ms": round(1000 * times[int(0.99 * len(times))], 1),
        "bots heard": sum(table.moves for table in others),
        "server's processor s": round(used, 1),
    }


@contextmanager
def at_work(store: str, threads: int) -> Iterator[None]:
    """Run a worker until it is seen."""
    command = [sys.executable, "-m", "tourelle", "worker", "--store", store]
    worker = subprocess.Popen([*command, "--threads", str(threads)], stdout=subprocess.PIPE)
    try:
        assert worker.stdout is not None
        worker.stdout.readline()
        time.sleep(3)  # so that the server has seen it
        yield
    finally:
        worker.terminate()
        worker.wait(60)


def measured(way: str, store: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of one way."""
    settings = {**FREE, **LIMITS, "TOURELLE_STORE": store, "TOURELLE_THINKERS": str(given.threads)}
    bot = {WAYS[0]: None, WAYS[1]: "random"}.get(way, given.bot)
    with served(settings) as (port, server):
        numbers = (port, server, given.tables, bot, given.pace, given.seconds)
        if way == WAYS[3]:
            with at_work(store, given.threads):
                return asyncio.run(played(*numbers))
        return asyncio.run(played(*numbers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40, help="of people, and of bots")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pace", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bot", default="level-8")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    rows = []
    with own_cluster(fsync="on", full_page_writes="on") as database:
        for _ in range(given.rounds):
            for way in WAYS:
                row = measured(way, database.database(), given)
                rows.append({"way": way, **row, "load": round(os.getloadavg()[0], 1)})
                show("people beside bots", rows[-1:])
    show(f"people beside bots ({given.bot}), {os.cpu_count()} cores", rows)
    for figure in ("p50 ms", "p90 ms", "p99 ms"):
        told = {
            way: statistics.median(row[figure] for row in rows if row["way"] == way) for way in WAYS
        }
        print(figure, told)
    write_json(given.json, {"workers": rows})


if __name__ == "__main__":
    main()
