"""psycopg beside asyncpg at what the journal does: lock, look, insert, shelve, tell, commit.

python -m benchmarks.drivers       needs asyncpg beside the dev packages: pip install asyncpg
"""

import asyncio
import resource
import sys
import time
from collections.abc import Callable
from statistics import median

import psycopg

from tests.postgres import own_cluster

COMMITS, ROUNDS = 200, 3
DDL = (
    "DROP TABLE IF EXISTS line, shelf",
    "CREATE TABLE line (table_id text, number int, text text, hash bytea,"
    " PRIMARY KEY (table_id, number))",
    "CREATE TABLE shelf (table_id text PRIMARY KEY, tag text, number int)",
)
LOCK = "SELECT table_id FROM shelf WHERE table_id = ANY({0}) ORDER BY table_id FOR UPDATE"
LAST = (
    "SELECT n.name, l.number FROM unnest({0}::text[]) AS n (name), LATERAL"
    " (SELECT number FROM line WHERE table_id = n.name ORDER BY number DESC LIMIT 1) AS l"
)
LINES = "INSERT INTO line SELECT * FROM unnest({0}::text[], {1}::int[], {2}::text[], {3}::bytea[])"
SHELVE = (
    "INSERT INTO shelf SELECT * FROM unnest({0}::text[], {1}::text[], {2}::int[])"
    " ON CONFLICT (table_id) DO UPDATE SET number = excluded.number"
)
TELL = "SELECT pg_notify('t', said) FROM unnest({0}::text[]) AS said"
TEXT = '[12,1700000000000,"action",1,{"text":"move b6 d4 and then some"}]'


def names(commit: int, batch: int) -> list[str]:
    return [f"t{(commit * batch + i) % 500}" for i in range(batch)]


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def with_psycopg(address: str, batch: int) -> None:
    """One connection, a pipeline for each commit."""
    lock, last, lines, shelve, tell = (
        text.format(*["%s"] * 4).encode() for text in (LOCK, LAST, LINES, SHELVE, TELL)
    )
    with psycopg.connect(address, autocommit=True, prepare_threshold=0) as connection:
        for commit in range(COMMITS):
            tables = names(commit, batch)
            with connection.pipeline():
                connection.execute("BEGIN")
                connection.execute(lock, (tables,))
                rows_found = connection.execute(last, (tables,)).fetchall()
                known: dict[str, int] = dict(rows_found)
                numbers = [known.get(table, -1) + 1 for table in tables]
                rows = (tables, numbers, [TEXT] * batch, [b"0123456789abcdef"] * batch)
                connection.execute(lines, rows)
                connection.execute(shelve, (tables, ["tag"] * batch, numbers))
                connection.execute(tell, (tables,))
                connection.execute("COMMIT")


def with_asyncpg(address: str, batch: int) -> None:
    """One connection, its statements prepared."""
    import asyncpg  # type: ignore[import-not-found,unused-ignore]  # not among the dev packages

    async def work() -> None:
        connection = await asyncpg.connect(address)
        places = [f"${i}" for i in range(1, 5)]
        lock, last, lines, shelve, tell = [
            await connection.prepare(text.format(*places))
            for text in (LOCK, LAST, LINES, SHELVE, TELL)
        ]
        for commit in range(COMMITS):
            tables = names(commit, batch)
            async with connection.transaction():
                await lock.fetch(tables)
                known = dict(await last.fetch(tables))
                numbers = [known.get(table, -1) + 1 for table in tables]
                await lines.fetch(tables, numbers, [TEXT] * batch, [b"0123456789abcdef"] * batch)
                await shelve.fetch(tables, ["tag"] * batch, numbers)
                await tell.fetch(tables)
        await connection.close()

    asyncio.run(work())


def main() -> None:
    """Print medians of some rounds, the two in turns."""
    drivers: dict[str, Callable[[str, int], None]] = {
        "psycopg": with_psycopg,
        "asyncpg": with_asyncpg,
    }
    with own_cluster(fsync="on", full_page_writes="on") as server:
        address = server.database()
        for batch in (1, 8, 64):
            took: dict[str, list[tuple[float, float]]] = {name: [] for name in drivers}
            for _ in range(ROUNDS):
                for name, work in drivers.items():
                    with psycopg.connect(address, autocommit=True) as connection:
                        for statement in DDL:
                            connection.execute(statement.encode())
                    began, used = time.perf_counter(), cpu()
                    work(address, batch)
                    took[name].append((time.perf_counter() - began, cpu() - used))
            for name, rounds in took.items():
                wall = 1000 * median(wall for wall, _ in rounds) / COMMITS
                spent = 1e6 * median(used for _, used in rounds) / COMMITS / batch
                sys.stdout.write(
                    f"{name}, {batch} a commit: {wall:.1f} ms, {spent:.0f} µs of processor each\n"
                )


if __name__ == "__main__":
    main()
