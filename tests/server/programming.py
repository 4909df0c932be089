"""Words for tests of programs at a table: tokens, wishes, lines of events, guests."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.running import Served
from tourelle.bots.guest import Guest

SAMPLES = Path(__file__).parents[2] / "examples" / "bots"
SHORT = {"round_limit": 1}
"""Options under which a game of BLOX is soon over."""


def secret(text: str) -> dict[str, str]:
    return {"X-Tourelle-Secret": text}


def token(server: Served, table: str, key: str, seat: int) -> str:
    """Let a program play at a seat."""
    answer = server.http.post(
        f"/api/tables/{table}/token", json={"seat": seat}, headers=secret(key)
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["link"] == f"/g/{table}#{made['secret']}"
    return str(made["secret"])


def wished(server: Served, table: str, who: str, **wish: Any) -> httpx.Response:
    return server.http.post(f"/api/tables/{table}/wishes", json=wish, headers=secret(who))


@contextmanager
def events(server: Served, table: str, who: str = "", **query: Any) -> Iterator[Iterator[Any]]:
    """Listen to a table's lines; empty ones are left out."""
    address = f"/api/tables/{table}/events"
    with server.http.stream("GET", address, params=query, headers=secret(who)) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        yield (json.loads(line) for line in answer.iter_lines() if line)


def guest_of(server: Served, table: str, mine: str, told: list[str]) -> Guest:
    link = f"http://127.0.0.1:{server.port}/g/{table}#{mine}"
    return Guest(link, lambda what, _: told.append(what))


def state_of(server: Served, table: str, who: str = "") -> Any:
    return server.http.get(f"/api/tables/{table}", headers=secret(who)).json()
