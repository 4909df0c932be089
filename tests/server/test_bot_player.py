"""Bots at a live table: they are seen thinking, stop when told, and never fall asleep."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, wait_for
from tests.server.running import Served, served
from tourelle.bots import BOTS
from tourelle.bots.thinking import Progress
from tourelle.core.words import Action


class Slow:
    """Thinks until it is stopped or told that it is enough; has time for so many seconds."""

    name = "slow"

    def __init__(self, seconds: float = 600.0) -> None:
        self.seconds = seconds
        self.searches: list[Progress] = []
        self.ended = 0
        self.enough = threading.Event()

    def turn(self, game: Any, view: Any, _seat: Any, _dice: Any, progress: Any) -> list[Action]:
        self.searches.append(progress)
        began = time.monotonic()
        while not progress.stopped and not self.enough.wait(0.005):
            progress.share = min(1.0, (time.monotonic() - began) / self.seconds)
        self.ended += 1
        return [game.legal_actions(view)[0]]


class Careless:
    """Plans nothing at all."""

    name = "careless"

    def turn(self, *_: Any) -> list[Action]:
        return []


class Planner:
    """Plans whole turns, and counts how often."""

    name = "planner"

    def __init__(self) -> None:
        self.planned = 0

    def turn(self, game: Any, view: Any, seat: Any, *_: Any) -> list[Action]:
        self.planned += 1
        position = game.copy(view)
        plan: list[Action] = []
        while game.to_move(position) == seat and len(plan) < 5:
            plan.append(game.legal_actions(position)[0])
            game.apply(position, plan[-1])
        return plan


@pytest.mark.parametrize("how", ["undo", "take back", "forgotten", "stopped"])
def test_a_bot_that_is_no_longer_wanted_frees_its_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    slow = Slow()
    monkeypatch.setitem(BOTS, "slow", slow)
    with served(tmp_path, precompile=False, thinkers=1) as server:
        seats = "here slow" if how == "undo" else "here here"
        opened = server.open("blox", seats)
        with server.browser(opened.table, *opened.keys.values()) as ann:
            ann.until(0)
            if how == "undo":
                ann.submit(ann.state["choices"][0]["text"])
                ann.until(1)
            else:
                ann.send(type="sit", seat=0, bot="slow")
            wait_for(lambda: len(slow.searches) == 1)
            if how == "undo":
                ann.send(type="undo", number=1, seat=0)
            elif how == "take back":
                ann.send(type="sit", seat=0, take_back=True)
            elif how == "forgotten":
                server.lobby.forget(opened.table)
            if how != "stopped":
                wait_for(lambda: slow.ended == 1)
    wait_for(lambda: slow.ended == 1)
    assert slow.searches[0].stopped


def test_everybody_hears_how_far_a_bot_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(PATIENCE)
    monkeypatch.setitem(BOTS, "slow", slow)
    with served(tmp_path, precompile=False) as server:
        opened = server.open("blox", "slow here")
        with server.browser(opened.table) as watcher:
            watcher.until(0)
            assert watcher.state["seats"][0]["thinking"]
            heard = [watcher.hear_of("thinking") for _ in range(2)]
            assert {message["seat"] for message in heard} == {0}
            assert 0 < heard[0]["share"] < heard[1]["share"] <= 1
            slow.enough.set()
            watcher.until(1)
            assert not watcher.state["seats"][0]["thinking"]


def test_a_bot_that_plans_nothing_does_not_stop_the_game(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "careless", Careless())
    opened = server.open("blox", "careless careless", options={"round_limit": 1})
    with server.browser(opened.table) as watcher:
        while watcher.state.get("status") != "over":
            watcher.hear()


def test_a_turn_is_planned_once_however_often_people_look(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look while a bot hands its action in must neither lose the plan nor plan it again."""
    planner = Planner()
    monkeypatch.setitem(BOTS, "planner", planner)
    opened = server.open("torres", "planner planner")
    going = threading.Event()

    def look() -> None:
        while not going.is_set():
            server.http.get(f"/api/tables/{opened.table}")

    looking = threading.Thread(target=look)
    looking.start()
    try:
        with server.browser(opened.table) as watcher:
            while watcher.state.get("status") != "over":
                watcher.hear()
            plans, left, last = 0, 0, None
            for entry in watcher.log:
                if entry["kind"] != "action":
                    continue
                if left == 0 or entry["seat"] != last:
                    plans, left = plans + 1, 5
                left, last = left - 1, entry["seat"]
    finally:
        going.set()
        looking.join()
    assert planner.planned <= plans


def test_two_bots_of_one_kind_have_two_names(server: Served) -> None:
    opened = server.open("torres", "here level-2 level-2 level-5")
    seats = server.http.get(f"/api/tables/{opened.table}?language=en").json()["seats"]
    assert [seat["name"] for seat in seats[1:]] == ["Squire", "Squire II", "Steward"]
    assert [seat["level"] for seat in seats] == [None, 2, 2, 5]


def test_a_bot_nobody_named_is_a_friendly_one(server: Served) -> None:
    wish = {"game": "blox", "seats": [{"kind": "here"}, {"kind": "bot"}]}
    table = server.http.post("/api/tables", json=wish).json()["table"]
    assert server.http.get(f"/api/tables/{table}").json()["seats"][1]["level"] == 3
