"""The lobby: told live, fair to those with few tables; one's own tables; watchers with names."""

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.patience import PATIENCE
from tests.server.running import Served, from_address, live, open_from, quick, served
from tourelle.server.bots.precompile import Precompiler
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.store.sqlite import NAME, SqliteJournal
from tourelle.tables.troubles import TroubleError


@contextmanager
def looking(server: Served, language: str = "en") -> Iterator[ClientConnection]:
    """Look at the lobby of a server."""
    address = f"ws://127.0.0.1:{server.port}/api/lobby/live?language={language}"
    with live(address) as socket:
        yield socket


def until(socket: ClientConnection, kind: str, table: str) -> dict[str, Any]:
    """Listen until a table is listed; return its line."""
    while True:
        told = json.loads(socket.recv(PATIENCE))
        for line in told[kind]:
            if line["table"] == table:
                found: dict[str, Any] = line
                return found


def test_whoever_looks_hears_of_new_tables_and_of_seats_taken(server: Served) -> None:
    with looking(server) as lobby:
        opened = server.invite("torres", "here open", seen="public")
        assert until(lobby, "open", opened.table)["open_seats"] == 1
        server.http.post(f"/api/tables/{opened.table}/join", json={"name": "Eve"})
        line = until(lobby, "running", opened.table)
        assert [seat["name"] for seat in line["seats"]] == ["Player A", "Eve"]
        with server.browser(opened.table):
            while until(lobby, "running", opened.table)["watchers"] != 1:
                pass


def test_what_is_no_ones_business_is_not_told_there(server: Served) -> None:
    with looking(server, "de") as lobby:
        hidden = [server.invite("torres", "here open", seen=seen) for seen in ("link", "private")]
        shown = server.invite("torres", "here open", seen="public")
        told = ""
        while shown.table not in told:
            text = lobby.recv(PATIENCE)
            assert isinstance(text, str)
            told = text
    for table in hidden:
        assert table.table not in told
    for secret in (*shown.keys.values(), *shown.invitations.values()):
        assert secret not in told


def test_nobody_fills_the_lobby_alone(tmp_path_factory: Any) -> None:
    with served(tmp_path_factory.mktemp("data"), precompile=False) as server:
        seats = [{"kind": "here"}, {"kind": "open"}]
        mine = open_from(server, "203.0.113.9", seats=seats, seen="public").json()["table"]
        flood = [open_from(server, seats=seats, seen="public").json()["table"] for _ in range(70)]
        listed = [line["table"] for line in server.http.get("/api/lobby").json()["open"]]
        assert listed.index(mine) == 5
        assert len(listed) == 60
        assert set(listed) <= {mine, *flood}


def test_own_tables_are_told_as_seen_from_ones_seat(server: Served) -> None:
    mine = server.open("torres", "here link", options={"preset": "modern"})
    other = server.open("torres", "here link", seen="private")
    wish = {
        "tables": [
            {"table": mine.table, "secrets": [mine.keys[1]]},
            {"table": other.table, "secrets": [mine.keys[1]]},
            {"table": "nowhere", "secrets": [mine.keys[1]]},
        ]
    }
    told = server.http.post("/api/own", json=wish).json()
    assert told["gone"] == ["nowhere"]
    (own,) = told["tables"]
    assert (own["summary"]["table"], own["yours"]) == (mine.table, [1])
    headers = {"x-tourelle-secret": mine.keys[1]}
    whole = server.http.get(f"/api/tables/{mine.table}", headers=headers).json()
    assert own["view"] == whole["view"]


def test_the_limits_count_for_the_lobby_too(tmp_path_factory: Any) -> None:
    with served(tmp_path_factory.mktemp("data"), precompile=False, address_connections=1) as server:
        with looking(server) as first:
            first.recv(PATIENCE)
            with looking(server) as second:
                assert json.loads(second.recv(PATIENCE))["reason"] == "too-many-connections"
        assert server.http.get("/api/lobby", headers=from_address("203.0.113.6")).is_success


def test_watchers_are_named_where_they_wish(server: Served) -> None:
    opened = server.open("blox", "here here")
    with (
        server.browser(opened.table, *opened.keys.values(), name="Not a watcher") as player,
        server.browser(opened.table, name="Zoë\u202e  B."),
        server.browser(opened.table),
    ):
        while player.hear_of("state")["watchers"] != 2:
            pass
        assert player.state["watching"] == ["Zoë B."]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[asyncio.Runner, Lobby, str]]:
    """A lobby without a server, where it runs, and a table that it has to rebuild."""
    with served(tmp_path, precompile=False) as server:
        table = server.open("blox", "here here").table

    async def made() -> Lobby:
        precompiler = Precompiler()
        precompiler.skip()
        return Lobby(quick(tmp_path), precompiler, SqliteJournal(tmp_path / NAME))

    with asyncio.Runner() as runner:
        lobby = runner.run(made())
        yield runner, lobby, table
        lobby.close()


def held_up(lobby: Lobby, meanwhile: Callable[[], Awaitable[Any]]) -> None:
    """Have something happen while a table is rebuilt."""
    rebuild = lobby._rebuild

    async def slowly(*given: Any) -> Any:
        found = await rebuild(*given)
        await meanwhile()
        return found

    lobby._rebuild = slowly  # type: ignore[assignment,method-assign]


def test_a_table_that_the_host_closes_while_it_is_rebuilt_is_not_live(
    kept: tuple[asyncio.Runner, Lobby, str],
) -> None:
    runner, lobby, table = kept
    held_up(lobby, lambda: lobby.shut(table))
    with pytest.raises(TroubleError, match="shut-table"):
        runner.run(lobby.find(table))
    assert table not in lobby.rooms


def test_a_list_waits_for_a_table_that_is_being_set_right(
    kept: tuple[asyncio.Runner, Lobby, str],
) -> None:
    runner, lobby, table = kept
    settled = list[str]()

    async def settle(room: Room) -> None:
        await asyncio.sleep(0.1)
        settled.append(room.table.opening.table)

    async def story() -> None:
        lobby.clocks.settle = settle  # type: ignore[method-assign]
        loading = asyncio.create_task(lobby.find(table))
        while table not in lobby.rooms:
            await asyncio.sleep(0.01)
        assert await lobby.current(table) is lobby.rooms[table]
        assert settled == [table]
        await loading

    runner.run(story())


def test_nobody_hears_of_a_table_that_nobody_waits_for(
    kept: tuple[asyncio.Runner, Lobby, str], caplog: pytest.LogCaptureFixture
) -> None:
    runner, lobby, table = kept

    async def broken() -> None:
        raise TroubleError("damaged-table")

    async def story() -> None:
        held_up(lobby, broken)
        waiting = asyncio.create_task(lobby.find(table))
        await asyncio.sleep(0)
        waiting.cancel()
        while lobby._loading:
            await asyncio.sleep(0.01)
        gc.collect()

    runner.run(story())
    assert not caplog.records
