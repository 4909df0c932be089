"""One connection: a browser at a table, over a WebSocket."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from tourelle.bots import playing
from tourelle.bots.levels import USUAL
from tourelle.core.words import RefusedError
from tourelle.server.clock import now
from tourelle.server.gate.limits import Bucket, address_of
from tourelle.server.live.lobby import Lobby, hashed
from tourelle.server.live.rooms import Room
from tourelle.server.protocol import Allowed, Message, Pong, Refused, Trouble
from tourelle.server.said import messages, reasons, states
from tourelle.server.said.states import Eyes
from tourelle.server.wishes import (
    Agree,
    Chat,
    FromBrowser,
    Hello,
    Language_,
    Ping,
    Redo,
    Refuse,
    Rematch,
    Sit,
    StandIn,
    Submit,
    Undo,
    Why,
)
from tourelle.store.troubles import JournalError
from tourelle.tables.entries import Entry
from tourelle.tables.naming import plain, plain_name
from tourelle.tables.troubles import TroubleError

READER: Final[TypeAdapter[FromBrowser]] = TypeAdapter(FromBrowser)
MOST_TOO_FAST: Final = 200
"""How many messages beyond the rate are dropped before the connection is closed."""

BREATH: Final = 0.005
"""Seconds for which somebody who is too fast is not listened to."""

SEAT_CONNECTIONS: Final = 16
"""Windows and devices at which one seat may be open."""

POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013
NO_TABLE: Final = 4404

GONE: Final = (WebSocketDisconnect, TimeoutError, RuntimeError)
"""What happens when a browser is no longer there."""

log = logging.getLogger("tourelle.server")


class Connection:
    """A browser at a table: what it says is read here, what it hears is sent here."""

    def __init__(self, socket: WebSocket, room: Room, lobby: Lobby, hello: Hello) -> None:
        """Take a browser that has said hello."""
        self.seats: list[int] = room.table.seats_of([hashed(secret) for secret in hello.secrets])
        self._socket: Final = socket
        self._room: Final = room
        self._lobby: Final = lobby
        self._language: str = hello.language
        self._keys: Final = hello.secrets
        self._sent = hello.since if 0 <= hello.since <= room.table.number else 0
        self._woken: Final = asyncio.Event()
        self._stale = True
        self._sent_back = room.closed
        self._answers: Final[deque[Message]] = deque()
        settings = room.settings
        self.since: Final = time.monotonic()
        self.replaced: Final = asyncio.Event()
        self._bucket: Final = Bucket(settings.rate, settings.burst, time.monotonic())
        self._too_fast = 0

    # ------------------------------------------------------------ hearing

    def wake(self) -> None:
        """Hear that the table has changed."""
        self._stale = True
        self._woken.set()

    def answer(self, message: Message) -> None:
        """Have something told to this browser alone."""
        self._answers.append(message)
        self._woken.set()

    def send_back(self) -> None:
        """Hang up, so that this browser comes back to a room that lives."""
        self._sent_back = True
        self._woken.set()

    async def send(self) -> None:
        """Send what there is to hear; a slow browser misses nothing, it only hears it together."""
        patience = self._room.settings.patience
        while True:
            await self._woken.wait()
            self._woken.clear()
            if self._sent_back:
                await asyncio.wait_for(self._hang_up(TRY_LATER), patience)
                return
            while self._answers:
                text = self._answers.popleft().model_dump_json()
                async with asyncio.timeout(patience):
                    await self._socket.send_text(text)
            if self._stale:
                self._stale = False
                async with asyncio.timeout(patience):
                    await self._socket.send_text(self._state())

    def _state(self) -> str:
        """Return the table as this browser may see it, with what it has not heard of yet."""
        eyes = Eyes(tuple(self.seats), self._language)
        room, since = self._room, self._sent
        self._sent = room.table.number
        return room.kept(
            ("text", eyes, since), lambda: states.state(room, eyes, since).model_dump_json()
        )

    # ------------------------------------------------------------ saying

    async def read(self) -> None:
        """Take one message after another until the browser goes."""
        limit = self._room.settings.message
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
        while self._answers:
            await self._socket.send_text(self._answers.popleft().model_dump_json())
        await self._socket.close(code)

    async def _do(self, message: FromBrowser) -> None:
        """Do what a message asks for."""
        room, table = self._room, self._room.table
        match message:
            case Submit(number=number, seat=seat, action=action):
                self._check_seat(seat)
                if table.chairs[seat].bot:
                    raise TroubleError("bots-turn")
                await room.grant(lambda: table.submit(number, seat, action, now()))
            case Undo(number=number, seat=seat):
                self._check_seat(seat)
                await room.grant(lambda: table.undo(number, seat, now()))
            case Redo(number=number, seat=seat):
                self._check_seat(seat)
                await room.grant(lambda: table.redo(number, seat, now()))
            case Agree(wish=wish, seat=seat):
                self._check_seat(seat)
                await room.grant(lambda: table.agree(wish, seat, now()))
            case Refuse(wish=wish, seat=seat):
                self._check_seat(seat)
                await room.grant(lambda: table.refuse(wish, seat, now()))
            case Why(action=action):
                self._why(action)
            case Chat(seat=seat, text=text):
                self._check_seat(seat)
                if words := plain(text):
                    await room.grant(lambda: table.say(seat, words, now()))
            case Sit():
                await self._sit(message)
            case StandIn(seat=seat):
                await self._stand_in(seat)
            case Rematch():
                if not self.seats:
                    raise TroubleError("not-your-seat")
                await self._lobby.play_again(room, self.seats[0])
            case Language_(language=language):
                self._language, self._sent = language, 0
                self.wake()
            case Ping():
                self.answer(Pong())
            case Hello():
                raise TroubleError("hello-again")

    def _check_seat(self, seat: int) -> None:
        """Refuse to speak for a seat whose key this browser does not hold."""
        self.seats = self._room.table.seats_of([hashed(secret) for secret in self._keys])
        if seat not in self.seats:
            raise TroubleError("not-your-seat")

    async def sit_down(self) -> None:
        """Let those who hold keys here come to their seats."""
        room, together = self._room, tuple(self.seats)
        try:
            for seat in together:
                await room.grant(lambda s=seat: room.table.come(s, together, now()))  # type: ignore[misc]
        except TroubleError as error:  # a full journal keeps nobody out
            self._trouble(error.reason, **error.params)
        except JournalError as error:
            self._not_kept(error)

    def give_way(self) -> None:
        """Make room for the same person, who has come once more."""
        self._trouble("seat-elsewhere")
        self.replaced.set()

    def _why(self, action: str) -> None:
        """Say whether an action is legal here, and if not, why; from what the seat itself sees."""
        table = self._room.table
        seat = table.to_move
        if seat is None:
            raise TroubleError("over")
        if seat not in self.seats:
            raise TroubleError("not-your-turn")
        reasons.check(table.game, table.game.view(table.position, seat), action)
        self.answer(Allowed(action=action))

    async def _sit(self, wish: Sit) -> None:
        """Change one's name, lend one's seat to a bot, take it back."""
        room, table, seat = self._room, self._room.table, wish.seat
        self._check_seat(seat)
        if wish.name is not None:
            name = plain_name(wish.name)
            await room.grant(lambda: table.rename(seat, name, now()))
        if wish.bot is not None and wish.bot not in playing(table.game.title):
            raise TroubleError("no-such-bot", bot=wish.bot)
        if wish.bot is not None or wish.take_back:
            bot = None if wish.take_back else wish.bot
            await room.grant(lambda: table.hand_over(seat, bot, now()))

    def _malformed(self, error: ValidationError) -> None:
        """Say what of a message was not understood."""
        self._lobby.metrics.count("troubles", 'reason="malformed"')
        sentence = messages.fault(self._language, error.errors())
        number = self._room.table.number
        self.answer(Trouble(reason="malformed", sentence=sentence, number=number))

    async def _stand_in(self, seat: int) -> None:
        """Let a bot that nobody at the table chose play for somebody who is away."""
        room, table = self._room, self._room.table
        self._check_seat(self.seats[0] if self.seats else -1)
        if not 0 <= seat < len(table.chairs):
            raise TroubleError("not-your-seat")

        def wish() -> list[Entry]:
            if not room.abandoned(seat):  # asked in turn: they may just have come
                raise TroubleError("not-abandoned")
            return table.stand_in(seat, USUAL, now())

        await room.grant(wish)

    def _trouble(self, reason: str, **params: object) -> None:
        """Say why a message was not taken."""
        self._lobby.metrics.count("troubles", f'reason="{reason}"')
        number = self._room.table.number
        self.answer(messages.trouble(self._language, number, reason, **params))

    def _refuse(self, action: str, error: RefusedError) -> None:
        """Say which rule forbids an action."""
        self._lobby.metrics.count("refusals")
        problem = messages.refused(self._language, self._room.table.game.title, error)
        self.answer(Refused(action=action, **problem.model_dump()))


# ---------------------------------------------------------------- a connection's life


async def serve(socket: WebSocket, name: str, lobby: Lobby) -> None:
    """Listen to a browser from hello to goodbye."""
    await socket.accept()
    who = address_of(socket.client.host if socket.client else None)
    if reason := _too_much(lobby, who):
        with contextlib.suppress(*GONE):
            language = messages.wanted(socket.query_params, socket.headers)
            await _reject(socket, language, reason, TRY_LATER, most=lobby.crowd.most_each)
        return
    lobby.crowd.enter(who)
    try:
        with contextlib.suppress(*GONE):
            await _welcome(socket, name, lobby, who)
    finally:
        lobby.crowd.leave(who)


def _too_much(lobby: Lobby, who: str) -> str | None:
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
        await _reject(socket, "en", "hello-first", POLICY)
        return
    try:
        room = await lobby.find(name, who)
    except TroubleError as error:
        code = TRY_LATER if error.reason == "too-busy" else NO_TABLE
        await _reject(socket, hello.language, error.reason, code, **error.params)
        return
    if room is None:
        await _reject(socket, hello.language, "no-such-table", NO_TABLE)
        return
    connection = Connection(socket, room, lobby, hello)
    if not connection.seats and room.watchers >= lobby.settings.table_connections:
        await _reject(socket, hello.language, "table-full", TRY_LATER)
        return
    crowd = [room.holders(seat) for seat in connection.seats]
    room.listeners.add(connection)
    for holders in crowd:  # those who hold a key always get in: their oldest connections go
        for oldest in holders[: max(0, len(holders) + 1 - SEAT_CONNECTIONS)]:
            oldest.give_way()
    sender = asyncio.create_task(connection.send())
    reader = asyncio.create_task(connection.read())
    replaced = asyncio.create_task(connection.replaced.wait())
    tasks = (sender, reader, replaced)
    try:
        await connection.sit_down()
        room.tell()
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
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


async def _reject(
    socket: WebSocket, language: str, reason: str, code: int, **params: object
) -> None:
    """Say why nobody listens, and close."""
    await socket.send_text(messages.trouble(language, 0, reason, **params).model_dump_json())
    await socket.close(code)
