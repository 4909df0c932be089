"""`tourelle store`: every damage is named, and games can be saved."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Command
from tests.postgres import cluster
from tests.tables.toys import STRANDING
from tourelle.cli.main import main
from tourelle.core.records import ReplayError, read_record, verify
from tourelle.games import game_class, game_of
from tourelle.languages import LANGUAGES
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.sqlite import NAME, SqliteJournal
from tourelle.tables.entries import ACTION, CHAT, HERE, Chair, Entry, Opening

SEED = 285763812065183390470157735120639226303


def lines_of(table: str, actions: int) -> list[str]:
    """A game of BLOX after some actions, as the journal keeps it."""
    game: Any = game_class("blox")({"seats": 2})
    chairs = (Chair(HERE, "Ann", None, "a", taken=True), Chair(HERE, "Bo", None, "b", taken=True))
    opening = Opening(table, "blox", game.rules, game.options, SEED, "nonce", chairs, 1000)
    lines, position = [opening.line()], game.deal(SEED)
    for number in range(1, actions + 1):
        seat, action = game.to_move(position), game.legal_actions(position)[0]
        text = game.action_text(action)
        lines.append(Entry(number, 1000 + number, ACTION, seat, {"text": text}).line())
        game.apply(position, action)
    lines.append(Entry(actions + 1, 2000, CHAT, 0, {"text": "« ü »"}).line())
    return lines


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with five tables, cleanly closed."""

    save(tmp_path, **{table: lines_of(table, 6) for table in "abcde"})
    return tmp_path


def save(folder: Path, **tables: list[str]) -> None:
    """Keep tables in a journal that is cleanly closed."""

    async def story() -> None:
        journal = SqliteJournal(folder / NAME)
        for table, lines in tables.items():
            await journal.append(table, 0, lines, "private-running", 5)
        journal.close()

    asyncio.run(story())


def tamper(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / NAME)
    connection.executescript("DROP TRIGGER no_update; DROP TRIGGER no_delete;")
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_journal(command: Command, folder: Path, language: str) -> None:
    before = (folder / NAME).read_bytes()
    said = command("store", "check", "--data", str(folder), "--lang", language)
    assert (said.status, said.err) == (0, "")
    assert "5" in said.out
    report = command("store", "check", "--data", str(folder), "--json").json()
    assert (report["tables"], report["faults"], report["damaged"]) == (5, [], [])
    assert (folder / NAME).read_bytes() == before


def test_damage_is_named_by_table_and_entry(command: Command, folder: Path) -> None:
    tamper(folder, "UPDATE line SET text = 'x' WHERE table_id = 'c' AND number = 4")
    said = command("store", "check", "--data", str(folder))
    assert said.status == 1
    assert "c: entry 4:" in said.out
    assert "4 of 5" in said.out
    report = command("store", "check", "--data", str(folder), "--json")
    assert report.status == 1
    assert report.json()["damaged"] == [{"table": "c", "number": 4, "kind": "changed"}]


def test_an_entry_that_cannot_have_happened_is_found(command: Command, tmp_path: Path) -> None:
    lines = lines_of("a", 6)
    number, at, kind, seat, data = json.loads(lines[3])
    lines[3] = json.dumps([number, at, kind, 1 - seat, data])
    save(tmp_path, a=lines)
    report = command("store", "check", "--data", str(tmp_path), "--json")
    assert report.status == 1
    assert report.json()["damaged"] == [{"table": "a", "number": 3, "kind": "illegal"}]


def test_a_damaged_game_is_saved_up_to_the_damage(command: Command, folder: Path) -> None:
    whole = command("store", "export", "b", "--data", str(folder)).json()
    assert whole["seed"] == str(SEED)
    tamper(folder, "UPDATE line SET text = 'x' WHERE table_id = 'b' AND number = 4")
    record = read_record(command("store", "export", "b", "--data", str(folder)).json())
    assert record.actions == tuple(whole["actions"][:3])
    verify(game_class("blox")(record.options, record.rules), record)
    assert command("store", "export", "nothing", "--data", str(folder)).status == 1


def test_what_is_no_journal(command: Command, tmp_path: Path) -> None:
    assert command("store", "check", "--data", str(tmp_path)).status == 1
    (tmp_path / NAME).write_bytes(b"rubbish " * 1000)
    said = command("store", "check", "--data", str(tmp_path))
    assert said.status == 1
    assert "Traceback" not in said.err


def test_a_table_of_older_rules_is_exported_under_them(command: Command, tmp_path: Path) -> None:
    game = game_of("castellan", {"seats": 2}, 1)
    chairs = (Chair(HERE, "Ann", None, "a", taken=True), Chair(HERE, "Bo", None, "b", taken=True))
    opening = Opening("old", "castellan", 1, game.options, 16, "nonce", chairs, 1000)
    lines = [
        Entry(number, 1000 + number, ACTION, 0, {"text": text}).line()
        for number, text in enumerate(STRANDING, 1)
    ]
    save(tmp_path, old=[opening.line(), *lines])
    exported = command("store", "export", "old", "--data", str(tmp_path)).json()
    assert (exported["rules"], exported["actions"]) == (1, list(STRANDING))
    verify(game, read_record(exported))
    with pytest.raises(ReplayError):  # the newest rules refuse what strands pieces (C4.3)
        verify(game_of("castellan", {"seats": 2}, 2), read_record({**exported, "rules": 2}))


# ---------------------------------------------------------------- another store


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_journal_is_copied_to_a_database_and_back(
    command: Command, folder: Path, language: str
) -> None:
    address, back = cluster().database(), folder / "back"
    said = command("store", "copy", str(folder), address, "--lang", language)
    assert (said.status, said.err) == (0, "")
    assert "40" in said.out  # lines
    report = command("store", "check", "--store", address, "--json").json()
    assert (report["tables"], report["damaged"]) == (5, [])
    saved = command("store", "export", "b", "--store", address).json()
    assert saved == command("store", "export", "b", "--data", str(folder)).json()
    copied = command("store", "copy", address, str(back), "--json").json()
    assert (copied["tables"], copied["lines"], copied["cards"]) == (5, 40, 0)
    again = command("store", "copy", str(folder), address, "--lang", language)
    assert again.status == 1
    assert "5" in again.err
    assert address in again.err


def test_why_a_journal_is_not_copied(command: Command, folder: Path) -> None:
    address = cluster().database()
    assert command("store", "copy", str(folder)).status == 1
    assert "itself" in command("store", "copy", str(folder), f"{folder}/").err
    assert command("store", "copy", str(folder / "none"), address).status == 1
    with closing(PostgresJournal(address)) as journal:
        journal.peers.listen(lambda _: None)
        assert "in use" in command("store", "copy", str(folder), address).err
    with closing(SqliteJournal(folder / NAME)), pytest.raises(SystemExit, match="in use"):
        main(["store", "copy", str(folder), address])
    secret = "postgresql://ana:secret@127.0.0.1:1/club"
    with pytest.raises(SystemExit) as left:
        main(["store", "check", "--store", secret])
    assert "127.0.0.1" in str(left.value)
    assert "secret" not in str(left.value)
