"""Requests that read: games, words, rules; work on documents; health and metrics."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import PlainTextResponse

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import read_record, replayed
from tourelle.core.words import Seat
from tourelle.games import game_class, game_of
from tourelle.languages import ENGLISH, catalogue, rulebook
from tourelle.server.bots.programs import programs
from tourelle.server.gate import doors
from tourelle.server.protocol import Addresses, Clause, GameInfo, Health, Language
from tourelle.server.protocol.teaching import Teaching
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheLobby,
    TheTitle,
    about,
    problems,
    slowly,
)
from tourelle.server.requests.documents import (
    DocumentAfter,
    DocumentBody,
    DocumentTask,
    LegalTexts,
    RecordBody,
    Scores,
    ScoreTerm,
    SeatScore,
)
from tourelle.server.requests.intake import check_record
from tourelle.server.said import game_catalogue
from tourelle.server.said.teaching import teaching
from tourelle.tables.troubles import TroubleError

T = TypeVar("T")
router = APIRouter(route_class=CheckedRoute)
Domain = Annotated[str, Path(max_length=48, pattern=r"^[a-z][a-z0-9_-]*$")]


@router.get("/api/games", responses=problems(), tags=["games"])
def games(request: Request, lobby: TheLobby, language: Language = "en") -> list[GameInfo]:
    """List every title with its options, editions and bots; the host's programs to the host."""
    mine = programs(lobby.settings) if doors.at_home(request) else ()
    return game_catalogue.games(language, mine)


@router.get("/api/words/{language}/{domain}", responses=problems(404), tags=["words"])
def words(language: Language, domain: Domain) -> dict[str, str]:
    """Return every sentence of one domain in one language."""
    try:
        return catalogue(language, domain)
    except FileNotFoundError:
        raise TroubleError("no-such-page") from None


@router.get("/api/rules/{title}/{language}", responses=problems(404), tags=["words"])
def rules(title: TheTitle, language: Language, response: Response) -> list[Clause]:
    """Return the rules of a title clause by clause; in English where there is no translation."""
    text = rulebook.page(title, language)
    response.headers["content-language"] = language if text else ENGLISH
    text = text or rulebook.page(title, ENGLISH)
    if text is None:
        raise TroubleError("no-such-page")
    return [
        Clause(id=section.name, title=section.heading, depth=section.depth, text=under)
        for section, under in rulebook.texts(text)
    ]


@router.get("/api/teaching/{title}/{language}", responses=problems(404), tags=["words"])
def taught(title: TheTitle, language: Language) -> Teaching:
    """Return what teaches a title page by page, and its player aid."""
    return teaching(title, language)


# ---------------------------------------------------------------- documents


def _position(document: DocumentBody, most: int) -> tuple[AnyGame, AnyPosition]:
    """Return game and position of a document, or of a record of at most so many actions."""
    given = document.model_dump(exclude_unset=True)
    if isinstance(document, RecordBody):
        record = read_record(given)
        check_record(record, most)
        game = game_of(record.game, record.options, record.rules)
        return game, replayed(game, record)
    return game_class(document.game).read(given)


class Worker:
    """Works on documents in the turn of whoever asks."""

    def __init__(self, lobby: TheLobby, address: TheAddress) -> None:
        """Take for whom."""
        self._lobby: Final = lobby
        self._address: Final = address

    async def run(self, task: DocumentTask, answer: Callable[[AnyGame, AnyPosition], T]) -> T:
        """Play the actions of a task in a thread, and answer from the position they lead to."""

        def work() -> T:
            game, position = _position(task.document, self._lobby.settings.entries)
            for text in task.actions:
                game.play_text(position, text)
            return answer(game, position)

        with about(task.document.game):
            return await self._lobby.work.run(self._address, work)


TheWorker = Annotated[Worker, Depends()]
working = slowly("documents")
PROBLEMS: Final = problems(413, 429, 503)


@router.post("/api/documents/legal", dependencies=working, responses=PROBLEMS, tags=["documents"])
async def legal(task: DocumentTask, worker: TheWorker, language: Language = "en") -> LegalTexts:
    """Return every legal action of a position, after the actions given."""
    del language
    return await worker.run(task, lambda game, at: LegalTexts(legal=game.legal_texts(at)))


@router.post("/api/documents/apply", dependencies=working, responses=PROBLEMS, tags=["documents"])
async def apply(task: DocumentTask, worker: TheWorker, language: Language = "en") -> DocumentAfter:
    """Return the document after the actions given, or the refusal of the first that is illegal."""
    del language
    return await worker.run(task, lambda game, at: DocumentAfter(document=game.document(at)))


@router.post("/api/documents/score", dependencies=working, responses=PROBLEMS, tags=["documents"])
async def score(task: DocumentTask, worker: TheWorker, language: Language = "en") -> Scores:
    """Return what each seat would score if the year, or the game, ended now."""
    del language
    return await worker.run(task, _scores)


def _scores(game: AnyGame, position: AnyPosition) -> Scores:
    """Return what each seat would score at a position."""
    found = []
    for seat in range(game.seats):
        terms = [ScoreTerm(**vars(term)) for term in game.score_terms(position, Seat(seat))]
        total = sum(term.points for term in terms)
        found.append(SeatScore(seat=seat, total=total, terms=terms))
    return Scores(seats=found)


# ---------------------------------------------------------------- health, metrics


@router.get("/api/addresses", responses=problems(), tags=["health"])
def addresses(request: Request, lobby: TheLobby) -> Addresses:
    """Tell whoever sits at this machine where other computers find the server; nobody else."""
    local = doors.is_loopback(request.url.hostname or "")
    asker = request.client.host if request.client else ""
    port = request.scope["server"][1]
    found = doors.lan_addresses(lobby.settings) if local and doors.is_loopback(asker) else []
    return Addresses(local=local, others=[f"http://{address}:{port}" for address in found])


@router.get("/api/health", tags=["server"])
async def health(lobby: TheLobby) -> Health:
    """Tell whether every title is compiled, what is being compiled, and whether it is kept."""
    return Health(
        ready=lobby.precompiler.ready and lobby.journal.keeping,
        keeping=lobby.journal.keeping,
        compiling=lobby.precompiler.progress,
        version=own_version(),
        tables=len(lobby.rooms),
        connections=lobby.connections,
    )


def own_version() -> str:
    """Return the version of Tourelle."""
    try:
        return version("tourelle")
    except PackageNotFoundError:
        return "0"


@router.get("/metrics", tags=["server"], response_class=PlainTextResponse)
async def metrics(lobby: TheLobby) -> str:
    """Return counts and times as Prometheus reads them."""
    gauges = {
        "tables_live": len(lobby.rooms),
        "connections": lobby.connections,
        "ready": float(lobby.precompiler.ready and lobby.journal.keeping),
        "keeping": float(lobby.journal.keeping),
    }
    return lobby.metrics.text(gauges)
