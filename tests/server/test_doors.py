"""Only known names, only pages of this server: against rebound names and pages without a home."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.running import Served, served
from tourelle.server.gate import doors
from tourelle.server.settings import Settings

HOMELESS = "file:" + "//"
"""The origin of a page that was opened from a disk."""


def scope(host: str | None, origin: str | None = None, **more: Any) -> dict[str, Any]:
    """What a server is told of a request."""
    headers = [] if host is None else [(b"host", host.encode("latin-1"))]
    headers += [] if origin is None else [(b"origin", origin.encode())]
    given = {"type": "websocket", "headers": headers, "server": ("192.168.1.14", 8765)}
    return {**given, **more}


HOSTS = {
    "localhost:8765": True,
    "127.0.0.1:8765": True,
    "127.0.0.2": True,
    "[::1]:8765": True,
    "tourelle.localhost": True,
    "192.168.1.14:8765": True,
    "[::ffff:192.168.1.14]:8765": True,
    "play.example.org": True,
    "PLAY.example.org:443": True,
    "192.168.1.15:8765": False,
    "evil.example": False,
    "localhost.evil.example": False,
    "127.0.0.1.evil.example": False,
    "play.example.org.evil.example": False,
    "localhost@evil.example": False,
    "evil.example:80@localhost": False,
    "localhost:x": False,
    "[::1": False,
    "": False,
    ":8765": False,
    "*": False,
}


@pytest.mark.parametrize(("host", "known"), HOSTS.items())
def test_hosts(host: str, known: bool) -> None:
    settings = Settings(hosts="club.example, Play.Example.org")
    assert (doors.refusal(scope(host), settings) is None) == known


def test_a_request_without_a_host_and_any_host() -> None:
    assert doors.refusal(scope(None), Settings()) == doors.FOREIGN_HOST
    assert doors.refusal(scope("evil.example"), Settings(hosts="*")) is None
    assert doors.refusal(scope("tower", "http://tower"), Settings(host="tower")) is None


WELCOME: dict[str, list[str | None]] = {
    "localhost:8765": [None, "http://localhost:8765"],
    "127.0.0.1:8765": ["http://localhost:5173"],  # the page under development
    "play.example.org": ["https://play.example.org", "http://play.example.org"],
    "192.168.1.14:8765": ["http://192.168.1.14:8765"],
}
FOREIGN: dict[str, list[str | None]] = {
    "192.168.1.14:8765": ["http://192.168.1.14:9000", "http://localhost:8765"],
    "localhost:8765": [
        *("null", HOMELESS, f"{HOMELESS}/page.html", "", "chrome-extension://abcdef"),
        *("http://evil.example", "http://localhost:8765@evil.example", "http://[::1"),
    ],
    "play.example.org": ["https://play.example.org:444", "https://play.example.org.evil.example"],
}
ORIGINS = [
    ((host, origin), given is WELCOME)
    for given in (WELCOME, FOREIGN)
    for host, origins in given.items()
    for origin in origins
]


@pytest.mark.parametrize(("given", "welcome"), ORIGINS, ids=str)
def test_origins(given: tuple[str, str | None], welcome: bool) -> None:
    settings = Settings(hosts="play.example.org")
    host, origin = given
    assert (doors.refusal(scope(host, origin), settings) is None) == welcome
    asked = scope(host, origin, type="http", method="POST")
    assert (doors.refusal(asked, settings) is None) == welcome
    looked = scope(host, origin, type="http", method="GET")
    assert doors.refusal(looked, settings) is None


@pytest.mark.parametrize(
    ("headers", "status", "reason"),
    [
        ({"Origin": "https://example.org"}, 403, "foreign-origin"),
        ({"Origin": "null"}, 403, "foreign-origin"),
        ({"Origin": HOMELESS}, 403, "foreign-origin"),
        ({"Host": "evil.example"}, 421, "foreign-host"),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 421, "foreign-host"),
    ],
    ids=str,
)
def test_foreign_sockets_are_refused_with_a_reason(
    server: Served, headers: dict[str, str], status: int, reason: str
) -> None:
    opened = server.open("torres", "here random")
    host = headers.get("Host", f"127.0.0.1:{server.port}")
    address = f"ws://{host}/api/tables/{opened.table}/live"
    origin = Origin(headers["Origin"]) if "Origin" in headers else None
    raw = socket.create_connection(("127.0.0.1", server.port))
    with pytest.raises(InvalidStatus) as refused, connect(address, sock=raw, origin=origin):
        pass
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body)["reason"] == reason


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/games", "/g/x", "/metrics"])
def test_a_rebound_name_reads_nothing(server: Served, path: str) -> None:
    answer = server.http.get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["reason"]) == (421, "foreign-host")
    assert "TOURELLE_HOSTS" in answer.json()["sentence"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_foreign_pages_open_no_tables(server: Served) -> None:
    seats = [{"kind": "here"}, {"kind": "here"}]
    wish = {"game": "blox", "seats": seats}
    for origin in ("null", "https://evil.example"):
        answer = server.http.post("/api/tables", json=wish, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["reason"]) == (403, "foreign-origin")


def test_the_address_for_others_is_told_to_this_machine_alone(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, hosts="play.example.org") as server:
        here = server.http.get("/api/addresses").json()
        assert here == {"local": True, "others": []}, "it listens on the loopback only"
        proxied = server.http.get("/api/addresses", headers={"Host": "play.example.org"}).json()
        assert proxied == {"local": False, "others": []}
    assert doors.lan_addresses(Settings(host="10.1.2.3")) == ["10.1.2.3"]
    assert doors.lan_addresses(Settings(host="127.0.0.1")) == []
    assert not any(doors.is_loopback(a) for a in doors.lan_addresses(Settings(host="0.0.0.0")))


def test_whoever_comes_from_elsewhere_learns_no_address(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, host="0.0.0.0") as server:
        headers = {"X-Forwarded-For": "203.0.113.9"}
        assert server.http.get("/api/addresses", headers=headers).json()["others"] == []
