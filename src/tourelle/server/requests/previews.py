"""What a chat shows of a link to a table: a picture and a sentence (Open Graph).

Whoever makes such a preview holds no key, so it shows what a watcher may see and nothing else.
"""

import asyncio
import re
from html import escape
from typing import Final

from fastapi import APIRouter, Request, Response

from tourelle.core.words import WATCHER
from tourelle.review.card import card as card_of
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.server.requests.asking import TABLE_NAME, TheRoom, slowly, the_address, the_lobby
from tourelle.server.said import company, game_catalogue, messages, states
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

PATIENCE: Final = 1.0
"""Seconds that a page waits for its preview: a title may still have to be compiled."""
NAME: Final = re.compile(TABLE_NAME)
ASK_AGAIN: Final = "no-cache"

router = APIRouter()


@router.get("/g/{table}/board.svg", dependencies=slowly("reads"), include_in_schema=False)
async def picture(room: TheRoom) -> Response:
    """Draw the board of a table as everybody may see it."""
    game, table = room.table.game, room.table
    drawn = room.kept("picture", lambda: game.picture(game.view(table.position, WATCHER)))
    headers = {"cache-control": ASK_AGAIN}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/g/{table}/card.svg", dependencies=slowly("reads"), include_in_schema=False)
async def card(room: TheRoom, request: Request) -> Response:
    """Draw a finished game as a card to share."""
    table = room.table
    language = messages.wanted(request.query_params, request.headers)
    outcome = table.outcome
    if outcome is None:
        raise TroubleError("review-running")
    names = company.names_of(table, language)
    drawn = room.kept(
        ("card", language),
        lambda: card_of(table.game, table.position, outcome, names, language),
    )
    headers = {"cache-control": ASK_AGAIN}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def preview(request: Request, name: str) -> str:
    """Return the tags by which chats show a link to a table; none where there is nothing to say."""
    lobby, who = the_lobby(request), the_address(request)
    room = await _found(lobby, name, who)
    if room is None:
        return ""
    language = messages.wanted(request.query_params, request.headers)
    site = str(request.base_url).rstrip("/")
    told = {
        "og:site_name": "Tourelle",
        "og:type": "website",
        "og:url": f"{site}/g/{name}",
        "og:title": _title(room, language),
        "og:description": description(room, language),
        "og:image": f"{site}/g/{name}/{'card' if room.table.outcome else 'board'}.svg",
        "og:image:type": "image/svg+xml",
    }
    return "".join(
        f'<meta property="{escape(key)}" content="{escape(value)}" />'
        for key, value in told.items()
    )


async def _found(lobby: Lobby, name: str, who: str) -> Room | None:
    """Return a table that is there at once; a page does without its preview otherwise."""
    if not NAME.fullmatch(name) or lobby.seconds_to_wait("reads", who):
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            room = await lobby.find(name, who)
            return None if room is None or room.table.opening.private else room
    except (TimeoutError, TroubleError, JournalError):
        return None


def _title(room: Room, language: str) -> str:
    """Return what is played, and who plays."""
    title = room.table.game.title
    names = ", ".join(company.names_of(room.table, language))
    game = messages.label(language, title, "title", title)
    return messages.told(language, "preview.title", game=game, names=names)


def description(room: Room, language: str) -> str:
    """Return the edition of a table, and how its game stands, in a sentence or two."""
    said = [states.ended(room, language) or _stands(room, language)]
    if summary := game_catalogue.summary(language, room.table.game):
        said.insert(0, f"{summary[0].upper()}{summary[1:]}.")
    return " ".join(said)


def _stands(room: Room, language: str) -> str:
    """Return how a game stands that is not over."""
    table = room.table
    if table.status == "waiting" or table.to_move is None:
        return messages.told(language, "preview.waiting")
    name = company.name_of(table, table.to_move, language)
    return messages.told(language, "preview.running", name=name, actions=len(table.played))
