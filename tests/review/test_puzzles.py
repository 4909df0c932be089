"""The puzzles that are shipped: legal, each once, and worth what they say."""

import json
from dataclasses import replace
from typing import Any

import pytest

import tourelle
from tests.marks import searches
from tourelle.bots.levels import LEVELS
from tourelle.core import plugins
from tourelle.games import OWN
from tourelle.languages import LANGUAGES, catalogue
from tourelle.review.mining import Effort, Miner, rerated
from tourelle.review.puzzles import puzzles_of, rating_of, solved_by

SHIPPED = 150
"""How many a title has at least."""
EASY, EASY_ONES = 1300, 20
"""So many at least are rated so at most: everybody begins at 1200."""


def puzzles(title: str) -> list[dict[str, Any]]:
    """Return the puzzles of a title."""
    found: list[dict[str, Any]] = json.loads(plugins.text_of(title, "puzzles.json") or "[]")
    return found


@pytest.mark.parametrize("title", OWN)
def test_shipped_puzzles_can_be_played(title: str) -> None:
    found = puzzles(title)
    assert len({puzzle["id"] for puzzle in found}) == len(found) >= SHIPPED
    for puzzle in found:
        for turn in (puzzle["solution"], puzzle["missed"], *puzzle["alternatives"]):
            play = tourelle.from_line(puzzle["line"])
            assert play.to_move == puzzle["seat"]
            for text in turn:
                play.push(text)
        assert puzzle["solution"] != puzzle["missed"]
        assert puzzle["verified"]["work"] > Effort().deep, "a second, deeper search found it"
        assert puzzle["gain"]["chance"] >= Effort().gap * 2 / play.game.seats
        assert puzzle["rating"] == rating_of(puzzle["levels"])
        assert puzzle["solved_by"] == solved_by(puzzle["levels"])
        assert 0 < len(puzzle["levels"]) <= len(LEVELS)
        for language in LANGUAGES:
            assert {f"theme.{theme}" for theme in puzzle["themes"]} <= set(
                catalogue(language, title)
            )


@pytest.mark.parametrize("title", OWN)
def test_shipped_puzzles_are_about_what_their_title_says(title: str) -> None:
    for puzzle in puzzles(title):
        play = tourelle.from_line(puzzle["line"])
        game, along = play.game, [play.game.copy(play.position)]
        for text in puzzle["solution"]:
            play.push(text)
            along.append(game.copy(play.position))
        assert game.themes(puzzle["solution"], along) == tuple(puzzle["themes"]), puzzle["id"]


@pytest.mark.parametrize("title", OWN)
def test_whoever_begins_finds_puzzles_to_solve(title: str) -> None:
    assert sum(puzzle.rating <= EASY for puzzle in puzzles_of(title)) >= EASY_ONES


def test_some_puzzles_of_castellan_are_about_a_split() -> None:
    assert sum("split" in puzzle["themes"] for puzzle in puzzles("castellan")) >= 4


@searches
def test_levels_of_today_rate_a_puzzle() -> None:
    puzzle = puzzles_of("blox")[0]
    again = rerated(replace(puzzle, levels=(0.0,) * 9, rating=0, themes=("nothing",)))
    assert len(again.levels) == len(LEVELS)
    assert again.levels[-1] == 1.0
    assert (again.rating, again.solved_by) == (rating_of(again.levels), solved_by(again.levels))
    assert again.themes == puzzle.themes
    assert again == rerated(puzzle), "levels have budgets of work: the same each time"


@searches
@pytest.mark.parametrize("title", OWN)
def test_a_shipped_puzzle_stays_ahead_of_what_a_quick_look_plays(title: str) -> None:
    puzzle = max(puzzles(title), key=lambda each: float(each["gain"]["chance"]))
    play = tourelle.from_line(puzzle["line"])
    seat, game = play.to_move, play.game
    assert seat is not None
    view = game.view(play.position, seat)
    best, missed = (
        [game.parse_action(text) for text in puzzle[turn]] for turn in ("solution", "missed")
    )
    miner = Miner(game, Effort(follow=20_000))
    ahead = [miner.followed(view, seat, turn, 5).chance for turn in (best, missed)]
    assert ahead[0] > ahead[1]
