"""What somebody at a table hears, over a socket or as the lines of an answer."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Final

from tourelle.server.live.rooms import Room
from tourelle.server.protocol import Message
from tourelle.server.said import messages
from tourelle.server.said.encoding import state_text
from tourelle.server.said.eyes import Eyes

SEAT_CONNECTIONS: Final = 16
"""Windows, devices and programs at which one seat may be open."""


class Hearing:
    """Somebody who listens: the table as they may see it, and what is told to them alone."""

    def __init__(
        self, room: Room, hashes: Sequence[str], language: str, since: int, name: str = ""
    ) -> None:
        """Take who listens, by the hashes of their secrets, and what they have heard already."""
        self.name: Final = name
        self.room: Final = room
        self.hashes: Final = list(hashes)
        self.language = language
        self.came: Final = time.monotonic()
        self.replaced: Final = asyncio.Event()
        self.answers: Final[deque[Message]] = deque()
        self._heard = since if 0 <= since <= room.table.number else 0
        self._woken: Final = asyncio.Event()
        self._stale = True
        self._sent_back = room.closed
        self._seats: tuple[int, list[int]] = (-1, [])  # as they were after an entry

    @property
    def seats(self) -> list[int]:
        """Return the seats that their secrets open now: a token can be revoked."""
        number = self.room.table.number
        if self._seats[0] != number:
            self._seats = (number, self.room.table.seats_open_to(self.hashes))
        return self._seats[1]

    def wake(self) -> None:
        """Hear that the table has changed."""
        self._stale = True
        self._woken.set()

    def answer(self, message: Message) -> None:
        """Have something told to this one alone."""
        self.answers.append(message)
        self._woken.set()

    def send_back(self) -> None:
        """Hear that this room is no more; there is nothing to hear after that."""
        self._sent_back = True
        self._woken.set()

    def give_way(self) -> None:
        """Make room for the same person, who has come once more."""
        number = self.room.table.number
        self.answer(messages.trouble(self.language, number, "seat-elsewhere"))
        self.replaced.set()

    def read_in(self, language: str) -> None:
        """Read on in another language, from the beginning."""
        self.language, self._heard = language, 0
        self.wake()

    async def news(self) -> AsyncIterator[str]:
        """Tell what there is to hear; who is slow misses nothing, they only hear it together."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self.answers:
                yield self.answers.popleft().model_dump_json()
            if self._sent_back or self._is_kept_out:
                return
            if self._stale:
                self._stale = False
                yield self._state()

    @property
    def _is_kept_out(self) -> bool:
        """Tell whether they may look no more: a token to a private table was revoked."""
        return self.room.table.opening.private and not self.seats

    def _state(self) -> str:
        """Return the table as this one may see it, with what they have not heard of yet."""
        eyes = Eyes(tuple(self.seats), self.language)
        room, since = self.room, self._heard
        self._heard = room.table.number
        return room.kept(("state", eyes, since), lambda: state_text(room, eyes, since))


def enter(hearing: Hearing) -> None:
    """Let somebody listen; those who hold a key always get in: their oldest connections go."""
    room = hearing.room
    crowd = [room.holders(seat) for seat in hearing.seats]
    room.listeners.add(hearing)
    for holders in crowd:
        for oldest in holders[: max(0, len(holders) + 1 - SEAT_CONNECTIONS)]:
            oldest.give_way()
