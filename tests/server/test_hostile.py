"""Hostile clients: each gets its error, and the table goes on."""

import asyncio
import json
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE, wait_for
from tests.server.running import Browser, Served, live, served
from tourelle.store.sqlite import NAME

MALFORMED: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "42",
    '"hello"',
    "{}",
    '{"type": "submit"}',
    '{"type": "nonsense"}',
    '{"type": "submit", "number": "0", "seat": 0, "action": "end"}',
    '{"type": "submit", "number": 0, "seat": true, "action": "end"}',
    '{"type": "submit", "number": 0, "seat": 0, "action": "end", "more": 1}',
    '{"type": "submit", "number": 1e400, "seat": 0, "action": "end"}',
    '{"type": "chat", "seat": 0, "text": ""}',
    json.dumps({"type": "chat", "seat": 0, "text": "x" * 501}),
    json.dumps({"type": "submit", "number": 0, "seat": 0, "action": "x" * 201}),
    "[" * 4000,
    b"\x00\xff\xfe",
]


def check_alive(server: Served, table: str, key: str) -> None:
    """The table can still be played at."""
    with server.browser(table, key) as fresh:
        state = fresh.hear_of("state")
        fresh.submit(state["choices"][0]["text"])
        fresh.until(state["number"] + 1)


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: repr(text)[:40])
def test_malformed_messages(server: Served, text: str | bytes) -> None:
    opened = server.open("torres", "here random")
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.until(0)
        ann.socket.send(text)
        trouble = ann.hear_of("trouble")
        assert (trouble["reason"], trouble["number"]) == ("malformed", 0)
    check_alive(server, opened.table, opened.keys[0])


@pytest.mark.parametrize("first", ["nonsense", '{"type": "ping"}', b"\x00"])
def test_a_connection_begins_with_a_hello(server: Served, first: str | bytes) -> None:
    opened = server.open("torres", "here random")
    address = f"ws://127.0.0.1:{server.port}/api/tables/{opened.table}/live"
    with live(address) as raw:
        raw.send(first)
        assert json.loads(raw.recv(PATIENCE))["reason"] == "hello-first"
        with pytest.raises(ConnectionClosed) as closed:
            raw.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_oversized_messages_end_the_connection(server: Served) -> None:
    opened = server.open("torres", "here random")
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.until(0)
        ann.send(type="chat", seat=0, text="x" * 9000)
        assert ann.close_code() == 1009
    check_alive(server, opened.table, opened.keys[0])


TROUBLES: list[tuple[dict[str, Any], str]] = [
    ({"type": "submit", "number": 0, "seat": 1, "action": "place d8"}, "not-your-seat"),
    ({"type": "submit", "number": 0, "seat": -1, "action": "place d8"}, "not-your-seat"),
    ({"type": "submit", "number": 0, "seat": 99, "action": "place d8"}, "not-your-seat"),
    ({"type": "submit", "number": 77, "seat": 0, "action": "place d8"}, "stale"),
    ({"type": "submit", "number": -5, "seat": 0, "action": "place d8"}, "stale"),
    ({"type": "undo", "number": 2, "seat": 0}, "nothing-to-undo"),
    ({"type": "undo", "number": 2, "seat": 1}, "not-your-seat"),
    ({"type": "chat", "seat": 1, "text": "boo"}, "not-your-seat"),
    ({"type": "sit", "seat": 1, "name": "Mallory"}, "not-your-seat"),
    ({"type": "sit", "seat": 7, "bot": "random"}, "not-your-seat"),
    ({"type": "sit", "seat": 0, "bot": "nobody"}, "no-such-bot"),
    ({"type": "sit", "seat": 1, "bot": "random"}, "not-your-seat"),
    ({"type": "sit", "seat": 1, "name": "Mallory", "bot": "random"}, "not-your-seat"),
    ({"type": "sit", "seat": 1, "take_back": True}, "not-your-seat"),
    ({"type": "stand_in", "seat": 1}, "not-abandoned"),
    ({"type": "stand_in", "seat": -1}, "not-your-seat"),
    ({"type": "stand_in", "seat": 9}, "not-your-seat"),
    ({"type": "agree", "wish": 1, "seat": 0}, "no-such-wish"),
    ({"type": "agree", "wish": 1, "seat": 1}, "not-your-seat"),
    ({"type": "refuse", "wish": 1, "seat": 1}, "not-your-seat"),
    ({"type": "rematch"}, "not-over"),
    ({"type": "hello"}, "hello-again"),
]


