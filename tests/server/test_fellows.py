"""Two servers at one database: a table is the same through either, and a dead one is not missed."""

import asyncio
import json
import os
import random
import signal
import stat
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.patience import PATIENCE, wait_for
from tests.postgres import cluster, own_cluster
from tests.server.forked import Forked
from tests.server.person import SHORT, Person, finish, settled
from tests.server.running import Browser, Served, finished, play_out, quick, served
from tests.server.test_admin import Hosted
from tourelle.games import TITLES
from tourelle.server.clock import CLOCK
from tourelle.store.cards import Card
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.sqlite import NAME

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="a PostgreSQL is started for POSIX here")


@contextmanager
def two(tmp_path: Path, **more: Any) -> Iterator[tuple[Served, Served]]:
    """Two servers in this process, at a database of their own."""
    more |= {"store": cluster().database(), "precompile": False}
    shared = more.pop("shared", False)
    one = Served(quick(tmp_path / "one", **more))
    other = Served(quick(tmp_path / ("one" if shared else "two"), **more))
    try:
        yield one, other
    finally:
        other.stop()
        one.stop()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    with two(tmp_path_factory.mktemp("pair")) as servers:
        yield servers


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_played_through_both(pair: tuple[Served, Served], title: str) -> None:
    one, other = pair
    opened = one.open(title, "here link")
    with (
        one.browser(opened.table, opened.keys[0]) as ana,
        other.browser(opened.table, opened.keys[1]) as ben,
    ):
        played = play_out({0: ana, 1: ben}, random.Random(5), most=30)
        assert played >= 10
        last = max(ana.state["number"], ben.state["number"])
        assert ana.until(last)["log"][-1] == ben.until(last)["log"][-1]
        assert [entry["number"] for entry in ana.log] == [entry["number"] for entry in ben.log]


def test_who_is_there_is_seen_through_the_other(pair: tuple[Served, Served]) -> None:
    one, other = pair
    opened = one.open("blox", "here link")
    with one.browser(opened.table, opened.keys[0]) as ana:
        with other.browser(opened.table, opened.keys[1]):
            with other.browser(opened.table, name="Eve"):
                while not (
                    ana.state
                    and all(seat["connected"] for seat in ana.state["seats"])
                    and ana.state["watching"] == ["Eve"]
                ):
                    ana.hear()
            while ana.state["watchers"]:
                ana.hear()
        while ana.state["seats"][1]["connected"]:
            ana.hear()


def test_of_two_who_submit_at_once_one_is_told_that_it_is_stale(
    pair: tuple[Served, Served],
) -> None:
    one, other = pair
    opened = one.open("blox", "here here")
    with (
        one.browser(opened.table, *opened.keys.values()) as here,
        other.browser(opened.table, *opened.keys.values()) as there,
    ):
        here.until(0)
        there.until(0)
        for _ in range(12):
            newest = max(here.state["number"], there.state["number"])
            state = here.until(newest)
            there.until(newest)
            text = state["choices"][0]["text"]
            here.submit(text)
            there.submit(text)
            answers = [_answer(here, state["number"]), _answer(there, state["number"])]
            assert sorted(answers) in (["state", "stale"][::-1], ["stale", "state"])
            assert here.until(newest + 1)["actions"] == state["actions"] + 1


def _answer(browser: Browser, number: int) -> str:
    """Return what became of a submit: `stale`, or the state with it."""
    while True:
        message = browser.hear()
        if message["type"] == "trouble":
            return str(message["reason"])
        if message["type"] == "state" and message["number"] > number:
            with suppress(TimeoutError):
                later = browser.hear(0.5)
                if later["type"] == "trouble":
                    return str(later["reason"])
            return "state"


