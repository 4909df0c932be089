"""Nobody uses up what belongs to all: limits by address, fair turns, words for the refused."""

import asyncio
import json
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.running import Served, served
from tourelle.bots import BOTS
from tourelle.core.words import Action
from tourelle.games import game_class
from tourelle.server.bots.threads import Threads
from tourelle.server.gate import limits
from tourelle.server.gate.limits import Buckets, Crowd, Openers, Proxies, address_of
from tourelle.tables.troubles import TroubleError

TWO_HERE = [{"kind": "here"}, {"kind": "here"}]


def from_address(address: str) -> dict[str, str]:
    """Return the header by which a proxy on this machine says who asks."""
    return {"x-forwarded-for": address}


def opening(server: Served, address: str = "203.0.113.5", **more: Any) -> httpx.Response:
    """Open a table from some address."""
    wish = {"game": "blox", "seats": TWO_HERE, **more}
    return server.http.post("/api/tables", json=wish, headers=from_address(address))


# ---------------------------------------------------------------- who is counted as one


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, ""),
        ("unix:" + "x" * 200, "unix:" + "x" * 59),
    ],
)
def test_a_household_is_one_address(host: str | None, counted: str) -> None:
    assert address_of(host) == counted


def test_proxies_are_addresses_or_networks() -> None:
    known = Proxies("127.0.0.1, ::1,10.0.0.0/8")
    assert [host in known for host in ("127.0.0.1", "10.2.3.4", "192.0.2.1", None)] == [
        True,
        True,
        False,
        False,
    ]
    assert "192.0.2.1" in Proxies("*")
    assert "127.0.0.1" not in Proxies("")


def test_a_stranger_cannot_choose_an_address(tmp_path: Path) -> None:
    with served(tmp_path, warm=False, proxies="", posts=0.001, posts_burst=2) as server:
        answers = [opening(server, f"203.0.113.{i}").status_code for i in range(4)]
    assert answers == [201, 201, 429, 429]


def test_what_is_remembered_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESSES", 5)
    buckets, openers, crowd = Buckets(1, 1), Openers(), Crowd(9, 2)
    for number in range(50):
        buckets.take(str(number), 0)
        openers.add(str(number), "table")
        crowd.enter(str(number))
        crowd.leave(str(number))
    assert len(buckets._buckets) == len(openers._tables) == 5
    assert (crowd.count, crowd._each) == (0, {})


# ---------------------------------------------------------------- tables


def test_one_address_cannot_open_all_tables(tmp_path: Path) -> None:
    with served(tmp_path, warm=False, address_tables=3) as server:
        answers = [opening(server) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        refused = server.http.post(
            "/api/tables?language=fr",
            json={"game": "blox", "seats": TWO_HERE},
            headers=from_address("203.0.113.5"),
        ).json()
        assert (refused["reason"], "réseau" in refused["sentence"]) == ("too-many-of-yours", True)
        assert opening(server, "203.0.113.6").status_code == 201, "others still can"


def test_a_burst_opens_no_more_than_that(tmp_path: Path) -> None:
    with served(tmp_path, warm=False, address_tables=4) as server:
        server.open("blox", "here here")  # compiled from now on
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda: answers.append(opening(server).status_code))
            for _ in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(set(answers)) == [201, 429]
    assert answers.count(201) == 4


def test_tables_that_nobody_plays_at_lapse(tmp_path: Path) -> None:
    with served(tmp_path, warm=False, tables=2, lapse=1.0) as server:
        first = opening(server, listed=True).json()
        opening(server, seats=[{"kind": "here"}, {"kind": "link"}], listed=True)
        assert opening(server).json()["reason"] == "too-many-tables"
        keys = [key["secret"] for key in first["keys"]]
        with server.browser(first["table"], *keys) as ann:
            ann.until(0)
            ann.submit(ann.state["choices"][0]["text"])
            ann.until(1)
        assert len(server.http.get("/api/lobby").json()["open"]) == 1
        time.sleep(1.2)
        assert server.http.get("/api/lobby").json()["open"] == []
        assert opening(server).status_code == 201, "the empty one counts no more"
        assert opening(server).json()["reason"] == "too-many-tables", "the other one does"
        assert server.http.get(f"/api/tables/{first['table']}").json()["actions"] == 1


# ---------------------------------------------------------------- what is brought in


def endless(actions: int) -> dict[str, Any]:
    """A record of a game that goes on for as long as one likes: there and back again."""
    game = game_class("blox")({"seats": 2, "round_limit": 0})
    position, played = game.setup(3), list[str]()
    for _ in range(actions):
        if game.is_over(position):
            break
        played.append(game.action_text(game.legal_actions(position)[0]))
        game.play_text(position, played[-1])
    return {
        "tourelle": 1,
        "game": "blox",
        "rules": game.rules_version,
        "options": dict(game.options),
        "seed": 3,
        "actions": played,
    }


