"""Live play: whole games over the socket, undo, bots, reconnection, restarts."""

import hashlib
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import wait_for
from tests.server.running import Browser, Opened, Served, play_and_ask_back, play_out, served
from tourelle.core.records import read_record, verify
from tourelle.games import TITLES, game_class
from tourelle.tables.table import Table

START = ("place d8", "place a4", "king h5")
QUICK = {"torres": {}, "blox": {"round_limit": 15}, "castellan": {}}


@contextmanager
def pair(server: Served, opened: Opened) -> Iterator[tuple[Browser, Browser]]:
    """Those who sit on the seats 0 and 1, each at a browser of their own."""
    with (
        server.browser(opened.table, opened.keys[0]) as one,
        server.browser(opened.table, opened.keys[1]) as other,
    ):
        yield one, other


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_over_links_with_a_watcher(server: Served, title: str) -> None:
    opened = server.open(title, "link link", options=QUICK[title])
    players = {s: server.browser(opened.table, key) for s, key in opened.keys.items()}
    watcher = server.browser(opened.table)
    played = play_out(players, random.Random(1))
    number = players[0].state["number"]
    everybody = [*players.values(), watcher]
    for browser in everybody:
        state = browser.until(number)
        assert (state["status"], state["actions"], state["to_move"]) == ("over", played, None)
        assert state["choices"] == []
        assert [entry["number"] for entry in browser.log] == list(range(1, number + 1))
        assert hashlib.sha256(state["seed"].encode()).hexdigest() == state["seed_hash"]
        assert state["outcome"]["points"] == [seat["points"] for seat in state["seats"]]
        assert state["ledger"]["totals"] == state["outcome"]["points"]
        browser.close()
    record = read_record(server.http.get(f"/api/tables/{opened.table}/record").json())
    verify(game_class(title)(record.options), record)
    assert record.seed == int(state["seed"].partition(":")[0])
    assert len(record.actions) == len(record.times) == played


def test_bots_play_among_themselves(server: Served) -> None:
    opened = server.open("castellan", "random greedy")
    with server.browser(opened.table, language="de") as watcher:
        while watcher.state.get("status") != "over":
            watcher.hear()
        assert watcher.state["seats"][0]["kind"] == "bot"
        assert watcher.log[-1]["kind"] == "over"


def test_a_submit_is_told_to_everybody(server: Served) -> None:
    opened = server.open("torres", "link link")
    with pair(server, opened) as (ann, bob):
        ann.until(2)
        assert [entry["text"] for entry in ann.log] == ["sit", "sit"]
        assert ann.state["status"] == "running"
        assert ann.state["yours"] == [0]
        assert {choice["text"] for choice in ann.state["choices"]} >= {"place d8", "place a4"}
        ann.submit("place d8")
        state = bob.until(3)
        assert bob.log[-1]["text"] == "place d8"
        assert bob.log[-1]["squares"] == ["d8"]
        assert state["to_move"] == 1
        assert state["choices"]
        assert ann.until(3)["choices"] == []


def acted(table: Table) -> int:
    return sum(entry.kind == "action" for entry in table.entries)


def test_what_somebody_said_before_they_went_is_heard(server: Served) -> None:
    opened = server.open("torres", "here here")
    for number in range(30):
        with server.browser(opened.table, *opened.keys.values()) as going:
            going.hear_of("state")
            for seat in (0, 1):  # news are on their way to whoever goes
                going.send(type="sit", seat=seat, name=f"Ana {number}")
            going.submit(going.state["choices"][0]["text"])
        wait_for(lambda n=number: acted(server.lobby.rooms[opened.table].table) > n, "it is lost")  # type: ignore[misc]


def test_refusals_and_reasons(server: Served) -> None:
    opened = server.open("torres", "here greedy")
    with server.browser(opened.table, opened.keys[0], language="fr") as ann:
        ann.until(0)
        ann.submit("place e5")
        refused = ann.hear_of("refused")
        assert (refused["reason"], refused["clause"]) == ("no-empty-castle", "T3.3")
        assert "e5" in refused["sentence"]
        ann.send(type="why", action="place d8")
        assert ann.hear_of("allowed") == {"type": "allowed", "action": "place d8"}
        ann.send(type="why", action="block d8")
        assert ann.hear_of("refused")["reason"] == "wrong-stage"
        ann.send(type="why", action="blah")
        assert ann.hear_of("refused")["reason"] == "notation"
        assert ann.state["number"] == 0


def test_undo_against_a_bot_takes_its_answer_back_too(server: Served) -> None:
    opened = server.open("torres", "here random")
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.until(0)
        ann.submit("place d8")
        while not (ann.state["choices"] and ann.state["actions"] >= 2):
            ann.hear()
        assert ann.state["undo"]
        assert not ann.state["undo_needs_consent"]
        ann.send(type="undo", number=ann.state["number"], seat=0)
        ann.until(ann.state["number"] + 1)
        assert ann.state["actions"] == 0
        assert ann.log[-1]["text"] == "undo 0"


def check_answered(browser: Browser, number: int, actions: int, said: tuple[int, str]) -> None:
    """Wait for the answer to a wish: nothing is asked any more, so many actions are left."""
    assert browser.until(number)["actions"] == actions
    assert browser.state["undo_asked"] is None
    assert (browser.log[-1]["seat"], browser.log[-1]["text"]) == said


