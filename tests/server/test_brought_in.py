"""What is brought in has its limits, and holds nobody up."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Served, served
from tourelle.games import game_class


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
    with served(tmp_path, precompile=False, entries=20) as server:
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
    wish = {"game": "blox", "seats": [{"kind": "here"}, {"kind": "here"}], "options": options}
    assert server.http.post("/api/tables", json=wish).status_code in (413, 422)
    record = {**endless(0), "options": options}
    assert server.http.post("/api/records", json=record).status_code in (413, 422)


def test_a_long_record_holds_nobody_up(tmp_path: Path) -> None:
    """While the longest record is read, others play on."""
    with served(tmp_path, precompile=False) as server:
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
    with served(tmp_path, precompile=False) as server:
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
