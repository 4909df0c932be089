"""Between the network and the app: bounded bodies, strict headers, one log line a request."""

import logging
import time
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tourelle.server import speech

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

log = logging.getLogger("tourelle.server")


class TooBigError(Exception):
    """A body is longer than it may be."""


class Guard:
    """Wraps the app."""

    def __init__(self, app: ASGIApp, body: int) -> None:
        """Take the app and how many bytes a body may have."""
        self._app: Final = app
        self._body: Final = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), [500]

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            if _promised(scope) > self._body:
                raise TooBigError
            await self._app(scope, self._bounded(receive), guarded_send)
        except TooBigError:
            await refuse(guarded_send, 413, "too-long", speech.language_of(scope))
        except ClientDisconnect:  # nobody is there to be told
            status[0] = 499
        finally:
            spent = round(1000 * (time.perf_counter() - started), 1)
            extra: dict[str, Any] = {"method": scope["method"], "path": scope["path"]}
            log.info("request", extra={**extra, "status": status[0], "ms": spent})

    def _bounded(self, receive: Receive) -> Receive:
        """Return a `receive` that stops when a body gets too long."""
        seen = 0

        async def bounded() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._body:
                raise TooBigError
            return message

        return bounded


def _promised(scope: Scope) -> int:
    """Return the length of a body that the request itself tells."""
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


async def refuse(send: Send, status: int, reason: str, language: str = "en") -> None:
    """Answer a request that never reaches the app."""
    body = speech.problem(language, reason).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