def test_bots_think_at_one_server_and_play_for_all(pair: tuple[Served, Served]) -> None:
    one, other = pair
    opened = one.open("blox", "random random", options={"round_limit": 2})
    with one.browser(opened.table) as here, other.browser(opened.table) as there:
        for browser in (here, there):
            while browser.state.get("status") != "over":
                browser.hear()
        assert here.state["number"] == there.state["number"]
        numbers = [entry["number"] for entry in here.log]
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_lobby_of_one_shows_the_tables_of_the_other(pair: tuple[Served, Served]) -> None:
    one, other = pair
    opened = one.invite("blox", "here open", seen="public")

    def shown() -> bool:
        tables = other.http.get("/api/lobby").json()["open"]
        return any(table["table"] == opened.table for table in tables)

    wait_for(shown, "the other server does not list it")
    joined = other.http.post(f"/api/tables/{opened.table}/join", json={"name": "Ben"})
    assert joined.status_code == 201, joined.text
    again = one.http.post(f"/api/tables/{opened.table}/join", json={"name": "Cid"})
    assert again.json()["reason"] == "no-free-seat"
    wait_for(lambda: not shown(), "it is still listed as open")


def test_tokens_and_invitations_are_good_at_both(pair: tuple[Served, Served]) -> None:
    one, other = pair
    opened = one.invite("blox", "here link")
    path = f"/api/tables/{opened.table}"
    opened.keys[1] = other.accept(opened.table, opened.invitations[1])
    answer = one.http.post(f"{path}/accept", json={"invitation": opened.invitations[1]})
    assert answer.json()["reason"] == "invitation-used"
    seat = one.http.get(path).json()["to_move"]
    key = {"x-tourelle-secret": opened.keys[seat]}
    made = other.http.post(f"{path}/token", json={"seat": seat}, headers=key)
    token = {"x-tourelle-secret": made.json()["secret"]}
    wait_for(lambda: one.http.get(f"{path}/turn", headers=token).is_success)
    state = one.http.get(path, headers=token).json()
    one.http.delete(f"{path}/token", params={"seat": seat}, headers=key)
    action = {"action": state["choices"][0]["text"], "number": state["number"]}
    wish = {"type": "submit", "seat": seat, **action}
    refused = other.http.post(f"{path}/wishes", json=wish, headers=token)
    assert refused.json()["reason"] == "not-your-seat"  # though nobody may have told it yet


def test_a_review_is_asked_for_through_the_other(tmp_path: Path) -> None:
    with two(tmp_path, shared=True, review=20_000) as (one, other):
        opened = finished(one)
        begun = one.http.post(f"/api/tables/{opened.table}/review").json()
        path = f"/api/reviews/{begun['name']}"
        wait_for(lambda: other.http.get(path).is_success, "the other knows nothing of it")
        wait_for(lambda: other.http.get(path).json()["status"] == "done", "it is never done")
        wait_for(lambda: other.http.get(path).json()["review"] is not None)
        assert other.http.get(path).json() == one.http.get(path).json()
        assert other.http.get("/api/reviews/ab-1-1").status_code == 404


def test_a_table_that_the_host_closes_at_one_is_closed_at_the_other(
    pair: tuple[Served, Served],
) -> None:
    one, other = pair
    opened = one.open("blox", "here here")
    with other.browser(opened.table, *opened.keys.values()) as browser:
        browser.until(0)
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, close_table(one.settings.store, opened.table)).result()
        assert browser.close_code() in (1012, 1013)
    assert other.http.get(f"/api/tables/{opened.table}").json()["reason"] == "shut-table"


async def close_table(store: str, table: str) -> None:
    """Close a table as the host does at a third server."""
    with closing(PostgresJournal(store)) as journal:
        await journal.keep([Card("shut", table, "", "private-fresh", 1)])


def test_limits_count_what_was_asked_of_the_other(tmp_path: Path) -> None:
    with two(tmp_path, posts=0.001, posts_burst=6) as (one, other):
        wish = {"game": "blox", "seats": [{"kind": "here"}, {"kind": "here"}]}
        for _ in range(6):
            assert one.http.post("/api/tables", json=wish).status_code == 201

        buckets = other.lobby.rates["posts"]._buckets
        wait_for(lambda: "127.0.0.1" in buckets and buckets["127.0.0.1"]._tokens < 1)
        assert other.http.post("/api/tables", json=wish).status_code == 429


