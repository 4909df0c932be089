"""The journal keeps lines in order, for ever, on disk before anybody is told."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.store.stores import SqliteStore, Store
from tourelle.store.journal import Journal
from tourelle.store.opening import connect
from tourelle.store.troubles import JournalError


def test_what_was_appended_is_there_after_a_restart(store: Store) -> None:
    async def story(journal: Journal) -> None:
        await journal.append("a", 0, ["opening"], "listed-waiting", 10)
        await journal.append("a", 1, ["one", "zwei « ü »"], "listed-running", 20)
        await journal.append("b", 0, ["other"], "listed-running", 15)

    store.happen(story)
    journal = store.open()
    assert journal.lines("a") == ["opening", "one", "zwei « ü »"]
    assert journal.lines("nothing") == []
    assert journal.shelf("listed-running", 10) == ["a", "b"]
    assert journal.shelf("listed-waiting", 10) == []
    assert journal.count(["listed-running", "private-over"], 20) == 1
    journal.close()


@pytest.mark.parametrize("number", [0, 1, 3, -1])
def test_a_line_follows_the_last_one_or_is_refused(store: Store, number: int) -> None:
    async def story(journal: Journal) -> None:
        await journal.append("a", 0, ["opening", "one"], "t", 1)
        with pytest.raises(JournalError):
            await journal.append("a", number, ["wrong"], "t", 2)
        await journal.append("a", 2, ["two"], "t", 3)
        assert journal.lines("a") == ["opening", "one", "two"]

    store.happen(story)


def test_appends_that_share_a_commit_fail_alone(store: Store) -> None:
    async def story(journal: Journal) -> None:
        waiting = [
            journal.append(f"t{i}", 7 if i % 10 == 3 else 0, ["x"], "t", 1) for i in range(200)
        ]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        failed = [i for i, result in enumerate(results) if isinstance(result, JournalError)]
        assert failed == list(range(3, 200, 10))
        assert sum(bool(journal.lines(f"t{i}")) for i in range(200)) == 180

    store.happen(story)


def test_nothing_is_changed_or_deleted(store: Store) -> None:
    async def story(journal: Journal) -> None:
        await journal.append("a", 0, ["opening"], "t", 1)

    store.happen(story)
    for statement in ("UPDATE line SET text = 'x'", "DELETE FROM line"):
        with pytest.raises((sqlite3.IntegrityError, psycopg.Error), match="append-only"):
            store.execute(statement)
    with closing(store.open()) as journal:
        assert journal.lines("a") == ["opening"]


def test_lines_behind_a_line_are_read_and_looked_at(store: Store) -> None:
    async def story(journal: Journal) -> None:
        await journal.append("a", 0, ["opening", "one", "two", "three"], "t", 1)
        assert journal.after("a", 0) == ["one", "two", "three"]
        assert journal.after("a", 2) == ["three"]
        assert journal.after("a", 3) == []
        for table, number in (("a", 4), ("nothing", 0)):
            with pytest.raises(JournalError, match="missing"):
                journal.after(table, number)

    store.happen(story)
    store.tamper("UPDATE line SET text = 'x' WHERE table_id = 'a' AND number = 2")
    with closing(store.open()) as journal:
        with pytest.raises(JournalError, match="line 2 of a is damaged"):
            journal.after("a", 1)
        assert journal.after("a", 3) == []


def test_tables_and_cards_are_told_in_order(store: Store) -> None:
    names = ["Zebra", "apple", "_x", "-y", "Äpfel"]

    async def story(journal: Journal) -> None:
        await asyncio.gather(*(journal.append(name, 0, ["x"], "t", 1) for name in names))
        assert journal.tables() == sorted(names)
        assert journal.shelved([*names, "none"]) == dict.fromkeys(names, ("t", 1))
        assert journal.shelved([]) == {}

    store.happen(story)


def test_only_tables_with_a_clock_are_timed(store: Store) -> None:
    async def story(journal: Journal) -> None:
        await journal.append("a", 0, ['{"pace":{"kind":"live"}}'], "listed-running", 1)
        await journal.append("b", 0, ['{"pace":null}'], "listed-running", 1)
        await journal.append("c", 0, ['{"pace":{"kind":"live"}}'], "listed-over", 1)
        assert journal.timed(("listed-running", "private-running")) == ["a"]

    store.happen(story)


# ---------------------------------------------------------------- the file


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    journal = SqliteStore(tmp_path).open()
    connection = connect(tmp_path / "data" / "journal.sqlite3")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    connection.close()
    journal.close()


def test_a_journal_of_another_version_is_left_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.open().close()
    connection = sqlite3.connect(tmp_path / "data" / "journal.sqlite3")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match="99"):
        store.open()


async def keep(journal: Journal, number: int, line: str) -> None:
    """The journal takes a line, and says that it keeps what it is given."""
    await journal.append("a", number, [line], "t", 1)
    assert journal.keeping


def test_whatever_goes_wrong_the_writer_goes_on(store: Store) -> None:
    async def story(journal: Journal) -> None:
        with pytest.raises(JournalError, match="surrogates"):
            await journal.append("a", 0, ["half a character: \ud800"], "t", 1)
        waiting = [
            journal.append(f"t{i}", 0, ["\ud800" if i == 7 else "x"], "t", 1) for i in range(20)
        ]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [i for i, result in enumerate(results) if result is not None] == [7]
        await keep(journal, 0, "opening")

    store.happen(story)


def test_a_disk_that_refuses_is_told_until_it_takes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourelle.store.opening.PATIENCE", 0.2)
    store = SqliteStore(tmp_path)

    async def story(journal: Journal) -> None:
        await journal.append("a", 0, ["opening"], "t", 1)
        connection = sqlite3.connect(tmp_path / "data" / "journal.sqlite3", isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")  # as good as a full disk: nobody else may write
        with pytest.raises(JournalError):
            await journal.append("a", 1, ["one"], "t", 1)
        assert not journal.keeping
        connection.execute("ROLLBACK")
        connection.close()
        await keep(journal, 1, "one")

    store.happen(story)


def test_when_the_writer_ends_all_the_same_everybody_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(journal: Journal) -> None:
        def die(*_: object) -> None:
            raise SystemExit("out of memory, say")

        monkeypatch.setattr(journal, "_commit", die)
        for number in range(3):
            with pytest.raises(JournalError, match="stopped"):
                await asyncio.wait_for(journal.append("a", number, ["x"], "t", 1), 10)
        assert not journal.keeping

    store.happen(story)
