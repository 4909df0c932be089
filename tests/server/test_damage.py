"""A damaged journal under a running server: said, set aside, and everybody else plays on."""

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Opened, Served, served
from tests.store.damaging import WAYS
from tourelle.store.opening import heads_of
from tourelle.store.sqlite import NAME, SqliteJournal
from tourelle.store.troubles import StartError

TABLES = 8


def play(server: Served, opened: Opened, actions: int) -> dict[str, Any]:
    """Play some actions at a table; return its state."""
    with server.browser(opened.table, *opened.keys.values()) as both:
        both.until(0)
        for _ in range(actions):
            number = both.state["number"]
            both.submit(both.state["choices"][0]["text"])
            both.until(number + 1)
        return both.state


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """What a killed server leaves: a folder, and every table's record as it was told."""
    folder = tmp_path_factory.mktemp("left")
    told: dict[str, Any] = {}
    with served(folder / "live", precompile=False) as server:
        for i in range(TABLES):
            opened = server.open("blox", "here here", seen="link" if i % 2 else "public")
            play(server, opened, 5 + i)
            record = server.http.get(f"/api/tables/{opened.table}/record").json()
            told[opened.table] = (record["actions"], opened)
        shutil.copytree(folder / "live", folder / "killed")
    shutil.copytree(folder / "live", folder / "closed")
    return folder, told


CASES = [
    (way, ending, seed)
    for way in WAYS
    for ending in ("", "-wal")
    for seed in range(4)
    if (way, ending) != ("lose", "")
]


@pytest.mark.parametrize(("way", "ending", "seed"), CASES)
def test_damage_at_random(
    tmp_path: Path, left: tuple[Path, dict[str, Any]], way: str, ending: str, seed: int
) -> None:
    folder, told = left
    shutil.copytree(folder / ("killed" if ending else "closed"), tmp_path / "data")
    WAYS[way](tmp_path / "data" / (NAME + ending), random.Random(f"{way} {seed}"))
    try:
        journal = SqliteJournal(tmp_path / "data" / NAME)
    except StartError as refused:
        if refused.reason not in ("damaged", "newer"):
            raise
        return  # a sentence, and nothing is touched
    with served(tmp_path / "data", journal=journal, precompile=False) as server:
        check(server, told)


def check(server: Served, told: dict[str, Any]) -> None:
    """No bare error, no silent change, and whole tables go on."""
    lobby = server.http.get("/api/lobby")
    assert lobby.status_code == 200
    whole = 0
    for table, (actions, opened) in told.items():
        answer = server.http.get(f"/api/tables/{table}")
        record = server.http.get(f"/api/tables/{table}/record")
        if answer.status_code == 404:
            assert server.lobby.journal.damaged_file or server.lobby.journal.read(table).known
            continue
        assert (answer.status_code, record.status_code) == (200, 200)
        found = record.json()["actions"]
        if found != actions:
            assert answer.json()["damage"], "a silent change"
            assert found == actions[: len(found)]
        elif not answer.json()["damage"]:
            whole += 1
            if whole <= 2:
                assert play(server, opened, 1)["actions"] == len(actions) + 1
    fresh = server.open("blox", "here here")
    assert play(server, fresh, 1)["actions"] == 1


def test_a_table_that_is_set_aside_is_read_and_nothing_more(
    tmp_path: Path, left: tuple[Path, dict[str, Any]]
) -> None:
    folder, told = left
    shutil.copytree(folder / "closed", tmp_path / "data")
    table, (actions, opened) = next(iter(told.items()))
    connection = sqlite3.connect(tmp_path / "data" / NAME)
    connection.execute("DROP TRIGGER no_update")
    connection.execute("UPDATE line SET text = 'x' WHERE table_id = ? AND number = 4", (table,))
    connection.commit()
    connection.close()
    with served(tmp_path / "data", precompile=False) as server:
        with server.browser(table, *opened.keys.values(), language="de") as ann:
            state = ann.hear_of("state")
            assert "beschädigt" in state["damage"]
            assert "4" in state["damage"]
            assert state["actions"] == 3
            ann.submit(actions[3])
            assert ann.hear_of("trouble")["reason"] == "set-aside"
            ann.send(type="chat", seat=0, text="hello?")
            assert ann.hear_of("trouble")["reason"] == "set-aside"
        record = server.http.get(f"/api/tables/{table}/record").json()
        assert record["actions"] == actions[:3]
        listed = server.http.get("/api/lobby").json()
        shown = [entry["table"] for entry in listed["open"] + listed["running"] + listed["over"]]
        assert table not in shown
        other, (before, keys) = list(told.items())[1]
        assert play(server, keys, 1)["actions"] == len(before) + 1, other


def test_a_lost_log_is_told_to_those_who_come_back(
    tmp_path: Path, left: tuple[Path, dict[str, Any]]
) -> None:
    folder, told = left
    shutil.copytree(folder / "killed", tmp_path / "data")
    (tmp_path / "data" / f"{NAME}-wal").unlink()
    assert heads_of(tmp_path / "data" / NAME).stat().st_size
    with served(tmp_path / "data", precompile=False) as server:
        for table in told:
            answer = server.http.get(f"/api/tables/{table}")
            assert answer.json().get("damage") or answer.json()["reason"] == "damaged-table"
