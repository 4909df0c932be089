"""What a submit costs the server, title by title, beside an earlier version in the same minutes.

    git worktree add --detach FOLDER COMMIT
    python3 dev.py bench submit --before FOLDER

Each version runs in a server of its own with a file on disk; two linked clients sit at every table
and hear of every action. The versions take turns, some seconds each, so that whatever else the
machine does weighs on both; what counts is processor time, all threads together. What the client
takes is not counted. `--store` measures with PostgreSQL instead of the file.
"""

import argparse
import asyncio
import os
import statistics
import time
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

from benchmarks._report import show, write_json
from benchmarks.server import FREE, LIMITS, Table, processor_time, served
from tests.postgres import own_cluster
from tourelle.games import TITLES


async def played(
    port: int, process: int, title: str, tables: int, pace: float, seconds: float
) -> Any:
    """Return how many submits some tables made, the processor time they took, and their times."""
    live = [Table(port, title, seed) for seed in range(tables)]
    async with AsyncExitStack() as stack:
        for table in live:
            await table.open(stack)
        used, until = processor_time(process), time.perf_counter() + seconds
        await asyncio.gather(*(table.play(pace, until) for table in live))
        used = processor_time(process) - used
    times = [spent for table in live for spent in table.times]
    return len(times), used, times


def measured(
    given: argparse.Namespace, servers: dict[str, tuple[int, int]]
) -> list[dict[str, Any]]:
    """Return a row for every title and version, all rounds together."""
    rows = []
    for title in TITLES:
        found: dict[str, list[Any]] = {version: [] for version in servers}
        for _ in range(given.rounds):
            for version, (port, process) in servers.items():
                run = played(port, process, title, given.tables, given.pace, given.seconds)
                found[version].append(asyncio.run(run))
        for version, runs in found.items():
            submits = sum(count for count, _, _ in runs)
            times = sorted(spent for _, _, times in runs for spent in times)
            rows.append(
                {
                    "title": title,
                    "version": version,
                    "submits": submits,
                    "processor ms a submit": round(1000 * sum(u for _, u, _ in runs) / submits, 2),
                    "of the best round": round(min(1000 * u / count for count, u, _ in runs), 2),
                    "p50 ms": round(1000 * statistics.median(times), 1),
                    "p99 ms": round(1000 * times[int(0.99 * submits)], 1),
                }
            )
            show("a submit", rows[-1:])
    return rows


def main() -> None:
    """Measure this version, and an earlier one where there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--cache", help="where that version's compiled code is kept")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument(
        "--pace", type=float, default=0.2, help="seconds between submits of a table"
    )
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--store", action="store_true", help="with PostgreSQL, not the file")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    with ExitStack() as stack:
        settings = {**FREE, **LIMITS}
        cluster = (
            stack.enter_context(own_cluster(fsync="on", full_page_writes="on"))
            if given.store
            else None
        )
        servers = {}
        for version, folder in (("before", given.before), ("now", Path(__file__).parents[1])):
            if folder is None:
                continue
            own = {**settings, "PYTHONPATH": str(folder / "src")}
            if version == "before" and given.cache:
                own["TOURELLE_CACHE"] = given.cache
            if cluster is not None:
                own["TOURELLE_STORE"] = cluster.database()
            servers[version] = stack.enter_context(served(own))
        rows = measured(given, servers)
    show(f"a submit, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", rows)
    write_json(given.json, {"submit": rows})


if __name__ == "__main__":
    main()
