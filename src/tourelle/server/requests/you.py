"""Requests of a player about themselves: their name, their games, their way to another device."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from tourelle.games import TITLES
from tourelle.server.live.keys import hashed
from tourelle.server.live.lobby import Lobby
from tourelle.server.people.carrying import MINUTES
from tourelle.server.people.keys import Player
from tourelle.server.people.players import ListedGame
from tourelle.server.people.telling import game_told, matches, standing_told
from tourelle.server.protocol import Language
from tourelle.server.protocol.you import (
    Adopted,
    Adoption,
    CarryCode,
    Forgotten,
    Luggage,
    OwnGames,
    Profile,
    TakeLuggage,
    You,
)
from tourelle.server.requests.asking import (
    CheckedRoute,
    TableId,
    TheAddress,
    TheLobby,
    ThePlayer,
    limited,
    problems,
    slowly,
)
from tourelle.server.said import past
from tourelle.server.said.eyes import eyes_of
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

router = APIRouter(prefix="/api/you", route_class=CheckedRoute)
posting, reading, working = slowly("posts"), slowly("reads"), slowly("documents")
coding = slowly("codes")
PAGE: Final = 30
COURSE: Final = 60
"""Games of which a rating's course is shown."""


def the_known(player: ThePlayer) -> Player:
    """Return who asks, by the key that they must bring."""
    if player is None:
        raise TroubleError("no-player-key")
    return player


Known = Annotated[Player, Depends(the_known)]


@router.get("", **limited(reading, 401, tag="you"))
async def you(player: Known, lobby: TheLobby, language: Language = "en") -> You:
    """Tell what is kept of a player: their name, what they have reached, how many games."""

    def read() -> You:
        people, found = lobby.players, lobby.players.games(player.hash)
        standings = people.standings(player.hash)
        told = [
            standing_told(language, title, standings[title], found, COURSE)
            for title in [*TITLES, *(set(standings) - set(TITLES))]
            if title in standings
        ]
        return You(profile=people.profile(player.hash), standings=told, games=len(found))

    return await asyncio.to_thread(read)


@router.put("", **limited(posting, 401, tag="you"))
async def change(wish: Profile, player: Known, lobby: TheLobby, language: Language = "en") -> You:
    """Keep by what a player wishes to be known, so that their other devices know it too."""
    lobby.manners.check_name(wish.name)
    await lobby.players.keep_profile(player.hash, wish)
    return await you(player, lobby, language)


@router.delete("", **limited(posting, 401, tag="you"))
async def forget_everything(player: Known, lobby: TheLobby, language: Language = "en") -> Forgotten:
    """Keep nothing under a player's key any more."""
    del language
    return Forgotten(games=await lobby.players.forget_everything(player.hash))


@router.get("/games", **limited(reading, 401, 503, tag="you"))
async def games(
    player: Known,
    lobby: TheLobby,
    address: TheAddress,
    search: Annotated[str, Query(max_length=100)] = "",
    game: Annotated[str, Query(max_length=40)] = "",
    skip: Annotated[int, Query(ge=0, le=100_000)] = 0,
    running: bool = False,
    language: Language = "en",
) -> OwnGames:
    """List a player's games, the latest first; `search`: words of names, titles and dates."""
    found = await asyncio.to_thread(lobby.players.games, player.hash)
    if await _settled_meanwhile(lobby, found, address):
        found = await asyncio.to_thread(lobby.players.games, player.hash)
    fitting = [
        played
        for played in found
        if (not game or played.game == game)
        and (not running or played.ended is None)
        and matches(played, search, language)
    ]
    told = []
    for played in fitting[skip : skip + PAGE]:
        room = None
        if played.ended is None:
            with suppress(TroubleError):
                room = await lobby.find(played.table, address)
        told.append(game_told(language, player, played, room))
    return OwnGames(games=told, found=len(fitting), more=len(fitting) > skip + PAGE)


