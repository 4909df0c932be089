"""Workers as real processes: they think for servers, are killed, poisoned, stopped and missed."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.marks import searches
from tests.patience import PATIENCE, wait_for
from tests.postgres import cluster
from tests.server.running import Served, finished, quick
from tests.server.working import EXTRA, FOLDER, working
from tourelle.bots import BOTS
from tourelle.server.thinking import jobs, queued
from tourelle.store.postgres.queue import MOST

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals here")


@pytest.fixture(autouse=True)
def extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server knows the bots of the workers, and thinks about none of them in `tmp_path`."""
    for bot in EXTRA:
        monkeypatch.setitem(BOTS, bot.name, bot)
    monkeypatch.setenv(FOLDER, str(tmp_path))


@contextmanager
def at_database(data: Path, **more: Any) -> Iterator[Served]:
    """A server at a database of its own."""
    server = Served(quick(data / "data", store=cluster().database(), precompile=False, **more))
    try:
        yield server
    finally:
        server.stop()


def see_workers(server: Served, many: int = 1) -> None:
    """Wait until the server knows of so many workers."""

    def seen() -> bool:
        crew = server.lobby.workers and server.lobby.workers._crew
        return bool(crew) and crew.workers == many

    wait_for(seen, "the server sees no worker")


def thought_by(server: Served) -> dict[str, int]:
    """How many jobs workers did, and how many the server itself."""
    counters = server.lobby.metrics.counters
    return {by: counters["jobs", f'by="{by}"'] for by in ("worker", "server")}


def marks(folder: Path) -> set[int]:
    """The processes that have thought for `marking`."""
    return {int(file.name) for file in folder.iterdir() if file.name.isdigit()}


def test_a_killed_workers_move_is_made_by_another(tmp_path: Path) -> None:
    with (
        at_database(tmp_path) as server,
        working(server.settings.store, tmp_path) as one,
        working(server.settings.store, tmp_path) as other,
    ):
        see_workers(server, 2)
        opened = server.open("blox", "marking here")
        with server.browser(opened.table, *opened.keys.values()) as browser:
            browser.until(0)
            assert browser.hear_of("thinking")["seat"] == 0
            wait_for(lambda: marks(tmp_path))
            (first,) = marks(tmp_path)
            while browser.hear_of("thinking")["share"] != 0.5:
                pass
            os.kill(first, signal.SIGKILL)
            wait_for(lambda: len(marks(tmp_path)) == 2, "nobody thought about it again")
            (tmp_path / "go").touch()
            number = browser.until(1)["number"]
            assert marks(tmp_path) == {one.process.pid, other.process.pid}
            assert browser.state["actions"] == number == 1, "one move, and not two"
        assert thought_by(server)["server"] == 0


def test_a_move_that_kills_its_workers_is_set_aside_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with at_database(tmp_path) as server, ExitStack() as stack:
        workers = [
            stack.enter_context(working(server.settings.store, tmp_path)) for _ in range(MOST)
        ]
        see_workers(server, MOST)
        opened = server.open("blox", "deadly here")
        with server.browser(opened.table, *opened.keys.values()) as browser:
            browser.until(1)  # greedy has played
        for worker in workers:
            assert worker.process.wait(PATIENCE) == -signal.SIGKILL
            worker.heard()

        def told() -> bool:
            here = any("set aside" in record.getMessage() for record in caplog.records)
            return here or any(worker.told("a job is set aside") for worker in workers)

        wait_for(told, "nothing in any log")
        assert server.lobby.journal.queue is not None
        assert server.lobby.journal.queue.standing().aside == 1


def test_what_killed_the_only_worker_is_not_thought_about_by_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(queued, "SUSPECT", 0.0)
    caplog.set_level(logging.WARNING, logger="tourelle.server")  # whatever a test before has set
    with at_database(tmp_path) as server:
        with working(server.settings.store, tmp_path) as worker:
            see_workers(server)
            opened = server.open("blox", "deadly here")
            with server.browser(opened.table, *opened.keys.values()) as browser:
                browser.until(1)  # and this process, which serves, is alive
            assert worker.process.wait(PATIENCE) == -signal.SIGKILL
        said = [record.getMessage() for record in caplog.records]
        assert said.count("no worker is at work: this server thinks itself") == 1
        assert any(text.startswith("a job that ended its worker") for text in said)


