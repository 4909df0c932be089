"""What every request may bring along: the lobby, a language, secrets; and how refusals answer."""

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from json import JSONDecodeError
from typing import Annotated, Any, Final, cast

from fastapi import Depends, FastAPI, Header, HTTPException, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic_core import from_json
from starlette.exceptions import HTTPException as PlainHTTPException

from tourelle.core import words
from tourelle.core.words import GameRefusedError
from tourelle.games import TITLES
from tourelle.server.gate.limits import address_of
from tourelle.server.live.keys import hashed
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.server.people.keys import Player
from tourelle.server.protocol import Problem
from tourelle.server.said import messages
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

STATUS: Final = {
    "no-player-key": 401,
    "no-such-code": 404,
    "hint-among-people": 403,
    "hint-not-yours": 403,
    "private-table": 403,
    "no-such-table": 404,
    "shut-table": 410,
    "damaged-table": 404,
    "no-such-moment": 404,
    "no-such-page": 404,
    "no-such-invitation": 404,
    "not-your-seat": 403,
    "not-the-creator": 403,
    "chat-off": 403,
    "forbidden-words": 403,
    "forbidden-name": 403,
    "nobody-to-remove": 409,
    "only-plays": 403,
    "not-your-turn": 409,
    "bots-turn": 409,
    "stale": 409,
    "over": 409,
    "set-aside": 409,
    "no-such-review": 404,
    "review-running": 409,
    "no-free-seat": 409,
    "invitation-used": 409,
    "record-too-long": 413,
    "too-long": 413,
    "too-fast": 429,
    "too-many-of-yours": 429,
    "too-many-connections": 429,
    "too-many-reviews": 429,
    "puzzles-unreadable": 500,
    "too-many-tables": 503,
    "too-busy": 503,
    "no-answer": 503,
    "server-full": 503,
    "table-full": 503,
    "not-kept": 503,
}
"""The HTTP status of a trouble; 400 for those not named."""
SECRETS: Final = 4


def about(title: str) -> AbstractContextManager[None]:
    """Let every refusal know which title it speaks of; one that nobody knows has no sentences."""
    return words.about(title if title in TITLES else "")


def the_lobby(request: Request) -> Lobby:
    """Return the lobby of this server."""
    return cast(Lobby, request.app.state.lobby)


TheLobby = Annotated[Lobby, Depends(the_lobby)]
TABLE_NAME: Final = r"^[A-Za-z0-9_-]{1,40}$"
TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=TABLE_NAME)]


def the_address(request: Request) -> str:
    """Return by what whoever asks is counted."""
    return address_of(request.client.host if request.client else None)


TheAddress = Annotated[str, Depends(the_address)]


def the_hashes(
    x_tourelle_secret: Annotated[str | None, Header(max_length=300)] = None,
) -> list[str]:
    """Return the hashes of the secrets that a request brings, several parted by commas."""
    given = (x_tourelle_secret or "").split(",")[:SECRETS]
    return [hashed(secret.strip()) for secret in given if secret.strip()]


TheHashes = Annotated[list[str], Depends(the_hashes)]


