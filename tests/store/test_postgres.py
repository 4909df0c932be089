"""Several servers at one database, which itself sees to it that each table has one writer."""

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.patience import PATIENCE, wait_for
from tests.postgres import Cluster, cluster, own_cluster
from tests.store.stores import PostgresStore
from tourelle.store.cards import Card, Place
from tourelle.store.choosing import open_journal
from tourelle.store.journal import Appended, Carded, Gone, News, Said, shown
from tourelle.store.postgres import peers, wire
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.troubles import (
    MISSING,
    SHORTENED,
    BehindError,
    Damage,
    JournalError,
    StartError,
)


@pytest.fixture
def address() -> str:
    return cluster().database()


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A database server that these tests may break."""
    with own_cluster() as made:
        yield made


def test_of_two_servers_that_append_at_once_one_is_behind(address: str) -> None:
    async def story() -> None:
        with closing(PostgresJournal(address)) as one, closing(PostgresJournal(address)) as two:
            await one.append("a", 0, ["opening"], "t", 1)
            written = [0, 0]
            for number in range(1, 40):
                results = await asyncio.gather(
                    one.append("a", number, [f"one {number}"], "t", number),
                    two.append("a", number, [f"two {number}"], "t", number),
                    return_exceptions=True,
                )
                behind = [isinstance(result, BehindError) for result in results]
                assert sorted(behind) == [False, True]
                written[behind.index(False)] += 1
            kept = two.read("a")
            assert (len(kept.lines), kept.damage) == (40, None)
            assert sum(written) == 39

    asyncio.run(story())


def test_many_tables_of_two_servers_in_any_order_never_lock_each_other_out(address: str) -> None:
    names = [f"t{i}" for i in range(30)]

    async def story() -> None:
        with closing(PostgresJournal(address)) as one, closing(PostgresJournal(address)) as two:
            await asyncio.gather(*(one.append(name, 0, ["x"], "t", 0) for name in names))
            for number in range(1, 10):
                await asyncio.gather(
                    *(one.append(name, number, ["1"], "t", 1) for name in names),
                    *(two.append(name, number, ["2"], "t", 1) for name in reversed(names)),
                    return_exceptions=True,
                )
            for name in names:
                kept = one.read(name)
                assert (len(kept.lines), kept.damage) == (10, None)

    asyncio.run(story())


def test_only_one_of_two_servers_is_the_first_at_a_place(address: str) -> None:
    async def story() -> None:
        with closing(PostgresJournal(address)) as one, closing(PostgresJournal(address)) as two:
            for number in range(20):
                results = await asyncio.gather(
                    one.keep([], first=Card("turn", "t", str(number), "one", 1)),
                    two.keep([], first=Card("turn", "t", str(number), "two", 1)),
                )
                assert sorted(results) == [False, True]
                text = one.card(Place("turn", "t", str(number)))
                assert text == ("one" if results[0] else "two")

    asyncio.run(story())


# ---------------------------------------------------------------- a database that goes


def test_appends_wait_for_a_database_that_restarts(own: Cluster) -> None:
    async def story() -> None:
        with closing(PostgresJournal(own.database())) as journal:
            await journal.append("a", 0, ["opening"], "t", 1)
            await asyncio.to_thread(own.stop, signal.SIGQUIT)  # as if it had crashed
            waiting = asyncio.ensure_future(journal.append("a", 1, ["one"], "t", 2))
            await asyncio.sleep(0.5)
            assert not waiting.done()
            await asyncio.to_thread(own.start)
            await asyncio.wait_for(waiting, PATIENCE)
            assert journal.lines("a") == ["opening", "one"]
            assert journal.keeping

    asyncio.run(story())


def test_nothing_is_kept_twice_where_nobody_heard_that_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wire breaks right behind the commit: the answer is lost, and the lines are there."""

    async def story() -> None:
        with closing(PostgresJournal(address)) as journal:
            await journal.append("a", 0, ["opening"], "t", 1)
            keep_once, tries = journal._keep_once, []

            def broken(waiting: list[object]) -> object:
                result = keep_once(waiting)  # type: ignore[arg-type]
                tries.append(len(waiting))
                if len(tries) == 1:
                    journal._unsure = True
                    raise psycopg.OperationalError("the answer is lost")
                return result

            monkeypatch.setattr(journal, "_keep_once", broken)
            first = Card("turn", "t", "once", "mine", 5)
            await asyncio.gather(
                journal.append("a", 1, ["one", "two"], "t", 2),
                journal.append("b", 0, ["other"], "t", 2),
                journal.keep([Card("box", "o", "n", "x", 1)], first=first),
            )
            assert len(tries) >= 2
            assert journal.lines("a") == ["opening", "one", "two"]
            assert journal.lines("b") == ["other"]
            with pytest.raises(BehindError):  # the same lines, but not of a commit in doubt
                await journal.append("a", 1, ["one", "two"], "t", 2)
            assert not await journal.keep([], first=first)

    asyncio.run(story())


