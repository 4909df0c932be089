"""Lessons and first games as the page is told them, in one language."""

import logging
from collections.abc import Iterator
from functools import cache, partial

from tourelle.server.protocol.lessons import (
    Course,
    FirstGameInfo,
    LessonInfo,
    LessonMistake,
    LessonStep,
    TipInfo,
    TipMoment,
)
from tourelle.server.said import messages
from tourelle.teaching import played, written
from tourelle.teaching.played import Place
from tourelle.teaching.written import FirstGame, LessonError, Tip, said

LOG = logging.getLogger(__name__)


def has_first_game(title: str) -> bool:
    """Tell whether a title has a first game with hints."""
    try:
        return written.first_game(title) is not None
    except LessonError:
        return False


@cache
def course(title: str, language: str) -> Course:
    """Return what there is to learn of a title; a lesson that doesn't hold is left out."""
    try:
        first = written.first_game(title)
    except LessonError as error:
        LOG.warning("%s", error)
        first = None
    return Course(
        title=title,
        label=messages.label(language, title, "title", title),
        lessons=list(_lessons(title, language)),
        first=None if first is None else _first(first, language),
    )


def _lessons(title: str, language: str) -> Iterator[LessonInfo]:
    """Yield every lesson that holds."""
    try:
        names = written.names(title)
    except LessonError as error:
        LOG.warning("%s", error)
        return
    for name in names:
        try:
            yield _lesson(title, name, language)
        except LessonError as error:
            LOG.warning("%s", error)


def _lesson(title: str, name: str, language: str) -> LessonInfo:
    """Return one lesson."""
    found = written.lesson(title, name)
    return LessonInfo(
        name=name,
        title=said(found.name, language),
        minutes=found.minutes,
        steps=[_step(place, language) for place in played.places(title, name)],
        able=said(found.able, language),
    )


def _step(place: Place, language: str) -> LessonStep:
    """Return one step."""
    step, tell = place.step, partial(said, language=language)
    return LessonStep(
        line=place.line,
        seat=place.seat,
        goal=tell(step.goal),
        more=tell(step.more or {}),
        clause=step.clause,
        rule=tell(step.rule),
        answers=step.answers,
        points=step.reach.points if step.reach else None,
        score=step.reach.score if step.reach else None,
        then=step.then,
        mistakes=[
            LessonMistake(action=wrong.action, says=tell(wrong.says), places=wrong.places)
            for wrong in step.mistakes
        ],
        hint=tell(step.hint.says),
        hint_places=step.hint.places,
        done=tell(step.done),
    )


def _first(first: FirstGame, language: str) -> FirstGameInfo:
    """Return a first game."""
    return FirstGameInfo(
        seats=first.seats,
        options=dict(first.options),
        about=said(first.about, language),
        goal=said(first.goal, language),
        tips=[_tip(tip, language) for tip in first.tips],
    )


def _tip(tip: Tip, language: str) -> TipInfo:
    """Return one hint."""
    return TipInfo(
        name=tip.name,
        when=TipMoment(**tip.when.model_dump()),
        title=said(tip.title, language),
        says=said(tip.says, language),
        clause=tip.clause,
        at=tip.at,
    )
