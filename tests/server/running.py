"""A real server on a free port of the loopback, and browsers without a screen."""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE, wait_for
from tourelle.bots.thinking import Progress
from tourelle.server.serving import Server, configuration, listening_socket
from tourelle.server.settings import Settings
from tourelle.server.thinking.jobs import Job
from tourelle.store.sqlite import SqliteJournal
from tourelle.store.troubles import JournalError

T = TypeVar("T")


def quick(data: Path, **more: Any) -> Settings:
    """Settings for tests: bots at once, no limits that a test would meet by accident."""
    given: dict[str, Any] = {"pace": 0.0, "port": 0, "hello": PATIENCE, "patience": PATIENCE}
    for rate in ("", "posts_", "reads_", "documents_", "studies_", "codes_"):
        given |= {rate.strip("_") or "rate": 1e6, f"{rate}burst": 10**6}
    given |= {"address_tables": 10**6, "address_connections": 10**6, "request": PATIENCE}
    return Settings(**{**given, "data": data, **more})


class NobodyThinks:
    """A door to thinking behind which nobody is."""

    width = 1

    async def ready(self, job: Job[Any]) -> None:
        raise AssertionError(job)

    async def think(self, who: str, job: Job[T], progress: Progress) -> T:
        raise AssertionError(who, job, progress)


class Served:
    """A server that runs in a thread."""

    def __init__(self, settings: Settings, journal: SqliteJournal | None = None) -> None:
        self.settings = settings
        self.ear = listening_socket(settings, strict=True)
        self.port = self.ear.getsockname()[1]
        self.server = Server(configuration(settings, journal))
        self._thread = threading.Thread(target=self.server.run, args=([self.ear],), daemon=True)
        self._thread.start()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        wait_for(self._answers, "the server does not answer")

    def _answers(self) -> bool:
        with suppress(httpx.TransportError):
            return self.http.get("/api/health").is_success
        return False

    @property
    def lobby(self) -> Any:
        return self.server.config.loaded_app.app.state.lobby

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        self.ear.close()

    def open(self, game: str, seats: str, **more: Any) -> "Opened":
        """Open a table: seats are `here`, `link` (who comes at once), or the name of a bot."""
        opened = self.invite(game, seats, **more)
        for seat, invitation in opened.invitations.items():
            opened.keys[seat] = self.accept(opened.table, invitation)
        return opened

    def accept(self, table: str, invitation: str, **more: Any) -> str:
        """Use an invitation; return the key that it brings."""
        wish = {"invitation": invitation, **more}
        answer = self.http.post(f"/api/tables/{table}/accept", json=wish)
        assert answer.status_code == 201, answer.text
        secret: str = answer.json()["keys"][0]["secret"]
        return secret

    def invite(self, game: str, seats: str, **more: Any) -> "Opened":
        """Open a table: seats are `here`, `link`, `open` (who has yet to come), or a bot's."""
        kinds = [
            {"kind": kind} if kind in ("here", "link", "open") else {"kind": "bot", "bot": kind}
            for kind in seats.split()
        ]
        answer = self.http.post("/api/tables", json={"game": game, "seats": kinds, **more})
        assert answer.status_code == 201, answer.text
        data = answer.json()
        return Opened(
            data["table"],
            {key["seat"]: key["secret"] for key in data["keys"]},
            {invitation["seat"]: invitation["secret"] for invitation in data["invitations"]},
        )

    def browser(self, table: str, *secrets: str, **hello: Any) -> "Browser":
        """Open a table's page with some secrets."""
        return Browser(self.port, table, secrets, **hello)


class Opened:
    """A table, the keys of its seats, the invitations to them."""

    def __init__(
        self, table: str, keys: dict[int, str], invitations: dict[int, str] | None = None
    ) -> None:
        self.table = table
        self.keys = keys
        self.invitations = invitations or {}


def live(address: str) -> ClientConnection:
    """Connect, and never hang up because the other side is slow."""
    return connect(address, max_size=None, open_timeout=PATIENCE, ping_timeout=None)


