"""The host's door: load, tables, closing, backups; and that nobody else finds it."""

import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.patience import wait_for
from tests.server.running import Served, from_address, served
from tourelle.cli.main import main
from tourelle.server.requests.admin import DOOR, Door
from tourelle.store.folder import FolderLock
from tourelle.store.sqlite import NAME, SqliteJournal


class Hosted:
    """A server with its host."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.data = server.settings.data

    def command(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
        """Run `tourelle admin`; return its status and what it says."""
        address = f"http://127.0.0.1:{self.server.port}"
        more = ["--data", str(self.data), "--address", address]
        try:
            status = main(["admin", *words, *more])
        except SystemExit as error:
            status = int(error.code or 0)
        out = capsys.readouterr()
        return status or 0, out.out + out.err

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"X-Tourelle-Admin": (self.data / DOOR).read_text(), **more.pop("headers", {})}
        return self.server.http.request(method, f"/api/admin/{path}", headers=headers, **more)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with served(tmp_path / "data") as server:
        yield Hosted(server)


def test_load_and_tables(hosted: Hosted, capsys: pytest.CaptureFixture[str]) -> None:
    opened = hosted.server.invite("blox", "here link", seen="public")
    status, said = hosted.command(capsys, "tables")
    assert status == 0
    assert opened.table in said
    assert "waiting" in said
    status, said = hosted.command(capsys, "tables", "over")
    assert (status, opened.table in said) == (0, False)
    status, said = hosted.command(capsys, "load", "--json")
    load = json.loads(said)
    assert (load["tables"]["waiting"], load["live"], load["keeping"]) == (1, 1, True)
    status, said = hosted.command(capsys)
    assert "1 waiting" in said
    [row] = json.loads(hosted.command(capsys, "tables", "--json")[1])["tables"]
    assert (row["game"], row["listed"], row["live"], row["names"]) == (
        "blox", True, True, ["Player A", "Player B"],
    )  # fmt: skip


def listed(server: Served) -> list[str]:
    """Return the tables that everybody finds."""
    lobby = server.http.get("/api/lobby").json()
    return [table["table"] for shelf in lobby.values() for table in shelf]


def test_a_closed_table_is_found_by_nobody_until_it_is_opened(
    hosted: Hosted, capsys: pytest.CaptureFixture[str]
) -> None:
    server = hosted.server
    opened = server.open("torres", "here link", seen="public")
    path = f"/api/tables/{opened.table}"
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.hear_of("state")
        assert hosted.command(capsys, "close", opened.table)[0] == 0
        assert ann.close_code() == 1013
    refused = server.http.get(path)
    assert (refused.status_code, refused.json()["reason"]) == (410, "shut-table")
    with server.browser(opened.table, opened.keys[0]) as ann:
        assert ann.hear_of("trouble")["reason"] == "shut-table"
    wait_for(lambda: listed(server) == [], "it is listed still")
    assert hosted.command(capsys, "open", opened.table)[0] == 0
    assert server.http.get(path).json()["number"] >= 1
    wait_for(lambda: listed(server) == [opened.table], "it is not listed again")


def test_what_is_closed_stays_closed_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        opened = server.open("torres", "here link", pace={"kind": "live", "time": 600})
        assert Hosted(server).ask("POST", f"tables/{opened.table}/close").status_code == 200
    with served(tmp_path) as server:
        assert server.http.get(f"/api/tables/{opened.table}").status_code == 410


def test_a_backup_while_people_play_can_be_served(
    hosted: Hosted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = hosted.server.open("torres", "here link")
    folder = tmp_path / "copy"
    folder.mkdir()
    status, said = hosted.command(capsys, "backup", str(folder / NAME))
    assert (status, "looked over" in said) == (0, True)
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600
    later = hosted.server.open("torres", "here link")
    journal = SqliteJournal(folder / NAME)
    try:
        assert journal.lines(opened.table) == hosted.server.lobby.journal.lines(opened.table)
        assert journal.read(opened.table).damage is None
        assert not journal.read(later.table).known
    finally:
        journal.close()
    again, said = hosted.command(capsys, "backup", str(folder / NAME))
    assert (again != 0, "new file" in said) == (True, True)


def test_a_backup_where_the_server_may_not_write_is_a_sentence(
    hosted: Hosted,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As under systemd (ProtectSystem=strict), where the host may write and the server may not."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "touch", refuse)
    status, said = hosted.command(capsys, "backup", str(tmp_path / NAME))
    assert (status != 0, "Read-only file system" in said) == (True, True)


def test_sentences_where_there_is_nothing_to_do(
    hosted: Hosted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = hosted.command(capsys, "close")
    assert (status != 0, "Which table?" in said) == (True, True)
    status, said = hosted.command(capsys, "close", "nosuchtable")
    assert (status != 0, "There is no such table" in said or "no table" in said) == (True, True)
    with pytest.raises(SystemExit):
        raise SystemExit(main(["admin", "--data", str(tmp_path / "nowhere")]))
    assert "No server of this machine uses" in capsys.readouterr().err
    early = tmp_path / "early"  # it has the folder, and does not listen yet
    early.mkdir()
    (early / DOOR).write_text("key")
    FolderLock(early).release()
    with pytest.raises(SystemExit):
        raise SystemExit(main(["admin", "--data", str(early)]))
    assert "No server of this machine uses" in capsys.readouterr().err


# ---------------------------------------------------------------- as an attacker


@pytest.mark.parametrize("path", ["load", "tables", "tables/abc/close", "backup", "nothing"])
def test_without_the_secret_there_is_no_such_page(hosted: Hosted, path: str) -> None:
    http, method = hosted.server.http, "POST" if path.count("/") or path == "backup" else "GET"
    wish = {"file": "/tmp/never"} if path == "backup" else None
    for key in ("", "x" * 43, (hosted.data / DOOR).read_text()[:-1], "é" * 10):
        headers = {b"X-Tourelle-Admin": key.encode()}
        answer = http.request(method, f"/api/admin/{path}", headers=headers, json=wish)
        assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-page"), key


def test_the_secret_is_of_no_use_from_another_machine(hosted: Hosted) -> None:
    assert hosted.ask("GET", "load").status_code == 200
    assert hosted.ask("GET", "load", headers=from_address("203.0.113.9")).status_code == 404


def test_the_secret_is_the_users_alone_new_each_time_and_gone_at_the_end(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with served(tmp_path) as server:
            file = server.settings.data / DOOR
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            keys.add(file.read_text())
        assert not file.exists()
    assert len(keys) == 2


@pytest.mark.parametrize("file", ["relative.sqlite3", "/nowhere/at/all.sqlite3", "/etc/passwd"])
def test_a_backup_never_writes_over_anything(hosted: Hosted, file: str) -> None:
    answer = hosted.ask("POST", "backup", json={"file": file})
    assert (answer.status_code, answer.json()["reason"]) == (400, "backup-where")


def test_of_two_at_one_door_both_know_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, others = os.write, list[Door]()

    def write_late(file: int, text: bytes) -> int:
        monkeypatch.setattr(os, "write", write)
        others.append(Door(tmp_path, shared=True))
        return write(file, text)

    monkeypatch.setattr(os, "write", write_late)
    doors = [Door(tmp_path, shared=True), *others]
    assert [path.name for path in tmp_path.iterdir()] == [DOOR]
    assert [door.opens((tmp_path / DOOR).read_text()) for door in doors] == [True, True]
