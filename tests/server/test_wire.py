"""Connections that are slow, silent or too many end, with a word where one can be heard."""

import json
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.patience import wait_for
from tests.server.running import Served, from_address, served


def test_one_address_cannot_hold_all_sockets(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, address_connections=2, connections=3) as server:
        table = server.open("blox", "here here").table
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
        mine = [server.browser(table) for _ in range(2)]
        for browser in mine:
            browser.hear_of("state")
        french = {"Accept-Language": "fr-CH, fr;q=0.9"}
        with connect(address, additional_headers=french) as greedy:
            trouble = json.loads(greedy.recv(30))
            assert trouble["reason"] == "too-many-connections"
            assert "fenêtres" in trouble["sentence"]
            with pytest.raises(ConnectionClosed) as closed:
                greedy.recv(30)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        with (
            connect(address, additional_headers=from_address("2001:db8::1")) as other,
            connect(address, additional_headers=from_address("203.0.113.9")) as late,
        ):
            other.send('{"type": "hello"}')
            assert json.loads(other.recv(30))["type"] == "state", "others still can"
            assert json.loads(late.recv(30))["reason"] == "server-full"
        for browser in mine:
            browser.close()


def line_to(server: Served, *texts: str) -> socket.socket:
    """Connect and send something."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    for text in texts:
        line.sendall(text.encode())
    return line


def heard(line: socket.socket) -> bytes:
    """Return all that comes until the other side hangs up."""
    answer = b""
    try:
        while part := line.recv(65536):
            answer += part
    except ConnectionResetError:
        pass
    return answer


HALVES = {
    "nothing": "",
    "half a line": "GET /api/hea",
    "half a head": "GET /api/health HTTP/1.1\r\nHost: x\r\n",
    "half a body": "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
    "half a chunk": "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    "Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "half an upgrade": "GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websoc",
}


@pytest.mark.parametrize("half", HALVES)
def test_half_sent_requests_end(tmp_path: Path, half: str) -> None:
    with served(tmp_path, precompile=False, request=0.5) as server:
        line = line_to(server, HALVES[half])
        started = time.monotonic()
        answer = heard(line)
        assert time.monotonic() - started < 10
        assert answer == b"" if half == "nothing" else b" 408 " in answer.partition(b"\r\n")[0]
        assert half == "nothing" or b'"too-slow"' in answer
        line.close()
        whole = line_to(server, "GET /api/health HTTP/1.1\r\n")
        time.sleep(0.2)
        whole.sendall(b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert b" 200 " in heard(whole).partition(b"\r\n")[0]
        whole.close()


def test_dripping_does_not_help(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, request=0.6) as server:
        line = line_to(server, "GET / HTTP/1.1\r\n")
        started = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - started < 10:
                line.sendall(b"X-A: b\r\n")
                time.sleep(0.05)
        assert time.monotonic() - started < 10, "the server has hung up"
        line.close()


def test_heads_are_bounded(server: Served) -> None:
    line = line_to(server, "GET / HTTP/1.1\r\n", ("X-Padding: " + "x" * 1000 + "\r\n") * 40)
    answer = heard(line)
    assert b" 431 " in answer.partition(b"\r\n")[0]
    assert b'"too-long"' in answer
    line.close()


def test_connections_of_one_address_are_bounded(tmp_path: Path) -> None:
    with served(
        tmp_path, precompile=False, proxies="", address_connections=1, request=5.0
    ) as server:
        lines = [line_to(server) for _ in range(80)]
        refused = [heard(line) for line in lines[70:]]
        assert all(b" 503 " in answer.partition(b"\r\n")[0] for answer in refused)
        assert all(b"too-many-connections" in answer for answer in refused)
        for line in lines:
            line.close()
        for _ in range(100):
            if server.http.get("/api/health").status_code == 200:
                break
            time.sleep(0.1)
        assert server.http.get("/api/health").status_code == 200


def test_whoever_reads_nothing_is_let_go(tmp_path: Path) -> None:
    """A browser that stops reading must not be kept, nor what was to be sent to it."""
    with served(tmp_path, precompile=False, patience=0.5) as server:
        opened = server.open("torres", "here here")
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", server.port))
        ask = f"GET /api/tables/{opened.table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        line.sendall(ask.encode() * 600)
        wire: Any = server.server.config.http_protocol_class.wire  # type: ignore[attr-defined]
        deadline = time.monotonic() + 30
        while wire.crowd.count > 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert wire.crowd.count <= 1, "the connection of the test itself"
        line.close()


def test_a_socket_that_reads_nothing_is_let_go(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, patience=0.5, compress=False) as server:
        opened = server.open("torres", "here here")
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", server.port))
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        head = f"GET /api/tables/{opened.table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        line.sendall(f"{head}Upgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n".encode())
        for text in (b'{"type": "hello"}', *([b'{"type":"language","language":"fr"}'] * 2000)):
            mask = bytes(4)
            try:
                line.sendall(bytes([0x81, 0x80 | len(text)]) + mask + text)
            except OSError:
                break
            if not server.lobby.connections:
                time.sleep(0.001)
        deadline = time.monotonic() + 40
        while server.lobby.connections and time.monotonic() < deadline:
            time.sleep(0.1)
        assert server.lobby.connections == 0
        line.close()


def test_a_socket_remembers_the_last_state_and_sends_what_is_new(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False) as server:
        table = server.open("blox", "here here").table
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
        with connect(address) as listener:
            assert "server_max_window_bits=14" in agreed(listener)
    with (
        served(tmp_path, precompile=False, compress=False) as server,
        connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live") as listener,
    ):
        assert agreed(listener) == ""


def test_a_socket_that_has_ended_holds_no_memory_of_what_it_packed(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False) as server:
        table = server.open("blox", "here here").table
        browser = server.browser(table)
        browser.hear_of("state")
        (socket_,) = [
            held for held in server.server.server_state.connections if hasattr(held, "conn")
        ]
        wire: Any = socket_
        assert wire.conn.extensions
        browser.close()
        wait_for(lambda: wire not in server.server.server_state.connections)
        assert not wire.conn.extensions


def agreed(listener: Any) -> str:
    """Return what both sides say about compression."""
    found: str = listener.response.headers.get("Sec-WebSocket-Extensions", "")
    return found


def test_who_is_there_when_a_server_gives_way_is_answered_still(tmp_path: Path) -> None:
    ask = "GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with served(tmp_path, precompile=False) as server:
        held = server.server.server_state.connections
        server.http.close()
        wait_for(lambda: not held)
        with line_to(server) as fresh, line_to(server, ask) as again, line_to(server) as browser:
            assert b"200 OK" in again.recv(65536)
            wait_for(lambda: len(held) == 3)
            server.server.give_way()
            wait_for(lambda: not is_open(server.port), "it listens on")
            browser.sendall(UPGRADE)
            answer = heard(browser)
            assert b"101 Switching" in answer
            assert answer.endswith(struct.pack("!BBH", 0x88, 2, 1012)), "come again"
            for line in (fresh, again):
                line.sendall(ask.encode())
                answer = heard(line)
                assert b"200 OK" in answer
                assert b"connection: close" in answer


def is_open(port: int) -> bool:
    """Tell whether anybody takes connections at a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=30):
        return True
    return False


UPGRADE = (
    b"GET /api/tables/any/live HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_a_server_that_gives_way_hangs_up_while_it_could_still_answer(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False) as server:
        journal, table = server.lobby.journal, server.open("blox", "here here").table
        with (
            socket.create_connection(("127.0.0.1", server.port)) as silent,
            socket.create_connection(("127.0.0.1", server.port)) as program,
        ):
            server.server.give_way()
            wait_for(lambda: server.lobby.leaving)
            ask = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            program.sendall(ask.encode())
            answer = b""
            while more := program.recv(65_536):
                answer += more
            assert answer.startswith(b"HTTP/1.1 200 ")
            assert answer.endswith(b"\r\n0\r\n\r\n"), "whole, and soon"
            assert silent.recv(1) == b""
            assert not journal._stopped
