"""Requests that read: games, words, rules; work on documents; health and metrics."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response
from fastapi.responses import PlainTextResponse

from tourelle.core.game import Game
from tourelle.core.records import read_record, replayed
from tourelle.core.words import RefusedError, Seat
from tourelle.games import TITLES, game_class
from tourelle.languages import catalogue, rulebook
from tourelle.server import offer
from tourelle.server.asking import AskingError, TheHall, problems
from tourelle.server.protocol import (
    Clause,
    DocumentAfter,
    DocumentTask,
    GameInfo,
    Health,
    Language,
    LegalTexts,
    Scores,
    ScoreTerm,
    SeatScore,
)
from tourelle.tables.troubles import TroubleError

router = APIRouter()
Title = Literal["torres", "blox", "castellan"]
Domain = Annotated[str, Path(max_length=40, pattern=r"^[a-z]+$")]


@router.get("/api/games", responses=problems(), tags=["games"])
def games(language: Language = "en") -> list[GameInfo]:
    """List every title with its options, editions and bots."""
    return offer.games(language)


@router.get("/api/words/{language}/{domain}", responses=problems(404), tags=["words"])
def words(language: Language, domain: Domain) -> dict[str, str]:
    """Return every sentence of one domain in one language."""
    try:
        return catalogue(language, domain)
    except FileNotFoundError:
        raise TroubleError("no-such-page") from None


@router.get("/api/rules/{title}/{language}", responses=problems(404), tags=["words"])
def rules(title: Title, language: Language, response: Response) -> list[Clause]:
    """Return the rules of a title clause by clause; in English where there is no translation."""
    text = rulebook.page(title, language)
    response.headers["content-language"] = language if text else rulebook.ENGLISH
    text = text or rulebook.page(title, rulebook.ENGLISH)
    if text is None:
        raise TroubleError("no-such-page")
    return [
        Clause(id=section.name, title=section.heading, depth=section.depth, text=under)
        for section, under in rulebook.texts(text)
    ]


# ---------------------------------------------------------------- documents


@contextmanager
def _about(document: dict[str, Any]) -> Iterator[None]:
    """Let a refusal know which title it speaks of."""
    title = document.get("game", TITLES[0])
    try:
        yield
    except RefusedError as error:
        raise AskingError(title if title in TITLES else "", error) from error


def _position(document: dict[str, Any]) -> tuple[Game[Any], Any]:
    """Return game and position of a document, or of a record."""
    if "tourelle" in document:
        record = read_record(document)
        game = game_class(record.game)(record.options)
        return game, replayed(game, record)
    return game_class(document.get("game", TITLES[0])).read(document)


def _played(task: DocumentTask) -> tuple[Game[Any], Any]:
    """Return game and position after the actions of a task."""
    game, position = _position(task.document)
    for text in task.actions:
        game.play_text(position, text)
    return game, position


@router.post("/api/documents/legal", responses=problems(413), tags=["documents"])
def legal(task: DocumentTask, language: Language = "en") -> LegalTexts:
    """Return every legal action of a position, after the actions given."""
    del language
    with _about(task.document):
        game, position = _played(task)
        return LegalTexts(legal=game.legal_texts(position))


@router.post("/api/documents/apply", responses=problems(413), tags=["documents"])
def apply(task: DocumentTask, language: Language = "en") -> DocumentAfter:
    """Return the document after the actions given, or the refusal of the first that is illegal."""
    del language
    with _about(task.document):
        game, position = _played(task)
        return DocumentAfter(document=game.document(position))


@router.post("/api/documents/score", responses=problems(413), tags=["documents"])
def score(task: DocumentTask, language: Language = "en") -> Scores:
    """Return what each seat would score if the year, or the game, ended now."""
    del language
    with _about(task.document):
        game, position = _played(task)
        found = []
        for seat in range(game.seats):
            terms = [ScoreTerm(**vars(term)) for term in game.score_terms(position, Seat(seat))]
            total = sum(term.points for term in terms)
            found.append(SeatScore(seat=seat, total=total, terms=terms))
        return Scores(seats=found)


# ---------------------------------------------------------------- health, metrics


@router.get("/api/health", tags=["server"])
async def health(hall: TheHall) -> Health:
    """Tell whether every title is compiled, and what is being compiled."""
    return Health(
        ready=hall.warming.ready,
        compiling=hall.warming.progress,
        version=own_version(),
        tables=len(hall.rooms),
        connections=hall.connections,
    )


def own_version() -> str:
    """Return the version of Tourelle."""
    try:
        return version("tourelle")
    except PackageNotFoundError:
        return "0"


@router.get("/metrics", tags=["server"], response_class=PlainTextResponse)
async def metrics(hall: TheHall) -> str:
    """Return counts and times as Prometheus reads them."""
    gauges = {
        "tables_live": len(hall.rooms),
        "connections": hall.connections,
        "ready": float(hall.warming.ready),
    }
    return hall.metrics.text(gauges)
