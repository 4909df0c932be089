"""The journal keeps lines in order, for ever, on disk before anybody is told."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from tourelle.store.opening import connect
from tourelle.store.sqlite import SqliteJournal
from tourelle.store.troubles import JournalError


def journal_in(folder: Path) -> SqliteJournal:
    return SqliteJournal(folder / "data" / "journal.sqlite3")


def happen(folder: Path, story: Callable[[SqliteJournal], Awaitable[None]]) -> None:
    """Let a story happen to the journal in a folder, and close it."""

    async def told() -> None:
        with closing(journal_in(folder)) as journal:
            await story(journal)

    asyncio.run(told())


def test_what_was_appended_is_there_after_a_restart(tmp_path: Path) -> None:
    async def story(journal: SqliteJournal) -> None:
        await journal.append("a", 0, ["opening"], "listed-waiting", 10)
        await journal.append("a", 1, ["one", "zwei « ü »"], "listed-running", 20)
        await journal.append("b", 0, ["other"], "listed-running", 15)

    happen(tmp_path, story)
    journal = journal_in(tmp_path)
    assert journal.lines("a") == ["opening", "one", "zwei « ü »"]
    assert journal.lines("nothing") == []
    assert journal.shelf("listed-running", 10) == ["a", "b"]
    assert journal.shelf("listed-waiting", 10) == []
    assert journal.count(["listed-running", "private-over"], 20) == 1
    journal.close()


@pytest.mark.parametrize("number", [0, 1, 3, -1])
def test_a_line_follows_the_last_one_or_is_refused(tmp_path: Path, number: int) -> None:
    async def story(journal: SqliteJournal) -> None:
        await journal.append("a", 0, ["opening", "one"], "t", 1)
        with pytest.raises(JournalError):
            await journal.append("a", number, ["wrong"], "t", 2)
        await journal.append("a", 2, ["two"], "t", 3)
        assert journal.lines("a") == ["opening", "one", "two"]

    happen(tmp_path, story)


def test_appends_that_share_a_commit_fail_alone(tmp_path: Path) -> None:
    async def story(journal: SqliteJournal) -> None:
        waiting = [
            journal.append(f"t{i}", 7 if i % 10 == 3 else 0, ["x"], "t", 1) for i in range(200)
        ]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        failed = [i for i, result in enumerate(results) if isinstance(result, JournalError)]
        assert failed == list(range(3, 200, 10))
        assert sum(bool(journal.lines(f"t{i}")) for i in range(200)) == 180

    happen(tmp_path, story)


def test_nothing_is_changed_or_deleted(tmp_path: Path) -> None:
    async def story(journal: SqliteJournal) -> None:
        await journal.append("a", 0, ["opening"], "t", 1)

    happen(tmp_path, story)
    connection = sqlite3.connect(tmp_path / "data" / "journal.sqlite3")
    for statement in ("UPDATE line SET text = 'x'", "DELETE FROM line"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    connection = connect(tmp_path / "data" / "journal.sqlite3")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    connection.close()
    journal.close()


def test_a_journal_of_another_version_is_left_alone(tmp_path: Path) -> None:
    journal_in(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "data" / "journal.sqlite3")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match="99"):
        journal_in(tmp_path)


def test_whatever_goes_wrong_the_writer_goes_on(tmp_path: Path) -> None:
    async def story(journal: SqliteJournal) -> None:
        with pytest.raises(JournalError, match="surrogates"):
            await journal.append("a", 0, ["half a character: \ud800"], "t", 1)
        waiting = [
            journal.append(f"t{i}", 0, ["\ud800" if i == 7 else "x"], "t", 1) for i in range(20)
        ]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [i for i, result in enumerate(results) if result is not None] == [7]
        await journal.append("a", 0, ["opening"], "t", 1)
        assert journal.keeping

    happen(tmp_path, story)


def test_a_disk_that_refuses_is_told_until_it_takes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourelle.store.opening.PATIENCE", 0.2)

    async def story(journal: SqliteJournal) -> None:
        await journal.append("a", 0, ["opening"], "t", 1)
        connection = sqlite3.connect(tmp_path / "data" / "journal.sqlite3", isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")  # as good as a full disk: nobody else may write
        with pytest.raises(JournalError):
            await journal.append("a", 1, ["one"], "t", 1)
        assert not journal.keeping
        connection.execute("ROLLBACK")
        connection.close()
        await journal.append("a", 1, ["one"], "t", 1)
        assert journal.keeping

    happen(tmp_path, story)


def test_when_the_writer_ends_all_the_same_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(journal: SqliteJournal) -> None:
        def die(*_: object) -> None:
            raise SystemExit("out of memory, say")

        monkeypatch.setattr(journal, "_commit", die)
        for number in range(3):
            with pytest.raises(JournalError, match="stopped"):
                await asyncio.wait_for(journal.append("a", number, ["x"], "t", 1), 10)
        assert not journal.keeping

    happen(tmp_path, story)
