"""What an author writes: a lesson, and the hints of a first game, as JSON in a title's folder."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tourelle.core import plugins
from tourelle.core.words import Param
from tourelle.languages import ENGLISH

FOLDER: Final = "lessons"
INDEX: Final = "index.json"
FIRST_GAME: Final = "first-game.json"

Sentence = dict[str, str]
"""One sentence in every language: `{"en": ..., "fr": ..., "de": ...}`."""
Actions = Annotated[list[str], Field(min_length=1)]
M = TypeVar("M", bound=BaseModel)


class LessonError(ValueError):
    """A lesson is not what it should be; the text names the file and the place in it."""


class Part(BaseModel):
    """Strict: a key that nobody knows is a slip of the pen."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Reach(Part):
    """A goal by its result, however it is reached: at least so much, for the learner's seat."""

    points: int | None = None
    score: int | None = None
    """Points, and what would come on top if the year, or the game, ended now."""


class Mistake(Part):
    """A likely wrong action and what is said to it; `*` at its end stands for anything."""

    action: str
    says: Sentence
    after: int = 0
    """How many actions of the first answer have been played before it."""
    places: list[str] = []
    """What the small picture beside it shows; without them the places of the action."""

    def is_meant_by(self, action: str) -> bool:
        """Tell whether an action is this mistake."""
        if self.action.endswith("*"):
            return action.startswith(self.action[:-1])
        return action == self.action


class Help(Part):
    """A hint: words first, then the places that pulse."""

    says: Sentence
    places: list[str] = []


class Step(Part):
    """One position, one goal, and what is answered to what the learner does."""

    goal: Sentence
    start: dict[str, Any] | str | None = None
    """A position document or line; without it the step goes on where the one before ended."""
    more: Sentence | None = None
    clause: str
    rule: Sentence
    answers: Annotated[list[Actions], Field(min_length=1)]
    """Actions that reach the goal, in order; with `reach` one way among others."""
    reach: Reach | None = None
    then: list[str] = []
    """What the others play after it, so that the learner sees what comes of it."""
    refused: list[Mistake] = []
    possible: list[Mistake] = []
    hint: Help
    done: Sentence

    @property
    def mistakes(self) -> list[Mistake]:
        """What is likely to be tried."""
        return [*self.refused, *self.possible]


class Lesson(Part):
    """A few steps about one thing."""

    name: Sentence
    minutes: int
    steps: Annotated[list[Step], Field(min_length=1)]
    able: Sentence
    """What the learner can do now."""


class When(Part):
    """When a hint of the first game is given: all that is said here must hold."""

    offers: str | None = None
    """An action of this kind can be chosen."""
    gains: int | None = None
    """... and one of them brings so many points at once."""
    turn: int | None = None
    """It is the learner's turn, this one or a later."""
    played: str | None = None
    """The learner has played an action of this kind."""
    met: str | None = None
    """Somebody else has."""
    scored: bool = False
    """Something has just been scored."""
    counts: bool = False
    """A line of the ledger gives the learner points."""
    where: dict[str, Any] = {}
    """The position document says this."""


class Tip(Part):
    """One hint of the first game: given once, when it first matters, at the place it speaks of."""

    name: str
    when: When
    title: Sentence
    says: Sentence
    """May hold the gaps `{place}`, `{points}`, `{row}`, `{size}` and `{by}`."""
    clause: str = ""
    at: str = ""
    """`offer`, `own`, `row`, `tray`, `ledger`, or a place of the board; without it no leader."""


class FirstGame(Part):
    """A short game against the easiest opponent, with a hand on the shoulder."""

    seats: int
    options: dict[str, Param] = {}
    about: Sentence
    """The table in a few words: `without cards`."""
    goal: Sentence
    tips: list[Tip]


def names(title: str) -> list[str]:
    """Return the lessons of a title in their order; none where it has none."""
    text = plugins.text_of(title, FOLDER, INDEX)
    found = [] if text is None else _json(title, INDEX, text)
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise LessonError(f"{title}: {INDEX} is no list of names")
    return found


def lesson(title: str, name: str) -> Lesson:
    """Return one lesson of a title."""
    text = plugins.text_of(title, FOLDER, f"{name}.json")
    if text is None:
        raise LessonError(f"{title}: there is no file {FOLDER}/{name}.json")
    return _read(title, f"{name}.json", text, Lesson)


def first_game(title: str) -> FirstGame | None:
    """Return the first game of a title; None where it has none."""
    text = plugins.text_of(title, FOLDER, FIRST_GAME)
    return None if text is None else _read(title, FIRST_GAME, text, FirstGame)


def said(sentence: Sentence, language: str) -> str:
    """Return a sentence in a language, in English where it is not translated."""
    return sentence.get(language) or sentence.get(ENGLISH, "")


def sentences(part: BaseModel, where: str = "") -> Iterator[tuple[str, Sentence]]:
    """Yield every sentence of a part with its place in the file."""
    for key in type(part).model_fields:
        value = getattr(part, key)
        place = f"{where}{key}"
        if isinstance(value, BaseModel):
            yield from sentences(value, f"{place}.")
        elif isinstance(value, list):
            for number, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield from sentences(item, f"{place}.{number}.")
        elif isinstance(value, dict) and key not in ("start", "options", "where"):
            yield place, value


def _json(title: str, file: str, text: str) -> Any:
    """Return what a file holds."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise LessonError(f"{title}: {file} is no JSON: {error}") from error


def _read(title: str, file: str, text: str, kind: type[M]) -> M:
    """Return a file as the part that it should be."""
    try:
        return kind.model_validate(_json(title, file, text))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise LessonError(f"{title}: {file}: {place}: {first['msg']}") from error
