"""What it costs that every commit tells the other servers: appends with NOTIFY and without.

python3 dev.py bench notify --servers 1 2 4 --seconds 5 --rounds 3

So many servers' journals, each in a process of its own, append to tables of their own as fast as
they are let, and hear each other; then the same with nothing told, in turns. Nobody acts so fast
in play: what is looked for is whether commits that must be told one after another become the
narrow place before something else does. The database writes to disk.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from typing import Any

from psycopg import sql

from benchmarks._report import show, write_json
from tests.postgres import own_cluster
from tourelle.store.postgres import journal
from tourelle.tables.entries import ACTION, Entry

SILENT = sql.SQL("SELECT %s::text, %s::text[]")
"""As much to send to the database, and nobody is told."""
OPENED, TAG = '{"table":"bench"}', "listed-running"


async def append(kept: journal.PostgresJournal, table: str, until: float) -> list[float]:
    """Append to a table, one line after another; return how long each took to be durable."""
    await kept.append(table, 0, [OPENED], TAG, 0)
    times, number = [], 1
    while time.perf_counter() < until:
        line = Entry(number, 0, ACTION, 0, {"text": "move b6 d4"}).line()
        started = time.perf_counter()
        await kept.append(table, number, [line], TAG, 0)
        times.append(time.perf_counter() - started)
        number += 1
    return times


async def append_everywhere(address: str, name: str, tables: int, seconds: float) -> None:
    """Be one server: say how many lines were kept, and how long the typical one took."""
    heard: list[object] = []
    kept = journal.PostgresJournal(address)
    kept.peers.listen(heard.append)
    print("there", flush=True)
    sys.stdin.readline()
    used, until = time.process_time(), time.perf_counter() + seconds
    work = (append(kept, f"{name}-{k}", until) for k in range(tables))
    times = sorted(spent for each in await asyncio.gather(*work) for spent in each)
    used = time.process_time() - used
    print(len(times), statistics.median(times), times[int(0.99 * len(times))], used, len(heard))
    kept.close()


def measured(address: str, servers: int, given: argparse.Namespace, *words: str) -> dict[str, Any]:
    """Return the figures of some servers at once."""
    command = [sys.executable, "-m", "benchmarks.notify", "--be", address, *words]
    command += ["--tables", str(given.tables), "--seconds", str(given.seconds)]
    pipe = subprocess.PIPE
    started = [
        subprocess.Popen([*command, "--name", f"{time.time_ns()}-{k}"], stdin=pipe, stdout=pipe)
        for k in range(servers)
    ]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()
    for process in started:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    rows = [list(map(float, process.communicate()[0].split())) for process in started]
    count = sum(row[0] for row in rows)
    return {
        "servers": servers,
        "told": "nobody" if words else "all",
        "lines a second": round(count / given.seconds),
        "p50 ms": round(1000 * statistics.median(row[1] for row in rows), 2),
        "p99 ms": round(1000 * max(row[2] for row in rows), 2),
        "processor ms a line": round(1000 * sum(row[3] for row in rows) / count, 3),
        "heard": int(sum(row[4] for row in rows)),
    }


def main() -> None:
    """Measure with and without, in turns; or be one of the servers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=8, help="of each server, all at once")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--be", help=argparse.SUPPRESS)
    parser.add_argument("--name", help=argparse.SUPPRESS)
    parser.add_argument("--silent", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.be:
        if given.silent:
            journal.TELL = SILENT  # type: ignore[misc]
        asyncio.run(append_everywhere(given.be, given.name, given.tables, given.seconds))
        return
    rows = []
    with own_cluster(fsync="on", full_page_writes="on") as database:
        address = database.database()
        for _ in range(given.rounds):
            for servers in given.servers:
                for words in ((), ("--silent",)):
                    rows.append(measured(address, servers, given, *words))
                    show("appends", rows[-1:])
    show(f"appends, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", rows)
    write_json(given.json, {"notify": rows})


if __name__ == "__main__":
    main()
