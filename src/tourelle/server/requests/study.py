"""Requests about positions that live in no table: what stands there, what to play there."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field, model_validator

from tourelle.core import line as one_line
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import FORMAT, SEEDS, Player, Record, outcome_json, read_record
from tourelle.games import TITLES, game_class
from tourelle.server.live import drafts, studies
from tourelle.server.live.studies import Study
from tourelle.server.protocol import Allowed, Hint, Language, Message, StudyTexts, TableState, Text
from tourelle.server.protocol.drafts import Draft
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheLobby,
    about,
    problems,
    slowly,
)
from tourelle.server.requests.documents import DocumentBody, OptionSet, RecordBody
from tourelle.server.requests.intake import check_options, check_record
from tourelle.server.said import company, reasons, states
from tourelle.server.said.eyes import AuthorsEyes, Eyes
from tourelle.tables.troubles import TroubleError

T = TypeVar("T")
router = APIRouter(prefix="/api/study", route_class=CheckedRoute, tags=["study"])
studying, hinting = slowly("studies"), slowly("hints")
PROBLEMS: Final = problems(413, 429, 503)
Whose = Literal["all"] | Annotated[int, Field(ge=0, le=7)]
ALL: Final = "all"
LONGEST_EDIT: Final = 400
MOST_EDITS: Final = 500


class NewGame(Message):
    """A game as it is dealt."""

    title: Text
    options: OptionSet = Field(default_factory=dict)
    seats: int | None = None
    seed: int | Text = 0

    def record(self) -> Record:
        """Return the record of the game before its first action."""
        options = {**self.options, **({} if self.seats is None else {"seats": self.seats})}
        check_options(options)
        rules = game_class(self.title).rules_version
        given = {"game": self.title, "rules": rules, "options": options, "seed": self.seed}
        return read_record({"tourelle": FORMAT, **given, "actions": []})


AT_ONCE: Final = 100
"""Actions that one look at a position may replay; more of them count as more looks."""


class Start(Message):
    """Where a study begins: one of a line, a document, a new game and a record (`at` an action)."""

    line: Annotated[str, Field(max_length=one_line.LONGEST)] | None = None
    document: DocumentBody | None = None
    new: NewGame | None = None
    record: RecordBody | None = None
    at: Annotated[int, Field(ge=0, le=1_000_000)] | None = None

    @model_validator(mode="after")
    def _one(self) -> "Start":
        """Refuse none of them, or several."""
        given = (self.line, self.document, self.new, self.record)
        if sum(one is not None for one in given) != 1:
            raise ValueError("a study begins at one position")
        return self

    @property
    def title(self) -> str:
        """Return the title that is meant; of a line what comes first."""
        if self.line is not None:
            return self.line.partition(";")[0].strip()
        if self.new is not None:
            return self.new.title
        given = self.record or self.document
        return given.game if given is not None else TITLES[0]

    @property
    def is_dealt(self) -> bool:
        """Tell whether it begins with a deal, so that what is played makes a record."""
        return self.new is not None or isinstance(self.record or self.document, RecordBody)

    @property
    def length(self) -> int:
        """Return how many actions its record brings."""
        given = self.record or self.document
        return len(given.actions) if isinstance(given, RecordBody) else 0

    @property
    def _record(self) -> Record | None:
        """Return the record that it begins with."""
        if self.new is not None:
            return self.new.record()
        given = self.record or self.document
        return read_record(with_seed(given.given())) if isinstance(given, RecordBody) else None

    def study(self, actions: list[str], most: int, language: str) -> Study:
        """Return the study after some actions; a record may have at most so many."""
        record = self._record
        if record is not None:
            check_record(record, most)
            return studies.from_record(record, self.at, actions, language)
        if self.line is not None:
            given = one_line.read(self.line)
        else:
            assert self.document is not None
            given = self.document.model_dump(exclude_unset=True)
        game, position = game_class(given.get("game", TITLES[0])).read(given)
        return studies.from_position(game, position, actions)


def with_seed(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record whose seed is a number where it fits one: a page knows large ones as text."""
    seed = record["seed"]
    if isinstance(seed, str) and len(seed) < 20 and seed.isascii() and seed.isdigit():
        return {**record, "seed": int(seed) if int(seed) < SEEDS else seed}
    return record


class StudyTask(Message):
    """A position, actions to be played on it, and whose eyes look: one seat's, or all is open.

    Without eyes every seat is the asker's, seen through whose turn it is. `since`: how many entries
    of the log are known.
    """

    start: Start
    actions: Annotated[list[Text], Field(max_length=20_000)] = Field(default_factory=list)
    eyes: Whose | None = None
    since: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class WhyTask(StudyTask):
    """An action, or a kind of action, that somebody wonders about at a position."""

    action: Text


