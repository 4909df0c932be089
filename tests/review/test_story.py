"""The story of a game: points by turn and source, why it was won, where it turned."""

import random
from typing import Any

import pytest

import tourelle
from tourelle.core.records import Record
from tourelle.core.words import Seat
from tourelle.languages import LANGUAGES, rulebook
from tourelle.review.parts import part_label
from tourelle.review.reviewing import Reviewing
from tourelle.review.story import source_label, story, why_won

GAMES: dict[str, dict[str, Any]] = {
    "torres": {"seats": 3, "cards": "none"},
    "blox": {"seats": 2, "round_limit": 12},
    "castellan": {"seats": 2},
}
NAMES = ("Ada", "Bo", "Cy")


def played(title: str, options: dict[str, Any], seed: int = 3) -> Record:
    """A game played at random to its end."""
    play, dice = tourelle.start(title, seed=seed, **options), random.Random(seed)
    while not play.is_over:
        play.push(dice.choice(play.legal_actions()))
    return play.record()


@pytest.mark.parametrize("title", GAMES)
def test_gains_and_sources_add_up_to_the_score(title: str) -> None:
    record = played(title, GAMES[title])
    found = story(record)
    assert found.outcome
    for seat, points in enumerate(found.outcome.points):
        mine = [gain for gain in found.gains if gain.seat == seat]
        assert sum(sum(gain.points.values()) for gain in mine) == points
        assert sum(found.totals[seat].values()) == points
        for what in found.sources:
            made = sum(gain.points.get(what, 0) for gain in mine)
            assert made == found.totals[seat].get(what, 0), what
    assert [point.turn for point in found.turning] == sorted(p.turn for p in found.turning)
    for language in LANGUAGES:
        assert all(cited.sentence for cited in why_won(found, NAMES, language))
        labels = [source_label(title, language, what) for what in found.sources]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("title", "seed", "told", "clauses"),
    [
        ("torres", 0, "What told most: the King, 10 points for Cy, 0 for Bo.", ["T4.3", "T9.1"]),
        ("torres", 1, "What told most: castles, 15 points for Bo", ["T4.3", "T8.2"]),
        ("torres", 3, "What told most: the track, 8 points for Cy", ["T4.3", ""]),
        ("blox", 1, "What told most: hits, 3 points for Ada", ["B11.4", "B8.3"]),
        ("castellan", 1, "Ada closed 4 courtyards with 19 towers", ["C6.2", "C6.3"]),
    ],
)
def test_why_a_game_was_won_cites_the_clause_of_its_points(
    title: str, seed: int, told: str, clauses: list[str]
) -> None:
    found = why_won(story(played(title, GAMES[title], seed)), NAMES, "en")
    assert found[1].sentence.startswith(told)
    assert [cited.clause for cited in found] == clauses
    known = {section.name for section, _ in rulebook.texts(rulebook.page(title, "en") or "")}
    assert set(clauses) - {""} <= known


def test_parts_of_the_game_are_its_years() -> None:
    found = story(played("torres", GAMES["torres"]))
    assert [part_label("torres", "en", part) for part in found.parts] == [
        "Year 1",
        "Year 2",
        "Year 3",
    ]
    carried = [gain for gain in found.gains if gain.turn == 0]
    assert carried
    assert all(gain.part > 0 for gain in carried)
    assert {gain.part for gain in found.gains} == {0, 1, 2}


def test_turns_are_told_by_the_part_that_they_were_played_in() -> None:
    years = Reviewing(played("torres", GAMES["torres"])).parts
    told = ["" if part is None else part_label("torres", "en", part) for part in years]
    assert sorted(told) == told
    assert set(told) == {"Year 1", "Year 2", "Year 3"}
    assert set(Reviewing(played("castellan", GAMES["castellan"])).parts) == {None}


def test_doubled_courtyards_are_told_apart() -> None:
    for seed in range(20):
        found = story(played("castellan", GAMES["castellan"], seed))
        if "double" in found.sources:
            break
    game, position = found.game, found.position
    for seat in range(game.seats):
        whole = sum(term.points for term in game.score_terms(position, Seat(seat)))
        assert sum(term.points for term in game.sources(position, Seat(seat))) == whole
    assert "double" in found.sources
