"""Every lesson is played through: goals are reached, mistakes are mistakes, nothing goes unsaid."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from tourelle.games import OWN
from tourelle.languages import LANGUAGES
from tourelle.library import from_line
from tourelle.teaching import checking, played, written
from tourelle.teaching.written import Lesson, LessonError, Tip

PAGE = Path(__file__).resolve().parents[2] / "docs" / "lessons.md"
LESSONS = [(title, name) for title in OWN for name in written.names(title)]
PARTS: dict[str, BaseModel] = {
    f"{title}: {name}": written.lesson(title, name) for title, name in LESSONS
} | {title: first for title in OWN if (first := written.first_game(title))}
"""Whatever has sentences: lessons and first games."""


@pytest.mark.parametrize(("title", "name"), LESSONS)
def test_a_lesson_can_be_played_through(title: str, name: str) -> None:
    assert checking.of_lesson(title, name) == []


@pytest.mark.parametrize("title", OWN)
def test_a_title_has_five_lessons_and_a_first_game(title: str) -> None:
    assert len(written.names(title)) >= 5
    first = written.first_game(title)
    assert first is not None
    assert len(first.tips) >= 5
    assert checking.troubles(title) == []


@pytest.mark.parametrize("part", PARTS, ids=PARTS)
def test_sentences_are_short_and_set_as_each_language_does(part: str) -> None:
    for place, sentence in written.sentences(PARTS[part]):
        for language in LANGUAGES:
            text = sentence[language]
            assert len(text) <= 240, f"{place} is long in {language}"
            assert not re.search(r"\w'\w", text), f"{place}: a straight apostrophe in {language}"
        french = sentence["fr"]
        assert not re.search(r"[^\u00a0][;?!»](\s|$)|[^\u00a0\d]:\s", french), f"{place}: {french}"


def step(**changed: Any) -> dict[str, Any]:
    """A sound step of a lesson; some of it changed."""
    words = {"en": "a", "fr": "b", "de": "c"}
    rows = [".. .. .. .. .. .. .. .."] * 8
    rows[5] = ".. .. 10 2. 1K .. .. .."
    start = {"options": {"seats": 2, "cards": "none"}, "board": rows}
    sound = {
        "start": start,
        "goal": words,
        "clause": "T5.2",
        "rule": words,
        "answers": [["move c3 d3"]],
        "refused": [{"action": "move c3 e3", "says": words}],
        "possible": [{"action": "move c3 b3", "says": words}],
        "hint": {"says": words, "places": ["d3"]},
        "done": words,
    }
    return {**sound, **changed}


def troubles(monkeypatch: pytest.MonkeyPatch, *steps: dict[str, Any]) -> list[str]:
    """What is wrong with a lesson of these steps."""
    words = {"en": "a", "fr": "b", "de": "c"}
    given = {"name": words, "minutes": 1, "steps": list(steps), "able": words}
    lesson = Lesson.model_validate(given)
    monkeypatch.setattr(written, "lesson", lambda _title, _name: lesson)
    played.places.cache_clear()
    try:
        return checking.of_lesson("torres", "one")
    finally:
        played.places.cache_clear()


WORDS = {"en": "a", "fr": "b", "de": "c"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, None),
        ({"clause": "T99"}, "no clause T99"),
        ({"answers": [["move c3 e3"]]}, "move c3 e3"),
        ({"goal": {"en": "a", "fr": "b"}}, "says nothing in 'de'"),
        ({"goal": {"en": "{x}", "fr": "b", "de": "c"}}, "gaps"),
        ({"refused": [{"action": "move c3 b3", "says": WORDS}]}, "should be refused"),
        ({"refused": [{"action": "nonsense", "says": WORDS}]}, "is no action"),
        ({"possible": [{"action": "move c3 e3", "says": WORDS}]}, "should be possible"),
        ({"possible": [{"action": "move c3 d3", "says": WORDS}]}, "is no mistake"),
        ({"reach": {"score": 99}}, "does not reach"),
        ({"reach": {"points": 0}}, "before anything"),
        ({"start": None}, "has no start"),
        ({"start": {"board": "x"}}, "its start"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_found(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], said: str | None
) -> None:
    found = troubles(monkeypatch, step(**changed))
    assert (found == []) if said is None else any(said in trouble for trouble in found), found


@pytest.mark.parametrize(
    ("title", "when", "said"),
    [
        ("torres", {"offers": "knihgt"}, "no action 'knihgt', but block, end,"),
        ("torres", {"met": "climb"}, "no action 'climb'"),
        ("torres", {"offers": "card"}, "no action 'card'"),  # a first game has none
        ("blox", {"played": "build f4"}, "no action 'build f4'"),
        ("castellan", {"where": {"stgae": "build"}}, "has no 'stgae', but courtyards,"),
        ("castellan", {"where": {"stage": "biuld"}}, 'no position says stage: "biuld"'),
    ],
)
def test_a_hint_that_could_never_be_given_is_found(
    monkeypatch: pytest.MonkeyPatch, title: str, when: dict[str, Any], said: str
) -> None:
    first = written.first_game(title)
    assert first is not None
    tip = Tip.model_validate({"name": "new", "when": when, "title": WORDS, "says": WORDS})
    changed = first.model_copy(update={"tips": [*first.tips, tip]})
    monkeypatch.setattr(written, "first_game", lambda _title: changed)
    (found,) = checking.troubles(title)
    assert found.startswith(f"{title}: first-game.json: new: ")
    assert said in found


def test_a_step_goes_on_where_the_one_before_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    mistakes: dict[str, Any] = {"refused": [], "possible": []}
    second = step(start=None, answers=[["move d3 d2"]], **mistakes)
    assert troubles(monkeypatch, step(), second) == []


def test_a_slip_of_the_pen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"name": WORDS, "minutes": 1, "steps": [step(gaol=WORDS)], "able": WORDS})
    monkeypatch.setattr("tourelle.core.plugins.text_of", lambda *_: text)
    with pytest.raises(LessonError, match=r"one\.json: steps\.0\.gaol"):
        written.lesson("torres", "one")


def test_the_example_of_the_page_is_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    whole = next(json.loads(block) for block in blocks if '"steps"' in block)
    lesson = Lesson.model_validate(whole)
    monkeypatch.setattr(written, "lesson", lambda _title, _name: lesson)
    played.places.cache_clear()
    try:
        assert checking.of_lesson("torres", "page") == []
    finally:
        played.places.cache_clear()


def test_a_title_without_lessons_has_none() -> None:
    assert written.names("nobody") == []
    assert written.first_game("nobody") is None
    assert checking.troubles("nobody") == []


def test_positions_are_lines_that_can_be_read() -> None:
    for title, name in LESSONS:
        for place in played.places(title, name):
            assert from_line(place.line).to_move == place.seat
