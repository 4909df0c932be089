"""The queue of jobs at a real database: order, lost workers, what is set aside, what is told."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from queue import Queue

import psycopg
import pytest

from tests.patience import PATIENCE, wait_for
from tests.postgres import cluster
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.postgres.queue import MOST, WorkerQueue
from tourelle.store.queue import Answered, SetAside, Shared, Taken, Tidings, Wanted

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a PostgreSQL is started for POSIX here")
SPEAKS = "test 1"
HIGHEST = 3


class Server:
    """A journal, and what it was told about its jobs."""

    def __init__(self, address: str) -> None:
        self.journal = PostgresJournal(address)
        self.queue = self.journal.queue
        self.told: Queue[Tidings] = Queue()
        self.queue.listen(SPEAKS, self.told.put)

    def ask(self, number: int, priority: int = 0, rank: int = 0, seconds: float = 60.0) -> None:
        self.queue.ask(Wanted(number, priority, rank, seconds, f"job {number}"))

    def hear(self) -> Tidings:
        return self.told.get(timeout=PATIENCE)


@contextmanager
def a_server() -> Iterator[tuple[Server, str]]:
    address = cluster().database()
    server = Server(address)
    with closing(server.journal):
        yield server, address


@contextmanager
def at_work(
    address: str, speaks: str = SPEAKS
) -> Iterator[tuple[WorkerQueue, list[int], Queue[int]]]:
    """A worker: its queue, what it was told to stop, and a bell for each time it was woken."""
    stopped, bell = list[int](), Queue[int]()
    worker = WorkerQueue(address, f"worker-{os.urandom(4).hex()}", speaks, 2)
    worker.join(lambda: bell.put(1), lambda _, number: stopped.append(number))
    try:
        yield worker, stopped, bell
    finally:
        worker.close()


def lose(worker: WorkerQueue) -> None:
    """Let a worker be gone as if it had been killed: its connection ends, nothing is said."""
    worker._ear.close()
    lost = "UPDATE worker SET seen = 0 WHERE name = %s"
    worker._mouth.ask(lambda connection: connection.execute(lost, (worker.name,)))


def numbers(worker: WorkerQueue) -> list[int]:
    """Take everything; return it in the order in which it was taken."""
    taken = list[int]()
    while found := worker.take(HIGHEST, idle=not taken):
        taken.append(found.number)
    return taken


def must_take(worker: WorkerQueue) -> Taken:
    taken = worker.take(HIGHEST, idle=True)
    assert taken is not None
    return taken


def test_moves_come_before_reviews_and_nobody_before_everybody() -> None:
    with a_server() as (server, address), at_work(address) as (worker, _, _):
        server.ask(1, priority=2)
        server.ask(2, priority=0, rank=1)
        server.ask(3, priority=0, rank=0)
        server.ask(4, priority=1)
        server.ask(5, priority=0, rank=0)
        assert worker.take(0, idle=True) is None
        assert numbers(worker) == [3, 5, 2, 4, 1]
        assert server.queue.standing() == (1, 2, 0, 5, 0)


def test_no_two_workers_take_the_same_and_versions_do_not_meet() -> None:
    with (
        a_server() as (server, address),
        at_work(address) as (one, _, bell),
        at_work(address) as (other, _, _),
        at_work(address, "test 2") as (newer, _, _),
    ):
        for number in range(6):
            server.ask(number)
        bell.get(timeout=PATIENCE)
        assert newer.take(HIGHEST, idle=True) is None
        taken = [must_take(worker).number for worker in (one, other) * 3]
        assert sorted(taken) == list(range(6))
        wait_for(lambda: server.queue.crew() == (2, 4))


def test_answers_short_and_long_reach_their_server_once() -> None:
    with a_server() as (server, address), at_work(address) as (worker, _, _):
        server.ask(1)
        server.ask(2)
        first, second = must_take(worker), must_take(worker)
        worker.tell(first.server, [(1, 0.25)])
        assert server.hear() == Shared([(1, 0.25)])
        worker.answer(first, "short")
        assert server.hear() == Answered(1, "short")
        long = "é" * 9000
        worker.answer(second, long)
        assert server.hear() == Answered(2, long)
        worker.answer(first, "again")
        worker.answer(second, "again")
        server.ask(3)
        worker.answer(must_take(worker), "third")
        assert server.hear() == Answered(3, "third")
        assert server.queue.known() == {}


def test_who_works_on_what_nobody_wants_is_told() -> None:
    with a_server() as (server, address), at_work(address) as (worker, stopped, _):
        server.ask(1)
        server.ask(2)
        taken = must_take(worker)
        assert server.queue.untaken([1, 2]) == [2]
        server.queue.cancel([1])
        wait_for(lambda: stopped == [1])
        worker.answer(taken, "too late")
        assert server.queue.known() == {}
        assert server.told.empty()


def test_a_lost_workers_job_is_done_again_alone_and_set_aside_at_last() -> None:
    with a_server() as (server, address):
        server.ask(1)
        server.ask(2)
        for lost in range(1, MOST + 1):
            with at_work(address) as (worker, _, _):
                if lost > 1:  # whoever has something else in hand leaves a suspect alone
                    assert worker.take(HIGHEST, idle=False) is None
                assert must_take(worker).tries == lost - 1
                assert server.queue.sweep() == []
                lose(worker)
                (found,) = server.queue.sweep()
                assert (found.number, found.tries, found.aside) == (1, lost, lost == MOST)
                assert found.text == "job 1"
        assert server.hear() == SetAside(1)
        assert server.queue.known() == {2: 0}
        assert server.queue.standing().aside == 1
        with at_work(address) as (worker, _, _):
            assert must_take(worker).number == 2


def test_a_lease_ends_though_its_worker_lives() -> None:
    with a_server() as (server, address), at_work(address) as (worker, _, bell):
        server.ask(1, seconds=0.01)
        taken = must_take(worker)
        wait_for(lambda: [lost.number for lost in server.queue.sweep()] == [1])
        worker.answer(taken, "too late")
        assert server.queue.known() == {1: 1}
        bell.get(timeout=PATIENCE)
        assert must_take(worker).tries == 1


def test_what_is_given_back_is_nobodys_fault() -> None:
    with a_server() as (server, address), at_work(address) as (worker, _, _):
        server.ask(1)
        worker.give_back(must_take(worker))
        assert server.queue.known() == {1: 0}
        taken = must_take(worker)
        worker.disown([(taken.server, taken.number)])
        assert worker.take(HIGHEST, idle=True) is None
        worker.disown([])  # taken, and the answer to that was lost
        assert must_take(worker).tries == 0
        worker.leave()
        wait_for(lambda: server.queue.crew() == (0, 0))
        assert server.queue.sweep() == []


def test_nobody_works_for_servers_that_are_gone() -> None:
    with a_server() as (server, address), at_work(address) as (worker, _, _):
        server.journal.peers.listen(lambda _: None)
        server.ask(1)
        worker.tidy(60_000)
        assert server.queue.known() == {1: 0}
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("UPDATE tourelle.process SET stopped = true")
        worker.tidy(60_000)
        assert server.queue.known() == {}


def test_a_journal_of_before_gets_a_queue() -> None:
    address = cluster().database()
    PostgresJournal(address).close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP TABLE tourelle.job, tourelle.worker, tourelle.job_aside")
    with closing(Server(address).journal) as journal:
        assert journal.queue.standing() == (0, 0, 0, 0, 0)
