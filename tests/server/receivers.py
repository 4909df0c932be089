"""Those who are told: a sink for webhooks and push messages, and a mail server, on the loopback."""

import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller

from tests.patience import PATIENCE
from tests.server.running import Opened, Served

QUICK: dict[str, Any] = {
    "precompile": False,
    "notice": 0.0,
    "notice_again": 0.05,
    "notice_private": True,
}
"""Settings with which notices go at once, to this machine too."""


class Received(NamedTuple):
    """A post that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class Sink:
    """Takes every post, and answers with the statuses it was given, then 200."""

    def __init__(self) -> None:
        self.posts: queue.Queue[Received] = queue.Queue()
        self.statuses: list[int] = []
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                status = sink.statuses.pop(0) if sink.statuses else 200
                if status == 0:  # takes it and hangs up without a word
                    sink.posts.put(Received(self.path, headers, body))
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("location", "/elsewhere")
                self.end_headers()
                sink.posts.put(Received(self.path, headers, body))

            def log_message(self, format: str, *args: Any) -> None:
                del format, args

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def next(self) -> Received:
        """Wait for a post."""
        return self.posts.get(timeout=PATIENCE)


@contextmanager
def sink() -> Iterator[Sink]:
    """A sink for as long as somebody wants one."""
    made = Sink()
    thread = threading.Thread(target=made.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()
        thread.join(PATIENCE)


class Tarpit:
    """Takes every connection, at any address of this machine, and never says a word."""

    def __init__(self) -> None:
        self._ear = socket.create_server(("0.0.0.0", 0), backlog=200)
        self._ear.settimeout(0.5)
        self.port: int = self._ear.getsockname()[1]
        self._held: list[socket.socket] = []

    @property
    def held(self) -> int:
        """Count who is stuck here by now."""
        with suppress(TimeoutError):
            while True:
                self._held.append(self._ear.accept()[0])
        return len(self._held)

    def close(self) -> None:
        for end in (self._ear, *self._held):
            end.close()


class Letters:
    """A mail server's box; it gives the answers that it was told to give first."""

    def __init__(self) -> None:
        self.letters: queue.Queue[Message] = queue.Queue()
        self.answers: list[str] = []
        self.url = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        del server, session
        if self.answers:
            return self.answers.pop(0)
        self.letters.put(message_from_bytes(envelope.content, policy=default))
        return "250 taken"

    def next(self) -> Any:
        """Wait for a mail."""
        return self.letters.get(timeout=PATIENCE)


@contextmanager
def mail_server(port: int) -> Iterator[Letters]:
    """A mail server that takes everything."""
    letters = Letters()
    controller = Controller(letters, hostname="127.0.0.1", port=port, ready_timeout=PATIENCE)
    controller.start()
    letters.url = f"smtp://127.0.0.1:{port}"
    try:
        yield letters
    finally:
        controller.stop()


def tell(server: Served, opened: Opened, seat: int, **way: Any) -> Any:
    """Wish to be told of a seat's turns."""
    wish = {"seat": seat, "way": way}
    headers = {"x-tourelle-secret": opened.keys[seat]}
    path = f"/api/tables/{opened.table}/notices"
    return server.http.post(path, json=wish, headers=headers)


def mover_of(server: Served, opened: Opened) -> int:
    seat: int = server.http.get(f"/api/tables/{opened.table}").json()["to_move"]
    return seat


def play(server: Served, opened: Opened) -> None:
    """Let whoever is to move play until the turn goes on."""
    seat = mover_of(server, opened)
    headers = {"x-tourelle-secret": opened.keys[seat]}
    while mover_of(server, opened) == seat:
        state = server.http.get(f"/api/tables/{opened.table}", headers=headers).json()
        action = state["choices"][-1]["text"]
        wish = {"type": "submit", "number": state["number"], "seat": seat, "action": action}
        path = f"/api/tables/{opened.table}/wishes"
        assert server.http.post(path, json=wish, headers=headers).is_success


def states(server: Served, opened: Opened) -> list[str]:
    """How far the notices of a table are."""
    cards = server.lobby.journal.cards("notice", opened.table)
    return sorted(json.loads(card.text)["state"] for card in cards)