def test_a_record_is_no_longer_than_a_journal(tmp_path: Path) -> None:
    with served(tmp_path, warm=False, entries=20) as server:
        fits, long = endless(20), endless(21)
        assert server.http.post("/api/records", json=fits).status_code == 201
        answer = server.http.post("/api/records?language=de", json=long)
        assert (answer.status_code, answer.json()["reason"]) == (413, "record-too-long")
        assert "20" in answer.json()["sentence"]
        task = {"document": long}
        for work in ("legal", "apply", "score"):
            answer = server.http.post(f"/api/documents/{work}", json=task)
            assert (answer.status_code, answer.json()["reason"]) == (413, "record-too-long")


@pytest.mark.parametrize(
    "times", [[-1, 0, 0], [0, 2, 1], [0, 0, 10**13], [0, 0, 10**400], [0.5, 1, 1]], ids=str
)
def test_times_are_times(server: Served, times: list[int]) -> None:
    record = {**endless(3), "times": times}
    answer = server.http.post("/api/records", content=json.dumps(record))
    assert answer.status_code == 422, answer.text
    assert answer.json()["sentence"]


@pytest.mark.parametrize("value", ["x" * 5000, 10**30, -(10**30)], ids=lambda v: str(v)[:9])
def test_options_are_short(server: Served, value: object) -> None:
    options = {"seats": 2, "board": value}
    wish = {"game": "blox", "seats": TWO_HERE, "options": options}
    assert server.http.post("/api/tables", json=wish).status_code in (413, 422)
    record = {**endless(0), "options": options}
    assert server.http.post("/api/records", json=record).status_code in (413, 422)


def test_a_long_record_holds_nobody_up(tmp_path: Path) -> None:
    """While the longest record is read, others play on."""
    with served(tmp_path, warm=False) as server:
        record = endless(2500)
        opened = server.open("blox", "here here")
        importing = threading.Thread(
            target=lambda: server.http.post("/api/records", json=record), daemon=True
        )
        with server.browser(opened.table, *opened.keys.values()) as ann:
            ann.until(0)
            importing.start()
            slowest = 0.0
            while importing.is_alive():
                started = time.perf_counter()
                ann.send(type="ping")
                ann.hear_of("pong")
                slowest = max(slowest, time.perf_counter() - started)
        importing.join()
    assert slowest < 2.0, "generous: the machine may be busy"


def test_a_long_log_comes_in_pages(tmp_path: Path) -> None:
    with served(tmp_path, warm=False) as server:
        opened = server.http.post("/api/records", json=endless(700)).json()
        path = f"/api/tables/{opened['table']}"
        log = server.http.get(path).json()["log"]
        assert [entry["number"] for entry in log] == list(range(401, 701))
        pages = [log]
        while pages[0][0]["number"] > 1:
            asked = {"before": pages[0][0]["number"]}
            pages.insert(0, server.http.get(f"{path}/log", params=asked).json()["log"])
        whole = [entry["number"] for page in pages for entry in page]
        assert (len(pages), whole) == (3, list(range(1, 701)))
        between = server.http.get(f"{path}/log", params={"before": 20, "since": 15}).json()["log"]
        assert [entry["number"] for entry in between] == [16, 17, 18, 19]
        for odd in ({"before": 1}, {"before": 5, "since": 10}):
            assert server.http.get(f"{path}/log", params=odd).json() == {"log": []}
        late = server.http.get(f"{path}/log", params={"before": 10**6}).json()["log"]
        assert late == log
        with server.browser(opened["table"], since=3) as watcher:
            state = watcher.hear_of("state")
            assert (state["log"][0]["number"], state["actions"]) == (401, 700)
            assert watcher.heard[0].count('"sentence"') < 900


def test_going_back_is_quick_however_long_the_game(server: Served) -> None:
    opened = server.http.post("/api/records", json=endless(700)).json()
    table = server.lobby.rooms[opened["table"]].table
    applied, apply = [], table.game.apply
    counted = type(table.game)

    def count(self: Any, position: Any, action: Any) -> None:
        del self
        applied.append(action)
        apply(position, action)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted, "apply", count)
        for actions in (0, 31, 32, 33, 650, 699, 700):
            table.position_after(actions)
    assert len(applied) < 7 * 32


# ---------------------------------------------------------------- rates


def test_everything_that_costs_has_a_rate(tmp_path: Path) -> None:
    given = {"reads": 0.001, "reads_burst": 3, "documents": 0.001, "documents_burst": 2}
    with served(tmp_path, warm=False, **given) as server:
        table = server.open("blox", "here here").table
        paths = (f"/api/tables/{table}", "/api/lobby", f"/api/tables/{table}/at/0")
        reads = [server.http.get(path).status_code for path in (*paths, *paths)]
        assert reads == [200, 200, 200, 429, 429, 429]
        refused = server.http.get(f"/api/tables/{table}/record", headers={"accept-language": "de"})
        assert refused.json()["reason"] == "too-fast"
        assert int(refused.headers["retry-after"]) >= 1
        assert "bitte" in refused.json()["sentence"].lower()
        task = {"document": endless(1)}
        works = [server.http.post("/api/documents/legal", json=task) for _ in range(3)]
        assert [answer.status_code for answer in works] == [200, 200, 429]
        other = server.http.get("/api/lobby", headers=from_address("203.0.113.6"))
        assert other.status_code == 200, "others still can"


