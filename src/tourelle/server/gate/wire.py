"""The wire itself: who may hold connections, how long a request takes to come and to be read.

uvicorn times only the pause between two requests. Here a connection that sends half a request, or
nothing, or reads nothing of what it asked for, is ended after a while, and nobody holds them all.
"""

import asyncio
import sys
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from tourelle.server.gate.limits import Crowd, Proxies, address_of
from tourelle.server.said import messages
from tourelle.server.settings import Settings

HEAD: Final = 32_768
"""Bytes of a request before its body."""
SPARE: Final = 64
"""Connections beyond those of the sockets: for requests, and for saying why there is no more."""
DEFLATE: Final = ServerPerMessageDeflateFactory(
    server_max_window_bits=14,
    client_max_window_bits=12,
    compress_settings={"memLevel": 5, "level": 3},
)
"""A window that holds the last state, or two: of the next one only what is new is sent.

It takes 80 kB a connection; what browsers say is short.
"""
FRAMES: Final = 500
"""Pieces in which a message may come."""
GIVING: Final = 3.0
"""Seconds for which a server that gives way waits for a request; it ends two seconds later."""
LINGER: Final = 5.0
"""Seconds between two looks at connections that do not end."""


class Wire:
    """All connections of a server."""

    def __init__(self, settings: Settings) -> None:
        """Take what the host decided."""
        most = min(settings.connections, open_files() - 4 * SPARE) + SPARE
        self.crowd: Final = Crowd(most, settings.address_connections + SPARE)
        self.proxies: Final = Proxies(settings.proxies)
        self.request: Final = settings.request
        self.patience: Final = settings.patience
        self.handed_over: str | None = None
        """Who a request's connection was counted as that becomes a socket at this moment."""
        self.giving_way = False
        """Whether another server takes whoever comes: who is here already is answered still."""

    def who(self, transport: asyncio.Transport) -> str:
        """Return by what a connection is counted; those of a proxy belong to many."""
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) else None
        return f"proxy {id(transport)}" if host in self.proxies else address_of(host)

    def end(self, transport: asyncio.Transport) -> None:
        """Close a connection; what its peer does not read is thrown away after a while."""
        transport.close()
        asyncio.get_running_loop().call_later(LINGER, transport.abort)


class Patience:
    """For a protocol: whoever does not read what they are sent is let go after a while."""

    wire: Wire
    loop: asyncio.AbstractEventLoop
    transport: Any
    _writing: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait, but not for ever, until what was sent is read."""
        super().pause_writing()  # type: ignore[misc]  # the protocol's own
        if self._writing is None:
            self._writing = self.loop.call_later(self.wire.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on."""
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        super().resume_writing()  # type: ignore[misc]


