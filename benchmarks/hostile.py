"""What one guest can do to the others: an honest player's waits while another address attacks.

The server has its ordinary limits. Two honest clients play at one table and one plays against a
bot, from an address of their own; meanwhile another address does one thing as fast as it is let.
"""

import argparse
import asyncio
import http.client
import itertools
import json
import random
import secrets
import socket
import statistics
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from functools import cache
from typing import Any, NamedTuple
from urllib.error import HTTPError

from benchmarks._report import show, write_json
from benchmarks.server import BotTable, Table, ask, served
from tourelle.core.records import Player, Record
from tourelle.games import game_class

LONG, HUGE = 150_000, 2_000_000
"""Bytes of a record that is just taken, and of one that is not."""
HOSTILE = "198.51.100.9"
ROUNDS_WITHOUT_END = {"seats": 2, "round_limit": 0}

Attack = Callable[[int, float, Counter[str]], Coroutine[Any, Any, None]]


@cache
def long_record(size: int) -> bytes:
    """Return a record of BLOX of about so many bytes: cards are changed for ever."""
    game, dice = game_class("blox")(ROUNDS_WITHOUT_END), random.Random(1)
    position, actions, length = game.setup(1), [], 0
    while length < size and not game.is_over(position):
        legal = game.legal_actions(position)
        changes = [a for a in legal if game.action_text(a).startswith("change")]
        action = dice.choice(changes or legal)
        text = game.action_text(action)
        actions.append(text)
        length += len(text) + 3
        game.apply(position, action)
    record = Record("blox", game.rules_version, game.options, 1, tuple(actions), (Player(),) * 2)
    return json.dumps(record.to_json()).encode()