# ---------------------------------------------------------------- sockets


def test_one_address_cannot_hold_all_sockets(tmp_path: Path) -> None:
    with served(tmp_path, warm=False, address_connections=2, connections=3) as server:
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


# ---------------------------------------------------------------- the wire


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
    with served(tmp_path, warm=False, request=0.5) as server:
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
    with served(tmp_path, warm=False, request=0.6) as server:
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
    with served(tmp_path, warm=False, proxies="", address_connections=1, request=5.0) as server:
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
    with served(tmp_path, warm=False, patience=0.5) as server:
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
    with served(tmp_path, warm=False, patience=0.5, compress=False) as server:
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


# ---------------------------------------------------------------- turns


def test_turns_are_fair() -> None:
    """Somebody with sixty wishes waiting does not keep another one waiting."""
    order: list[str] = []

    async def play() -> None:
        turns = Threads(1, "test", 1000, 1000)

        def work(who: str) -> None:
            time.sleep(0.01)
            order.append(who)

        wishes = [turns.run("many", lambda: work("many")) for _ in range(60)]
        crowd = asyncio.gather(*wishes)
        await asyncio.sleep(0.05)
        await asyncio.gather(*(turns.run("one", lambda: work("one")) for _ in range(3)))
        assert order.count("many") < 20
        await crowd
        assert not turns._queues
        assert not turns._working
        turns.close()

    asyncio.run(play())
    assert (order.count("many"), order.count("one")) == (60, 3)


def test_one_address_has_not_all_threads_while_others_work() -> None:
    async def play() -> None:
        turns = Threads(2, "test", 100, 100)
        await turns.run("one", lambda: None)
        free = threading.Event()
        slow = [asyncio.ensure_future(turns.run("many", lambda: free.wait(30))) for _ in range(2)]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(turns.run("one", lambda: "at once"), 20) == "at once"
        free.set()
        await asyncio.gather(*slow)
        turns.close()

    asyncio.run(play())


def test_alone_one_has_all_threads() -> None:
    async def play() -> None:
        turns = Threads(2, "test", 100, 100)
        both = threading.Barrier(2)
        waits = [turns.run("one", lambda: both.wait(20)) for _ in range(2)]
        assert sorted(await asyncio.gather(*waits)) == [0, 1]
        turns.close()

    asyncio.run(play())


def test_too_much_waiting_is_refused_and_what_is_not_wanted_is_dropped() -> None:
    async def play() -> None:
        turns = Threads(1, "test", 5, 2)
        free, done = threading.Event(), list[str]()
        slow = asyncio.ensure_future(turns.run("a", lambda: free.wait(30)))
        await asyncio.sleep(0.05)
        waiting = [asyncio.ensure_future(turns.run("a", lambda: done.append("a"))) for _ in "12"]
        await asyncio.sleep(0)
        with pytest.raises(TroubleError, match="too-busy"):
            await turns.run("a", lambda: None)
        waiting[0].cancel()
        await asyncio.sleep(0)
        free.set()
        with pytest.raises(ZeroDivisionError):
            await turns.run("b", lambda: 1 // 0)
        await asyncio.gather(slow, waiting[1])
        assert done == ["a"]
        assert not turns._queues
        turns.close()

    asyncio.run(play())


class Ponderer:
    """A bot that takes its time."""

    name = "ponderer"

    def turn(self, game: Any, view: Any, _seat: Any, _dice: Any, thought: Any) -> list[Action]:
        until = time.monotonic() + 0.4
        while not thought.stopped and time.monotonic() < until:
            time.sleep(0.01)
        return [game.legal_actions(view)[0]]


def test_many_tables_of_one_address_do_not_starve_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "ponderer", Ponderer())
    bots = [{"kind": "bot", "bot": "ponderer"}] * 2
    with served(tmp_path, warm=False, thinkers=2, abandoned=60.0) as server:
        for _ in range(30):
            assert opening(server, "203.0.113.66", seats=bots).status_code == 201
        time.sleep(0.5)
        honest = [{"kind": "here"}, {"kind": "bot", "bot": "ponderer"}]
        opened = opening(server, "203.0.113.7", seats=honest).json()
        with server.browser(opened["table"], opened["keys"][0]["secret"]) as ann:
            ann.until(0)
            waits = []
            for _ in range(3):
                while not ann.state["choices"]:
                    ann.hear()
                while ann.state["to_move"] == 0:
                    number = ann.state["number"]
                    ann.submit(ann.state["choices"][0]["text"])
                    ann.until(number + 1)
                started = time.monotonic()
                ann.until(ann.state["number"] + 1)
                waits.append(time.monotonic() - started)
    assert min(waits) < 3.0, "in turn with thirty others it would take six seconds"
