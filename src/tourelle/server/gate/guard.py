"""Between the network and the app: known hosts, bounded bodies, strict headers, a log line each."""

import logging
import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tourelle.server.gate import doors
from tourelle.server.said import messages
from tourelle.server.settings import Settings

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

STATUS: Final = {doors.FOREIGN_HOST: 421, doors.FOREIGN_ORIGIN: 403}

log = logging.getLogger("tourelle.server")


class TooBigError(Exception):
    """A body is longer than it may be."""


class Guard:
    """Wraps the app."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """Take the app and what the host decided."""
        self._app: Final = app
        self._settings: Final = settings
        self._body: Final = settings.body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "websocket":
            reason = doors.refusal(scope, self._settings)
            if reason is None:
                await self._app(scope, receive, send)
            else:
                await turn_away(scope, receive, send, reason)
            return
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
            if reason := doors.refusal(scope, self._settings):
                await refuse(guarded_send, STATUS[reason], reason)
                return
            if _promised(scope) > self._body:
                raise TooBigError
            await self._app(scope, self._bounded(receive), guarded_send)
        except TooBigError:
            await refuse(guarded_send, 413, "too-long", messages.language_of(scope))
        except ClientDisconnect:  # nobody is there to be told
            status[0] = 499
        finally:
            spent = round(1000 * (time.perf_counter() - started), 1)
            extra: dict[str, object] = {"method": scope["method"], "path": scope["path"]}
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


async def turn_away(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    """Answer a socket that is not opened; browsers show the status, programs the reason."""
    answer = JSONResponse(messages.problem("en", reason).model_dump(), STATUS[reason])
    await WebSocket(scope, receive, send).send_denial_response(answer)


async def refuse(send: Send, status: int, reason: str, language: str = "en") -> None:
    """Answer a request that never reaches the app."""
    body = messages.problem(language, reason).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
