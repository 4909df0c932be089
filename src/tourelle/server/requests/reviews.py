"""Requests about reviews: begin one, ask how far it is, stop waiting for it."""

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from pydantic import Field

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Record, read_record
from tourelle.review.story import story
from tourelle.server.bots.reviews import Made, MadeElsewhere
from tourelle.server.live.studies import Study
from tourelle.server.protocol import Language, Message, Text
from tourelle.server.protocol.reviews import ReviewedTurn, ReviewState, Story
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheLobby,
    TheRoom,
    about,
    problems,
    slowly,
)
from tourelle.server.requests.documents import RecordBody
from tourelle.server.requests.intake import check_record
from tourelle.server.requests.study import StudyTask, TheStudent, with_seed
from tourelle.server.said import company, judgements, messages, past, stories
from tourelle.tables.troubles import TroubleError

router = APIRouter(prefix="/api", route_class=CheckedRoute, tags=["reviews"])
reading, reviewing, hinting = slowly("reads"), slowly("reviews"), slowly("hints")
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = problems(404, 409, 413, 429, 503)
Name = Annotated[str, Path(max_length=80, pattern=r"^[0-9a-f]+-[0-9]+-[0-9]+$")]


class StudyReview(Message):
    """A record that somebody brings to be reviewed."""

    record: RecordBody


@router.post("/tables/{table}/review", dependencies=reviewing, responses=PROBLEMS)
async def review_table(
    room: TheRoom, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> ReviewState:
    """Begin the review of a table's game, or join it; refused while the game runs."""
    return await _review(_finished(room), lobby, address, language)


@router.post("/study/review", dependencies=reviewing, responses=PROBLEMS)
async def review_record(
    task: StudyReview, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> ReviewState:
    """Begin the review of a record that is brought, or join it."""
    return await _review(_brought(task, lobby), lobby, address, language)


@router.get("/tables/{table}/story", dependencies=reading, responses=PROBLEMS)
async def table_story(
    room: TheRoom, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> Story:
    """Tell the story of a table's game once it is over: why it was won, what every turn added."""
    names = company.names_of(room.table, language)
    return await _story(_finished(room), names, lobby, address, language)


@router.post("/study/story", dependencies=reading, responses=PROBLEMS)
async def record_story(
    task: StudyReview, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> Story:
    """Tell the story of a record that is brought."""
    record = _brought(task, lobby)
    return await _story(record, _names(record), lobby, address, language)


def _finished(room: TheRoom) -> Record:
    """Return the record of a table's game, or refuse while it runs."""
    if not room.table.is_over:
        raise TroubleError("review-running")
    return read_record(past.whole_record(room.table, None))


def _brought(task: StudyReview, lobby: TheLobby) -> Record:
    """Read a record that is brought, or refuse it."""
    with about(task.record.game):
        record = read_record(with_seed(task.record.given()))
        check_record(record, lobby.settings.entries)
        return record


async def _review(record: Record, lobby: TheLobby, address: str, language: str) -> ReviewState:
    """Begin the review of a record, or join it."""
    with about(record.game):
        return await _state(await lobby.reviews.start(record, _names(record), address), language)


async def _story(
    record: Record, names: list[str], lobby: TheLobby, address: str, language: str
) -> Story:
    """Return the story of a record; its review tells more, where it was made before."""

    def work() -> Story:
        review = lobby.reviews.known(record)
        return stories.story(story(record, review), review, language, names)

    with about(record.game):
        await lobby.precompiler.wait(record.game)
        return await lobby.work.run(address, work)


class TurnTask(StudyTask):
    """A turn that somebody tries at a position."""

    turn: Annotated[list[Text], Field(min_length=1, max_length=100)]


@router.post("/study/judge", dependencies=hinting, responses=PROBLEMS)
async def judge_turn(
    task: TurnTask, student: TheStudent, language: Language = "en"
) -> ReviewedTurn:
    """Judge a turn at a position as a review would, from what its seat can see."""

    def answer(study: Study) -> tuple[AnyGame, AnyPosition]:
        return study.table.game, study.table.position

    game, position = await student.run(task, language, answer)
    with about(game.title):
        found = await student.lobby.reviews.turn(game, position, task.turn, student.address)
    return judgements.turn(found, game.title, language, messages.LETTERS, (game, position))


@router.get("/reviews/{name}", dependencies=reading, responses=PROBLEMS)
async def review_state(name: Name, lobby: TheLobby, language: Language = "en") -> ReviewState:
    """Say how far a review is, with the turns judged so far."""
    return await _state(lobby.reviews.find(name), language)


@router.delete("/reviews/{name}", dependencies=reading, responses=PROBLEMS)
async def leave_review(
    name: Name, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> ReviewState:
    """Stop waiting for a review; it stops when nobody waits for it."""
    return await _state(lobby.reviews.leave(name, address), language)


def _names(record: Record) -> list[str]:
    """Return what the seats are called."""
    given = [player.name for player in record.seats]
    return [
        given[seat] if seat < len(given) and given[seat] else letter
        for seat, letter in enumerate(messages.LETTERS)
    ]


async def _state(made: Made | MadeElsewhere, language: str) -> ReviewState:
    """Return a review as far as it has come."""

    def said() -> Any:
        found = made.so_far()
        if found is None:
            return None
        return judgements.review(found, language, made.names, made.reviewing)

    return ReviewState.model_validate(
        {
            "name": made.name,
            "status": made.status,
            "share": round(made.share, 3),
            "review": await asyncio.to_thread(said),
        }
    )