def test_time_is_out_once_whoever_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = {"kind": "live", "time": 60, "increment": 0, "late": "loses"}
    monkeypatch.setattr(CLOCK, "ahead", CLOCK.ahead)
    with two(tmp_path) as (one, other):
        opened = one.open("blox", "here link", pace=pace)
        with (
            one.browser(opened.table, opened.keys[0]) as ana,
            other.browser(opened.table, opened.keys[1]) as ben,
        ):
            for browser in (ana, ben):
                while not browser.state or browser.state["clock"]["running"] is None:
                    browser.hear()
            CLOCK.forward(61_000)
            for browser in (ana, ben):
                while browser.state["status"] != "over":
                    browser.hear()
            kinds = [entry["kind"] for entry in ana.log]
            assert (kinds.count("clock"), kinds.count("over")) == (1, 1)
            assert [entry["number"] for entry in ben.log] == list(range(1, len(ben.log) + 1))


def test_a_database_that_was_away_takes_nobodys_time(tmp_path: Path) -> None:
    pace = {"kind": "live", "time": 600, "increment": 0, "late": "loses"}
    with own_cluster() as database:
        server = Served(quick(tmp_path, store=database.database(), precompile=False))
        try:
            opened = server.open("blox", "here here", pace=pace)
            with (
                server.browser(opened.table, *opened.keys.values()) as browser,
                server.browser(opened.table, *opened.keys.values()) as second,
                server.browser(opened.table, *opened.keys.values()) as third,
            ):
                state = browser.until(0)
                for other in (second, third):  # at the table before the database goes away
                    other.until(0)
                began, left = time.monotonic(), state["clock"]["left"][state["clock"]["running"]]
                database.stop(signal.SIGQUIT)
                away = time.monotonic()
                time.sleep(4.0)  # longer than a server may be silent
                away = time.monotonic() - away
                database.start()
                for other in (browser, second, third):  # though nobody acts
                    while not any(entry["text"] == "stood" for entry in other.log):
                        other.hear()
                    taken = left - other.state["clock"]["left"][state["clock"]["running"]]
                    assert taken <= 1000 * (time.monotonic() - began - away) + 2500
                for other in (second, third):  # whoever comes first, it is given back once
                    other.send(type="chat", seat=0, text="hello again")
                browser.submit(state["choices"][0]["text"])
                while browser.state["actions"] == 0:
                    browser.hear()
            journal = server.lobby.journal
            stood = [line for line in journal.lines(opened.table) if '"stood"' in line]
            assert len(stood) == 1
            given_back = json.loads(stood[0])[4]["ms"]
            assert given_back >= 1000 * away - 2500
            assert left <= 600_000
        finally:
            server.stop()


# ---------------------------------------------------------------- real processes, killed


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with closing(Forked(tmp_path_factory.mktemp("forked"))) as made:
        yield made


@pytest.fixture
def forked(maker: Forked) -> Iterator[Forked]:
    """Two servers at a database of their own."""
    maker.store = cluster().database()
    maker.start()
    maker.start()
    yield maker
    maker.kill_all()


def test_bots_of_a_killed_server_go_on_at_the_other(forked: Forked) -> None:
    wish = {"game": "blox", "seats": [{"kind": "bot", "bot": "random"}] * 2}
    first, second = forked.ports
    opened = httpx.post(f"http://127.0.0.1:{first}/api/tables", json=wish, timeout=PATIENCE)
    table = opened.json()["table"]
    with Browser(first, table, ()) as here:
        here.until(2)
        with Browser(second, table, ()) as there:
            there.until(2)
            forked.kill(0)  # who drove the bots
            there.until(there.state["number"] + 3)


