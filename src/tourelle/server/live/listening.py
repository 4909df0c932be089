"""One connection: a browser at a table, over a WebSocket."""

import asyncio
import contextlib
import logging
import time
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from tourelle.core.words import RefusedError
from tourelle.server.gate import doors
from tourelle.server.gate.limits import Bucket, address_of
from tourelle.server.live.hearing import Hearing, enter
from tourelle.server.live.keys import hashed
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.server.live.wishing import KeyHolder
from tourelle.server.protocol import Allowed, Pong, Refused, Trouble
from tourelle.server.protocol.wishes import FromBrowser, Hello, Language_, Ping, Why
from tourelle.server.said import messages, reasons
from tourelle.store.troubles import JournalError
from tourelle.tables.naming import plain_name
from tourelle.tables.troubles import TroubleError

READER: Final[TypeAdapter[FromBrowser]] = TypeAdapter(FromBrowser)
MOST_TOO_FAST: Final = 200
"""How many messages beyond the rate are dropped before the connection is closed."""

BREATH: Final = 0.005
"""Seconds for which somebody who is too fast is not listened to."""

LAST_WORDS: Final = 1.0
"""Seconds for which somebody who has gone is listened to: it is all there already."""

POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013
NO_TABLE: Final = 4404
PRIVATE: Final = 4403

GONE: Final = (WebSocketDisconnect, TimeoutError, RuntimeError)
"""What happens when a browser is no longer there."""

log = logging.getLogger("tourelle.server")


class Connection(Hearing):
    """A browser at a table: what it says is read here, what it hears is sent here."""

    def __init__(self, socket: WebSocket, room: Room, lobby: Lobby, hello: Hello) -> None:
        """Take a browser that has said hello."""
        hashes = [hashed(secret) for secret in hello.secrets]
        name = plain_name(hello.name)
        named = name if lobby.manners.allows(name) else ""
        super().__init__(room, hashes, hello.language, hello.since, named)
        self._socket: Final = socket
        self._lobby: Final = lobby
        self._holder: Final = KeyHolder(room, lobby, hashes, at_home=doors.at_home(socket))
        self._bucket: Final = Bucket(room.settings.rate, room.settings.burst, time.monotonic())
        self._too_fast = 0

    async def send(self) -> None:
        """Send what there is to hear; hang up where this room is no more.

        The wire itself lets go of whoever does not read it (`gate.wire.Patience`).
        """
        async for text in self.news():
            await self._socket.send_text(text)
        await asyncio.wait_for(self._hang_up(TRY_LATER), self.room.settings.patience)

    # ------------------------------------------------------------ saying

    async def read(self) -> None:
        """Take one message after another until the browser goes."""
        limit = self.room.settings.message
        while True:
            packet = await self._socket.receive()
            if packet["type"] == "websocket.disconnect":
                return
            text = packet.get("text")
            if text is not None and len(text.encode()) > limit:
                await self._hang_up(TOO_BIG)
                return
            if self._bucket.take(time.monotonic()):
                await self._take(text)
                continue
            self._too_fast += 1
            self._trouble("too-fast")
            if self._too_fast > MOST_TOO_FAST:
                await self._hang_up(POLICY)
                return
            await asyncio.sleep(BREATH)

    async def _take(self, text: str | None) -> None:
        """Take one message; whatever is wrong with it is said, and the table goes on."""
        try:
            message = READER.validate_json(text or "")
        except ValidationError as error:
            self._malformed(error)
            return
        self._lobby.metrics.count("messages", f'type="{message.type}"')
        try:
            await self._do(message)
        except TroubleError as error:
            self._trouble(error.reason, **error.params)
        except RefusedError as error:
            self._refuse(getattr(message, "action", ""), error)
        except JournalError as error:
            self._not_kept(error)

    def _not_kept(self, error: JournalError) -> None:
        """Say that nothing happened, and have this browser come back."""
        log.error("journal", extra={"trouble": str(error)})
        self._trouble("not-kept")
        self.send_back()

    async def _hang_up(self, code: int) -> None:
        """Say what is still to be said, then close."""
        while self.answers:
            await self._socket.send_text(self.answers.popleft().model_dump_json())
        await self._socket.close(code)

    async def _do(self, message: FromBrowser) -> None:
        """Do what a message asks for."""
        match message:
            case Why(action=action):
                self._why(action)
            case Language_(language=language):
                self.read_in(language)
            case Ping():
                self.answer(Pong())
            case Hello():
                raise TroubleError("hello-again")
            case wish:
                await self._holder.fulfil(wish)

    async def sit_down(self) -> None:
        """Let those who hold keys here come to their seats."""
        try:
            await self._holder.sit_down()
        except TroubleError as error:  # a full journal keeps nobody out
            self._trouble(error.reason, **error.params)
        except JournalError as error:
            self._not_kept(error)

    def _why(self, action: str) -> None:
        """Say whether an action is legal here, and if not, why; from what the seat itself sees."""
        table = self.room.table
        seat = table.to_move
        if seat is None:
            raise TroubleError("over")
        if seat not in self.seats:
            raise TroubleError("not-your-turn")
        reasons.check(table.game, table.game.view(table.position, seat), action)
        self.answer(Allowed(action=action))

    def _malformed(self, error: ValidationError) -> None:
        """Say what of a message was not understood."""
        self._lobby.metrics.count("troubles", 'reason="malformed"')
        sentence = messages.fault(self.language, error.errors())
        number = self.room.table.number
        self.answer(Trouble(reason="malformed", sentence=sentence, number=number))

    def _trouble(self, reason: str, **params: object) -> None:
        """Say why a message was not taken."""
        self._lobby.metrics.count("troubles", f'reason="{reason}"')
        number = self.room.table.number
        self.answer(messages.trouble(self.language, number, reason, **params))

    def _refuse(self, action: str, error: RefusedError) -> None:
        """Say which rule forbids an action."""
        self._lobby.metrics.count("refusals")
        problem = messages.refused(self.language, self.room.table.game.title, error)
        self.answer(Refused(action=action, **problem.model_dump()))


