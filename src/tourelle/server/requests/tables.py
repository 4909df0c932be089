"""Requests about tables and records: open, look, import, export; and the live socket."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, WebSocket
from fastapi.responses import StreamingResponse

from tourelle.bots.program import USUAL_WANTS, question
from tourelle.core.records import read_record
from tourelle.server.gate import doors
from tourelle.server.live.keys import hashed, new_secret
from tourelle.server.live.listening import serve
from tourelle.server.live.openings import invitation_state
from tourelle.server.live.streaming import LINES, check_space, events
from tourelle.server.live.wishing import KeyHolder
from tourelle.server.protocol import (
    AcceptInvitation,
    Granted,
    Hint,
    HintWish,
    Invitation,
    InvitationState,
    JoinTable,
    Language,
    LogPage,
    LookAtInvitation,
    Moment,
    NewTable,
    OpenedTable,
    RecordJson,
    RemoveWish,
    SeatKey,
    TableState,
    TokenWish,
)
from tourelle.server.protocol.wishes import Posted
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheDoor,
    TheHashes,
    TheLobby,
    ThePlayer,
    TheRoom,
    about,
    limited,
    problems,
    slowly,
)
from tourelle.server.requests.documents import RecordBody
from tourelle.server.said import logbook, past, states
from tourelle.server.said.eyes import eyes_of
from tourelle.tables.troubles import TroubleError

router = APIRouter(prefix="/api", route_class=CheckedRoute)
posting, reading, hinting = slowly("posts"), slowly("reads"), slowly("hints")


@router.post("/tables", status_code=201, **limited(posting, 503))
async def open_table(
    wish: NewTable,
    request: Request,
    lobby: TheLobby,
    address: TheAddress,
    player: ThePlayer,
    language: Language = "en",
) -> OpenedTable:
    """Open a table; the answer holds the keys of seats here, and invitations for the others."""
    del language  # read by whoever says what is wrong
    with about(wish.game):
        return await lobby.open(wish, address, player, at_home=doors.at_home(request))


@router.get("/tables/{table}", **limited(reading, 404, 503))
async def table_state(room: TheRoom, hashes: TheHashes, language: Language = "en") -> TableState:
    """Show a table as the holder of the secrets may see it, with the end of its log."""
    return states.state(room, eyes_of(room.table, hashes, language), 0)


@router.get("/tables/{table}/log", **limited(reading, 404, 503))
async def log(
    room: TheRoom,
    hashes: TheHashes,
    before: Annotated[int, Query(ge=1, le=1_000_000_000)],
    since: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    language: Language = "en",
) -> LogPage:
    """Show the entries of the log before one, and after another: of many the last ones."""
    eyes = eyes_of(room.table, hashes, language)
    return LogPage.model_construct(log=logbook.log(room, eyes, since, before))


@router.post("/tables/{table}/join", status_code=201, **limited(posting, 404, 409, 503))
async def join(
    room: TheDoor, wish: JoinTable, lobby: TheLobby, player: ThePlayer, language: Language = "en"
) -> OpenedTable:
    """Take a seat that is free for anyone, the wished one or the first; it comes with its key."""
    del language
    return await lobby.join(room, wish, player)


@router.post("/tables/{table}/invitation", **limited(reading, 404))
async def invitation(
    room: TheDoor, wish: LookAtInvitation, language: Language = "en"
) -> InvitationState:
    """Say which seat an invitation is for and whether it has been used; uses nothing up."""
    del language
    return invitation_state(room.table, wish.invitation)


@router.post("/tables/{table}/accept", status_code=201, **limited(posting, 404, 409))
async def accept(
    room: TheDoor,
    wish: AcceptInvitation,
    lobby: TheLobby,
    player: ThePlayer,
    language: Language = "en",
) -> OpenedTable:
    """Take the seat of an invitation; the answer holds its key, told to nobody else ever."""
    del language
    return await lobby.accept(room, wish, player)


@router.post(
    "/tables/{table}/token", status_code=201, **limited(posting, 404, 409, 503, tag="programs")
)
async def make_token(
    room: TheRoom, wish: TokenWish, hashes: TheHashes, lobby: TheLobby, language: Language = "en"
) -> SeatKey:
    """Let a program play at one's own seat: a token, told this once; an earlier one is revoked."""
    del language
    token, table = new_secret(), room.table.opening.table
    await KeyHolder(room, lobby, hashes).give_token(wish.seat, hashed(token))
    return SeatKey(seat=wish.seat, secret=token, link=f"/g/{table}#{token}")


@router.post("/tables/{table}/remove", **limited(posting, 403, 404, 409, 503))
async def remove(
    room: TheRoom, wish: RemoveWish, hashes: TheHashes, lobby: TheLobby, language: Language = "en"
) -> Invitation:
    """Show somebody the door, as the creator of a table: their seat waits for a new invitation."""
    del language
    return await KeyHolder(room, lobby, hashes).remove(wish.seat)


