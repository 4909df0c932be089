"""Programs at a table over the network: tokens, lines of events, wishes, whole games."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.patience import PATIENCE, wait_for
from tests.server.running import Served, served
from tourelle.bots.guest import Guest, GuestError
from tourelle.bots.named import named
from tourelle.cli.main import main
from tourelle.languages import LANGUAGES
from tourelle.server.serving import check_programs
from tourelle.server.settings import Settings

SAMPLES = Path(__file__).parents[2] / "examples" / "bots"


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


# ---------------------------------------------------------------- tokens


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
    with served(tmp_path) as server:
        opened = server.open("torres", "here here")
        mine = token(server, opened.table, opened.keys[1], 1)
    with served(tmp_path) as server:
        state = server.http.get(f"/api/tables/{opened.table}", headers=secret(mine)).json()
        assert state["yours"] == [1]


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


def test_a_guest_accepts_an_invitation_agrees_to_undo_and_plays_the_rematch(
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


# ---------------------------------------------------------------- programs of the host

HOSTED = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1}}), flush=True)
    elif message["type"] == "turn":
        {turn}
"""
WAYS = {
    "resigns": "print(json.dumps({'type': 'resign'}), flush=True)",
    "dies": "sys.exit(3)",
    "cheats": "print(json.dumps({'type': 'play', 'actions': ['end']}), flush=True)",
    "floods": "print('x' * 100_000, flush=True)",
    "hangs": "import time; time.sleep(1000)",
}


def hosted(folder: Path, turn: str) -> str:
    """Return a setting with one program that does something at its turn."""
    script = folder / "hosted.py"
    script.write_text(HOSTED.format(turn=turn), encoding="utf-8")
    return f"Mine=cmd:{sys.executable} {script}::seconds=0.2"


def test_a_program_of_the_host_is_an_opponent_at_home_alone(tmp_path: Path) -> None:
    sample = f"Mine=cmd:{sys.executable} {SAMPLES / 'bot.py'}"
    with served(tmp_path, bots=sample, hosts="play.example.org") as server:
        abroad = {"host": "play.example.org"}

        def offered(**headers: str) -> list[str]:
            games = server.http.get("/api/games", headers=headers).json()
            return [bot["name"] for bot in games[0]["bots"]]

        assert offered()[-1] == "Mine"
        assert "Mine" not in offered(**abroad)
        wish = {"game": "torres", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "Mine"}]}
        refused = server.http.post("/api/tables", json=wish, headers=abroad)
        assert refused.json()["reason"] == "no-such-bot"
        opened = server.open("torres", "here Mine")
        with server.browser(opened.table, opened.keys[0]) as ann:
            ann.hear_of("state")
            while ann.state["actions"] < 8:
                if ann.state["choices"]:
                    before = ann.state["number"]
                    ann.submit(ann.state["choices"][0]["text"])
                    ann.until(before + 1)
                else:
                    ann.hear()
            assert {entry["seat"] for entry in ann.log if entry["kind"] == "action"} == {0, 1}
            assert ann.state["seats"][1]["name"] == "Mine"
            assert not [entry for entry in ann.log if entry["text"] == "trouble"]


@pytest.mark.parametrize("way", WAYS)
def test_whatever_a_program_does_is_told_and_the_game_goes_on(tmp_path: Path, way: str) -> None:
    with served(tmp_path, bots=hosted(tmp_path, WAYS[way])) as server:
        opened = server.open("torres", "Mine here")
        address = f"/api/tables/{opened.table}"

        def log(language: str) -> list[Any]:
            found: list[Any] = server.http.get(address, params={"language": language}).json()["log"]
            return found

        wait_for(lambda: any(e["kind"] == "action" for e in log("en")), "nobody plays")
        told = {
            language: next(e["sentence"] for e in log(language) if e["text"] == "trouble")
            for language in LANGUAGES
        }
        assert len(set(told.values())) == len(LANGUAGES)
        for sentence in told.values():
            assert sentence.startswith("Mine ")
            assert "level-2" in sentence


@pytest.mark.parametrize("text", ["Mine", "=cmd:x", "random=cmd:x", "A=cmd:x;A=cmd:y", "A=x"])
def test_a_program_that_is_named_wrongly_keeps_the_server_from_starting(
    tmp_path: Path, text: str
) -> None:
    for language in LANGUAGES:
        with pytest.raises(SystemExit, match="TOURELLE_BOTS"):
            check_programs(Settings(data=tmp_path, bots=text), language)


def test_a_program_that_does_not_shake_hands_keeps_the_server_from_starting(
    tmp_path: Path,
) -> None:
    with pytest.raises(SystemExit, match="/no/such/bot"):
        check_programs(Settings(data=tmp_path, bots="A=cmd:/no/such/bot"), "en")