class PatientHttp(Patience, HttpToolsProtocol):
    """Requests that come in time, from those who don't hold too many connections."""

    wire: Wire

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a connection; its first request must come soon."""
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._head = 0
        self._who: str | None = self.wire.who(transport)
        if self.wire.crowd.full(self._who):
            reason = "too-many-connections"
            if self.wire.crowd.of(self._who) < self.wire.crowd.most_each:
                reason = "server-full"
            self._who = None
            self._refuse(503, reason)
            return
        self.wire.crowd.enter(self._who)
        self._expect()
        if self.wire.giving_way:
            self.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self._rest()
        self.resume_writing()
        if self._who is not None:
            self.wire.crowd.leave(self._who)
            self._who = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take part of a request."""
        if self.transport.is_closing():
            return
        if self._timer is None and not self._answering:
            self._expect()
        self._head += len(data)
        before = self._head
        super().data_received(data)
        if self._head == before > HEAD:  # no head has ended yet
            self._refuse(431, "too-long")

    def on_headers_complete(self) -> None:
        """Begin to answer a request whose head is there."""
        self._head = -(1 << 62)  # what follows is its body
        super().on_headers_complete()
        if self.wire.giving_way and self._answering:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Have a whole request."""
        self._head = 0
        self._rest()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a socket."""
        self._rest()
        self.resume_writing()
        self._who, self.wire.handed_over = None, self._who
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """Stop; giving way, a request that may be on its way is awaited for a while."""
        if self._answering or not self.wire.giving_way:
            super().shutdown()
        else:
            self.loop.call_later(GIVING, self._go)

    def _go(self) -> None:
        """Hang up, before there is nobody who could answer, where nothing was asked."""
        if not self._answering and not self.transport.is_closing():
            self.wire.end(self.transport)

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing more comes."""
        if not self.transport.is_closing():
            self.wire.end(self.transport)

    # ------------------------------------------------------------ in time

    @property
    def _answering(self) -> bool:
        """Tell whether a request is being answered."""
        cycle: Any = self.cycle  # None before the first one
        return cycle is not None and not cycle.response_complete

    def _expect(self) -> None:
        """Give a request some time to come whole."""
        self._rest()
        self._timer = self.loop.call_later(self.wire.request, self._too_slow)

    def _rest(self) -> None:
        """Expect nothing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        """End a connection whose request has not come whole."""
        self._timer = None
        if self._head or self._answering:
            self._refuse(408, "too-slow")
        else:  # nothing was asked, so nothing is answered
            self.wire.end(self.transport)

    def _refuse(self, status: int, reason: str) -> None:
        """Say why nothing is answered, and hang up."""
        self._rest()
        if self.transport.is_closing():
            return
        if not self._answering or not self.cycle.response_started:
            most = self.wire.crowd.most_each - SPARE
            language = messages.wanted({}, _headers(self.headers))
            body = messages.problem(language, reason, most=most).model_dump_json().encode()
            head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            ending = b"connection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head.encode() + ending + body)
        self.wire.end(self.transport)


class PatientSocket(Patience, WebSocketsSansIOProtocol):
    """A socket whose peer reads what it is sent, and does not hold too much of anything."""

    wire: Wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that is counted already."""
        super().connection_made(transport)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [DEFLATE]
        self._who, self.wire.handed_over = self.wire.handed_over, None

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self.resume_writing()
        if self._who is not None:
            self.wire.crowd.leave(self._who)
            self._who = None
        super().connection_lost(exc)
        self.conn.extensions = []  # what they have packed takes 80 kB, and is not packed again

    def handle_ping(self) -> None:
        """Answer a ping of somebody who reads the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        """Take another piece of a message that does not come in too many."""
        if len(self.frames) < FRAMES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """End a connection that no longer answers, read or not."""
        super().keepalive_timeout()
        self.wire.end(self.transport)

    def shutdown(self) -> None:
        """Have the browser come again, after the handshake."""
        if self.handshake_complete or not self.wire.giving_way:
            super().shutdown()

    async def send(self, message: Any) -> None:
        """Send; whoever comes when this server gives way is told at once to come again."""
        await super().send(message)
        if self.wire.giving_way and message["type"] == "websocket.accept":
            self.shutdown()

    async def run_asgi(self) -> None:
        """Serve the socket; once that is over, so is the connection, read or not."""
        await super().run_asgi()
        asyncio.get_running_loop().call_later(self.close_timeout + LINGER, self.transport.abort)


def _headers(pairs: list[tuple[bytes, bytes]] | None) -> dict[str, str]:
    """Return the headers of a request, as far as it has come."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in pairs or ()}


def protocols(settings: Settings) -> tuple[type[PatientHttp], type[PatientSocket]]:
    """Return how one server speaks: requests, and sockets."""
    wire = Wire(settings)
    http = type("Http", (PatientHttp,), {"wire": wire})
    return http, type("Socket", (PatientSocket,), {"wire": wire})


def open_files() -> int:
    """Return how many files this process may have open, after asking for as many as it can get."""
    if sys.platform == "win32":
        return 1 << 30
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or soft < hard:
        wish = 1 << 16 if hard == resource.RLIM_INFINITY else min(hard, 1 << 16)
        if soft < wish:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wish, hard))
            soft = wish
    return soft if soft != resource.RLIM_INFINITY else 1 << 30
