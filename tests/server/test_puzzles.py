"""Puzzles over HTTP: no solution before a try, solved, wrong, given up, unknown."""

from collections.abc import Iterator
from typing import Any

import pytest

import tourelle
from tests.server.running import Served, served
from tests.server.test_plain_words import notation_in
from tourelle.core.words import Seat
from tourelle.games import OWN
from tourelle.languages import LANGUAGES
from tourelle.review.puzzles import Puzzle, PuzzlesError, puzzles_of
from tourelle.review.trying import Attempt, told_line
from tourelle.server.said.puzzles import solution

SHIPPED = puzzles_of(OWN[0])[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that compiles nothing in advance: nothing is searched here."""
    with served(tmp_path_factory.mktemp("puzzles"), precompile=False) as running:
        yield running


def answer(server: Served, title: str, puzzle: Puzzle, language: str = "en", **given: Any) -> Any:
    """What is answered to a try."""
    path = f"/api/puzzles/{title}/{puzzle.id}?language={language}"
    return server.http.post(path, json=given)


@pytest.mark.parametrize("title", OWN)
def test_nothing_tells_a_solution_before_it_is_found(server: Served, title: str) -> None:
    told = server.http.get(f"/api/puzzles/{title}").json()
    assert [each["id"] for each in told["puzzles"]] == [each.id for each in puzzles_of(title)]
    for each in told["puzzles"]:
        assert set(each) == {"id", "line", "seat", "rating"}
    assert all(theme["puzzles"] > 0 for theme in told["themes"])
    puzzle = puzzles_of(title)[0]
    begun = answer(server, title, puzzle, turn=[]).json()
    assert begun == {"found": "going", "solution": None}


@pytest.mark.parametrize("title", OWN)
def test_those_about_a_theme_are_told_by_its_name(server: Served, title: str) -> None:
    themes = {theme for each in puzzles_of(title) for theme in each.themes}
    for theme in themes:
        told = server.http.get(f"/api/puzzles/{title}?theme={theme}").json()
        about = [each.id for each in puzzles_of(title) if theme in each.themes]
        assert [each["id"] for each in told["puzzles"]] == about
        assert {each["name"] for each in told["themes"]} == themes
    assert server.http.get(f"/api/puzzles/{title}?theme=nobody").json()["puzzles"] == []


@pytest.mark.parametrize("title", OWN)
def test_every_shipped_puzzle_knows_its_turns(title: str) -> None:
    for puzzle in puzzles_of(title):
        assert puzzle.gain["points"] > 0
        attempt = Attempt(puzzle)
        for turn in (puzzle.solution, *puzzle.alternatives):
            assert attempt.tried(turn) == "solved"
            assert all(attempt.tried(turn[:end]) != "wrong" for end in range(len(turn)))
        assert attempt.tried(puzzle.missed) == "wrong", puzzle.id


@pytest.mark.parametrize("title", OWN)
def test_a_try_is_answered(server: Served, title: str) -> None:
    puzzle = puzzles_of(title)[0]
    wrong = answer(server, title, puzzle, turn=puzzle.missed).json()
    assert wrong == {"found": "wrong", "solution": None}
    solved = answer(server, title, puzzle, turn=puzzle.solution).json()
    assert solved["found"] == "solved"
    solution = solved["solution"]
    assert tuple(each["text"] for each in solution["actions"]) == puzzle.solution
    assert tuple(solution["themes"]) == puzzle.themes
    assert (solution["chance"], solution["solved_by"]) == (puzzle.gain["chance"], puzzle.solved_by)
    refused = answer(server, title, puzzle, turn=["nonsense"])
    assert refused.status_code == 422


def test_who_gives_up_is_shown_it_in_every_language(server: Served) -> None:
    puzzle = puzzles_of(OWN[0])[0]
    said = set()
    for language in LANGUAGES:
        shown = answer(server, OWN[0], puzzle, language, give_up=True).json()
        assert shown["found"] == "shown"
        said.add(shown["solution"]["actions"][0]["sentence"])
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize("title", OWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_turns_of_a_puzzle_are_told_as_the_log_tells_them(title: str, language: str) -> None:
    for puzzle in puzzles_of(title):
        told = solution(puzzle, title, language)
        for choice in (*told.actions, *told.missed):
            assert not notation_in(choice.sentence), (puzzle.id, choice.text, choice.sentence)


def test_what_nobody_knows_is_not_there(server: Served) -> None:
    assert server.http.get("/api/puzzles/nobody").status_code == 404
    assert server.http.post("/api/puzzles/nobody/0", json={}).status_code == 404
    path = f"/api/puzzles/{OWN[0]}/0000000000"
    assert server.http.post(path, json={"give_up": True}).status_code == 404


@pytest.mark.parametrize("title", OWN)
def test_a_puzzle_tells_what_its_seat_knows_and_no_more(title: str) -> None:
    differs = False
    for puzzle in puzzles_of(title):
        real, told = (tourelle.from_line(line) for line in (puzzle.line, Attempt(puzzle).line))
        game, seat = real.game, Seat(puzzle.seat)
        seen = [game.identity(game.view(play.position, seat)) for play in (real, told)]
        assert seen[0] == seen[1], puzzle.id
        differs = differs or game.identity(real.position) != game.identity(told.position)
    assert differs


@pytest.mark.parametrize("text", ["{", "{}", '[{"id": "a"}]', "[3]"])
def test_broken_puzzles_of_an_installed_game_are_told(
    server: Served, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    puzzles_of.cache_clear()
    monkeypatch.setattr("tourelle.core.plugins.text_of", lambda *_: text)
    try:
        with pytest.raises(PuzzlesError, match=r"puzzles\.json of torres"):
            puzzles_of("torres")
        for language in LANGUAGES:
            told = server.http.get(f"/api/puzzles/torres?language={language}")
            assert (told.status_code, told.json()["reason"]) == (500, "puzzles-unreadable")
            assert "puzzles.json of torres" in told.json()["sentence"]
        assert answer(server, "torres", SHIPPED, turn=[]).status_code == 500
    finally:
        puzzles_of.cache_clear()


def test_a_line_that_cannot_be_read_is_told() -> None:
    with pytest.raises(PuzzlesError, match="nonsense"):
        told_line("nonsense", 0)
