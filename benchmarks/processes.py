"""One process with the file beside one, two and four at a PostgreSQL, at the same load.

python3 dev.py bench processes --tables 100 --seconds 20

Two linked clients a table, one action a table every five seconds; clients, servers and database
share the machine. The database writes to disk (fsync on).
"""

import argparse
import asyncio
import os
from typing import Any

from benchmarks._report import show, write_json
from benchmarks.server import FREE, LIMITS, latency, served
from tests.postgres import own_cluster


def measured(
    settings: dict[str, str], tables: int, seconds: float, pace: float, *words: str
) -> dict[str, Any]:
    """Return the figures of one way to serve."""
    with served({**FREE, **LIMITS, **settings}, *words) as (port, process):
        return asyncio.run(latency(port, process, tables, pace, seconds, bots=False))


def main() -> None:
    """Measure all in turns, some rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[100])
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pace", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    rows = []
    with own_cluster(fsync="on", full_page_writes="on") as database:
        for tables in given.tables:
            for _ in range(given.rounds):
                row = measured({}, tables, given.seconds, given.pace)
                rows.append({"store": "file", "processes": 1, **row})
                show("ways to serve", rows[-1:])
                for many in given.processes:
                    store = {"TOURELLE_STORE": database.database()}
                    words = ("--processes", str(many))
                    row = measured(store, tables, given.seconds, given.pace, *words)
                    rows.append({"store": "PostgreSQL", "processes": many, **row})
                    show("ways to serve", rows[-1:])
    show(f"ways to serve, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", rows)
    write_json(given.json, {"processes": rows})


if __name__ == "__main__":
    main()