@pytest.mark.parametrize(("message", "reason"), TROUBLES, ids=str)
def test_wishes_that_are_not_granted(server: Served, message: dict[str, Any], reason: str) -> None:
    opened = server.open("torres", "link link")
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.until(2)
        ann.send(**message)
        assert ann.hear_of("trouble")["reason"] == reason
        assert ann.state["number"] == 2


def test_out_of_turn_and_repeated(server: Served) -> None:
    opened = server.open("torres", "link link")
    ann, bob = (server.browser(opened.table, opened.keys[seat]) for seat in (0, 1))
    ann.until(2)
    bob.until(2)
    bob.submit("place a4", seat=1)
    assert bob.hear_of("trouble")["reason"] == "not-your-turn"
    bob.send(type="why", action="place a4")
    assert bob.hear_of("trouble")["reason"] == "not-your-turn"
    for _ in range(3):
        ann.submit("place d8", number=2)
    troubles = [ann.hear_of("trouble")["reason"] for _ in range(2)]
    assert troubles == ["stale", "stale"]
    assert bob.until(3)["actions"] == 1
    ann.close()
    bob.close()


def test_foreign_and_made_up_secrets_only_watch(server: Served) -> None:
    mine, other = server.open("torres", "link link"), server.open("torres", "link link")
    with server.browser(mine.table, other.keys[0], "A" * 32) as mallory:
        assert mallory.hear_of("state")["yours"] == []
        mallory.submit("place d8", seat=0)
        assert mallory.hear_of("trouble")["reason"] == "not-your-seat"
    headers = {"X-Tourelle-Secret": f"{other.keys[0]},,{'x' * 100}"}
    state = server.http.get(f"/api/tables/{mine.table}", headers=headers).json()
    assert state["yours"] == []


def test_no_such_table(server: Served) -> None:
    for name in ("nothing", "%2e%2e", "a" * 60, "'; DROP TABLE line; --"):
        with server.browser(name.replace(" ", "%20")) as lost:
            assert lost.hear()["reason"] == "no-such-table"
            assert lost.close_code() == 4404


def test_flooding_is_slowed_then_ended(tmp_path: Path) -> None:
    with served(tmp_path, rate=5.0, burst=10, precompile=False) as server:
        opened = server.open("blox", "link link")
        ann, bob = (server.browser(opened.table, opened.keys[seat]) for seat in (0, 1))
        ann.until(2)
        bob.until(2)
        try:
            for _ in range(400):
                ann.send(type="ping")
        except ConnectionClosed:
            pass
        assert ann.close_code() == 1008
        heard = [json.loads(text) for text in ann.heard]
        assert sum(message["type"] == "pong" for message in heard) <= 20
        assert any(message.get("reason") == "too-fast" for message in heard)
        bob.send(type="chat", seat=1, text="still here")
        assert bob.until(3)["number"] == 3
        bob.close()
        ann.close()


def test_half_open_connections_hold_nobody_up(tmp_path: Path) -> None:
    with served(tmp_path, hello=0.3, precompile=False) as server:
        opened = server.open("blox", "here random")
        silent = socket.create_connection(("127.0.0.1", server.port))
        silent.sendall(b"GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websoc")
        address = f"ws://127.0.0.1:{server.port}/api/tables/{opened.table}/live"
        with live(address) as mute:
            check_alive(server, opened.table, opened.keys[0])
            with pytest.raises(ConnectionClosed):
                mute.recv(PATIENCE)
        silent.close()
        wait_for(lambda: server.http.get("/api/health").json()["connections"] == 0)


def test_a_browser_that_reads_nothing_misses_nothing(server: Served) -> None:
    opened = server.open("castellan", "random random")
    with server.browser(opened.table) as sleepy:
        table = f"/api/tables/{opened.table}"
        wait_for(lambda: server.http.get(table).json()["status"] == "over")
        while sleepy.state.get("status") != "over":
            sleepy.hear()
        numbers = [entry["number"] for entry in sleepy.log]
        assert numbers == list(range(1, len(numbers) + 1))


def test_limits_on_connections_and_tables(tmp_path: Path) -> None:
    with served(tmp_path, table_connections=2, tables=2, live=1, precompile=False) as server:
        opened = server.open("blox", "here random")
        first, second = server.browser(opened.table), server.browser(opened.table)
        first.hear_of("state")
        second.hear_of("state")
        with server.browser(opened.table, language="fr") as third:
            assert third.hear()["reason"] == "table-full"
            assert third.close_code() == 1013
        server.open("blox", "here random")
        seats = [{"kind": "here"}, {"kind": "here"}]
        answer = server.http.post("/api/tables", json={"game": "blox", "seats": seats})
        assert (answer.status_code, answer.json()["reason"]) == (503, "too-many-tables")
        first.close()
        second.close()


