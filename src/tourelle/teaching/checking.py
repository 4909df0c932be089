"""Whether the lessons of a title hold what they promise: each is played through."""

import re
from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel

from tourelle.core import plugins
from tourelle.core.words import RefusedError
from tourelle.languages import ENGLISH, LANGUAGES, rulebook
from tourelle.library import from_line
from tourelle.play import AnyPlay
from tourelle.teaching import hints, played, written
from tourelle.teaching.played import Place
from tourelle.teaching.written import LessonError, Mistake, Step

GAP: Final = re.compile(r"\{(\w+)\}")
GAPS: Final = frozenset({"place", "points", "row", "size", "by"})
SPOTS: Final = frozenset({"", "offer", "own", "row", "tray", "ledger"})


def troubles(title: str) -> list[str]:
    """Return what is wrong with the lessons and the first game of a title; nothing: all is well."""
    try:
        names = written.names(title)
        first = written.first_game(title)
    except LessonError as error:
        return [str(error)]
    found = [trouble for name in names for trouble in of_lesson(title, name)]
    return found if first is None else found + list(_of_first_game(title, first))


def of_lesson(title: str, name: str) -> list[str]:
    """Return what is wrong with one lesson."""
    try:
        steps = played.places(title, name)
    except LessonError as error:
        return [str(error)]
    where = f"{title}: {name}"
    found = list(_unsaid(written.lesson(title, name), where))
    for number, place in enumerate(steps, 1):
        found += [f"{where}: step {number}: {wrong}" for wrong in _of_step(title, place)]
    return found


def _of_step(title: str, place: Place) -> Iterator[str]:
    """Yield what is wrong with one step."""
    step = place.step
    if step.clause not in clauses(title):
        yield f"there is no clause {step.clause}"
    for answer in step.answers:
        yield from _of_answer(place, answer)
    for mistake in step.refused:
        yield from _of_refused(place, mistake)
    for mistake in step.possible:
        yield from _of_possible(place, mistake)


def _of_answer(place: Place, answer: list[str]) -> Iterator[str]:
    """Yield why an answer does not reach the goal."""
    step = place.step
    play = from_line(place.line)
    for number, action in enumerate(answer):
        if play.to_move != place.seat:
            yield f"{action!r} is somebody else's turn"
            return
        try:
            play.push(action)
        except RefusedError as error:
            yield f"{action!r} is refused: {error}"
            return
        early = number + 1 < len(answer)
        if step.reach and early and played.is_reached(step.reach, play, place.seat):
            yield f"the goal is reached before {answer[number + 1]!r}"
    if step.reach and not played.is_reached(step.reach, play, place.seat):
        yield f"{answer} does not reach the goal"
    if step.reach and played.is_reached(step.reach, from_line(place.line), place.seat):
        yield "the goal is reached before anything is played"


def _before(place: Place, mistake: Mistake) -> tuple[AnyPlay, list[str]]:
    """Return the position in which a mistake is made, and what would have been right there."""
    play = from_line(place.line)
    for action in place.step.answers[0][: mistake.after]:
        play.push(action)
    return play, accepted(place.step, list(play.texts()))


def accepted(step: Step, done: list[str]) -> list[str]:
    """Return the actions that lead on to the goal after some have been played."""
    return [
        answer[len(done)]
        for answer in step.answers
        if answer[: len(done)] == done and len(answer) > len(done)
    ]


def _of_refused(place: Place, mistake: Mistake) -> Iterator[str]:
    """Yield why an action that should be refused is not."""
    play, _ = _before(place, mistake)
    try:
        play.push(mistake.action)
    except RefusedError as error:
        if not error.refusal.clause:
            yield f"{mistake.action!r} is no action"
    else:
        yield f"{mistake.action!r} should be refused, and is possible"


def _of_possible(place: Place, mistake: Mistake) -> Iterator[str]:
    """Yield why an action that should be possible, though not the goal, is not."""
    play, right = _before(place, mistake)
    meant = [text for text in play.legal_texts() if mistake.is_meant_by(text)]
    if not meant:
        yield f"{mistake.action!r} should be possible, and is not"
    elif not any(_is_wrong(place, play, text, right) for text in meant):
        yield f"{mistake.action!r} is no mistake"


def _is_wrong(place: Place, play: AnyPlay, text: str, right: list[str]) -> bool:
    """Tell whether a legal action leads away from the goal."""
    return not (_reaches(place, play, text) if place.step.reach else text in right)


def _reaches(place: Place, play: AnyPlay, text: str) -> bool:
    """Tell whether an action reaches the goal at once."""
    after = play.copy()
    after.push(text)
    return place.step.reach is not None and played.is_reached(place.step.reach, after, place.seat)


def clauses(title: str) -> set[str]:
    """Return every clause of the rules of a title."""
    page = rulebook.page(title, ENGLISH) or ""
    return {section.name for section in rulebook.sections(page.splitlines())}


def _unsaid(part: BaseModel, where: str) -> Iterator[str]:
    """Yield the sentences that miss a language, or hold another gap in it."""
    for place, sentence in written.sentences(part):
        for language in LANGUAGES:
            if not sentence.get(language, "").strip():
                yield f"{where}: {place} says nothing in {language!r}"
        gaps = {language: set(GAP.findall(text)) for language, text in sentence.items()}
        if len({frozenset(found) for found in gaps.values()}) > 1:
            yield f"{where}: {place} has not the same gaps in every language"
        if unknown := set().union(*gaps.values()) - GAPS:
            yield f"{where}: {place} has gaps that nobody fills: {', '.join(sorted(unknown))}"


def _of_first_game(title: str, first: written.FirstGame) -> Iterator[str]:
    """Yield what is wrong with a first game."""
    where = f"{title}: {written.FIRST_GAME}"
    yield from _unsaid(first, where)
    try:
        game = plugins.game_named(title)({**first.options, "seats": first.seats})
    except RefusedError as error:
        yield f"{where}: its options: {error}"
        return
    names = [tip.name for tip in first.tips]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{where}: two hints are called {name!r}"
    for tip in first.tips:
        if tip.clause and tip.clause not in clauses(title):
            yield f"{where}: {tip.name}: there is no clause {tip.clause}"
        if tip.at not in SPOTS and not game.square_name.fullmatch(tip.at):
            yield f"{where}: {tip.name}: {tip.at!r} is no place"
    for trouble in hints.in_vain(game, first):
        yield f"{where}: {trouble}"