def test_without_workers_the_server_thinks_and_with_them_it_does_not(tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    with at_database(tmp_path) as server:
        opened = server.open("blox", "marking here")
        with server.browser(opened.table, *opened.keys.values()) as browser:
            browser.until(1)
        assert marks(tmp_path) == {os.getpid()}
        with working(server.settings.store, tmp_path) as worker:
            see_workers(server)
            opened = server.open("blox", "marking erring")
            with server.browser(opened.table) as browser:
                browser.until(6)
            assert marks(tmp_path) == {os.getpid(), worker.process.pid}
            wait_for(lambda: worker.told("job"))
            assert worker.told("job")[0]["bot"] == "erring"
            assert worker.end() == 0
        assert worker.told("stopped")
        see_workers(server, 0)
        before = thought_by(server)["server"]
        opened = server.open("blox", "marking here")
        with server.browser(opened.table, *opened.keys.values()) as browser:
            browser.until(1)
        assert thought_by(server)["server"] > before


def test_a_worker_that_must_stop_finishes_or_gives_back(tmp_path: Path) -> None:
    with at_database(tmp_path) as server, ExitStack() as stack:
        store = server.settings.store
        workers = [stack.enter_context(working(store, tmp_path)) for _ in range(2)]
        see_workers(server, 2)
        opened = server.open("blox", "marking here")
        with server.browser(opened.table, *opened.keys.values()) as browser:
            wait_for(lambda: marks(tmp_path))
            (one,) = (each for each in workers if each.process.pid in marks(tmp_path))
            assert one.end() == 0
            both = {each.process.pid for each in workers}
            wait_for(lambda: marks(tmp_path) == both, "nobody does what was given back")
            assert server.lobby.journal.queue is not None
            assert set(server.lobby.journal.queue.known().values()) == {0}  # nobody's fault
            (tmp_path / "go").touch()
            browser.until(1)
        assert thought_by(server)["server"] == 0


def test_a_job_that_cannot_be_stopped_ends_its_worker_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LONGEST", 0.5)
    monkeypatch.setattr(queued, "SUSPECT", 0.0)
    with at_database(tmp_path) as server, working(server.settings.store, tmp_path) as worker:
        see_workers(server)
        opened = server.open("blox", "stubborn here")
        with server.browser(opened.table, *opened.keys.values()) as browser:
            browser.until(1)
        assert worker.process.wait(PATIENCE) == 1
        wait_for(lambda: worker.told("a job can't be stopped"))


def test_a_table_that_moves_on_frees_its_worker(tmp_path: Path) -> None:
    with at_database(tmp_path) as server, working(server.settings.store, tmp_path) as worker:
        see_workers(server)
        opened = server.open("blox", "marking here")
        with server.browser(opened.table, *opened.keys.values()):
            wait_for(lambda: marks(tmp_path))
            server.lobby.rooms[opened.table].close()
            wait_for((tmp_path / f"stopped-{worker.process.pid}").exists, "it thinks on")


@searches
def test_hints_and_reviews_are_thought_about_by_workers(tmp_path: Path) -> None:
    with (
        at_database(tmp_path, review=2000, hint=0.01) as server,
        working(server.settings.store, tmp_path, threads=2),
    ):
        see_workers(server)
        opened = finished(server)
        path = server.http.post(f"/api/tables/{opened.table}/review").json()["name"]
        done = f"/api/reviews/{path}"
        wait_for(lambda: server.http.get(done).json()["status"] == "done", "no review")
        reviewed = server.http.get(done).json()["review"]
        assert reviewed["turns"]
        hint = server.http.post(f"/api/tables/{opened.table}/hint", json={"actions": 0})
        assert hint.json()["candidates"], hint.text
        assert thought_by(server)["server"] == 0
