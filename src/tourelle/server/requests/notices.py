"""Requests about notices: which ways there are, those of one's own seat, consent to mails."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query, Request

from tourelle.server.live.rooms import Room
from tourelle.server.notices import push
from tourelle.server.notices.sending import Notices
from tourelle.server.notices.ways import wished
from tourelle.server.protocol import Language
from tourelle.server.protocol.notices import (
    MailAnswer,
    MailState,
    NoticeOffer,
    NoticeWays,
    NoticeWish,
)
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheHashes,
    TheLobby,
    TheRoom,
    check_pace,
    limited,
    problems,
    slowly,
)
from tourelle.tables.troubles import TroubleError

router = APIRouter(prefix="/api", route_class=CheckedRoute)
posting, reading = slowly("posts"), slowly("reads")
ASeat = Annotated[int, Query(ge=0, le=3)]


def the_notices(request: Request) -> Notices:
    """Return the notices of this server."""
    return cast(Notices, request.app.state.notices)


TheNotices = Annotated[Notices, Depends(the_notices)]


def own_key(room: Room, seat: int, hashes: list[str]) -> str:
    """Return the hash of the key of one's own seat; a token only plays."""
    if seat not in room.table.seats_of(hashes):
        raise TroubleError("not-your-seat")
    return room.table.chairs[seat].key or ""


@router.get("/notices", tags=["notices"], responses=problems())
async def offer(lobby: TheLobby, notices: TheNotices) -> NoticeOffer:
    """Tell which ways this server has to tell somebody that they are awaited."""
    settings = lobby.settings
    public = push.encoded(push.point(push.read_key(notices.ways.key))) if notices.ways.key else ""
    return NoticeOffer(push_key=public, mail=bool(settings.mail and settings.mail_from))


@router.get("/tables/{table}/notices", **limited(reading, 403, 404, tag="notices"))
async def ways(
    room: TheRoom, hashes: TheHashes, notices: TheNotices, seat: ASeat, language: Language = "en"
) -> NoticeWays:
    """Tell the ways of one's own seat."""
    del language
    return NoticeWays(ways=notices.ways.told(own_key(room, seat, hashes)))


@router.post(
    "/tables/{table}/notices", status_code=201, **limited(posting, 403, 404, tag="notices")
)
async def add(
    room: TheRoom,
    wish: NoticeWish,
    request: Request,
    hashes: TheHashes,
    lobby: TheLobby,
    address: TheAddress,
    notices: TheNotices,
    language: Language = "en",
) -> NoticeWays:
    """Be told by one more way when it is the turn of one's own seat."""
    key = own_key(room, wish.seat, hashes)
    base = str(request.base_url).rstrip("/")
    way = wished(wish.way, lobby.settings, room.table.opening.table, base, language)
    asks = await notices.ways.may_ask(way)
    if asks:  # whoever reads it has asked for nothing: few such mails, from anybody
        check_pace(lobby, "mails", address)
        check_pace(lobby, "mails-of-all", "")
    await notices.ways.add(key, way)
    if asks:
        await notices.ask(way)
    notices.note(room)
    return NoticeWays(ways=notices.ways.told(key))


@router.delete("/tables/{table}/notices", **limited(posting, 403, 404, tag="notices"))
async def drop(
    room: TheRoom,
    hashes: TheHashes,
    notices: TheNotices,
    seat: ASeat,
    way: Annotated[str, Query(max_length=40)],
    language: Language = "en",
) -> NoticeWays:
    """Be told by one way less."""
    del language
    key = own_key(room, seat, hashes)
    await notices.ways.drop(key, way)
    return NoticeWays(ways=notices.ways.told(key))


@router.post("/mailbox", **limited(posting, 404, tag="notices"))
async def mailbox(answer: MailAnswer, notices: TheNotices, language: Language = "en") -> MailState:
    """Agree to mails, or have no more of them, by the link that only a mail holds."""
    del language
    await notices.ways.answer(answer)
    return MailState(on=answer.on)
