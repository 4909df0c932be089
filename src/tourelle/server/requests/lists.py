"""Requests for lists of tables: the lobby, once or live, and how one's own tables stand."""

from contextlib import suppress
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request, WebSocket

from tourelle.server.live.keys import hashed
from tourelle.server.live.listing import Listing, serve
from tourelle.server.protocol import Language
from tourelle.server.protocol.lists import LobbyState, OwnTables, OwnWish
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheLobby,
    limited,
    slowly,
)
from tourelle.server.said.eyes import eyes_of
from tourelle.server.said.summaries import own_table
from tourelle.tables.troubles import TroubleError

router = APIRouter(prefix="/api", route_class=CheckedRoute)
reading = slowly("reads")


def the_listing(request: Request) -> Listing:
    """Return the lists of this server."""
    return cast(Listing, request.app.state.listing)


@router.get("/lobby", **limited(reading))
async def listed_tables(
    listing: Annotated[Listing, Depends(the_listing)], language: Language = "en"
) -> LobbyState:
    """List the tables that are shown to everybody: with a free seat, running, over."""
    return await listing.state(language)


@router.websocket("/lobby/live")
async def live_lobby(socket: WebSocket) -> None:
    """Tell the same lists whenever they have changed."""
    await serve(socket, socket.app.state.listing, socket.app.state.lobby)


@router.post("/own", **limited(reading, 503))
async def own_tables(
    wish: OwnWish, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> OwnTables:
    """Tell how the tables stand at which the holder of some secrets has a seat."""
    found, gone = [], []
    for kept in wish.tables:
        with suppress(TroubleError):  # damaged, or played under newer rules
            room = await lobby.current(kept.table) or await lobby.find(kept.table, address)
            if room is None:
                gone.append(kept.table)
                continue
            hashes = [hashed(secret) for secret in kept.secrets]
            eyes = eyes_of(room.table, hashes, language)
            if eyes.seats:
                found.append(own_table(room, eyes))
    return OwnTables(tables=found, gone=gone)