def test_undo_by_consent(server: Served) -> None:
    opened = server.open("torres", "link link")
    with pair(server, opened) as (ann, bob):
        play_and_ask_back(ann, 2)
        assert bob.until(4)["undo_asked"] == {"wish": 4, "seat": 0, "waits_for": [1]}
        assert bob.log[-1]["text"] == "undo?"
        ann.send(type="agree", wish=4, seat=0)
        assert ann.hear_of("trouble")["reason"] == "own-wish"
        bob.send(type="refuse", wish=4, seat=1)
        check_answered(ann, 5, 1, (1, "undo no"))
        ann.send(type="undo", number=5, seat=0)
        bob.until(6)
        bob.send(type="agree", wish=4, seat=1)
        assert bob.hear_of("trouble")["reason"] == "no-such-wish"
        bob.send(type="agree", wish=6, seat=1)
        check_answered(ann, 7, 0, (0, "undo 0"))


def test_chat_names_and_languages(server: Served) -> None:
    opened = server.invite("blox", "here link")
    with server.browser(opened.table, opened.keys[0], language="de") as ann:
        ann.until(0)
        assert ann.state["seats"][0]["name"] == "Spieler A"
        ann.send(type="sit", seat=0, name="  Ann\n B ")
        assert ann.until(1)["seats"][0]["name"] == "Ann B"
        ann.send(type="chat", seat=0, text="<b>salut</b>")
        ann.until(2)
        assert ann.log[-1]["text"] == "<b>salut</b>"
        ann.send(type="language", language="fr")
        state = ann.hear_of("state")
        assert [entry["number"] for entry in state["log"]] == [1, 2]
        assert state["log"][0]["sentence"] == "s’appelle désormais Ann B"
        ann.send(type="ping")
        assert ann.hear() == {"type": "pong"}


def test_a_seat_is_lent_to_a_bot_and_taken_back(server: Served) -> None:
    opened = server.open("blox", "link link")
    with pair(server, opened) as (ann, bob):
        ann.until(2)
        bob.until(2)
        bob.send(type="sit", seat=1, bot="random")
        assert ann.until(3)["seats"][1]["kind"] == "bot"
        assert ann.state["seats"][1]["lent"]
        ann.submit(ann.state["choices"][0]["text"])
        state = ann.until(5)
        assert state["to_move"] == 0, "the bot has answered"
        bob.send(type="sit", seat=1, take_back=True)
        assert ann.until(6)["seats"][1]["kind"] == "person"


def test_reconnection_asks_only_for_what_is_new(server: Served) -> None:
    opened = server.open("torres", "here here")
    keys = tuple(opened.keys.values())
    with server.browser(opened.table, *keys) as both:
        for count, action in enumerate(START):
            both.until(count)
            both.submit(action)
        both.until(3)
        assert both.state["yours"] == [0, 1]
    with server.browser(opened.table, *keys, since=2) as back:
        state = back.until(3)
        assert [entry["number"] for entry in state["log"]] == [3]
    with server.browser(opened.table, since=99) as odd:
        numbers = [entry["number"] for entry in odd.until(3)["log"]]
        assert numbers == [1, 2, 3], "whoever knows of more than there is begins anew"


def test_rematch_keeps_the_keys_and_turns_the_seats(server: Served) -> None:
    opened = server.open("blox", "link link", options={"round_limit": 1})
    players = {s: server.browser(opened.table, key) for s, key in opened.keys.items()}
    players[0].until(2)
    players[0].send(type="rematch")
    assert players[0].hear_of("trouble")["reason"] == "not-over"
    play_out(players, random.Random(5))
    players[1].until(players[0].state["number"])
    for browser in players.values():
        browser.send(type="rematch")
    while not players[0].state["rematch"]:
        players[0].hear()
    again = players[0].state["rematch"]
    with server.browser(again, opened.keys[0]) as ann:
        assert ann.until(0)["yours"] == [1]
        assert ann.state["status"] == "running"
    for browser in players.values():
        browser.close()


@pytest.mark.parametrize("title", TITLES)
def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path, title: str) -> None:
    with served(tmp_path, precompile=False) as server:
        opened = server.open(title, "here random", options=QUICK[title])
        with server.browser(opened.table, opened.keys[0]) as ann:
            play_out({0: ann}, random.Random(2), most=9)
            ann.until(0)
            before = server.http.get(
                f"/api/tables/{opened.table}", headers={"X-Tourelle-Secret": opened.keys[0]}
            ).json()
    with (
        served(tmp_path, precompile=False) as server,
        server.browser(opened.table, opened.keys[0]) as ann,
    ):
        ann.until(before["number"])
        assert ann.log[: before["number"]] == before["log"]
        play_out({0: ann}, random.Random(3))
        assert ann.state["status"] == "over", "bots go on after a restart"


def test_the_past_of_a_table(server: Served) -> None:
    opened = server.open("torres", "link link", options={"preset": "modern"})
    players = {s: server.browser(opened.table, key) for s, key in opened.keys.items()}
    play_out(players, random.Random(4), most=60)
    path = f"/api/tables/{opened.table}/at/"
    for actions in (0, 1, 30, 60):
        for seat, key in opened.keys.items():
            headers = {"X-Tourelle-Secret": key}
            moment = server.http.get(f"{path}{actions}", headers=headers).json()
            table = server.lobby.rooms[opened.table].table
            position = table.position_after(actions)
            assert moment["view"] == table.game.document(table.game.view(position, seat))
            assert (moment["entry"] is None) == (actions == 0)
    assert server.http.get(f"{path}61").status_code == 404
    for browser in players.values():
        browser.close()


def test_messages_are_what_the_protocol_says(server: Served) -> None:
    from tourelle.server.protocol import TableState

    opened = server.open("castellan", "here greedy", options={"trial": False})
    with server.browser(opened.table, opened.keys[0]) as ann:
        play_out({0: ann}, random.Random(4), most=20)
        for text in ann.heard:
            TableState.model_validate(json.loads(text))