def the_player(
    x_tourelle_player: Annotated[
        str | None, Header(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
    ] = None,
) -> Player | None:
    """Return who asks, where the device brings a player's key."""
    return Player(x_tourelle_player) if x_tourelle_player else None


ThePlayer = Annotated[Player | None, Depends(the_player)]


async def the_door(table: TableId, lobby: TheLobby, address: TheAddress) -> Room:
    """Return the table that a path names, for whoever wants to sit down there."""
    room = await lobby.find(table, address)
    if room is None:
        raise TroubleError("no-such-table")
    return room


TheDoor = Annotated[Room, Depends(the_door)]


def the_room(room: TheDoor, hashes: TheHashes) -> Room:
    """Return the table that a path names, if whoever asks may look at it."""
    if room.table.opening.private and not room.table.seats_open_to(hashes):
        raise TroubleError("private-table")
    return room


TheRoom = Annotated[Room, Depends(the_room)]


def the_title(title: Annotated[str, Path(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]) -> str:
    """Return the title that a path names, if it is one that can be played here."""
    if title not in TITLES:
        raise TroubleError("no-such-page")
    return title


TheTitle = Annotated[str, Depends(the_title)]


def check_pace(lobby: Lobby, kind: str, address: str) -> None:
    """Refuse an address that asks too fast for things of a kind."""
    if seconds := lobby.seconds_to_wait(kind, address):
        raise TroubleError("too-fast", seconds=seconds)


def slowly(kind: str) -> list[Any]:
    """Return what refuses an address that asks too fast for things of a kind."""

    async def not_too_fast(address: TheAddress, lobby: TheLobby) -> None:
        check_pace(lobby, kind, address)

    return [Depends(not_too_fast)]


# ---------------------------------------------------------------- bodies


class CheckedRequest(Request):
    """A request whose body is JSON to the letter: half a character is none."""

    async def json(self) -> Any:
        """Return the body, or refuse it; Python's own reader lets lone surrogates through."""
        try:
            return from_json(await self.body(), allow_inf_nan=False)
        except ValueError as error:
            raise JSONDecodeError(str(error), "", 0) from None


class CheckedRoute(APIRoute):
    """A route for such requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handler = super().get_route_handler()

        async def checked(request: Request) -> Response:
            return await handler(CheckedRequest(request.scope, request.receive))

        return checked


# ---------------------------------------------------------------- refusals as answers


def _language(request: Request) -> str:
    """Return the language of a request."""
    return messages.wanted(request.query_params, request.headers)


def _answer(status: int, problem: Problem) -> JSONResponse:
    """Return a problem as an answer."""
    return JSONResponse(problem.model_dump(), status_code=status)


async def _trouble(request: Request, error: Exception) -> JSONResponse:
    trouble = cast(TroubleError, error)
    problem = messages.problem(_language(request), trouble.reason, **trouble.params)
    answer = _answer(STATUS.get(trouble.reason, 400), problem)
    if "seconds" in trouble.params:
        answer.headers["retry-after"] = str(trouble.params["seconds"])
    return answer


async def _refused(request: Request, error: Exception) -> JSONResponse:
    refused = cast(GameRefusedError, error)
    return _answer(422, messages.refused(_language(request), refused.title, refused.error))


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    faults = cast(RequestValidationError, error).errors()
    return _answer(422, messages.malformed(_language(request), faults))


async def _not_kept(request: Request, error: Exception) -> JSONResponse:
    del error
    return _answer(503, messages.problem(_language(request), "not-kept"))


async def _http(request: Request, error: Exception) -> JSONResponse:
    status = cast(PlainHTTPException, error).status_code
    reason = {404: "no-such-page", 405: "no-such-method"}.get(status, "malformed")
    headers = cast(PlainHTTPException, error).headers
    answer = _answer(status, messages.problem(_language(request), reason))
    answer.headers.update(headers or {})
    return answer


def answer_refusals(app: FastAPI) -> None:
    """Let every refusal be answered with a problem."""
    app.add_exception_handler(TroubleError, _trouble)
    app.add_exception_handler(GameRefusedError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(JournalError, _not_kept)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(PlainHTTPException, _http)


ALWAYS: Final = (400, 403, 413, 421, 422)
"""The statuses with which anything may be refused."""


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what OpenAPI is told of refusals."""
    return {status: {"model": Problem} for status in (*statuses, *ALWAYS)}


def limited(slowed: list[Any], *statuses: int, tag: str = "tables") -> dict[str, Any]:
    """Return what a route declares that may be asked too fast (429), and fail in other ways."""
    failures = problems(*sorted({429, *statuses}))
    return {"dependencies": slowed, "responses": failures, "tags": [tag]}
