"""A damaged journal: nothing changes in silence, and what is whole goes on."""

import asyncio
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.loops import loop_put_aside
from tests.store.damaging import WAYS, Lines, filled
from tests.store.stores import Store
from tourelle.store.folder import FolderLock
from tourelle.store.journal import Journal
from tourelle.store.opening import connect, heads_of
from tourelle.store.sqlite import NAME, SqliteJournal
from tourelle.store.troubles import (
    CHANGED,
    MISSING,
    SHELF,
    SHORTENED,
    Damage,
    StartError,
)

VERSION_1 = """
CREATE TABLE line (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TRIGGER no_update BEFORE UPDATE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER no_delete BEFORE DELETE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TABLE shelf (
    table_id TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX shelf_by_tag ON shelf (tag, changed);
PRAGMA user_version = 1;
"""


def with_lines(folder: Path, *lines: str) -> None:
    """Make a journal with one table, cleanly closed."""

    async def story() -> None:
        journal = SqliteJournal(folder / NAME)
        await journal.append("a", 0, lines, "listed-running", 5)
        await journal.append("b", 0, ["other"], "listed-over", 6)
        journal.close()

    asyncio.run(story())


def tamper(folder: Path, *statements: str) -> None:
    """Change the file behind the journal's back."""
    connection = sqlite3.connect(folder / NAME)
    connection.executescript("DROP TRIGGER no_update; DROP TRIGGER no_delete;")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


TAMPERED = [
    ("UPDATE line SET text = 'x' WHERE table_id = 'a' AND number = 2", Damage(2, CHANGED), 2),
    ("UPDATE line SET text = 'x' WHERE table_id = 'a' AND number = 0", Damage(0, CHANGED), 0),
    ("UPDATE line SET hash = NULL WHERE table_id = 'a' AND number = 1", Damage(1, CHANGED), 1),
    ("DELETE FROM line WHERE table_id = 'a' AND number = 1", Damage(1, MISSING), 1),
    ("DELETE FROM line WHERE table_id = 'a' AND number = 3", Damage(3, SHORTENED), 3),
    ("DELETE FROM line WHERE table_id = 'a'", Damage(0, MISSING), 0),
    ("DELETE FROM shelf WHERE table_id = 'a'", Damage(4, SHELF), 4),
    ("UPDATE shelf SET tag = 'listed-over' WHERE table_id = 'a'", Damage(4, SHELF), 4),
    ("UPDATE line SET table_id = 'c' WHERE table_id = 'a'", Damage(0, MISSING), 0),
]
LINES = ("opening", "one", "two", "three")


def fill(store: Store) -> None:
    """Keep two tables, and close the journal."""

    async def story(journal: Journal) -> None:
        await journal.append("a", 0, LINES, "listed-running", 5)
        await journal.append("b", 0, ["other"], "listed-over", 6)

    store.happen(story)


@pytest.mark.parametrize(("statement", "damage", "whole"), TAMPERED)
def test_whatever_is_changed_is_found(
    store: Store, statement: str, damage: Damage, whole: int
) -> None:
    fill(store)
    store.tamper(statement)
    with closing(store.open()) as journal:
        kept = journal.read("a")
        assert (kept.damage, kept.lines) == (damage, list(LINES[:whole]))
        assert journal.read("b").lines == ["other"]
        assert journal.read("b").damage is None
        assert journal.read("nothing").known is False


def test_half_a_character_is_found(tmp_path: Path) -> None:
    with_lines(tmp_path, *LINES)
    tamper(tmp_path, "UPDATE line SET text = x'ff' WHERE table_id = 'a' AND number = 1")
    with closing(SqliteJournal(tmp_path / NAME)) as journal:
        kept = journal.read("a")
        assert (kept.damage, kept.lines) == (Damage(1, CHANGED), ["opening"])


