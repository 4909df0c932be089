"""Threads for long work are shared fairly."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import open_from, served
from tourelle.bots import BOTS
from tourelle.core.words import Action
from tourelle.server.bots.threads import Threads
from tourelle.tables.troubles import TroubleError


def test_turns_are_fair() -> None:
    """Somebody with sixty wishes waiting does not keep another one waiting."""
    order: list[str] = []

    async def play() -> None:
        turns = Threads(1, "test", 1000, 1000)

        def work(who: str) -> None:
            time.sleep(0.01)
            order.append(who)

        wishes = [turns.run("many", lambda: work("many")) for _ in range(60)]
        crowd = asyncio.gather(*wishes)
        await asyncio.sleep(0.05)
        await asyncio.gather(*(turns.run("one", lambda: work("one")) for _ in range(3)))
        assert order.count("many") < 20
        await crowd
        assert not turns._queues
        assert not turns._working
        turns.close()

    asyncio.run(play())
    assert (order.count("many"), order.count("one")) == (60, 3)


def test_one_address_has_not_all_threads_while_others_work() -> None:
    async def play() -> None:
        turns = Threads(2, "test", 100, 100)
        await turns.run("one", lambda: None)
        free = threading.Event()
        slow = [asyncio.ensure_future(turns.run("many", lambda: free.wait(30))) for _ in range(2)]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(turns.run("one", lambda: "at once"), 20) == "at once"
        free.set()
        await asyncio.gather(*slow)
        turns.close()

    asyncio.run(play())


def test_spare_work_takes_nobodys_place() -> None:
    """Many reviews wait: they are not refused, and nobody else is because of them."""

    async def play() -> None:
        turns = Threads(2, "test", 3, 2)
        free = threading.Event()
        spare = [
            asyncio.ensure_future(turns.run("one", lambda: free.wait(30), spare=True))
            for _ in range(9)
        ]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(turns.run("one", lambda: "at once"), 20) == "at once"
        free.set()
        assert len(await asyncio.gather(*spare)) == 9
        turns.close()

    asyncio.run(play())


def test_alone_one_has_all_threads() -> None:
    async def play() -> None:
        turns = Threads(2, "test", 100, 100)
        both = threading.Barrier(2)
        waits = [turns.run("one", lambda: both.wait(20)) for _ in range(2)]
        assert sorted(await asyncio.gather(*waits)) == [0, 1]
        turns.close()

    asyncio.run(play())


def test_too_much_waiting_is_refused_and_what_is_not_wanted_is_dropped() -> None:
    async def play() -> None:
        turns = Threads(1, "test", 5, 2)
        free, done = threading.Event(), list[str]()
        slow = asyncio.ensure_future(turns.run("a", lambda: free.wait(30)))
        await asyncio.sleep(0.05)
        waiting = [asyncio.ensure_future(turns.run("a", lambda: done.append("a"))) for _ in "12"]
        await asyncio.sleep(0)
        with pytest.raises(TroubleError, match="too-busy"):
            await turns.run("a", lambda: None)
        waiting[0].cancel()
        await asyncio.sleep(0)
        free.set()
        with pytest.raises(ZeroDivisionError):
            await turns.run("b", lambda: 1 // 0)
        await asyncio.gather(slow, waiting[1])
        assert done == ["a"]
        assert not turns._queues
        turns.close()

    asyncio.run(play())


class Ponderer:
    """A bot that takes its time."""

    name = "ponderer"

    def turn(self, game: Any, view: Any, _seat: Any, _dice: Any, progress: Any) -> list[Action]:
        until = time.monotonic() + 0.4
        while not progress.stopped and time.monotonic() < until:
            time.sleep(0.01)
        return [game.legal_actions(view)[0]]


def test_many_tables_of_one_address_do_not_starve_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "ponderer", Ponderer())
    bots = [{"kind": "bot", "bot": "ponderer"}] * 2
    with served(tmp_path, precompile=False, thinkers=2, abandoned=60.0) as server:
        for _ in range(30):
            assert open_from(server, "203.0.113.66", seats=bots).status_code == 201
        time.sleep(0.5)
        honest = [{"kind": "here"}, {"kind": "bot", "bot": "ponderer"}]
        opened = open_from(server, "203.0.113.7", seats=honest).json()
        with server.browser(opened["table"], opened["keys"][0]["secret"]) as ann:
            ann.until(0)
            waits = []
            for _ in range(3):
                while not ann.state["choices"]:
                    ann.hear()
                while ann.state["to_move"] == 0:
                    number = ann.state["number"]
                    ann.submit(ann.state["choices"][0]["text"])
                    ann.until(number + 1)
                started = time.monotonic()
                ann.until(ann.state["number"] + 1)
                waits.append(time.monotonic() - started)
    assert min(waits) < 3.0, "in turn with thirty others it would take six seconds"
