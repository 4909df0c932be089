"""The events of a table as lines of JSON in one answer that does not end: for programs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final

from tourelle.server.live.hearing import Hearing, enter
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.server.live.wishing import KeyHolder
from tourelle.server.said import messages
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

LINES: Final = "application/x-ndjson"
QUIET: Final = 15.0
"""Seconds after which an empty line says that the connection still stands."""

log = logging.getLogger("tourelle.server")


def check_space(room: Room, lobby: Lobby, who: str, hashes: Sequence[str]) -> None:
    """Refuse one listener more than there may be."""
    if lobby.crowd.of(who) >= lobby.crowd.most_each:
        raise TroubleError("too-many-connections", most=lobby.crowd.most_each)
    if lobby.crowd.full(who):
        raise TroubleError("server-full")
    watches = not room.table.seats_open_to(list(hashes))
    if watches and room.watchers >= lobby.settings.table_connections:
        raise TroubleError("table-full")


async def events(
    room: Room, lobby: Lobby, who: str, hashes: Sequence[str], language: str, since: int
) -> AsyncIterator[str]:
    """Tell a table's events until one of the two goes; what comes first is how things stand."""
    hearing = Hearing(room, hashes, language, since)
    lobby.crowd.enter(who)
    lobby.streams.add(hearing)
    enter(hearing)
    if lobby.leaving:
        hearing.send_back()
    try:
        try:
            await KeyHolder(room, lobby, hashes).sit_down()
        except TroubleError as error:  # a full journal keeps nobody out
            hearing.answer(messages.trouble(language, room.table.number, error.reason))
        except JournalError as error:
            log.error("journal", extra={"trouble": str(error)})
            hearing.send_back()
        room.tell()
        async for text in _paced(hearing):
            yield text + "\n"
    finally:
        lobby.streams.discard(hearing)
        lobby.crowd.leave(who)
        room.leave(hearing)


async def _paced(hearing: Hearing) -> AsyncIterator[str]:
    """Tell what there is to hear, and now and then nothing, so that a dead wire is noticed."""
    news = hearing.news()
    replaced = asyncio.ensure_future(hearing.replaced.wait())
    coming = asyncio.ensure_future(anext(news))
    try:
        while True:
            done, _ = await asyncio.wait(
                {coming, replaced}, timeout=QUIET, return_when=asyncio.FIRST_COMPLETED
            )
            if coming in done:
                try:
                    yield coming.result()
                except StopAsyncIteration:
                    return
                coming = asyncio.ensure_future(anext(news))
            elif replaced in done:
                return
            else:
                yield ""
    finally:
        for task in (coming, replaced):
            task.cancel()
        with suppress(asyncio.CancelledError, StopAsyncIteration):
            await coming
