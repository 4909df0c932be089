"""A disk that is full: nothing is kept, it is said at once, and all goes on where there is room."""

import asyncio
import os
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.patience import PATIENCE
from tests.postgres import cluster
from tourelle.store import heads
from tourelle.store.heads import Head, Heads, read_heads
from tourelle.store.postgres.heads import BEFORE, FOLDER, NAME, NotedHeads
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.sqlite import SqliteJournal
from tourelle.store.troubles import JournalError

FULL = """
    CREATE FUNCTION tourelle.full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON tourelle.line EXECUTE FUNCTION tourelle.full()
"""


def test_a_database_whose_disk_is_full_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tourelle.store.postgres.journal.PATIENCE", 1.5 * PATIENCE)
    address = cluster().database()

    async def story() -> None:
        with (
            closing(PostgresJournal(address)) as journal,
            psycopg.connect(address, autocommit=True) as host,
        ):
            await journal.append("a", 0, ["opening"], "t", 1)
            host.execute(FULL)
            with pytest.raises(JournalError, match="no space left"):
                await asyncio.wait_for(journal.append("a", 1, ["one"], "t", 2), PATIENCE)
            assert not journal.keeping
            assert journal.lines("a") == ["opening"]
            host.execute("DROP TRIGGER full_disk ON tourelle.line")
            await journal.append("a", 1, ["one"], "t", 2)
            assert journal.keeping
            assert journal.lines("a") == ["opening", "one"]

    asyncio.run(story())


def test_a_file_that_may_not_grow_keeps_what_it_has(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(SqliteJournal(tmp_path / "journal.sqlite3")) as journal:
            await journal.append("a", 0, ["opening"], "t", 1)
            [(pages,)] = journal._writer.execute("PRAGMA page_count")
            journal._writer.execute(f"PRAGMA max_page_count = {pages}")
            long = "x" * 10_000
            results = await asyncio.gather(
                journal.append("a", 1, [long], "t", 2),
                journal.append("b", 0, [long], "t", 2),
                return_exceptions=True,
            )
            assert [str(result) for result in results] == ["database or disk is full"] * 2
            assert not journal.keeping
            journal._writer.execute("PRAGMA max_page_count = 1000000")
            await journal.append("a", 1, [long], "t", 2)
            assert journal.keeping
            assert (journal.lines("a"), journal.lines("b")) == (["opening", long], [])

    asyncio.run(story())


def test_half_a_line_of_heads_spoils_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Heads(tmp_path / "heads")
    write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda file, text: write(file, text[: len(text) // 2]))
        noted.note([Head("a", 1, b"1")])
    noted.note([Head("b", 2, b"2")])
    noted.close()
    assert read_heads(tmp_path / "heads") == [Head("b", 2, b"2")]


def test_heads_that_can_not_begin_anew_are_noted_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "MOST_BYTES", 10)
    noted = NotedHeads(tmp_path)
    noted.begin()

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        noted.note([Head("a", 1, b"1")])
        with (tmp_path / "other").open("wb") as other:  # may be given a number that was freed
            noted.note([Head("b", 2, b"2")])
            other.flush()
        assert not (tmp_path / "other").read_bytes()
    noted.note([Head("c", 3, b"3")])
    noted.close()
    there = read_heads(tmp_path / FOLDER / "0" / BEFORE)
    assert [head.table for head in there] == ["a", "b", "c"]
    assert not read_heads(tmp_path / FOLDER / "0" / NAME)
