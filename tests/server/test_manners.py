"""Unwelcome company: words and names that a host forbids, no chat, somebody shown the door."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import Browser, Served, served
from tourelle.server.gate.manners import Manners
from tourelle.server.settings import Settings

WORDS = "idiot*, *spam*, Trottel"


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("well played", True),
        ("you idiot", False),
        ("IDIOTS!", False),
        ("ïdïöt", False),
        ("1d10t", False),
        ("i d i o t", False),
        ("i.d.i.o.t", False),
        ("ＩＤＩＯＴ", False),
        ("buyspamhere", False),
        ("trottel", False),
        ("Trottelheim", True),
        ("idio", True),
        ("", True),
    ],
)
def test_a_word_is_known_again_however_it_is_spelt(text: str, allowed: bool) -> None:
    assert Manners(Settings(forbidden=WORDS)).allows(text) is allowed


def test_nothing_is_forbidden_unless_a_host_says_so() -> None:
    assert Manners(Settings()).allows("anything * (at) [all]")
    assert Manners(Settings(forbidden="[a-z], (?")).allows("hello")


def ask(server: Served, path: str, secret: str = "", **wish: Any) -> httpx.Response:
    """Ask something of a table."""
    headers = {"X-Tourelle-Secret": secret}
    return server.http.post(f"/api/tables/{path}", json=wish, headers=headers)


def trouble(browser: Browser, **message: Any) -> str:
    """Say something; return why it was not taken."""
    browser.send(**message)
    return str(browser.hear_of("trouble")["reason"])


def test_forbidden_words_and_names_are_refused_at_every_door(tmp_path: Path) -> None:
    with served(tmp_path, forbidden=WORDS) as server:
        seats = [{"kind": "here", "name": "Id10t"}, {"kind": "link"}]
        refused = server.http.post("/api/tables", json={"game": "blox", "seats": seats})
        assert (refused.status_code, refused.json()["reason"]) == (403, "forbidden-name")
        opened = server.invite("blox", "here link")
        accept = {"invitation": opened.invitations[1], "name": "an idiot"}
        assert ask(server, f"{opened.table}/accept", **accept).json()["reason"] == "forbidden-name"
        public = server.invite("blox", "here open", seen="public")
        assert ask(server, f"{public.table}/join", name="idiot").status_code == 403
        with server.browser(opened.table, opened.keys[0]) as ann:
            ann.hear_of("state")
            assert trouble(ann, type="chat", seat=0, text="idiot") == "forbidden-words"
            assert trouble(ann, type="sit", seat=0, name="idiot") == "forbidden-name"
            ann.send(type="chat", seat=0, text="hello")
            while not any(entry["text"] == "hello" for entry in ann.log):
                ann.hear()
            with server.browser(opened.table, name="the idiot"):
                while not ann.state["watchers"]:
                    ann.hear()
                assert ann.state["watching"] == []
        assert "idiot" not in "".join(server.lobby.journal.lines(opened.table))


def test_without_chat_nobody_says_anything(tmp_path: Path) -> None:
    with served(tmp_path, chat=False) as server:
        opened = server.invite("blox", "here link")
        with server.browser(opened.table, opened.keys[0]) as ann:
            assert ann.hear_of("state")["chat"] is False
            assert trouble(ann, type="chat", seat=0, text="hello") == "chat-off"
        wish = {"type": "chat", "seat": 0, "text": "hello"}
        by_request = ask(server, f"{opened.table}/wishes", opened.keys[0], **wish)
        assert (by_request.status_code, by_request.json()["reason"]) == (403, "chat-off")


# ---------------------------------------------------------------- somebody is sent away


def test_the_creator_sends_an_intruder_away(server: Served) -> None:
    opened = server.invite("torres", "here link")
    invitation = opened.invitations[1]
    claim = "the-word-of-one-browser-alone"
    intruder = server.accept(opened.table, invitation, name="Mallory", claim=claim)
    with server.browser(opened.table, intruder) as mallory:
        assert mallory.hear_of("state")["yours"] == [1]
        fresh = ask(server, f"{opened.table}/remove", opened.keys[0], seat=1).json()
        while mallory.state["yours"]:
            mallory.hear()
        assert trouble(mallory, type="chat", seat=1, text="no!") == "not-your-seat"
        assert mallory.state["seats"][1]["name"] == "Player B"
        assert mallory.state["status"] == "waiting"
        mallory.send(type="submit", number=mallory.state["number"], seat=1, action="place d8")
        assert mallory.hear_of("trouble")["reason"] == "not-your-seat"
    again = ask(server, f"{opened.table}/accept", invitation=invitation, claim=claim)
    assert (again.status_code, again.json()["reason"]) == (404, "no-such-invitation")
    friend = server.accept(opened.table, fresh["secret"], name="Leo")
    with server.browser(opened.table, friend) as leo:
        assert leo.hear_of("state")["yours"] == [1]


def test_who_was_sent_away_from_an_open_seat_does_not_come_back(server: Served) -> None:
    opened = server.invite("torres", "here open open", seen="public")
    joined = ask(server, f"{opened.table}/join", name="Mallory", colour=1).json()
    assert ask(server, f"{opened.table}/remove", opened.keys[0], seat=1).status_code == 200
    back = ask(server, f"{opened.table}/join", name="Mallory", colour=1).json()
    assert back["keys"][0]["seat"] == 2, "the other seat is still for anyone"
    full = ask(server, f"{opened.table}/join", name="Mallory")
    assert full.json()["reason"] == "no-free-seat"
    assert joined["keys"][0]["secret"] != back["keys"][0]["secret"]


def test_nobody_else_sends_anybody_away(server: Served) -> None:
    opened = server.open("torres", "here link link")
    path = f"{opened.table}/remove"
    for secret in ("", opened.keys[1], opened.invitations[1], "x" * 32):
        refused = ask(server, path, secret, seat=2)
        assert (refused.status_code, refused.json()["reason"]) == (403, "not-the-creator")
    token = ask(server, f"{opened.table}/token", opened.keys[0], seat=0).json()["secret"]
    assert ask(server, path, token, seat=1).status_code == 403, "a token only plays"
    for seat in (0, 3):
        nobody = ask(server, path, opened.keys[0], seat=seat)
        assert nobody.json()["reason"] == "nobody-to-remove"
    assert ask(server, path, opened.keys[0], seat=9).status_code == 422


def test_it_is_so_after_a_restart_too(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        opened = server.invite("torres", "here link")
        key = server.accept(opened.table, opened.invitations[1], name="Mallory")
        fresh = ask(server, f"{opened.table}/remove", opened.keys[0], seat=1).json()["secret"]
    with served(tmp_path) as server:
        assert ask(server, f"{opened.table}/invitation", invitation=fresh).json()["used"] is False
        headers = {"X-Tourelle-Secret": key}
        state = server.http.get(f"/api/tables/{opened.table}", headers=headers).json()
        assert (state["yours"], state["damage"]) == ([], None)
