"""A lesson as it is played: the position of every step, and whether a goal is reached."""

from functools import cache
from typing import Any, NamedTuple

from tourelle.core.words import RefusedError, Seat
from tourelle.library import from_document, from_line
from tourelle.play import AnyPlay
from tourelle.teaching import written
from tourelle.teaching.written import Lesson, LessonError, Reach, Step


class Place(NamedTuple):
    """A step with the position at which it begins, as one line, and the seat of the learner."""

    step: Step
    line: str
    seat: Seat


@cache
def places(title: str, name: str) -> tuple[Place, ...]:
    """Return the steps of a lesson, each with its position."""
    found: list[Place] = []
    play: AnyPlay | None = None
    for number, step in enumerate(written.lesson(title, name).steps):
        where = f"{title}: {name}: step {number + 1}"
        if step.start is not None:
            play = started(title, step.start, where)
        if play is None:
            raise LessonError(f"{where} has no start")
        if play.to_move is None:
            raise LessonError(f"{where} begins where the game is over")
        found.append(Place(step, play.line(), play.to_move))
        _go(play, [*step.answers[0], *step.then], where)
    return tuple(found)


def started(title: str, start: dict[str, Any] | str, where: str) -> AnyPlay:
    """Return the game at the start of a step."""
    try:
        if isinstance(start, str):
            return from_line(start)
        return from_document({**start, "game": title})
    except RefusedError as error:
        raise LessonError(f"{where}: its start: {error}") from error


def _go(play: AnyPlay, actions: list[str], where: str) -> None:
    """Play some actions."""
    for action in actions:
        try:
            play.push(action)
        except RefusedError as error:
            raise LessonError(f"{where}: {action!r}: {error}") from error


def is_reached(reach: Reach, play: AnyPlay, seat: Seat) -> bool:
    """Tell whether a result is there."""
    points = play.game.points(play.position, seat)
    if reach.points is not None and points < reach.points:
        return False
    if reach.score is None:
        return True
    if play.is_over or play.game.is_settled(play.position):
        return points >= reach.score
    terms = play.game.score_terms(play.position, seat)
    return points + sum(term.points for term in terms) >= reach.score


def lessons(title: str) -> dict[str, Lesson]:
    """Return every lesson of a title by name, in order."""
    return {name: written.lesson(title, name) for name in written.names(title)}