class Browser:
    """A connection that remembers everything it was ever told."""

    def __init__(self, port: int, table: str, secrets: tuple[str, ...], **hello: Any) -> None:
        self.heard: list[str] = []
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self._log = f"http://127.0.0.1:{port}/api/tables/{table}/log"
        self._secrets = secrets
        self.socket: ClientConnection = self._open.enter_context(live(address))
        self.send(type="hello", secrets=list(secrets), **hello)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            self.log += self._earlier(message["log"]) + message["log"]
            self.state = message
        return message

    def _earlier(self, fresh: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Ask for what lies between the log known and the part that came."""
        known = self.log[-1]["number"] if self.log else 0
        found: list[dict[str, Any]] = []
        first = fresh[0]["number"] if fresh else 0
        while first > known + 1:
            asked = {"before": first, "since": known}
            secret = {"x-tourelle-secret": ",".join(self._secrets)}
            page = httpx.get(self._log, params=asked, headers=secret, timeout=PATIENCE).json()
            found = page["log"] + found
            first = found[0]["number"]
        return found

    def hear_of(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def until(self, number: int) -> dict[str, Any]:
        """Listen until the table has reached an entry."""
        while self.state.get("number", -1) < number:
            self.hear()
        return self.state

    def submit(self, action: str, **more: Any) -> None:
        wish = {"number": self.state["number"], "seat": self.state["to_move"], "action": action}
        self.send(**{"type": "submit", **wish, **more})

    def close_code(self) -> int:
        """Listen until the server hangs up; return why."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def play_and_ask_back(browser: Browser, number: int) -> None:
    """Let seat 0 place a knight in Torres, and ask to undo it: it needs the other's consent."""
    browser.until(number)
    browser.submit("place d8")
    state = browser.until(number + 1)
    assert (state["undo"], state["undo_needs_consent"]) == (True, True)
    browser.send(type="undo", number=number + 1, seat=0)


@contextmanager
def served(data: Path, **more: Any) -> Iterator[Served]:
    """A server for the length of a block; a `journal` may be given that is open already."""
    journal: SqliteJournal | None = more.pop("journal", None)
    server = Served(quick(data, **more), journal)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def full_disk(journal: Any) -> Iterator[None]:
    """Have a journal keep nothing for the length of a block."""

    def full(_: object) -> None:
        raise JournalError("database or disk is full")

    journal._keep_all = full
    try:
        yield
    finally:
        del journal._keep_all


def play_out(browsers: dict[int, Browser], dice: random.Random, most: int = 10_000) -> int:
    """Let every seat play at random until the game is over; return the number of actions."""
    for browser in browsers.values():
        browser.until(0)
    played = 0
    while played < most:
        newest = max(browser.state["number"] for browser in browsers.values())
        states = [browser.until(newest) for browser in browsers.values()]
        latest = max(states, key=lambda state: int(state["number"]))
        if latest["to_move"] is None:
            break
        mover = browsers.get(latest["to_move"])
        if mover is None:  # a bot
            next(iter(browsers.values())).until(latest["number"] + 1)
            continue
        mover.until(latest["number"])
        if not mover.state["choices"]:
            continue
        before = mover.state["actions"]
        mover.submit(dice.choice(mover.state["choices"])["text"])
        while mover.state["actions"] == before:
            message = mover.hear()
            assert message["type"] == "state", message
        played += 1
    return played


def from_address(address: str) -> dict[str, str]:
    """Return the header by which a proxy on this machine says who asks."""
    return {"x-forwarded-for": address}


def open_from(server: Served, address: str = "203.0.113.5", **more: Any) -> httpx.Response:
    """Open a table from some address."""
    wish = {"game": "blox", "seats": [{"kind": "here"}, {"kind": "here"}], **more}
    return server.http.post("/api/tables", json=wish, headers=from_address(address))


def finished(server: Served) -> Opened:
    """A game between bots that is over."""
    opened = server.open("blox", "random random", options={"round_limit": 1})
    with server.browser(opened.table) as watcher:
        while watcher.state.get("status") != "over":
            watcher.hear()
    return opened
