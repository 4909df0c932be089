"""Whatever an address is made of, the answer is an honest one: never a 500, never a silence."""

import json
import random
import re
import socket
from typing import Final

import pytest

from tests.server.running import Served
from tourelle.server.app import create_app
from tourelle.server.settings import Settings

ODD: Final = (
    "%00",
    "%",
    "%zz",
    "%E0%A4%A",
    "%ff%fe",
    "%ed%a0%80",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "%5c..%5c",
    "a" * 300,
    "a" * 5000,
    "%F0%9F%8F%B0" * 100,
    "x%0d%0aSet-Cookie:%20a=b",
    "-1",
    "9" * 400,
    "1e5",
    "null",
    "%20",
    ";",
    "index.html%00.svg",
    "%E2%80%AE",
    "~root",
    "con",
    "a/b/c/d",
)
"""Parts of an address that nobody types, but somebody sends."""


def paths() -> list[tuple[str, str]]:
    """Every route with an odd thing in each of its places, and odd things where no route is."""
    found = []
    for path, methods in create_app(Settings()).openapi()["paths"].items():
        gaps = re.findall(r"{\w+}", path)
        for odd in ODD if gaps else ():
            for gap in gaps:
                filled = re.sub(r"{\w+}", "torres", path.replace(gap, odd))
                found += [(method.upper(), filled) for method in methods]
        found += [("GET", f"{path}?language={odd}") for odd in ODD[:6]]
    roots = ("/", "/g/", "/rules/", "/assets/", "/api/", "/api/docs/", "//")
    found += [("GET", root + odd) for root in roots for odd in ODD]
    return found


def asked(port: int, method: str, path: str) -> tuple[int, bytes]:
    """Return status and body of a request that no library has made nicer."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        line.sendall(
            f"{head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}".encode()
        )
        answer = b""
        while part := line.recv(65536):
            answer += part
    head_, _, body = answer.partition(b"\r\n\r\n")
    return int(head_.split(b" ", 2)[1]), body


def test_odd_addresses_are_answered(server: Served) -> None:
    answered = {}
    for method, path in paths():
        status, body = asked(server.port, method, path)
        answered[method, path] = status
        assert status < 500, (method, path, status)
        assert body, (method, path, status)
        assert b"Traceback" not in body
    assert answered["GET", "/%00"] in (200, 404)
    assert len(set(answered.values())) > 2, "some are pages, some are refused"


def test_random_bytes_are_answered(server: Served) -> None:
    dice = random.Random(7)
    for _ in range(300):
        letters = bytes(dice.choice(range(0x21, 0x7F)) for _ in range(dice.randrange(1, 60)))
        path = "/" + letters.decode().replace("#", "")
        status, _ = asked(server.port, dice.choice(("GET", "POST", "HEAD", "DELETE")), path)
        assert status < 500, path


@pytest.mark.parametrize("language", ["fr", "de"])
def test_what_is_not_there_is_said_in_the_language_asked_for(server: Served, language: str) -> None:
    status, body = asked(server.port, "GET", f"/api/nothing?language={language}")
    english = json.loads(asked(server.port, "GET", "/api/nothing")[1])
    assert (status, json.loads(body)["reason"]) == (404, "no-such-page")
    assert json.loads(body)["sentence"] != english["sentence"]