class EditTask(StudyTask):
    """A position that is set up by hand: edits in their order, over what stands there."""

    edits: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_EDIT)]], Field(max_length=MOST_EDITS)
    ]


class Student:
    """Works on studies in the turn of whoever asks."""

    def __init__(self, lobby: TheLobby, address: TheAddress) -> None:
        """Take for whom."""
        self.lobby: Final = lobby
        self.address: Final = address

    def _count(self, actions: int) -> None:
        """Count a look that replays many actions as several; refused where that is too fast."""
        for _ in range(min(actions // AT_ONCE, self.lobby.settings.studies_burst // 2)):
            if seconds := self.lobby.seconds_to_wait("studies", self.address):
                raise TroubleError("too-fast", seconds=seconds)

    async def run(self, task: StudyTask, language: str, answer: Callable[[Study], T]) -> T:
        """Play the actions of a task in a thread, and answer from the study they lead to."""

        def work() -> T:
            return answer(task.start.study(task.actions, self.lobby.settings.entries, language))

        title = task.start.title
        self._count(len(task.actions) + task.start.length)
        with about(title):
            await self.lobby.precompiler.wait(title)
            return await self.lobby.work.run(self.address, work)


TheStudent = Annotated[Student, Depends()]


def _eyes(study: Study, whose: Whose | None, language: str) -> Eyes:
    """Return the eyes that look at a study."""
    seats = study.table.game.seats
    if whose is None or whose == ALL:
        return AuthorsEyes(tuple(range(seats)), language)
    if whose >= seats:
        raise TroubleError("malformed")
    return Eyes((whose,), language)


@router.post("/state", dependencies=[*studying], responses=PROBLEMS, response_model=TableState)
async def state(task: StudyTask, student: TheStudent, language: Language = "en") -> Response:
    """Show a position after the actions given, as a table shows it; refuse the first illegal one.

    Nothing is kept: who asks knows the position and every action.
    """

    def answer(study: Study) -> str:
        eyes = _eyes(study, task.eyes, language)
        return states.study(study, eyes, task.since, whole=task.eyes == ALL).model_dump_json()

    text = await student.run(task, language, answer)  # written in the thread: it may be long
    return Response(text, media_type="application/json")


@router.post("/texts", dependencies=[*studying], responses=PROBLEMS)
async def texts(task: StudyTask, student: TheStudent, language: Language = "en") -> StudyTexts:
    """Write a position down: as a document, as one line, and what was dealt as a record."""

    def answer(study: Study) -> StudyTexts:
        table = study.table
        document = table.game.document(table.position)
        record = None
        if task.start.is_dealt:
            dealt = Record(
                game=table.game.title,
                rules=table.game.rules,
                options=table.game.options,
                seed=table.opening.seed,
                actions=tuple(played.text for played in table.played),
                seats=tuple(Player(chair.name) for chair in table.chairs),
                outcome=outcome_json(table.game.outcome(table.position)),
            )
            record = dict(dealt.to_json())
        return StudyTexts(document=document, line=one_line.written(document), record=record)

    return await student.run(task, language, answer)


@router.post("/edit", dependencies=[*studying], responses=PROBLEMS)
async def edit(task: EditTask, student: TheStudent, language: Language = "en") -> Draft:
    """Set a position up by hand: what may be changed, and the position, or why it can't be."""

    def answer(study: Study) -> Draft:
        game = study.table.game
        document = game.document(study.table.position)
        return drafts.edited(game, document, task.edits, language)

    return await student.run(task, language, answer)


@router.post("/why", dependencies=[*studying], responses=PROBLEMS)
async def why(task: WhyTask, student: TheStudent, language: Language = "en") -> Allowed:
    """Say that an action is legal there, or refuse it with the rule that forbids it."""

    def answer(study: Study) -> Allowed:
        game, seat = study.table.game, study.table.to_move
        if seat is None:
            raise TroubleError("over")
        reasons.check(game, game.view(study.table.position, seat), task.action)
        return Allowed(action=task.action)

    return await student.run(task, language, answer)


@router.post("/hint", dependencies=[*hinting], responses=PROBLEMS)
async def hint(
    task: StudyTask, student: TheStudent, request: Request, language: Language = "en"
) -> Hint:
    """Say what a strong player would do there, from what the seat to move can see."""

    def answer(study: Study) -> tuple[AnyGame, AnyPosition, int, list[str]]:
        table = study.table
        return table.game, table.position, len(table.played), company.names_of(table, language)

    game, position, actions, names = await student.run(task, language, answer)
    found = await student.lobby.hints.at(
        game, position, actions, names, language, student.address, request.is_disconnected
    )
    if found is None:  # nobody is there to be told
        raise TroubleError("hint-unheard")
    return found
