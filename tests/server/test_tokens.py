"""Tokens: what opens a seat to a program, for how long, and nothing else."""

import json
import threading
from pathlib import Path

from tests.patience import PATIENCE, wait_for
from tests.server.programming import SHORT, events, guest_of, secret, state_of, token, wished
from tests.server.running import Served, served
from tourelle.bots.guest import GuestError
from tourelle.bots.named import named


def test_a_token_plays_at_its_seat_and_does_nothing_else(server: Served) -> None:
    opened = server.open("torres", "here link", options={"preset": "modern"})
    table, key = opened.table, opened.keys[0]
    mine = token(server, table, key, 0)
    state = server.http.get(f"/api/tables/{table}", headers=secret(mine)).json()
    assert state["yours"] == [0]
    assert state["seats"][0]["program"]
    assert not state["seats"][1]["program"]
    assert state["log"][-1]["sentence"] == "lets a program of their own play"
    assert mine not in json.dumps(state)
    number, action = state["number"], state["choices"][0]["text"]
    played = wished(server, table, mine, type="submit", number=number, seat=0, action=action).json()
    assert played["number"] > number
    for wish in (
        {"type": "undo", "number": played["number"], "seat": 0},
        {"type": "chat", "seat": 0, "text": "hello"},
        {"type": "sit", "seat": 0, "name": "Mallory"},
        {"type": "agree", "wish": 1, "seat": 0},
    ):
        answer = wished(server, table, mine, **wish)
        assert (answer.status_code, answer.json()["reason"]) == (403, "only-plays"), wish
    for wish in ({"type": "rematch"}, {"type": "stand_in", "seat": 1}):
        assert wished(server, table, mine, **wish).json()["reason"] == "not-your-seat"
    again = server.http.post(f"/api/tables/{table}/token", json={"seat": 0}, headers=secret(mine))
    assert (again.status_code, again.json()["reason"]) == (403, "only-plays")


def test_a_token_sees_what_its_seat_sees(server: Served) -> None:
    opened = server.open("castellan", "here link")
    mine = token(server, opened.table, opened.keys[1], 1)
    seen = [
        server.http.get(f"/api/tables/{opened.table}", headers=secret(who)).json()["view"]
        for who in (mine, opened.keys[1], opened.keys[0])
    ]
    assert seen[0] == seen[1] != seen[2]


def test_a_revoked_token_opens_nothing_and_its_listener_sees_no_hand(server: Served) -> None:
    opened = server.open("torres", "here link", options={"preset": "modern"})
    table, key = opened.table, opened.keys[0]
    mine = token(server, table, key, 0)
    with events(server, table, mine) as lines:
        assert next(lines)["yours"] == [0]
        answer = server.http.delete(
            f"/api/tables/{table}/token", params={"seat": 0}, headers=secret(key)
        )
        assert answer.status_code == 200
        state = next(state for state in lines if state["number"] == answer.json()["number"])
        assert (state["yours"], state["looking"], state["choices"]) == ([], None, [])
        assert not state["seats"][0]["program"]
    late = wished(server, table, mine, type="submit", number=9, seat=0, action="end")
    assert (late.status_code, late.json()["reason"]) == (403, "not-your-seat")
    assert server.http.get(f"/api/tables/{table}", headers=secret(key)).json()["yours"] == [0]


def test_a_new_token_revokes_the_one_before_and_nobody_makes_one_for_another(
    server: Served,
) -> None:
    opened = server.open("torres", "here link")
    first = token(server, opened.table, opened.keys[0], 0)
    second = token(server, opened.table, opened.keys[0], 0)
    address = f"/api/tables/{opened.table}"
    assert server.http.get(address, headers=secret(first)).json()["yours"] == []
    assert server.http.get(address, headers=secret(second)).json()["yours"] == [0]
    for who in (opened.keys[1], "", "x" * 32):
        stolen = server.http.post(f"{address}/token", json={"seat": 0}, headers=secret(who))
        assert (stolen.status_code, stolen.json()["reason"]) == (403, "not-your-seat")
        ended = server.http.delete(f"{address}/token", params={"seat": 0}, headers=secret(who))
        assert ended.status_code == 403


