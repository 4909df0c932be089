"""Clocks over the wire: told to everybody, ruled by the server, and whole after a restart."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.patience import wait_for
from tests.server.running import Browser, Opened, Served, full_disk, served
from tourelle.server.clock import CLOCK, SteadyClock
from tourelle.server.live.rooms import Room
from tourelle.store.sqlite import NAME, SqliteJournal

DAY = 24 * 3600
HOUR = 3_600_000
LIVE = {"kind": "live", "time": 60, "increment": 5, "late": "random"}
SLOW = {"kind": "turns", "time": DAY, "late": "random"}


@pytest.fixture
def forward() -> Iterator[Any]:
    """The clock of the server can be put ahead; afterwards it goes as before."""
    before = CLOCK.ahead
    yield lambda seconds: CLOCK.forward(round(1000 * seconds))
    CLOCK.ahead = before


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, precompile=False) as running:
        yield running


def hear_until(browser: Browser, what: Any) -> dict[str, Any]:
    """Listen until a state is as wished."""
    while not (browser.state and what(browser.state)):
        browser.hear()
    return browser.state


def test_everybody_is_told_the_clock_and_what_happens_to_the_late(server: Served) -> None:
    opened = server.open("blox", "here link", pace=LIVE)
    with server.browser(opened.table) as watcher:
        clock = watcher.until(0)["clock"]
    assert clock["pace"] == LIVE
    assert "Random" in clock["late"]
    assert len(clock["left"]) == 2
    assert all(0 < left <= 60_000 for left in clock["left"])
    plain = server.open("blox", "here link")
    assert server.http.get(f"/api/tables/{plain.table}").json()["clock"] is None


def test_a_bot_plays_on_for_whoever_is_late_though_nobody_is_there(
    server: Served, forward: Any
) -> None:
    opened = server.open("blox", "here link", pace=LIVE)
    with server.browser(opened.table, *opened.keys.values()) as browser:
        seat = browser.until(1)["clock"]["running"]
        forward(61)
        state = hear_until(browser, lambda state: state["seats"][seat]["lent"])
        assert state["seats"][seat]["bot"] == "random"
        assert [e["text"] for e in browser.log if e["kind"] == "clock"] == ["out"]
        browser.send(type="sit", seat=seat, take_back=True)
        assert browser.hear_of("trouble")["reason"] == "time-is-out"


def test_where_the_seat_loses_the_game_is_over_and_says_so(server: Served, forward: Any) -> None:
    opened = server.open("castellan", "here link", pace={**LIVE, "late": "loses"})
    with server.browser(opened.table, *opened.keys.values()) as browser:
        seat = browser.until(1)["clock"]["running"]
        forward(61)
        state = hear_until(browser, lambda state: state["status"] == "over")
        assert state["outcome"]["winners"] == [1 - seat]
        assert "no time left" in state["ending"]
        assert state["seed"]
    record = server.http.get(f"/api/tables/{opened.table}/record").json()
    lost = {"points": [0, 0], "winners": [1 - seat], "clause": "", "forfeit": seat}
    assert record["outcome"] == lost
    assert server.http.post("/api/records", json=record).status_code == 201
    for wrong in ({"winners": [seat]}, {"forfeit": 1 - seat}, {"forfeit": 7}, {"points": [9, 0]}):
        changed = {**record, "outcome": {**lost, **wrong}}
        answer = server.http.post("/api/records", json=changed)
        assert (answer.status_code, answer.json()["reason"]) == (422, "record-outcome"), wrong


def test_a_pause_is_by_consent(server: Served) -> None:
    opened = server.open("blox", "link link", pace=LIVE)
    with (
        server.browser(opened.table, opened.keys[0]) as one,
        server.browser(opened.table, opened.keys[1]) as other,
    ):
        one.until(2)
        one.send(type="pause", seat=0)
        hear_until(other, lambda state: (state["clock"] or {}).get("wanting") == [0])
        other.send(type="pause", seat=1)
        assert hear_until(one, lambda state: state["clock"]["paused"])["clock"]["running"] is None
        one.send(type="pause", seat=1)
        assert one.hear_of("trouble")["reason"] == "not-your-seat"
        one.send(type="resume", seat=0)
        hear_until(one, lambda state: not state["clock"]["paused"])


def half_a_day_gone(data: Path, forward: Any) -> tuple[Opened, int]:
    """Serve a table until a seat has thought for half of its day; return the table and the seat."""
    with served(data, precompile=False) as server:
        slow = server.open("blox", "here link", pace=SLOW)
        with server.browser(slow.table, *slow.keys.values()) as browser:
            seat: int = browser.until(1)["clock"]["running"]
            forward(DAY / 2)
    return slow, seat


def test_a_restart_takes_nobodys_time_and_the_late_are_still_late(
    tmp_path: Path, forward: Any
) -> None:
    slow, seat = half_a_day_gone(tmp_path, forward)
    forward(3 * DAY)  # the server is away for days
    with served(tmp_path, precompile=False) as server:
        headers = {"x-tourelle-secret": ",".join(slow.keys.values())}
        state = server.http.get(f"/api/tables/{slow.table}", headers=headers).json()
        left = state["clock"]["left"][seat]
        assert DAY * 1000 / 2 - 120_000 < left <= DAY * 1000 / 2
        forward(DAY / 2)
        with server.browser(slow.table) as watcher:
            hear_until(watcher, lambda state: state["seats"][seat]["lent"])


def asleep(monkeypatch: pytest.MonkeyPatch, milliseconds: int, clock: SteadyClock = CLOCK) -> int:
    """Have a machine that slept meanwhile; return the time before."""
    before, wall = clock.asleep(), clock.now()
    monkeypatch.setattr(clock, "asleep", lambda: before + milliseconds)
    return wall


def test_sleep_is_counted_once_whoever_looks_first(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    wall = asleep(monkeypatch, HOUR, clock)
    for _ in range(2):
        clock.wake()
        assert HOUR <= clock.now() - wall < 2 * HOUR
    assert [until - since for since, until in clock.naps] == [HOUR]


def test_nobody_sees_a_clock_before_it_is_set_right_after_a_restart(
    tmp_path: Path, forward: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, seat = half_a_day_gone(tmp_path, forward)
    forward(3 * DAY)
    stand, asked = Room.stand, threading.Event()

    async def slowly(room: Room, lost: Any) -> None:
        while not asked.is_set():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        await stand(room, lost)

    monkeypatch.setattr(Room, "stand", slowly)
    with served(tmp_path, precompile=False) as server:
        wait_for(lambda: slow.table in server.lobby.rooms)
        asked.set()
        clock = server.http.get(f"/api/tables/{slow.table}").json()["clock"]
        assert DAY * 1000 / 2 - 120_000 < clock["left"][seat] <= DAY * 1000 / 2


def test_a_restart_on_a_full_disk_shows_tables_and_gives_time_back_when_there_is_room(
    tmp_path: Path, forward: Any
) -> None:
    slow, seat = half_a_day_gone(tmp_path, forward)
    forward(3 * DAY)
    journal = SqliteJournal(tmp_path / NAME)
    full = ExitStack()
    full.enter_context(full_disk(journal))
    with full, served(tmp_path, precompile=False, journal=journal) as server:
        for _ in range(2):
            with server.browser(slow.table, *slow.keys.values()) as browser:
                assert browser.hear()["type"] == "state"
                browser.send(type="ping")
                browser.hear_of("pong")
        with server.browser(slow.table) as watcher:
            assert watcher.hear_of("state")["clock"]["left"][seat] == 0
            full.close()
            hear_until(
                watcher, lambda state: state["clock"]["left"][seat] > DAY * 1000 / 2 - 120_000
            )


@pytest.mark.usefixtures("forward")
def test_a_machine_that_slept_knows_the_time_again_and_takes_it_from_nobody(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = server.open("torres", "here link", pace={"kind": "live", "time": 600})
    with server.browser(opened.table, opened.keys[0]) as ann:
        ann.hear_of("state")
        wall = asleep(monkeypatch, HOUR)
        while not any(entry["text"] == "stood" for entry in ann.log):
            ann.hear()
        assert HOUR <= CLOCK.now() - wall < 2 * HOUR
        hear_until(ann, lambda state: all(left > 300_000 for left in state["clock"]["left"]))
        assert ann.state["status"] == "running"
        assert not any(entry["text"] == "out" for entry in ann.log)


def act(browser: Browser) -> None:
    """Play what can be played first, and hear of it and of no trouble."""
    browser.submit(browser.state["choices"][0]["text"])
    while not any(entry["kind"] == "action" for entry in browser.log):
        heard = browser.hear()
        assert heard["type"] == "state", heard


@pytest.mark.usefixtures("forward")
def test_a_machine_that_sleeps_while_something_waits_its_turn_takes_nobodys_time(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = server.open("torres", "here link", pace={"kind": "live", "time": 600})
    with server.browser(opened.table, *opened.keys.values()) as both:
        both.hear_of("state")
        room = server.lobby.rooms[opened.table]
        settled, slept = room.settle, list[int]()

        async def sleepy(of: Room) -> None:
            """Sleep right after all was set right, once."""
            await settled(of)
            if not slept:
                slept.append(asleep(monkeypatch, HOUR))
                server.lobby.clocks._wake()

        monkeypatch.setattr(server.lobby.clocks, "_due", NothingDue())
        monkeypatch.setattr(room, "settle", sleepy)
        act(both)
        hear_until(both, lambda state: all(left > 300_000 for left in state["clock"]["left"]))


class NothingDue(dict[str, int]):
    """What clocks are to look at, where they note nothing."""

    def __setitem__(self, _table: str, _due: int) -> None:
        """Forget it."""


@pytest.mark.usefixtures("forward")
def test_whoever_acts_before_all_clocks_stood_has_lost_no_time_either(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = server.open("torres", "here link", pace={"kind": "live", "time": 600})
    with server.browser(opened.table, *opened.keys.values()) as both:
        both.hear_of("state")
        # so that waking does not come to this table
        monkeypatch.setattr(server.lobby.clocks, "_due", NothingDue())
        wall = asleep(monkeypatch, HOUR)
        CLOCK.wake()  # as another server of this process may, before this one looks
        assert CLOCK.now() - wall >= HOUR
        table = server.lobby.rooms[opened.table].table
        assert all(entry.kind != "clock" for entry in table.entries)
        act(both)
        told = [(e["kind"], e["text"]) for e in both.log if e["kind"] in ("clock", "action")]
        assert [text for kind, text in told if kind == "clock"] == ["stood"]
        assert told[0] == ("clock", "stood"), "first"
        hear_until(both, lambda state: all(left > 300_000 for left in state["clock"]["left"]))


def test_a_wall_clock_set_back_between_two_starts_gives_nobody_time(
    tmp_path: Path, forward: Any
) -> None:
    slow, seat = half_a_day_gone(tmp_path, forward)
    forward(-2 * DAY)
    with served(tmp_path, precompile=False) as server:
        left = server.http.get(f"/api/tables/{slow.table}").json()["clock"]["left"][seat]
        assert DAY * 1000 / 2 - 120_000 < left <= DAY * 1000 / 2


@pytest.mark.parametrize("hours", [1, -1])
def test_a_wall_clock_that_is_set_while_people_play_moves_nobodys_time(
    server: Served, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    opened = server.open("torres", "here link", pace={"kind": "live", "time": 600})
    with server.browser(opened.table, *opened.keys.values()) as both:
        seat, wall = both.until(1)["clock"]["running"], time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: wall() + hours * HOUR * 1_000_000)
        time.sleep(0.6)  # clocks are looked at meanwhile
        both.submit(both.state["choices"][0]["text"])
        state = both.until(both.state["number"] + 1)
        assert 480_000 < state["clock"]["left"][seat] <= 600_000
        assert not any(entry["kind"] == "clock" for entry in both.log)


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "live", "time": 1},
        {"kind": "never", "time": 100},
        {"kind": "live", "time": 100, "late": "nobody-of-that-name"},
        {"kind": "turns", "time": 10**9},
    ],
)
def test_a_pace_that_makes_no_sense_is_refused(server: Served, pace: dict[str, object]) -> None:
    wish = {"game": "blox", "seats": [{"kind": "here"}] * 2, "pace": pace}
    assert server.http.post("/api/tables", json=wish).status_code in (400, 422)


# ---------------------------------------------------------------- who may see a table


def test_nobody_but_its_players_sees_a_private_table(server: Served) -> None:
    opened = server.open("torres", "here link", seen="private")
    paths = ("", "/log?before=3", "/at/0", "/record")
    for path in paths:
        answer = server.http.get(f"/api/tables/{opened.table}{path}")
        assert answer.status_code == 403, path
        assert answer.json()["reason"] == "private-table"
        secret = {"x-tourelle-secret": opened.keys[1]}
        assert server.http.get(f"/api/tables/{opened.table}{path}", headers=secret).is_success
    assert server.http.get(f"/g/{opened.table}/board.svg").status_code == 403
    assert "og:title" not in server.http.get(f"/g/{opened.table}").text
    with server.browser(opened.table) as watcher:
        assert watcher.close_code() == 4403
    with server.browser(opened.table, opened.keys[0]) as player:
        player.until(1)


def test_strangers_take_seats_for_anyone_and_never_a_friends(server: Served) -> None:
    opened = server.invite("torres", "here link open", seen="public")
    (table,) = [
        t for t in server.http.get("/api/lobby").json()["open"] if t["table"] == opened.table
    ]
    assert table["open_seats"] == 1
    assert table["pace"] is None
    join = f"/api/tables/{opened.table}/join"
    assert server.http.post(join, json={}).json()["keys"][0]["seat"] == 2
    answer = server.http.post(join, json={})
    assert answer.json()["reason"] == "no-free-seat"


def test_watchers_are_counted(server: Served) -> None:
    opened = server.open("blox", "here here", seen="public")
    with server.browser(opened.table, *opened.keys.values()) as player:
        with server.browser(opened.table) as watcher:
            assert hear_until(player, lambda state: state["watchers"] == 1)
            watcher.until(0)
        assert hear_until(player, lambda state: state["watchers"] == 0)


@pytest.mark.skipif(os.name != "posix", reason="a full disk is feigned by a limit of POSIX")
def test_a_full_disk_leaves_when_the_server_was_last_at_work(tmp_path: Path) -> None:
    import resource

    pace, path = {**LIVE, "time": 3600}, tmp_path / "at-work"
    with served(tmp_path, precompile=False) as server:
        server.open("blox", "here link", pace=pace)
        wait_for(lambda: path.exists() and path.read_text(), "it is not written")
        last = path.read_text()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            server.lobby.clocks.close()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert path.read_text() >= last
