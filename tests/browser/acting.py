"""Tables that are played at by the wire, while a page looks on."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import connect

from tests.browser.conftest import Served
from tests.browser.driving import open_table, state_of
from tests.browser.people import ANA, BEA
from tests.patience import PATIENCE

Choose = Callable[[dict[str, Any], random.Random], str]
"""What is played at a state of the table."""
FRIEND = {"kind": "link", "name": "Bea"}


def act(server: Served, opened: dict[str, Any], *texts: str) -> None:
    """Play actions by the wire, for whichever seat at this screen is to move; see them happen."""
    keys = {key["seat"]: key["secret"] for key in opened["keys"]}
    address = f"ws://127.0.0.1:{server.port}/api/tables/{opened['table']}/live"
    with connect(address, max_size=None) as socket:

        def state_after(actions: int) -> dict[str, Any]:
            """The next state after so many actions."""
            while True:
                message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
                assert message["type"] in ("state", "thinking"), message
                if message["type"] == "state" and message["actions"] > actions:
                    return message

        socket.send(json.dumps({"type": "hello", "secrets": list(keys.values())}))
        state = state_after(-1)
        for text in texts:
            while state["to_move"] not in keys:
                state = state_after(state["actions"])
            wish = {"number": state["number"], "seat": state["to_move"]}
            socket.send(json.dumps({"type": "submit", **wish, "action": text}))
            state = state_after(state["actions"])


def at_random(state: dict[str, Any], dice: random.Random, most: int) -> str:
    """An action at random, rather one that builds; after so many the turn ends where it can."""
    texts = [choice["text"] for choice in state["choices"]]
    built = [text for text in texts if text.startswith(("move", "block", "knight"))]
    ends = "end" in texts and state["actions"] >= most
    return "end" if ends else dice.choice(built if dice.random() < 0.7 and built else texts)


def play_out(
    server: Served,
    opened: dict[str, Any],
    most: int = 9999,
    seed: int = 1,
    choose: Choose | None = None,
) -> int:
    """Play for the seats at this screen, else at random, until the end, or so many actions."""
    dice, keys = random.Random(seed), {key["seat"]: key["secret"] for key in opened["keys"]}
    address = f"ws://127.0.0.1:{server.port}/api/tables/{opened['table']}/live"
    sent = -1
    wish: dict[str, Any] = {}
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "secrets": list(keys.values())}))
        while True:
            state = json.loads(socket.recv(PATIENCE))
            if state["type"] == "trouble":  # too fast
                time.sleep(0.3)
                socket.send(json.dumps({"type": "submit", **wish}))
            if state["type"] != "state":
                continue
            if state["to_move"] is None or (state["actions"] >= most and not state["staged"]):
                return int(state["actions"])
            if state["to_move"] not in keys or state["number"] == sent or not state["choices"]:
                continue
            sent = state["number"]
            text = choose(state, dice) if choose else at_random(state, dice, most)
            wish = {"number": sent, "seat": state["to_move"], "action": text}
            socket.send(json.dumps({"type": "submit", **wish}))


START = ("place d8", "place a4", "king h5")


def open_log(page: Page) -> None:
    """Turn to the log, where it shares its place with the ledger."""
    page.locator("[data-replay-at]").first.wait_for()
    tab = page.locator("#rail-log")
    if tab.count():
        tab.click()
    page.locator(".log").wait_for()


def torres_of_two(server: Served) -> dict[str, Any]:
    """Two at one screen without secret cards."""
    return open_table(server.url, "torres", [ANA, BEA], cards="none")


def key_of(opened: dict[str, Any], seat: int = 0) -> tuple[str, str]:
    return opened["table"], opened["keys"][seat]["secret"]


def end_turn(page: Page, url: str, link: str) -> None:
    """Play for the seat of a link, by requests, until its turn is over."""
    table, secret = link.removeprefix("/g/").split("#")
    state = state_of(url, table, secret)
    seat = state["to_move"]
    while state["to_move"] == seat:
        wish = {"type": "submit", "number": state["number"], "seat": seat}
        played = page.request.post(
            f"/api/tables/{table}/wishes",
            data={**wish, "action": state["choices"][0]["text"]},
            headers={"x-tourelle-secret": secret},
        )
        assert played.ok, played.text()
        state = state_of(url, table, secret)