def test_a_database_that_stays_away_is_told_of(
    own: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourelle.store.postgres.journal.PATIENCE", 0.5)

    async def story() -> None:
        with closing(PostgresJournal(own.database())) as journal:
            await journal.append("a", 0, ["opening"], "t", 1)
            await asyncio.to_thread(own.stop)
            with pytest.raises(JournalError):
                await journal.append("a", 1, ["one"], "t", 1)
            assert not journal.keeping
            with pytest.raises(JournalError):
                journal.lines("a")
            await asyncio.to_thread(own.start)
            await journal.append("a", 1, ["one"], "t", 1)
            assert journal.keeping
            assert journal.lines("a") == ["opening", "one"]

    asyncio.run(story())


def test_a_wire_that_nobody_answers_is_cut(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PATIENCE", -0.5)
    line = wire.Wire(address)
    with pytest.raises(psycopg.OperationalError), line.using() as connection:
        connection.execute("SELECT pg_sleep(60)")
    line.close()


# ---------------------------------------------------------------- opening


def test_a_database_out_of_reach_is_said_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StartError) as raised:
        open_journal("postgresql://ana:secret@127.0.0.1:1/club", tmp_path)
    assert raised.value.reason == "database"
    assert "secret" not in str(raised.value.params)
    assert shown("postgresql://ana:secret@db.example/club") == "postgresql://ana:…@db.example/club"
    with pytest.raises(StartError) as raised:
        open_journal("mysql://127.0.0.1/club", tmp_path)
    assert raised.value.reason == "store"


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    store = PostgresStore(tmp_path)
    store.open().close()
    store.execute("UPDATE version SET number = 99")
    with pytest.raises(StartError) as raised:
        store.open()
    assert (raised.value.reason, raised.value.params["found"]) == ("newer", 99)


def test_servers_that_start_at_once_make_the_tables_once(address: str) -> None:
    opened: list[PostgresJournal] = []
    threads = [
        threading.Thread(target=lambda: opened.append(PostgresJournal(address))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(opened) == 6
    for journal in opened:
        journal.close()


def test_every_commit_reaches_the_disk(address: str) -> None:
    with closing(PostgresJournal(address)), closing(wire.connect(address)) as connection:
        connection.execute("ALTER ROLE tourelle SET synchronous_commit = off")
        with closing(wire.connect(address)) as another:
            assert another.execute("SHOW synchronous_commit").fetchone() == ("on",)
        connection.execute("ALTER ROLE tourelle RESET synchronous_commit")


def test_a_database_put_back_from_an_old_copy_is_found_out(tmp_path: Path) -> None:
    store = PostgresStore(tmp_path)

    async def story() -> None:
        with closing(store.open()) as journal, closing(store.open()) as other:
            await journal.append("a", 0, ["opening", "one", "two"], "listed-running", 1)
            await other.append("b", 0, ["opening"], "listed-running", 1)

    asyncio.run(story())
    store.tamper(
        "DELETE FROM line WHERE table_id = 'a' AND number = 2",
        "DELETE FROM line WHERE table_id = 'b'",
        "DELETE FROM shelf WHERE table_id = 'b'",
    )
    with closing(store.open()) as journal, closing(store.open()) as other:
        assert journal.lost == [("a", Damage(2, SHORTENED))]
        assert other.lost == [("b", Damage(0, MISSING))]
    with closing(store.open()) as journal:
        assert journal.lost == []
        assert journal.read("a").damage == Damage(2, SHORTENED)


# ---------------------------------------------------------------- hearing of each other


def test_servers_hear_of_each_others_lines_cards_and_words(address: str) -> None:
    async def story() -> None:
        with closing(PostgresJournal(address)) as one, closing(PostgresJournal(address)) as two:
            heard: list[News] = []
            own: list[News] = []
            two.peers.listen(heard.append)
            one.peers.listen(own.append)
            await one.append("a", 0, ["opening", "one"], "listed-running", 1)
            await one.keep([Card("ear", "ana", "x", "text", 1)])
            one.peers.say("there", "hello")
            one.peers.say("long", "x" * 10_000)
            wanted = {
                Appended("a", 1, "listed-running"),
                Carded("ear", "ana"),
                Said(one.peers.name, "there", "hello"),
            }
            await asyncio.to_thread(wait_for, lambda: set(heard) >= wanted)
            assert not any(isinstance(news, Said) and news.topic == "long" for news in heard)
            two.peers.refresh()
            assert two.peers.living == {one.peers.name, two.peers.name}
            assert own == []

    asyncio.run(story())


def test_a_table_has_one_driver_until_that_one_is_gone(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = PostgresJournal(address), PostgresJournal(address)
    heard: list[News] = []
    one.peers.listen(lambda _: None)
    two.peers.listen(heard.append)
    two.peers.refresh()
    assert one.peers.claim(["a", "b"]) == {"a", "b"}
    assert two.peers.claim(["a", "b", "c"]) == {"c"}
    one.peers.release(["b"])
    assert two.peers.claim(["a", "b"]) == {"b"}
    name = one.peers.name
    one.close()
    wait_for(lambda: Gone((name,)) in heard)
    assert two.peers.claim(["a"]) == {"a"}
    two.close()
    with closing(PostgresJournal(address)) as three:
        three.peers.listen(lambda _: None)
        assert three.peers.claim(["a"]) == {"a"}
        four = peers.PostgresPeers(address)  # has never given a sign of life
        assert four.claim(["a"]) == set()
        monkeypatch.setattr(peers, "DEAD", -1)  # nobody has for long
        assert four.claim(["a"]) == {"a"}
        four.close()


def test_it_is_noted_when_nobody_was_at_work(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(PostgresJournal(address)) as one:
        one.peers.listen(lambda _: None)
        one.peers.refresh()
        assert one.peers.absences == []
        assert one.peers.fresh
    monkeypatch.setattr(peers, "LATE", -1)
    with closing(PostgresJournal(address)) as two:
        two.peers.refresh()
        assert len(two.peers.absences) == 1
        assert two.peers.absences[0].since <= two.peers.absences[0].until


def test_who_loses_the_wire_is_told_that_news_may_be_missed(own: Cluster) -> None:
    with closing(PostgresJournal(own.database())) as journal:
        heard: list[News] = []
        journal.peers.listen(heard.append)
        own.stop(signal.SIGQUIT)
        own.start()
        wait_for(lambda: Gone(()) in heard)
        journal.peers.refresh()
        assert journal.peers.fresh


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_of_the_database_that_is_set_moves_nobodys_time(address: str, hours: int) -> None:
    with (
        closing(PostgresJournal(address)) as one,
        closing(PostgresJournal(address)) as two,
        psycopg.connect(address, autocommit=True) as host,
    ):
        gone = peers.PostgresPeers(address)
        for each in (one.peers, two.peers, gone):
            each.listen(lambda _: None)
        gone._ear.close()
        before = one.peers.offset()
        host.execute(
            "CREATE OR REPLACE FUNCTION tourelle.wall() RETURNS bigint LANGUAGE sql VOLATILE AS $$"
            " SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            f" + {hours} * 3600000 $$"
        )
        one.peers.refresh()
        two.peers.refresh()
        assert abs(one.peers.offset() - before) < 2 * peers.STEP
        assert (one.peers.absences, two.peers.absences) == ([], [])
        assert {one.peers.name, two.peers.name} <= one.peers.living & two.peers.living
        wait_for(lambda: gone.name not in one.peers.living, "a dead server seems to live on")
        with closing(PostgresJournal(address)) as late:  # it goes by the same clock
            late.peers.listen(lambda _: None)
            assert abs(late.peers.offset() - before) < 2 * peers.STEP
            assert late.peers.absences == []
        gone._mouth.close()