class Request(NamedTuple):
    """Something to ask again and again."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = {}


def post(port: int, path: str, body: bytes) -> tuple[str, Any]:
    """Post something from the hostile address; return its status and its answer."""
    return send(port, Request("POST", path, body))


def send(port: int, asked: Request) -> tuple[str, Any]:
    """Send a request from the hostile address; return its status and its answer."""
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        headers = {"content-type": "application/json", "x-forwarded-for": HOSTILE}
        wire.request(asked.method, asked.path, asked.body or None, {**headers, **asked.headers})
        answer = wire.getresponse()
        text = answer.read()
        return str(answer.status), json.loads(text) if text.startswith(b"{") else None
    except OSError as error:
        return type(error).__name__, None
    finally:
        wire.close()


async def flood(port: int, until: float, seen: Counter[str], path: str, body: bytes) -> None:
    """Send one request again and again, forty at a time."""

    async def one() -> None:
        while time.perf_counter() < until:
            status, _ = await asyncio.to_thread(post, port, path, body)
            seen[status] += 1
            await asyncio.sleep(0 if status == "200" else 0.05)

    await asyncio.gather(*(one() for _ in range(40)))


async def nothing(port: int, until: float, seen: Counter[str]) -> None:  # noqa: ARG001
    """Attack nobody."""
    await asyncio.sleep(max(0.0, until - time.perf_counter()))


async def records(port: int, until: float, seen: Counter[str]) -> None:
    """Hand in the longest record that is taken, one of 2 MB, and read the tables they make."""
    long, huge = long_record(LONG), long_record(HUGE)
    while time.perf_counter() < until:
        status, _ = await asyncio.to_thread(post, port, "/api/records", huge)
        seen[f"2 MB: {status}"] += 1
        status, opened = await asyncio.to_thread(post, port, "/api/records", long)
        seen[f"long: {status}"] += 1
        if opened and "table" in opened:
            table = f"/api/tables/{opened['table']}"
            reads = [f"{table}/at/{number}" for number in range(1000, 9000, 1000)]
            for path in (table, f"{table}/record", f"{table}/log?before=9000", *reads):
                try:
                    await asyncio.to_thread(ask, port, path, None, HOSTILE)
                    seen["reads"] += 1
                except HTTPError as refusal:
                    seen[f"reads: {refusal.code}"] += 1
        await asyncio.sleep(0.05)


async def documents(port: int, until: float, seen: Counter[str]) -> None:
    """Ask for the legal actions of a position, forty times at once."""
    game = game_class("castellan")({"seats": 4})
    document = json.dumps({"document": game.document(game.setup(1))}).encode()
    await flood(port, until, seen, "/api/documents/legal", document)


async def tables(port: int, until: float, seen: Counter[str]) -> None:
    """Open tables and leave them."""
    wish = {"game": "torres", "seats": [{"kind": "link"}, {"kind": "link"}]}
    await flood(port, until, seen, "/api/tables", json.dumps(wish).encode())


class Strongest(BotTable):
    """A table against the strongest level."""

    bot = "level-8"


async def bots(port: int, until: float, seen: Counter[str]) -> None:
    """Play at sixty tables against the strongest level, at once."""
    async with AsyncExitStack() as stack:
        live = [Strongest(port, "torres", number, HOSTILE) for number in range(60)]
        for table in live:
            while time.perf_counter() < until:
                try:
                    await table.open(stack)
                    seen["tables"] += 1
                    break
                except HTTPError as refusal:  # too many at once: wait as told
                    seen[str(refusal.code)] += 1
                    await asyncio.sleep(0.3)
        live = [table for table in live if table.states]
        await asyncio.gather(*(table.play(0.01, until) for table in live))


async def connections(port: int, until: float, seen: Counter[str]) -> None:
    """Hold a thousand connections that have sent half a request."""
    held: list[socket.socket] = []
    try:
        while time.perf_counter() < until:
            if len(held) < 1000:
                wire = socket.create_connection(("127.0.0.1", port), timeout=5)
                wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ")
                held.append(wire)
                seen["connections"] += 1
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(0.1)
    finally:
        for wire in held:
            wire.close()


async def mixed(
    port: int, until: float, seen: Counter[str], made: Callable[[int], Request]
) -> None:
    """Send one request after another, each made anew, twenty at a time."""
    count = itertools.count()

    async def one() -> None:
        while time.perf_counter() < until:
            status, _ = await asyncio.to_thread(send, port, made(next(count)))
            seen[status] += 1
            await asyncio.sleep(0 if status[:1] == "2" else 0.05)

    await asyncio.gather(*(one() for _ in range(20)))


def _json(method: str, path: str, body: object, **headers: str) -> Request:
    return Request(method, path, json.dumps(body).encode(), headers)


async def players(port: int, until: float, seen: Counter[str]) -> None:
    """Come with a new player's key each time: look, list, export, pack luggage, guess codes."""
    luggage = {"things": {"key": "x" * 190_000}}

    def made(number: int) -> Request:
        key = {"x-tourelle-player": secrets.token_urlsafe(24)}
        code = "".join(random.choices("0123456789ABCDEFGHJK", k=10))
        return (
            Request("GET", "/api/you", headers=key),
            Request("GET", "/api/you/games?search=a+b+c", headers=key),
            Request("GET", "/api/you/export", headers=key),
            _json("PUT", "/api/you", {"name": "N" * 200}, **key),
            _json("POST", "/api/you/carry", luggage, **key),
            _json("POST", "/api/you/carried", {"code": code}),
        )[number % 6]

    await mixed(port, until, seen, made)


async def studies(port: int, until: float, seen: Counter[str]) -> None:
    """Study positions, judge turns, try puzzles, ask for reviews, all at once."""
    record = json.loads(long_record(20_000))

    def made(number: int) -> Request:
        deal = {"new": {"title": "castellan", "options": {"seats": 4}, "seed": number}}
        return (
            _json("POST", "/api/study/state", {"start": deal, "actions": []}),
            _json("POST", "/api/study/state", {"start": {"record": record}, "actions": []}),
            _json("POST", "/api/study/hint", {"start": deal, "actions": []}),
            _json("POST", "/api/study/review", {"record": record}),
            _json("POST", "/api/puzzles/torres/none", {"give_up": True}),
            Request("GET", "/api/puzzles/torres"),
        )[number % 6]

    await mixed(port, until, seen, made)


