"""What teaches a title: legal boards and moves, clauses that exist, the same in every language."""

import importlib.resources
import json
import re
from typing import Any

import pytest

from tourelle.core import line as one_line
from tourelle.core.plugins import text_of
from tourelle.core.words import RefusedError
from tourelle.games import TITLES, game_class
from tourelle.languages import LANGUAGES, rulebook
from tourelle.server.said.teaching import teaching

TAUGHT = [title for title in TITLES if text_of(title, "teaching", "pages.json")]


def pages(title: str) -> list[dict[str, Any]]:
    """The pages as they are written."""
    found: list[dict[str, Any]] = json.loads(text_of(title, "teaching", "pages.json") or "[]")
    return found


def clauses(title: str, language: str) -> set[str]:
    """The clauses of the rulebook."""
    return {section.name for section, _ in rulebook.texts(rulebook.page(title, language) or "")}


def cited(title: str) -> set[str]:
    """The clauses that the rules of a title give as reasons: names in quotes in its modules."""
    folder = importlib.resources.files(type(game_class(title)()).__module__.rpartition(".")[0])
    modules = [file.read_text() for file in folder.iterdir() if file.name.endswith(".py")]
    names = re.findall(rf'"({title[0].upper()}\d+(?:\.\d+)?)"', "\n".join(modules))
    return set(names)


@pytest.mark.parametrize("title", TAUGHT)
def test_every_refusal_opens_a_clause_with_a_picture(title: str) -> None:
    reasons = cited(title)
    assert len(reasons) > 20
    pictured = set[str]()
    for page in teaching(title, "en").pages:
        pictured |= {*page.shows, *(caption.clause for caption in page.captions)}
        pictured |= {case.clause for case in page.cases}
        assert page.boards, page.id
    assert reasons <= pictured
    for language in LANGUAGES:
        assert reasons <= clauses(title, language)


def test_a_title_is_taught() -> None:
    assert "torres" in TAUGHT


@pytest.mark.parametrize("title", TAUGHT)
def test_every_board_is_legal_every_move_is_and_every_wrong_case_is_refused(title: str) -> None:
    for page in pages(title):
        game, position = game_class(title).read(one_line.read(page["line"]))
        for move in page["moves"]:
            game.play_text(position, move)
        for case in page["cases"]:
            game, position = game_class(title).read(one_line.read(case["line"]))
            if case["right"] and case["move"]:
                game.play_text(position, case["move"])
            elif not case["right"]:
                with pytest.raises(RefusedError) as refused:
                    game.play_text(position, case["move"])
                assert refused.value.refusal.clause == case["clause"], page["id"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TAUGHT)
def test_every_language_tells_every_page_and_cites_clauses_that_exist(
    title: str, language: str
) -> None:
    told = teaching(title, language)
    known = clauses(title, language)
    assert told.language == language
    assert [page.id for page in told.pages] == [page["id"] for page in pages(title)]
    for page in told.pages:
        words = [page.title, page.lead, *(caption.text for caption in page.captions)]
        words += [case.text for case in page.cases]
        assert all(words), page.id
        named = {*page.shows, *(caption.clause for caption in page.captions)}
        named |= {case.clause for case in page.cases if not case.right}
        assert named <= known, page.id
        assert bool(page.heading) == bool(page.cases)
    english = teaching(title, LANGUAGES[0])
    assert [len(part.rows) for part in told.aid] == [len(part.rows) for part in english.aid]
    assert all(row.text and "card." not in row.text for part in told.aid for row in part.rows)
    if language != LANGUAGES[0]:
        assert not {p.lead for p in told.pages} & {p.lead for p in english.pages}


@pytest.mark.parametrize("title", TAUGHT)
def test_a_move_is_shown_before_it_is_done(title: str) -> None:
    for page, written in zip(teaching(title, "en").pages, pages(title), strict=True):
        shown = [board.choice.text for board in page.boards if board.choice]
        assert shown == written["moves"]
        assert page.boards[-1].choice is None


def test_a_title_without_pages_is_taught_by_its_clauses() -> None:
    assert teaching("overlook", "en").pages == []