async def _settled_meanwhile(lobby: Lobby, found: list[ListedGame], address: str) -> bool:
    """Settle games that ended while nobody wrote it down; tell whether there were any."""
    unsettled = [played.table for played in found if played.ended is None]
    tags = await asyncio.to_thread(lobby.journal.shelved, unsettled) if unsettled else {}
    over = [table for table, (tag, _) in tags.items() if tag.endswith("-over")]
    for table in over:
        with suppress(TroubleError, JournalError):
            room = await lobby.find(table, address)
            if room is not None:
                await lobby.players.settle(room.table)
    return bool(over)


@router.delete("/games/{table}", **limited(posting, 401, 404, tag="you"))
async def forget(
    table: TableId, player: Known, lobby: TheLobby, language: Language = "en"
) -> Forgotten:
    """Take a game off the list; the game itself stays with those it was played with."""
    del language
    return Forgotten(games=await lobby.players.forget(player.hash, table))


@router.post("/games", status_code=201, **limited(posting, 401, 503, tag="you"))
async def adopt(
    wish: Adoption, player: Known, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> Adopted:
    """List games whose keys one's device held before there was a player's key."""
    del language
    count = 0
    for kept in wish.tables:
        with suppress(TroubleError):
            room = await lobby.find(kept.table, address)
            if room is not None:
                hashes = [hashed(secret) for secret in kept.secrets]
                count += await lobby.players.adopt(player, room, hashes)
    return Adopted(games=count)


@router.post(
    "/export",
    dependencies=working,
    responses={**problems(401, 429, 503), 200: {"content": {"application/json": {}}}},
    response_class=StreamingResponse,
    tags=["you"],
)
async def export(
    wish: Adoption, player: Known, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> StreamingResponse:
    """Return everything that is kept of a player, their games as records, as one JSON document.

    Keys that their device holds open the records of games that were listed afterwards.
    """
    held = {kept.table: [hashed(secret) for secret in kept.secrets] for kept in wish.tables}
    about = await you(player, lobby, language)
    found = await asyncio.to_thread(lobby.players.games, player.hash)

    async def lines() -> AsyncIterator[str]:
        yield f'{{"tourelle":1,"you":{about.model_dump_json()},"games":[\n'
        for number, played in enumerate(found):
            hashes = [hashed(player.seat_key(played.salt)), *held.get(played.table, ())]
            told = await _exported(lobby, player, played, hashes, address, language)
            yield json.dumps(told, ensure_ascii=False) + (
                ",\n" if number < len(found) - 1 else "\n"
            )
        yield "]}\n"

    headers = {
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="tourelle-you.json"',
    }
    return StreamingResponse(lines(), media_type="application/json", headers=headers)


async def _exported(
    lobby: Lobby,
    player: Player,
    played: ListedGame,
    hashes: list[str],
    address: str,
    language: str,
) -> dict[str, Any]:
    """Return one game with its record as its player may read it, without any key.

    What a seat may know is read by its key: the list alone opens nothing.
    """
    room = None
    with suppress(TroubleError, JournalError):
        room = await lobby.find(played.table, address)
    told = game_told(language, player, played, room).model_dump(exclude={"key"})
    if room is not None:
        eyes = eyes_of(room.table, hashes, language)
        if eyes.seats or not room.table.opening.private:
            told["record"] = dict(past.record(room.table, eyes))
    return told


@router.post("/carry", status_code=201, **limited(coding, 401, 413, 503, tag="you"))
async def carry(
    wish: Luggage, player: Known, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> CarryCode:
    """Lay one's things ready for another device: the code opens them once, for some minutes."""
    del player, language  # whoever has things has a key
    code = await lobby.carrying.pack(wish.things, address)
    return CarryCode(code=code, seconds=60 * MINUTES)


@router.post("/carried", **limited(coding, 404, tag="you"))
async def carried(wish: TakeLuggage, lobby: TheLobby, language: Language = "en") -> Luggage:
    """Take one's things out on this device; they are kept no longer."""
    del language
    return Luggage(things=await lobby.carrying.unpack(wish.code))
