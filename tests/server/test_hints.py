"""Hints: legal turns from what the seat sees, fair ones only, ended when nobody listens."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import wait_for
from tests.server.running import Opened, Served, finished, served
from tests.server.test_plain_words import notation_in
from tourelle.bots.thinking import Candidate, Findings, Progress
from tourelle.games import TITLES
from tourelle.server.thinking import jobs


@pytest.fixture(scope="module")
def advised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that thinks a tenth of a second about a hint."""
    with served(tmp_path_factory.mktemp("hints"), hint=0.1, hints=1e6, hints_burst=10**6) as server:
        yield server


def ask(server: Served, opened: Opened, *seats: int, **wish: Any) -> Any:
    """The answer to a wish for a hint by whoever holds the keys of some seats."""
    secrets = ",".join(opened.keys[seat] for seat in seats)
    headers = {"x-tourelle-secret": secrets} if secrets else {}
    language = wish.pop("language", "en")
    address = f"/api/tables/{opened.table}/hint?language={language}"
    return server.http.post(address, json=wish, headers=headers)


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_is_a_turn_that_can_be_played(advised: Served, title: str) -> None:
    opened = advised.open(title, "here random")
    with advised.browser(opened.table, opened.keys[0]) as ann:
        while not ann.state.get("choices"):
            ann.hear()
        hint = ask(advised, opened, 0).json()
        assert (hint["seat"], hint["actions"]) == (0, ann.state["actions"])
        assert 1 <= len(hint["candidates"]) <= 3
        best = hint["candidates"][0]
        assert best["chance"] is None or 0 <= best["chance"] <= 1
        assert len(best["points"]) in (0, 2)
        for choice in best["turn"]:
            assert choice["text"] in {known["text"] for known in ann.state["choices"]}
            assert choice["sentence"]
            assert not notation_in(choice["sentence"])
            ann.submit(choice["text"])
            ann.until(ann.state["number"] + 1)


def test_a_hint_speaks_the_language_asked_for(advised: Served) -> None:
    opened = advised.open("torres", "here random")
    told = {
        ask(advised, opened, 0, language=language).json()["candidates"][0]["turn"][0]["sentence"]
        for language in ("en", "fr", "de")
    }
    assert len(told) == 3


@pytest.mark.parametrize(
    ("seats", "keys", "reason"),
    [
        ("here here", (0, 1), "hint-among-people"),
        ("link link", (0,), "hint-among-people"),
        ("link random", (), "hint-not-yours"),
        ("random here", (1,), ""),
    ],
)
def test_no_hints_among_people_nor_for_another_seat(
    advised: Served, seats: str, keys: tuple[int, ...], reason: str
) -> None:
    opened = advised.open("blox", seats)
    if not reason:
        with advised.browser(opened.table, opened.keys[1]) as bob:
            while not bob.state.get("choices"):
                bob.hear()
        assert ask(advised, opened, *keys).json()["seat"] == 1
        answer = ask(advised, opened, *keys, actions=0)
        assert answer.json()["reason"] == "hint-not-yours", "a bot moved there"
        return
    answer = ask(advised, opened, *keys)
    assert (answer.status_code, answer.json()["reason"]) == (403, reason)
    assert answer.json()["sentence"]


def test_a_seat_lent_to_a_bot_still_belongs_to_a_person(advised: Served) -> None:
    opened = advised.open("blox", "link link")
    ann, bob = (advised.browser(opened.table, opened.keys[seat]) for seat in (0, 1))
    bob.until(2)
    bob.send(type="sit", seat=1, bot="random")
    ann.until(3)
    assert ask(advised, opened, 0).json()["reason"] == "hint-among-people"
    ann.close()
    bob.close()


def test_every_position_of_a_finished_game_has_a_hint_for_everybody(advised: Served) -> None:
    opened = finished(advised)
    played = advised.http.get(f"/api/tables/{opened.table}").json()["actions"]
    for actions in (0, played // 2, played - 1):
        moment = advised.http.get(f"/api/tables/{opened.table}/at/{actions}").json()
        hint = ask(advised, opened, actions=actions).json()
        assert (hint["seat"], hint["actions"]) == (moment["to_move"], actions)
        assert hint == ask(advised, opened, actions=actions).json(), "it is remembered"
    assert ask(advised, opened).json()["reason"] == "over"
    late = ask(advised, opened, actions=played + 1)
    assert (late.status_code, late.json()["reason"]) == (404, "no-such-moment")
    assert ask(advised, opened, actions=-1).status_code == 422


def test_the_adviser_is_given_what_the_seat_sees_and_nothing_more(
    advised: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def note(game: Any, view: Any, seat: Any, *_: Any) -> Findings:
        given.append((game, view, seat))
        return Findings((Candidate((game.legal_actions(view)[0],), 0.0, 0, 0.0, ()),), 0, 0.0)

    monkeypatch.setattr(jobs, "find_turns", note)
    opened = advised.open("torres", "here random", options={"cards": "shared"})
    with advised.browser(opened.table, opened.keys[0]) as ann:
        ann.until(0)
        assert ask(advised, opened, 0).status_code == 200
    [(game, view, seat)] = given
    position = advised.lobby.rooms[opened.table].table.position
    assert game.identity(view) == game.identity(game.view(position, seat))
    assert game.identity(view) != game.identity(position), "the deck is hidden"


@pytest.mark.parametrize("how", ["the asker leaves", "the server stops"])
def test_thinking_ends_with_those_who_wanted_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    searches: list[Progress] = []
    ended: list[bool] = []

    def ponder(game: Any, view: Any, *rest: Any) -> Findings:
        searches.append(rest[-1])
        while not rest[-1].stopped:
            time.sleep(0.01)
        ended.append(True)
        return Findings((Candidate((game.legal_actions(view)[0],), 0.0, 0, 0.0, ()),), 0, 0.0)

    monkeypatch.setattr(jobs, "find_turns", ponder)
    with served(tmp_path, precompile=False) as server:
        opened = server.open("blox", "here random")
        asking = (
            f"POST /api/tables/{opened.table}/hint HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"X-Tourelle-Secret: {opened.keys[0]}",
            "Content-Type: application/json",
            "Content-Length: 2",
        )
        with socket.create_connection(("127.0.0.1", server.port)) as asker:
            asker.sendall("\r\n".join((*asking, "", "{}")).encode())
            wait_for(lambda: len(searches) == 1)
            if how == "the server stops":
                server.stop()
                wait_for(lambda: bool(ended))
        wait_for(lambda: bool(ended))


def test_asking_too_often_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, hint=0.01, hints=0.001, hints_burst=2) as server:
        opened = server.open("blox", "here random")
        answers = [ask(server, opened, 0).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


@pytest.mark.parametrize("title", TITLES)
def test_a_position_of_no_table_has_a_hint_too(advised: Served, title: str) -> None:
    task: dict[str, Any] = {"start": {"new": {"title": title, "seats": 2, "seed": 5}}}
    shown = advised.http.post("/api/study/state", json=task).json()
    hint = advised.http.post("/api/study/hint", json=task).json()
    assert (hint["seat"], hint["actions"]) == (shown["to_move"], 0)
    for candidate in hint["candidates"]:
        for choice in candidate["turn"]:
            assert not notation_in(choice["sentence"]), "told as the log tells it"
    task["actions"] = [choice["text"] for choice in hint["candidates"][0]["turn"]]
    after = advised.http.post("/api/study/state", json=task).json()
    assert after["actions"] == len(task["actions"]) > 0