@router.delete("/tables/{table}/token", **limited(posting, 404, 503, tag="programs"))
async def revoke_token(
    room: TheRoom,
    seat: Annotated[int, Query(ge=0, le=3)],
    hashes: TheHashes,
    lobby: TheLobby,
    language: Language = "en",
) -> Granted:
    """Let no program play at one's own seat any more: its token opens nothing from now on."""
    del language
    await KeyHolder(room, lobby, hashes).give_token(seat, None)
    return Granted(number=room.table.number)


@router.get(
    "/tables/{table}/events",
    dependencies=reading,
    responses={**problems(404, 429, 503), 200: {"content": {LINES: {}}}},
    response_class=StreamingResponse,
    tags=["programs"],
)
async def table_events(
    room: TheRoom,
    hashes: TheHashes,
    lobby: TheLobby,
    address: TheAddress,
    since: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    language: Language = "en",
) -> StreamingResponse:
    """Tell what happens at a table, a line of JSON for each message, as over the socket."""
    check_space(room, lobby, address, hashes)
    told = events(room, lobby, address, hashes, language, since)
    return StreamingResponse(told, media_type=LINES, headers={"cache-control": "no-store"})


@router.get("/tables/{table}/turn", **limited(reading, 404, 409, 503, tag="programs"))
async def turn(
    room: TheRoom,
    hashes: TheHashes,
    wants: Annotated[str, Query(max_length=60)] = ",".join(USUAL_WANTS),
    language: Language = "en",
) -> dict[str, Any]:
    """Tell one's turn as a program over its standard input is told it, and the table's number."""
    del language
    table = room.table
    seat = table.to_move
    if seat is None:
        raise TroubleError("over")
    if seat not in table.seats_open_to(hashes):
        raise TroubleError("not-your-turn")
    view = table.game.view(table.position, seat)
    told = question(table.game, view, seat, wants.split(","))
    return {**told, "number": table.number}


@router.post("/tables/{table}/wishes", **limited(reading, 404, 409, 503, tag="programs"))
async def wish(
    room: TheRoom,
    wish: Posted,
    request: Request,
    hashes: TheHashes,
    lobby: TheLobby,
    language: Language = "en",
) -> Granted:
    """Play an action, or say anything else that may be said over the socket."""
    del language
    table = room.table
    for seat in table.seats_open_to(hashes):
        if seconds := lobby.seconds_to_wait("wishes", f"{table.opening.table} {seat}"):
            raise TroubleError("too-fast", seconds=seconds)
    lobby.metrics.count("messages", f'type="{wish.type}"')
    with about(table.game.title):
        await KeyHolder(room, lobby, hashes, at_home=doors.at_home(request)).fulfil(wish)
    return Granted(number=table.number)


@router.get("/tables/{table}/at/{actions}", **limited(reading, 404, 503))
async def moment(
    room: TheRoom,
    actions: Annotated[int, Path(ge=0, le=1_000_000)],
    hashes: TheHashes,
    language: Language = "en",
) -> Moment:
    """Show the position after some actions, as the holder of the secrets may see it."""
    if actions > len(room.table.played):
        raise TroubleError("no-such-moment", actions=len(room.table.played))
    return past.moment(room, actions, eyes_of(room.table, hashes, language))


@router.post("/tables/{table}/hint", **limited(hinting, 403, 404, 503))
async def hint(
    room: TheRoom,
    wish: HintWish,
    hashes: TheHashes,
    lobby: TheLobby,
    address: TheAddress,
    request: Request,
    language: Language = "en",
) -> Hint:
    """Say what a strong player would do, from what the seat to move can see.

    While a game runs, only to that seat, and only if all the others belong to bots.
    """
    eyes = eyes_of(room.table, hashes, language)
    found = await lobby.hints.hint(room.table, wish.actions, eyes, address, request.is_disconnected)
    if found is None:  # nobody is there to be told
        raise TroubleError("hint-unheard")
    if not room.table.is_over:
        await lobby.players.helped(room.table.opening.table)
    return found


@router.get(
    "/tables/{table}/record",
    response_model_exclude_unset=True,  # only an imported game says that it is
    **limited(reading, 404, 503, tag="records"),
)
async def record(room: TheRoom, hashes: TheHashes, language: Language = "en") -> RecordJson:
    """Return the record of a game; while it runs, without the seed and with hidden cards as `?`."""
    eyes = eyes_of(room.table, hashes, language)
    return RecordJson.model_validate(past.record(room.table, eyes))


@router.post("/records", status_code=201, **limited(posting, 413, 503, tag="records"))
async def take_in(
    record: RecordBody, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> OpenedTable:
    """Open a table with a record's game: over, to be replayed; or not yet, to go on."""
    del language
    with about(record.game):
        return await lobby.take_in(read_record(record.given()), address)


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Play, watch and talk at a table."""
    await serve(socket, table, socket.app.state.lobby)