def test_a_token_survives_a_restart_and_the_rematch(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False) as server:
        opened = server.open("blox", "here random", options=SHORT)
        table, key = opened.table, opened.keys[0]
        mine = token(server, table, key, 0)
        assert state_of(server, table, mine)["yours"] == [0]
    with served(tmp_path, precompile=False) as server:
        assert state_of(server, table, mine)["yours"] == [0]
        guest_of(server, table, mine, []).play(named("random"))
        assert state_of(server, table)["status"] == "over"
        assert wished(server, table, mine, type="rematch").json()["reason"] == "not-your-seat"
        assert wished(server, table, key, type="rematch").status_code == 200
        again = state_of(server, table)["rematch"]
        assert state_of(server, again, mine)["yours"] == [1], "seats are turned"
        guest_of(server, again, mine, []).play(named("random"))
        assert state_of(server, again)["status"] == "over"
    with served(tmp_path, precompile=False) as server:
        assert state_of(server, again, mine)["yours"] == [1]


def test_a_token_revoked_before_the_rematch_is_none_in_it(server: Served) -> None:
    opened = server.open("blox", "here random", options=SHORT)
    mine = token(server, opened.table, opened.keys[0], 0)
    guest_of(server, opened.table, mine, []).play(named("random"))
    address = f"/api/tables/{opened.table}/token"
    server.http.delete(address, params={"seat": 0}, headers=secret(opened.keys[0]))
    wished(server, opened.table, opened.keys[0], type="rematch")
    again = state_of(server, opened.table)["rematch"]
    assert state_of(server, again, mine)["yours"] == []
    assert state_of(server, again, opened.keys[0])["yours"] == [1]


def test_a_token_of_a_private_table_plays_there_until_it_is_revoked(server: Served) -> None:
    opened = server.open("blox", "here random", options=SHORT, seen="private")
    table, key = opened.table, opened.keys[0]
    address = f"/api/tables/{table}"
    mine = token(server, table, key, 0)
    for other in ("", "x" * 32):
        for path in ("", "/events", "/turn"):
            answer = server.http.get(address + path, headers=secret(other))
            assert (answer.status_code, answer.json()["reason"]) == (403, "private-table"), path
        assert wished(server, table, other, type="submit", number=1, seat=0, action="end").is_error
    with events(server, table, mine) as lines:
        assert next(lines)["yours"] == [0]
    with server.browser(table, mine) as program:
        assert program.hear_of("state")["yours"] == [0]
    guest_of(server, table, mine, []).play(named("random"))
    assert state_of(server, table, key)["status"] == "over"
    with events(server, table, mine) as lines:
        assert next(lines)["yours"] == [0]
        revoked = server.http.delete(f"{address}/token", params={"seat": 0}, headers=secret(key))
        assert revoked.status_code == 200
        assert all(message["type"] != "state" for message in lines), "nothing more is told"
    assert server.http.get(address, headers=secret(mine)).status_code == 403


def test_the_token_of_a_private_table_plays_its_private_rematch(server: Served) -> None:
    opened = server.open("blox", "here random", options=SHORT, seen="private")
    mine = token(server, opened.table, opened.keys[0], 0)
    guest = guest_of(server, opened.table, mine, [])
    ended: list[GuestError] = []

    def play() -> None:
        try:
            guest.play(named("random"), stay=True)
        except GuestError as error:
            ended.append(error)

    playing = threading.Thread(target=play, daemon=True)
    playing.start()
    key = opened.keys[0]

    def is_over(table: str) -> bool:
        return bool(state_of(server, table, key)["status"] == "over")

    wait_for(lambda: is_over(opened.table), "the game does not end")
    assert wished(server, opened.table, key, type="rematch").status_code == 200
    again = state_of(server, opened.table, key)["rematch"]
    assert server.http.get(f"/api/tables/{again}").json()["reason"] == "private-table"
    wait_for(lambda: is_over(again), "the rematch does not end")
    address = f"/api/tables/{again}/token"
    server.http.delete(address, params={"seat": 1}, headers=secret(key))
    playing.join(PATIENCE)
    assert [error.reason for error in ended] == ["refused"], "nobody looks there without a seat"


def test_a_program_at_one_seat_of_a_screen_leaves_undo_as_it_was(server: Served) -> None:
    opened = server.open("torres", "here here")
    mine = token(server, opened.table, opened.keys[1], 1)
    with events(server, opened.table, mine) as lines:
        assert next(lines)["yours"] == [1]
    first = server.http.get(f"/api/tables/{opened.table}", headers=secret(opened.keys[0])).json()
    action = first["choices"][0]["text"]
    wish = {"type": "submit", "number": first["number"], "seat": 0, "action": action}
    assert wished(server, opened.table, opened.keys[0], **wish).status_code == 200
    state = server.http.get(f"/api/tables/{opened.table}", headers=secret(opened.keys[0])).json()
    assert (state["undo"], state["undo_needs_consent"]) == (True, False)