def test_a_swapped_pair_of_lines_is_found(store: Store) -> None:
    fill(store)
    store.tamper(
        "UPDATE line SET number = 9 WHERE table_id = 'a' AND number = 1",
        "UPDATE line SET number = 1 WHERE table_id = 'a' AND number = 2",
        "UPDATE line SET number = 2 WHERE table_id = 'a' AND number = 9",
    )
    with closing(store.open()) as journal:
        assert journal.read("a").damage == Damage(1, CHANGED)


def test_a_table_that_was_marked_stays_marked(store: Store) -> None:
    fill(store)
    store.tamper("DELETE FROM line WHERE table_id = 'a' AND number = 3")

    async def story(journal: Journal) -> None:
        damage = journal.read("a").damage
        assert damage == Damage(3, SHORTENED)
        await journal.append("a", 3, ["another"], "listed-running", 9, damage)
        kept = journal.read("a")
        assert kept.lines == [*LINES[:3], "another"]
        assert kept.damage == damage

    store.happen(story)


def test_a_journal_of_version_1_is_read_and_chained(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / NAME)
    connection.executescript(VERSION_1)
    rows = [("a", number, f"line {number}") for number in range(5)] + [("b", 0, "« ü »")]
    connection.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
    connection.execute("INSERT INTO shelf VALUES ('a', 'listed-over', 7), ('b', 'private-over', 8)")
    connection.commit()
    connection.close()

    async def story() -> None:
        journal = SqliteJournal(tmp_path / NAME)
        assert journal.read("a").damage is None
        assert journal.lines("a") == [f"line {number}" for number in range(5)]
        assert journal.shelf("listed-over", 5) == ["a"]
        await journal.append("a", 5, ["line 5"], "listed-over", 9)
        journal.close()

    asyncio.run(story())
    tamper(tmp_path, "UPDATE line SET text = 'x' WHERE table_id = 'a' AND number = 2")
    journal = SqliteJournal(tmp_path / NAME)
    assert journal.read("a").damage == Damage(2, CHANGED)
    assert journal.lines("b") == ["« ü »"]
    journal.close()


# ---------------------------------------------------------------- a killed server's files


def test_what_a_killed_server_leaves_is_whole(tmp_path: Path) -> None:
    lines = filled(tmp_path, 10, 1)
    journal = SqliteJournal(tmp_path / "left" / NAME)
    assert (journal.damaged_file, journal.lost) == (None, [])
    assert {name: journal.lines(name) for name in lines} == lines
    journal.close()


def test_a_lost_log_is_said_and_remembered(tmp_path: Path) -> None:
    lines = filled(tmp_path, 10, 2)
    (tmp_path / "left" / f"{NAME}-wal").unlink()
    for _ in range(2):
        journal = SqliteJournal(tmp_path / "left" / NAME)
        for name in lines:
            kept = journal.read(name)
            assert kept.damage is not None
            assert kept.lines == lines[name][: len(kept.lines)]
            assert kept.damage.kind in (SHORTENED, MISSING)
        journal.close()


def test_a_long_log_is_moved_into_the_journal_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourelle.store.heads.MOST_BYTES", 2000)

    async def story() -> None:
        journal = SqliteJournal(tmp_path / NAME)
        for number in range(200):
            await journal.append("a", number, ["x"], "t", 1)
            assert heads_of(tmp_path / NAME).stat().st_size < 2100
        shutil.copytree(tmp_path, tmp_path / "left")
        journal.close()

    asyncio.run(story())
    assert heads_of(tmp_path / NAME).stat().st_size == 0
    (tmp_path / "left" / f"{NAME}-wal").unlink()
    journal = SqliteJournal(tmp_path / "left" / NAME)
    assert 150 < len(journal.lines("a")) <= 200
    assert journal.read("a").damage == Damage(199, SHORTENED)
    journal.close()