async def seats(port: int, until: float, seen: Counter[str]) -> None:
    """Open tables with clocks; there make tokens, add webhooks, pause, send people away."""
    wish = {
        "game": "torres",
        "seats": [{"kind": "here"}, {"kind": "here"}],
        "pace": {"kind": "live", "time": 10, "late": "level-8"},
    }
    _, opened = await asyncio.to_thread(post, port, "/api/tables", json.dumps(wish).encode())
    table = f"/api/tables/{opened['table']}"
    key = {"x-tourelle-secret": opened["keys"][0]["secret"]}

    def made(number: int) -> Request:
        hook = {"kind": "webhook", "url": f"https://example.invalid/{number}"}
        return (
            _json("POST", "/api/tables", wish),
            _json("POST", f"{table}/token", {"seat": 0}, **key),
            _json("POST", f"{table}/notices", {"seat": 0, "way": hook}, **key),
            _json("POST", f"{table}/wishes", {"type": "pause", "seat": number % 2}, **key),
            _json("POST", f"{table}/remove", {"seat": 1}, **key),
            _json("POST", "/api/own", {"tables": [{"table": opened["table"], "secrets": []}] * 60}),
            Request("GET", "/api/admin/load", headers={"x-tourelle-admin": str(number)}),
            Request("GET", "/api/lobby"),
        )[number % 8]

    await mixed(port, until, seen, made)


ATTACKS: dict[str, Attack] = {
    "nothing": nothing,
    "records": records,
    "documents": documents,
    "tables": tables,
    "bots": bots,
    "connections": connections,
    "players": players,
    "studies": studies,
    "seats": seats,
}


async def bot_waits(port: int, until: float) -> list[float]:
    """Play against a middling bot; return how long its answers took."""
    waits = []
    async with AsyncExitStack() as stack:
        table = BotTable(port, "blox", 5)
        await table.open(stack)
        state = table.states[0]
        while time.perf_counter() < until and state["status"] != "over":
            if not state["choices"]:
                state = await table.hear(table.sockets[0], state["number"] + 1)
                continue
            wish = table.dice.choice(state["choices"])["text"]
            submit = {"type": "submit", "number": state["number"], "seat": 0, "action": wish}
            await table.sockets[0].send(json.dumps(submit))
            state = await table.hear(table.sockets[0], state["number"] + 1)
            started = time.perf_counter()
            if state["to_move"] == 1:
                state = await table.hear(table.sockets[0], state["number"] + 1)
                waits.append(time.perf_counter() - started)
    return waits


async def measured(port: int, name: str, seconds: float) -> dict[str, Any]:
    """Return the honest players' waits under one attack."""
    seen: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        honest = Table(port, "torres", 3)
        await honest.open(stack)
        until = time.perf_counter() + seconds
        attack = asyncio.create_task(ATTACKS[name](port, until, seen))
        await asyncio.sleep(min(2.0, seconds / 4))
        waits, _ = await asyncio.gather(bot_waits(port, until), honest.play(0.1, until))
        await attack
    times = sorted(honest.times)
    return {
        "attack": name,
        "submits": len(times),
        "p50 ms": round(1000 * statistics.median(times), 1),
        "p99 ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "slowest ms": round(1000 * times[-1], 1),
        "bot s": round(statistics.median(waits), 2) if waits else "none",
        "slowest bot s": round(max(waits), 2) if waits else "none",
        "answers": ", ".join(f"{what} {count}" for what, count in sorted(seen.items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", nargs="*", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=20, help="how long each attack lasts")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    rows = []
    if "records" in given.attacks:  # made before the clock runs
        print([len(long_record(size)) for size in (LONG, HUGE)], "bytes of records made")
    for name in given.attacks:
        with served({}) as (port, _):
            rows.append(asyncio.run(measured(port, name, given.seconds)))
            show("an honest player's waits", rows[-1:])
    show("an honest player's waits", rows)
    write_json(given.json, {"hostile": rows})


if __name__ == "__main__":
    main()
