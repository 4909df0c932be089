"""Programs at a table over the network: lines of events, wishes, whole games."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, wait_for
from tests.server.programming import SAMPLES, SHORT, events, secret, token, wished
from tests.server.running import Served, served
from tourelle.bots.guest import Guest, GuestError
from tourelle.bots.named import named
from tourelle.cli.main import main
from tourelle.languages import LANGUAGES

# ---------------------------------------------------------------- events and wishes


def test_events_are_the_states_of_the_socket_line_by_line(server: Served) -> None:
    opened = server.open("blox", "here link")
    with (
        events(server, opened.table, opened.keys[0], language="fr") as lines,
        server.browser(opened.table, opened.keys[0], language="fr") as browser,
    ):
        told = next(lines)
        assert browser.hear_of("state")["view"] == told["view"]
        wish = {"number": told["number"], "seat": told["to_move"]}
        action = told["choices"][0]["text"]
        answer = wished(server, opened.table, opened.keys[0], type="submit", action=action, **wish)
        number = answer.json()["number"]
        after = next(state for state in lines if state["number"] >= number)
        browser.until(number)
        for same in ("view", "choices", "seats", "ledger"):
            assert after[same] == browser.state[same]


def test_whoever_stops_listening_is_gone(server: Served) -> None:
    opened = server.open("torres", "here link")
    room = server.lobby.rooms[opened.table]
    with events(server, opened.table, opened.keys[1]) as lines:
        next(lines)
        assert room.connected(1)
    wait_for(lambda: not room.listeners, "the listener is still there")
    wait_for(lambda: not server.lobby.streams, "the stream is still there")


def test_a_server_that_stops_ends_its_streams(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        opened = server.open("torres", "here link")
        heard: list[Any] = []

        def listen() -> None:
            with events(server, opened.table) as lines:
                heard.extend(lines)

        listener = threading.Thread(target=listen)
        listener.start()
        wait_for(lambda: bool(server.lobby.streams), "nobody listens")
        server.server.should_exit = True
        listener.join(PATIENCE)
        assert not listener.is_alive()


def test_a_turn_is_told_as_over_standard_input(server: Served) -> None:
    opened = server.open("torres", "here link")
    address = f"/api/tables/{opened.table}/turn"
    turn = server.http.get(address, headers=secret(opened.keys[0])).json()
    assert (turn["type"], turn["game"], turn["seat"]) == ("turn", "torres", 0)
    state = server.http.get(f"/api/tables/{opened.table}", headers=secret(opened.keys[0])).json()
    assert turn["document"] == state["view"]
    assert turn["legal"] == [choice["text"] for choice in state["choices"]]
    assert turn["number"] == state["number"]
    late = server.http.get(address, headers=secret(opened.keys[1]))
    assert (late.status_code, late.json()["reason"]) == (409, "not-your-turn")


def test_wishes_are_refused_as_over_the_socket(server: Served) -> None:
    opened = server.open("torres", "here link")
    key = opened.keys[0]

    def reason(**wish: Any) -> tuple[int, str]:
        answer = wished(server, opened.table, key, **{"type": "submit", "seat": 0, **wish})
        return answer.status_code, answer.json()["reason"]

    number = server.http.get(f"/api/tables/{opened.table}").json()["number"]
    assert reason(number=number + 9, action="place d8") == (409, "stale")
    assert reason(number=number, action="place d8", seat=1) == (403, "not-your-seat")
    assert reason(number=number, action="dance")[0] == 422
    assert reason(number=number, action="end")[0] == 422
    assert reason(number=number, act="end") == (422, "malformed")
    assert reason(type="hello") == (422, "malformed")


def test_a_program_that_floods_is_slowed_down(tmp_path: Path) -> None:
    with served(tmp_path, rate=0.001, burst=3) as server:
        opened = server.open("torres", "here link")
        mine = token(server, opened.table, opened.keys[0], 0)
        wish = {"type": "submit", "number": 99, "seat": 0, "action": "end"}
        codes = [wished(server, opened.table, mine, **wish).status_code for _ in range(5)]
        assert codes == [409, 409, 409, 429, 429]
        assert int(wished(server, opened.table, mine, **wish).headers["retry-after"]) > 0
        other = {**wish, "seat": 1}
        assert wished(server, opened.table, opened.keys[1], **other).status_code == 409


def test_listeners_are_counted_as_connections_are(tmp_path: Path) -> None:
    with served(tmp_path, table_connections=1) as server:
        opened = server.open("torres", "here link")
        with events(server, opened.table) as lines:
            next(lines)
            full = server.http.get(f"/api/tables/{opened.table}/events")
            assert (full.status_code, full.json()["reason"]) == (503, "table-full")
            with events(server, opened.table, opened.keys[0]) as seated:
                assert next(seated)["yours"] == [0], "whoever holds a key gets in"


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("title", ["torres", "blox", "castellan"])
def test_the_sample_plays_a_whole_game_against_a_bot(server: Served, title: str) -> None:
    opened = server.open(title, "here random")
    mine = token(server, opened.table, opened.keys[0], 0)
    link = f"http://127.0.0.1:{server.port}/g/{opened.table}#{mine}"
    command = [sys.executable, str(SAMPLES / "network.py"), link]
    played = subprocess.run(command, capture_output=True, text=True, timeout=5 * PATIENCE)
    assert played.returncode == 0, played.stderr
    state = server.http.get(f"/api/tables/{opened.table}").json()
    assert state["status"] == "over"
    assert state["ending"] in played.stdout


def test_a_guest_accepts_an_invitation_agrees_to_undo_and_leaves_when_it_is_over(
    server: Served,
) -> None:
    opened = server.invite("castellan", "here link")
    told: list[str] = []
    link = f"http://127.0.0.1:{server.port}/j/{opened.table}#{opened.invitations[1]}"
    guest = Guest(link, lambda what, _: told.append(what))
    guest.sit_down("Guest")
    playing = threading.Thread(target=guest.play, args=(named("random"),), daemon=True)
    playing.start()
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.hear_of("state")
        asked = False
        while ann.state["status"] != "over":
            if ann.state["choices"]:
                if ann.state["undo_needs_consent"] and not asked:
                    asked = True
                    ann.send(type="undo", number=ann.state["number"], seat=0)
                    while not any(entry["text"].startswith("undo ") for entry in ann.log):
                        ann.hear()
                    continue
                before = ann.state["number"]
                ann.submit(ann.state["choices"][-1]["text"])
                ann.until(before + 1)
            else:
                ann.hear()
        assert asked
        assert ann.state["seats"][1]["name"] == "Guest"
    playing.join(PATIENCE)
    assert not playing.is_alive()
    assert told == ["seated", "over"]


def test_a_guest_who_stays_plays_the_rematch_too(server: Served) -> None:
    opened = server.invite("blox", "here link", options=SHORT)
    told: list[str] = []
    link = f"http://127.0.0.1:{server.port}/j/{opened.table}#{opened.invitations[1]}"
    guest = Guest(link, lambda what, _: told.append(what))
    guest.sit_down("Guest")
    playing = threading.Thread(
        target=guest.play, args=(named("random"),), kwargs={"stay": True}, daemon=True
    )
    playing.start()
    table, tables = opened.table, list[str]()
    for seat in (0, 1):
        with server.browser(table, opened.keys[0]) as ann:
            ann.hear_of("state")
            assert ann.state["yours"] == [seat]
            assert ann.state["seats"][1 - seat]["name"] == "Guest"
            while ann.state["status"] != "over":
                if ann.state["choices"]:
                    before = ann.state["number"]
                    ann.submit(ann.state["choices"][-1]["text"])
                    ann.until(before + 1)
                else:
                    ann.hear()
            by = {entry["seat"] for entry in ann.log if entry["kind"] == "action"}
            assert by == {0, 1}, "both have played"
            ann.send(type="rematch")
            while not ann.state["rematch"]:
                ann.hear()
            tables.append(table)
            table = ann.state["rematch"]
    wait_for(lambda: guest.table == table, "the guest does not go on to the third game")
    assert len({*tables, table}) == 3
    assert told == ["seated", "over", "over"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_what_is_wrong_with_a_link(
    server: Served, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    opened = server.open("torres", "here random")
    here = f"http://127.0.0.1:{server.port}"
    for link in (
        "no link",
        f"{here}/j/{opened.table}#{'x' * 32}",
        f"{here}/g/{opened.table}#{'x' * 32}",
        f"{here}/g/nowhere#{'x' * 32}",
    ):
        assert main(["bot", "--table", link, "--bot", "random", "--lang", language]) == 1
        said = capsys.readouterr()
        assert said.err.count("\n") == 1, said.err
        assert "guest-" not in said.err


def test_the_command_plays_a_whole_game(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    opened = server.open("torres", "here random")
    mine = token(server, opened.table, opened.keys[0], 0)
    link = f"http://127.0.0.1:{server.port}/g/{opened.table}#{mine}"
    program = f"cmd:{sys.executable} {SAMPLES / 'bot.py'}"
    assert main(["bot", "--table", link, "--bot", program]) == 0
    said = capsys.readouterr()
    state = server.http.get(f"/api/tables/{opened.table}").json()
    assert state["status"] == "over"
    assert state["ending"] in said.out


def test_a_guest_leaves_when_its_token_is_revoked(server: Served) -> None:
    opened = server.open("torres", "here link")
    mine = token(server, opened.table, opened.keys[1], 1)
    guest = Guest(f"http://127.0.0.1:{server.port}/g/{opened.table}#{mine}", lambda *_: None)
    ended: list[GuestError] = []

    def play() -> None:
        try:
            guest.play(named("random"))
        except GuestError as error:
            ended.append(error)

    playing = threading.Thread(target=play, daemon=True)
    playing.start()
    room = server.lobby.rooms[opened.table]
    wait_for(lambda: room.connected(1), "the guest does not come")
    address = f"/api/tables/{opened.table}/token"
    server.http.delete(address, params={"seat": 1}, headers=secret(opened.keys[1]))
    playing.join(PATIENCE)
    assert [error.reason for error in ended] == ["revoked"]
