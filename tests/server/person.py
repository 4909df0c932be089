"""Somebody with a key of their own, and short games that they play."""

import random
import secrets
from typing import Any

import httpx

from tests.patience import wait_for
from tests.server.running import Opened, Served, play_out

SHORT = {"round_limit": 1}
"""A game of BLOX that is soon over."""


class Person:
    """Somebody with a key of their own, on any device."""

    def __init__(self, server: Served, key: str | None = None) -> None:
        self.server = server
        self.key = key or secrets.token_urlsafe(24)
        self.headers = {"X-Tourelle-Player": self.key}

    def ask(self, method: str, path: str = "", **more: Any) -> httpx.Response:
        return self.server.http.request(method, f"/api/you{path}", headers=self.headers, **more)

    def open(self, game: str, seats: str, **more: Any) -> Opened:
        self.server.http.headers.update(self.headers)
        try:
            return self.server.invite(game, seats, **more)
        finally:
            del self.server.http.headers["X-Tourelle-Player"]

    def accept(self, table: str, invitation: str, **more: Any) -> str:
        answer = self.server.http.post(
            f"/api/tables/{table}/accept",
            json={"invitation": invitation, **more},
            headers=self.headers,
        )
        assert answer.status_code == 201, answer.text
        secret: str = answer.json()["keys"][0]["secret"]
        return secret

    @property
    def games(self) -> list[dict[str, Any]]:
        answer = self.ask("GET", "/games")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["games"]
        return found

    @property
    def standings(self) -> dict[str, dict[str, Any]]:
        return {told["game"]: told for told in self.ask("GET").json()["standings"]}


def finish(server: Served, table: str, keys: dict[int, str], seed: int = 3) -> dict[str, Any]:
    """Play a table out; return its last state."""
    browsers = {seat: server.browser(table, key) for seat, key in keys.items()}
    play_out(browsers, random.Random(seed))
    for browser in browsers.values():
        browser.close()
    state: dict[str, Any] = server.http.get(f"/api/tables/{table}").json()
    assert state["status"] == "over"
    return state


def alone(server: Served, person: Person, **more: Any) -> Opened:
    """A game of somebody against a bot, played out."""
    opened = person.open("blox", "here level-1", options=SHORT, **more)
    finish(server, opened.table, opened.keys)
    return opened


def duel(server: Served, one: Person, other: Person) -> Opened:
    """A game of two people, played out."""
    opened = one.open("blox", "here link", options=SHORT)
    opened.keys[1] = other.accept(opened.table, opened.invitations[1], name="Leo")
    finish(server, opened.table, opened.keys)
    return opened


def settled(person: Person, games: int = 1) -> None:
    """Wait until so many games are over in somebody's list."""
    wait_for(lambda: sum(g["ended"] is not None for g in person.games) == games, "not settled")


# ---------------------------------------------------------------- the list