def test_tables_beyond_the_memory_come_back(tmp_path: Path) -> None:
    with served(tmp_path, live=3, precompile=False) as server:
        tables = [server.open("blox", "here here") for _ in range(12)]
        assert len(server.lobby.rooms) <= 4
        for opened in tables:
            check_alive(server, opened.table, opened.keys[0])


def test_words_never_take_the_place_of_actions(tmp_path: Path) -> None:
    with served(tmp_path, entries=7, words=3, precompile=False) as server:
        opened = server.open("blox", "here here")
        with server.browser(opened.table, *opened.keys.values()) as ann:
            ann.until(0)
            for message in ({"type": "chat", "text": "x"}, {"type": "sit", "name": "{}"}):
                number = ann.state["number"]
                for i in range(3):
                    ann.send(seat=0, **{k: v.format(i) for k, v in message.items()})
                    ann.until(number + i + 1)
                ann.send(seat=0, **message)
                assert ann.hear_of("trouble")["reason"] == "words-full"
            for played in range(7):
                assert ann.state["actions"] == played
                ann.submit(ann.state["choices"][0]["text"])
                ann.until(ann.state["number"] + 1)
            ann.submit(ann.state["choices"][0]["text"])
            assert ann.hear_of("trouble")["reason"] == "journal-full"


def test_bots_do_not_play_to_empty_rooms(tmp_path: Path) -> None:
    with served(tmp_path, abandoned=0.0, pace=0.05, precompile=False) as server:
        opened = server.open("castellan", "random random")
        time.sleep(0.5)
        seen = server.http.get(f"/api/tables/{opened.table}").json()["number"]
        assert seen <= 2
        with server.browser(opened.table) as watcher:
            watcher.until(seen + 3)


def test_opening_tables_too_fast(tmp_path: Path) -> None:
    with served(tmp_path, posts=0.1, posts_burst=3, precompile=False) as server:
        seats = [{"kind": "here"}, {"kind": "here"}]
        statuses = [
            server.http.post("/api/tables", json={"game": "blox", "seats": seats}).status_code
            for _ in range(5)
        ]
        assert statuses == [201, 201, 201, 429, 429]


@contextmanager
def refusing(server: Served, table: str) -> Iterator[None]:
    """A journal that takes no line of one table for the length of a block."""
    journal = sqlite3.connect(server.settings.data / NAME, isolation_level=None)
    journal.execute(
        f"CREATE TRIGGER refusing BEFORE INSERT ON line WHEN NEW.table_id = '{table}'"
        " BEGIN SELECT RAISE(ABORT, 'refused'); END"
    )
    try:
        yield
    finally:
        journal.execute("DROP TRIGGER refusing")
        journal.close()


def test_when_something_is_not_kept_everybody_comes_back_to_a_live_room(server: Served) -> None:
    opened = server.open("blox", "link link")
    ann, bob = (Browser(server.port, opened.table, (opened.keys[seat],)) for seat in (0, 1))
    ann.until(2)
    bob.until(2)
    mover = ann if ann.state["to_move"] == 0 else bob
    with refusing(server, opened.table):
        mover.submit(mover.state["choices"][0]["text"])
        assert mover.hear_of("trouble")["reason"] == "not-kept"
        assert (ann.close_code(), bob.close_code()) == (1013, 1013), "both, whoever it was"
    ann, bob = (Browser(server.port, opened.table, (opened.keys[seat],)) for seat in (0, 1))
    assert ann.until(2)["number"] == bob.until(2)["number"] == 2, "it did not happen"
    mover, other = (ann, bob) if ann.state["to_move"] == 0 else (bob, ann)
    mover.submit(mover.state["choices"][0]["text"])
    assert other.until(3)["actions"] == 1, "they sit at the same table"
    ann.close()
    bob.close()


def test_what_was_written_from_elsewhere_is_heard_and_the_wish_comes_true(server: Served) -> None:
    opened = server.open("blox", "here here")
    with server.browser(opened.table, *opened.keys.values()) as ann:
        ann.until(0)
        entry = '[1,0,"chat",0,{"text":"from another process"}]'

        async def intrude() -> None:
            await server.lobby.journal.append(opened.table, 1, [entry], "private-running", 0)

        asyncio.run(intrude())
        ann.submit(ann.state["choices"][0]["text"])
        assert ann.until(2)["actions"] == 1
        assert ann.log[0]["text"] == "from another process"
