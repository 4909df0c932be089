"""The protocol, further: lessons and first games, as pydantic models."""

from typing import Any

from tourelle.server.protocol import Message, Value


class LessonMistake(Message):
    """A likely wrong action (`*` at its end: anything) and what is said to it."""

    action: str
    says: str
    places: list[str]  # what a small picture shows; none: the places of the action


class LessonStep(Message):
    """One position, one goal, and what is answered to what the learner does."""

    line: str  # the position, see `POST /api/study/state`
    seat: int  # the learner's
    goal: str
    more: str
    clause: str
    rule: str
    answers: list[list[str]]  # actions that reach the goal, in order
    points: int | None  # the goal by its result: at least so many points ...
    score: int | None  # ... or so much by the ledger; then answers are some ways among others
    then: list[str]  # what the others play afterwards
    mistakes: list[LessonMistake]
    hint: str
    hint_places: list[str]
    done: str


class LessonInfo(Message):
    """A few steps about one thing."""

    name: str
    title: str
    minutes: int
    steps: list[LessonStep]
    able: str  # what the learner can do now


class TipMoment(Message):
    """When a hint is given: all that is said here must hold."""

    offers: str | None  # an action of this kind can be chosen
    gains: int | None  # and brings so many points at once
    turn: int | None  # the learner's turn, this one or a later
    played: str | None  # a kind that the learner has played
    met: str | None  # a kind that somebody else has played
    scored: bool  # something has been scored
    counts: bool  # a line of the ledger gives the learner points
    where: dict[str, Any]  # what the position document says


class TipInfo(Message):
    """One hint of the first game, given once."""

    name: str
    when: TipMoment
    title: str
    says: str
    clause: str
    at: str  # `offer`, `own`, `row`, `tray`, `ledger`, a place, or nothing


class FirstGameInfo(Message):
    """A short game against the easiest opponent, with hints."""

    seats: int
    options: dict[str, Value]
    about: str
    goal: str
    tips: list[TipInfo]


class Course(Message):
    """What there is to learn of a title."""

    title: str
    label: str
    lessons: list[LessonInfo]
    first: FirstGameInfo | None
