"""Our queue beside procrastinate, in turns in one run: a job asked for, taken, answered.

python -m benchmarks.queue     needs procrastinate beside the dev packages (pip install it)

A server asks, one worker with two threads does nothing and answers; job and answer are as long as
a bot's turn. `latency`: one job at a time, from the question to the answer. `jobs a second`: all
asked for at once. Processor time is that of server, worker and database for a job of the former.
procrastinate hands no results back, so its task tells the server by NOTIFY, as ours does. It is
tried as it is, and with commits that don't wait for the disk; our tables are not logged at all.
"""

import argparse
import asyncio
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import psycopg

from benchmarks._report import conditions, show, write_json
from benchmarks.server import processor_time
from tests.postgres import own_cluster
from tourelle.server.thinking import worker as workers
from tourelle.server.thinking.queued import SPEAKS
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.queue import Answered, Tidings, Wanted

TEXT = "v" * 2500
FOUND = "a" * 120
ANSWERS = "answers"
WAYS = ("ours", "procrastinate", "procrastinate, not waiting for the disk")
Ask = Callable[[int], None]


class Nothing:
    """A job that needs no thought."""

    def done(self, _: object) -> str:
        return FOUND

    def written(self, answer: str) -> str:
        return answer


def unhurried(address: str) -> str:
    return f"{address}?options=-csynchronous_commit%3Doff"


# ------------------------------------------------------------ the worker's process


def work_ours(address: str) -> None:
    setattr(workers, "read_job", lambda _: Nothing())  # noqa: B010 (it is another module's name)
    workers.Worker(address, 2).run()


def work_procrastinate(address: str) -> None:
    app = made_app(address)
    local = threading.local()

    @app.task(name="think", queue="live")  # type: ignore[untyped-decorator,unused-ignore]
    def think(number: int, text: str) -> None:  # noqa: ARG001 (as long as a job of ours)
        if not hasattr(local, "connection"):
            local.connection = psycopg.connect(address, autocommit=True)
        told = json.dumps([number, FOUND])
        local.connection.execute("SELECT pg_notify(%s, %s)", (ANSWERS, told))

    async def run() -> None:
        async with app.open_async():
            await app.run_worker_async(
                queues=["live"], concurrency=2, delete_jobs="always", install_signal_handlers=False
            )

    asyncio.run(run())


def made_app(address: str, *, own_thread: bool = False) -> Any:
    import procrastinate  # type: ignore[import-not-found,unused-ignore]  # not a dev package

    kind = procrastinate.SyncPsycopgConnector if own_thread else procrastinate.PsycopgConnector
    return procrastinate.App(connector=kind(conninfo=address))


# ------------------------------------------------------------ the server's side


@contextmanager
def ours(address: str, heard: "queue.Queue[int]") -> Iterator[Ask]:
    journal = PostgresJournal(address)
    journal.peers.listen(lambda _: None)

    def hear(tidings: Tidings) -> None:
        if isinstance(tidings, Answered):
            heard.put(tidings.number)

    journal.queue.listen(SPEAKS, hear)
    try:
        yield lambda number: journal.queue.ask(Wanted(number, 0, 0, 60.0, TEXT))
    finally:
        journal.close()


@contextmanager
def theirs(address: str, heard: "queue.Queue[int]") -> Iterator[Ask]:
    app = made_app(address, own_thread=True)
    with app.open():
        app.schema_manager.apply_schema()
        stop = threading.Event()

        def listen() -> None:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {ANSWERS}".encode())
                while not stop.is_set():
                    for told in connection.notifies(timeout=0.5, stop_after=1):
                        heard.put(int(json.loads(told.payload)[0]))

        ear = threading.Thread(target=listen)
        ear.start()
        deferrer = app.configure_task("think", queue="live")
        try:
            yield lambda number: deferrer.defer(number=number, text=TEXT)
        finally:
            stop.set()
            ear.join()


# ------------------------------------------------------------ measuring


def measured(way: str, address: str, database: int, jobs: int) -> dict[str, Any]:
    """Return the figures of one way."""
    heard: queue.Queue[int] = queue.Queue()
    own = way == WAYS[0]
    if way == WAYS[2]:
        address = unhurried(address)
    with (ours if own else theirs)(address, heard) as ask:
        command = [sys.executable, "-m", "benchmarks.queue", "--work", "ours" if own else "theirs"]
        worker = subprocess.Popen([*command, address])
        try:
            ask(0)
            heard.get(timeout=120)
            for number in range(1, 20):
                ask(number)
                heard.get(timeout=60)
            parts = {"server": os.getpid(), "worker": worker.pid, "database": database}
            before = {part: own_time(part, pid) for part, pid in parts.items()}
            times = []
            for number in range(1000, 1000 + jobs):
                started = time.perf_counter()
                ask(number)
                heard.get(timeout=60)
                times.append(1000 * (time.perf_counter() - started))
            used = {part: own_time(part, pid) - before[part] for part, pid in parts.items()}
            started = time.perf_counter()
            for number in range(5000, 5000 + jobs):
                ask(number)
            for _ in range(jobs):
                heard.get(timeout=60)
            many = jobs / (time.perf_counter() - started)
        finally:
            worker.kill()
            worker.wait()
    return {
        "queue": way,
        "latency p50 ms": round(median(times), 2),
        "p99 ms": round(sorted(times)[int(0.99 * len(times))], 2),
        "jobs a second": round(many),
        **{f"{part} ms of processor": round(1000 * used[part] / jobs, 2) for part in used},
    }


def own_time(part: str, process: int) -> float:
    """Return the processor time of a part; the server's own children are not its."""
    if part == "server":
        return time.process_time()
    return processor_time(process)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        kind, address = given.work
        (work_ours if kind == "ours" else work_procrastinate)(address)
        return
    rows = []
    with own_cluster(fsync="on", full_page_writes="on") as database:
        for _ in range(given.rounds):
            for way in WAYS:
                rows.append(measured(way, database.database(), database.process, given.jobs))
                show("queues", rows[-1:])
    load = os.getloadavg()[0]
    show(f"queues, {os.cpu_count()} cores, load {load:.1f}, a database that writes to disk", rows)
    write_json(given.json, {"queue": rows, **conditions()})


if __name__ == "__main__":
    main()