def test_time_is_out_at_the_other_when_who_looked_after_it_is_killed(forked: Forked) -> None:
    for port in forked.ports:
        health = f"http://127.0.0.1:{port}/api/health"
        assert httpx.get(health, timeout=PATIENCE).is_success
    with psycopg.connect(forked.store, autocommit=True) as host:

        def steward() -> int:
            """The process of the server that looks after tables of nobody."""
            query = "SELECT process FROM tourelle.driver WHERE table_id = '~steward'"
            found = host.execute(query).fetchone()
            return int(found[0].partition("-")[0]) if found else 0

        wait_for(steward, "nobody looks after anything")
        place = [process for process, _ in forked.servers].index(steward())
        pace = {"kind": "live", "time": 10, "increment": 0, "late": "loses"}
        wish = {"game": "blox", "seats": [{"kind": "here"}] * 2, "pace": pace}
        address = f"http://127.0.0.1:{forked.ports[place]}/api/tables"
        table = httpx.post(address, json=wish, timeout=PATIENCE).json()["table"]
        forked.kill(place)

        def tag() -> str:
            query = "SELECT tag FROM tourelle.shelf WHERE table_id = %s"
            return str((host.execute(query, (table,)).fetchone() or ("",))[0])

        assert tag().endswith("-fresh")
        wait_for(lambda: tag().endswith("-over"), "nobody tells that time is out")
        assert steward() == forked.servers[0][0]


def test_games_that_end_at_once_at_two_servers_count_each(pair: tuple[Served, Served]) -> None:
    ann = [Person(server, "k" * 32) for server in pair]
    both_have_read = threading.Barrier(len(pair))
    for server in pair:
        reading = server.lobby.players._results

        def read_together(*given: Any, reading: Any = reading, first: list[int] = []) -> Any:  # noqa: B006
            found = reading(*given)
            if not first:
                first.append(1)
                both_have_read.wait(PATIENCE)
            return found

        server.lobby.players._results = read_together
    try:
        with ThreadPoolExecutor() as threads:
            opened = [who.open("blox", "here level-1", options=SHORT) for who in ann]
            [*threads.map(lambda i: finish(pair[i], opened[i].table, opened[i].keys), (0, 1))]
        for who in ann:
            settled(who, 2)
            standing = who.standings["blox"]
            assert (standing["rated"], standing["bots"]["games"]) == (2, 2)
            changes = [game["change"] for game in who.games]
            assert standing["rating"] == 1500 + sum(changes)
    finally:
        for server in pair:
            del server.lobby.players._results


def test_a_player_who_is_forgotten_while_a_game_is_settled_stays_forgotten(
    pair: tuple[Served, Served],
) -> None:
    one, other = pair
    ann = Person(one)
    reading = one.lobby.players._results

    def forgotten_meanwhile(*given: Any) -> Any:
        found = reading(*given)
        if found[0]:
            assert Person(other, ann.key).ask("DELETE").status_code == 200
        return found

    one.lobby.players._results = forgotten_meanwhile
    try:
        opened = ann.open("blox", "here level-1", options=SHORT)
        finish(one, opened.table, opened.keys)
        wait_for(lambda: opened.table in one.lobby.players._settled)
    finally:
        del one.lobby.players._results
    assert ann.games == []
    assert ann.standings == {}


def test_a_backup_of_the_database_while_people_play_is_whole_and_can_be_served(
    pair: tuple[Served, Served], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = pair
    folder, stopped = tmp_path / "copy", threading.Event()
    folder.mkdir()
    opened = one.open("blox", "here here")

    def open_tables() -> None:
        while not stopped.is_set():
            other.open("castellan", "here here")

    with ThreadPoolExecutor() as threads:
        busy = threads.submit(open_tables)
        status, said = Hosted(one).command(capsys, "backup", str(folder / NAME))
        stopped.set()
        busy.result()
    assert (status, "looked over" in said) == (0, True), said
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600
    with served(folder) as again:
        copy, journal = again.lobby.journal, one.lobby.journal
        names = copy.tables()
        assert opened.table in names
        assert {*names} <= {*journal.tables()}
        assert all(copy.read(name)[:4] == journal.read(name)[:4] for name in names)
        assert {*copy.every_card()} <= {*journal.every_card()}
        assert again.http.get(f"/api/tables/{opened.table}").status_code == 200
    status, said = Hosted(one).command(capsys, "backup", str(folder / NAME))
    assert (status != 0, "new file" in said) == (True, True)