# ---------------------------------------------------------------- a connection's life


async def serve(socket: WebSocket, name: str, lobby: Lobby) -> None:
    """Listen to a browser from hello to goodbye."""
    await socket.accept()
    who = address_of(socket.client.host if socket.client else None)
    if reason := too_much(lobby, who):
        with contextlib.suppress(*GONE):
            language = messages.wanted(socket.query_params, socket.headers)
            await reject(socket, language, reason, TRY_LATER, most=lobby.crowd.most_each)
        return
    lobby.crowd.enter(who)
    try:
        with contextlib.suppress(*GONE):
            await _welcome(socket, name, lobby, who)
    finally:
        lobby.crowd.leave(who)


def too_much(lobby: Lobby, who: str) -> str | None:
    """Return why there is no room for one more connection from an address."""
    if lobby.crowd.of(who) >= lobby.crowd.most_each:
        return "too-many-connections"
    if lobby.crowd.full(who):
        return "server-full"
    return "too-fast" if lobby.seconds_to_wait("reads", who) else None


async def _welcome(socket: WebSocket, name: str, lobby: Lobby, who: str) -> None:
    """Hear the hello, find the table, and listen until one of the two goes."""
    hello = await _hello(socket, lobby)
    if hello is None:
        await reject(socket, "en", "hello-first", POLICY)
        return
    try:
        room = await lobby.find(name, who)
    except TroubleError as error:
        code = TRY_LATER if error.reason == "too-busy" else NO_TABLE
        await reject(socket, hello.language, error.reason, code, **error.params)
        return
    except JournalError as error:
        log.error("journal", extra={"trouble": str(error)})
        await reject(socket, hello.language, "not-kept", TRY_LATER)
        return
    if room is None:
        await reject(socket, hello.language, "no-such-table", NO_TABLE)
        return
    connection = Connection(socket, room, lobby, hello)
    if room.table.opening.private and not connection.seats:
        await reject(socket, hello.language, "private-table", PRIVATE)
        return
    if not connection.seats and room.watchers >= lobby.settings.table_connections:
        await reject(socket, hello.language, "table-full", TRY_LATER)
        return
    enter(connection)
    sender = asyncio.create_task(connection.send())
    reader = asyncio.create_task(connection.read())
    replaced = asyncio.create_task(connection.replaced.wait())
    tasks = (sender, reader, replaced)
    try:
        await connection.sit_down()
        room.tell()
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if sender.done() and sender.exception() is not None:
            # Nobody hears any more: what they had said before they went still counts.
            await asyncio.wait([reader], timeout=LAST_WORDS)
    finally:
        room.leave(connection)
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, GONE):
                log.error("connection", exc_info=result)
        with contextlib.suppress(RuntimeError):
            await socket.close()


async def _hello(socket: WebSocket, lobby: Lobby) -> Hello | None:
    """Return the first message, if it is a hello and comes in time."""
    packet = await asyncio.wait_for(socket.receive(), lobby.settings.hello)
    try:
        message = READER.validate_json((packet.get("text") or "")[: lobby.settings.message])
    except ValidationError:
        return None
    return message if isinstance(message, Hello) else None


async def reject(
    socket: WebSocket, language: str, reason: str, code: int, **params: object
) -> None:
    """Say why nobody listens, and close."""
    await socket.send_text(messages.trouble(language, 0, reason, **params).model_dump_json())
    await socket.close(code)