def opened(path: Path) -> SqliteJournal | None:
    """Open a journal; None where it says that it can't be opened."""
    try:
        return SqliteJournal(path)
    except StartError as error:
        if error.reason in ("damaged", "newer"):
            return None
        raise


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Lines]]:
    """Some journals, small to large."""
    folders = [(tmp_path_factory.mktemp("sample"), tables) for tables in (3, 30, 120)]
    with loop_put_aside():  # what a module has is made before what every test has
        return [(folder, filled(folder, tables, tables)) for folder, tables in folders]


CASES = [(way, ending, seed) for way in WAYS for ending in ("", "-wal") for seed in range(12)]


@pytest.mark.parametrize(("way", "ending", "seed"), CASES)
def test_damage_at_random_is_never_silent(
    tmp_path: Path, samples: list[tuple[Path, Lines]], way: str, ending: str, seed: int
) -> None:
    dice = random.Random(f"{way} {ending} {seed}")
    folder, lines = samples[seed % len(samples)]
    shutil.copytree(folder / "left", tmp_path / "left")
    left = tmp_path / "left" / NAME
    if ending == "":
        connect(left).close()  # the log becomes a part of the file
        if dice.random() < 0.5:
            heads_of(left).write_bytes(b"")  # as after a clean stop
    WAYS[way](left.with_name(NAME + ending), dice)
    if way == "lose" and ending == "" and heads_of(left).stat().st_size == 0:
        return  # a folder without a journal is a new folder
    journal = opened(left)
    if journal is None:
        return
    for name, written in lines.items():
        kept = journal.read(name)
        if kept.damage is None and kept.known:
            assert kept.lines == written
        elif not kept.known:
            assert journal.damaged_file is not None, "a table is gone, and nothing is said"
        assert kept.lines == written[: len(kept.lines)]
    journal.count(["listed-over"], 0)

    async def go_on() -> None:
        whole = [name for name in lines if journal.read(name).damage is None]
        await asyncio.gather(
            *(
                journal.append(name, len(lines[name]), ["on"], "listed-over", 9)
                for name in whole
                if journal.lines(name)
            )
        )
        await journal.append("new", 0, ["opening"], "listed-waiting", 10)

    asyncio.run(go_on())
    assert journal.shelf("listed-waiting", 1) == ["new"]
    journal.close()


# ---------------------------------------------------------------- one server a folder

HOLD = """
import sys, time
from pathlib import Path
from tourelle.store.folder import FolderLock
lock = FolderLock(Path(sys.argv[1]), "http://127.0.0.1:1234/")
print("held", flush=True)
time.sleep(600)
"""


def test_a_folder_has_one_holder_who_is_named_and_may_die(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StartError) as refused:
            SqliteJournal(tmp_path / NAME)
        assert refused.value.reason == "held"
        assert refused.value.params["process"] == holder.pid
        assert refused.value.params["address"] == "http://127.0.0.1:1234/"
    finally:
        holder.kill()
        holder.communicate()
    SqliteJournal(tmp_path / NAME).close()
    FolderLock(tmp_path).release()


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    with_lines(tmp_path, "opening")
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(StartError) as refused:
        SqliteJournal(tmp_path / NAME)
    assert (refused.value.reason, refused.value.params["found"]) == ("newer", 3)
    assert (tmp_path / NAME).read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError) as refused:
        SqliteJournal(tmp_path / "file" / "data" / NAME)
    assert refused.value.reason == "unwritable"


def test_a_file_beside_the_journal_that_is_not_ours(tmp_path: Path) -> None:
    """As after another user, root say, has copied a journal into the folder."""
    SqliteJournal(tmp_path / NAME).close()
    heads = heads_of(tmp_path / NAME)
    heads.unlink(missing_ok=True)
    heads.mkdir()  # nobody opens it as a file, not even root
    with pytest.raises(StartError) as refused:
        SqliteJournal(tmp_path / NAME)
    assert refused.value.reason == "unwritable"
    heads.rmdir()
    SqliteJournal(tmp_path / NAME).close()
