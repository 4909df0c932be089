"""What everybody finds in the lobby, told anew whenever something of it has changed."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Final

from fastapi import WebSocket

from tourelle.server.clock import now
from tourelle.server.gate.limits import address_of
from tourelle.server.live.listening import GONE, TRY_LATER, reject, too_much
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.server.protocol.lists import LobbyState, TableSummary
from tourelle.server.said import messages
from tourelle.server.said.summaries import table_summary
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

SHOWN: Final = 60
"""Tables of each kind in the lobby: the latest ones."""
OF_ONE: Final = 5
"""Tables of one address that come first; its others come last: nobody fills the lobby alone."""
BREATH: Final = 0.5
"""Seconds between two lists; whatever changes meanwhile is told together."""
OLD: Final = 15.0
"""Seconds after which a list is made anew though nothing was heard: tables lapse."""
OPEN, RUNNING, OVER = ("listed-waiting",), ("listed-fresh", "listed-running"), ("listed-over",)

log = logging.getLogger("tourelle.server")


class Listing:
    """The tables that are shown to everybody, made once for all who look."""

    def __init__(self, lobby: Lobby) -> None:
        """Take all tables of the server."""
        self._lobby: Final = lobby
        self._made: Final[dict[str, tuple[int, float, LobbyState]]] = {}
        self._making: Final[dict[str, asyncio.Lock]] = {}

    @property
    def old(self) -> float:
        """Return after how many seconds a list is made anew."""
        return min(OLD, self._lobby.settings.lapse)

    async def state(self, language: str) -> LobbyState:
        """Return the lists as they are now."""
        async with self._making.setdefault(language, asyncio.Lock()):
            version, made = self._lobby.stirs.count, self._made.get(language)
            if made and made[0] == version and time.monotonic() - made[1] < self.old:
                return made[2]
            lapsed = now() - int(1000 * self._lobby.settings.lapse)
            found = LobbyState(
                open=await self._listed(OPEN, language, lapsed),
                running=await self._listed(RUNNING, language),
                over=await self._listed(OVER, language),
            )
            self._made[language] = (version, time.monotonic(), found)
            return found

    async def _listed(
        self, tags: tuple[str, ...], language: str, since: int = 0
    ) -> list[TableSummary]:
        """Return the latest tables under some tags, of those that have changed since a time."""
        found, each = list[tuple[bool, TableSummary]](), Counter[str]()
        for tag in tags:
            for name in await self._shelved(tag, since):
                room = await self._room(name)
                if room is None or not room.table.opening.listed or room.is_aside:
                    continue
                each[room.who] += 1
                many = bool(room.who) and each[room.who] > OF_ONE
                found.append((many, table_summary(room, language)))
        found.sort(key=lambda one: (one[0], -one[1].changed))
        return [summary for _, summary in found[:SHOWN]]

    async def _room(self, name: str) -> Room | None:
        """Return a table that can be shown; looking at a list lets no bot go on."""
        try:
            return await self._lobby.current(name) or await self._lobby.find(name)
        except (TroubleError, JournalError):  # damaged, or played under newer rules
            return None

    async def _shelved(self, tag: str, since: int) -> list[str]:
        """Return the names of the latest tables under a tag; none where the journal can't tell."""
        try:
            return await asyncio.to_thread(self._lobby.journal.shelf, tag, 4 * SHOWN, since)
        except JournalError:
            log.exception("lobby")
            return []


async def serve(socket: WebSocket, listing: Listing, lobby: Lobby) -> None:
    """Tell a browser the lists, now and whenever they have changed."""
    await socket.accept()
    language = messages.wanted(socket.query_params, socket.headers)
    who = address_of(socket.client.host if socket.client else None)
    with contextlib.suppress(*GONE):
        if reason := too_much(lobby, who):
            await reject(socket, language, reason, TRY_LATER, most=lobby.crowd.most_each)
            return
    lobby.crowd.enter(who)
    gone = asyncio.create_task(_gone(socket))
    telling = asyncio.create_task(_tell(socket, listing, lobby, language))
    try:
        await asyncio.wait((gone, telling), return_when=asyncio.FIRST_COMPLETED)
    finally:
        lobby.crowd.leave(who)
        for task in (gone, telling):
            task.cancel()
        for result in await asyncio.gather(gone, telling, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, GONE):
                log.error("lobby", exc_info=result)
        with contextlib.suppress(*GONE):
            await socket.close()


async def _tell(socket: WebSocket, listing: Listing, lobby: Lobby, language: str) -> None:
    """Send the lists whenever they are not as they were sent last."""
    sent = ""
    while True:
        version = lobby.stirs.count
        text = (await listing.state(language)).model_dump_json()
        if text != sent:
            async with asyncio.timeout(lobby.settings.patience):
                await socket.send_text(text)
            sent = text
        await asyncio.sleep(BREATH)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(lobby.stirs.after(version), listing.old)


async def _gone(socket: WebSocket) -> None:
    """Wait until a browser goes; whatever it says is not for the lobby."""
    said = 0
    while (await socket.receive())["type"] != "websocket.disconnect":
        said += 1
        if said > 10:
            return
