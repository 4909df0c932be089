"""Mining: a position that is a puzzle, and why others are none."""

from dataclasses import replace

import pytest

import tourelle
from tests.marks import searches
from tourelle.bots.levels import LEVELS
from tourelle.bots.thinker import Thinker
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Action, Seat
from tourelle.review import mining
from tourelle.review.mining import Effort, Miner, Turn, mined
from tourelle.review.puzzles import Puzzle, puzzle_named, rating_of

pytestmark = searches
Ahead = tuple[float, float]
QUICK = Effort(deep=60_000, follow=15_000, verify=100_000)
"""A tenth of the usual effort, enough where one turn is far ahead."""


@pytest.fixture(scope="module")
def clear() -> Puzzle:
    """A puzzle whose turn is far ahead, and is found by every level that thinks ahead."""
    found = puzzle_named("blox", "214f62d30b")
    assert found is not None
    assert found.levels[-3:] == (1.0, 1.0, 1.0)
    return found


def at(line: str) -> tuple[Miner, AnyPosition]:
    """Who looks at a position, and the position."""
    play = tourelle.from_line(line)
    return Miner(play.game, QUICK), play.position


def test_a_position_with_one_best_turn_is_a_puzzle(clear: Puzzle) -> None:
    found = mined(clear.line, QUICK)
    assert found is not None
    assert (found.id, found.line, found.seat) == (clear.id, clear.line, clear.seat)
    assert clear.solution in (found.solution, *found.alternatives)
    assert found.missed not in (found.solution, *found.alternatives)
    assert found.gain["chance"] >= QUICK.gap
    assert found.gain["points"] >= mining.LEAST_LEAD
    assert (found.rating, found.themes) == (rating_of(found.levels), clear.themes)
    assert found.levels == clear.levels
    assert found.verified["work"] == QUICK.verify
    assert mined(clear.line, QUICK) == found, "the same each time"


@pytest.mark.parametrize(
    ("why", "effort"),
    [
        ("a quick look finds it", replace(QUICK, shallow=30_000)),
        ("it promises too little", replace(QUICK, gap=0.9)),
    ],
)
def test_a_position_is_none_where_something_lacks(clear: Puzzle, why: str, effort: Effort) -> None:
    assert mined(clear.line, effort) is None, why


def test_it_must_be_about_what_is_wanted(clear: Puzzle) -> None:
    assert mined(clear.line, QUICK, theme="nothing") is None
    assert mined(clear.line, QUICK, theme=clear.themes[0]) is not None


def test_it_may_be_rated_at_most_so(clear: Puzzle) -> None:
    assert mined(clear.line, QUICK, up_to=clear.rating - 1) is None
    found = mined(clear.line, QUICK, up_to=clear.rating)
    assert found is not None
    assert found.rating == clear.rating


def test_an_easy_one_is_missed_by_a_low_level_where_the_quick_look_finds_it(clear: Puzzle) -> None:
    seeing = replace(QUICK, shallow=30_000)
    found = mined(clear.line, seeing, up_to=1300)
    assert found is not None
    assert clear.solution in (found.solution, *found.alternatives)
    assert found.missed not in (found.solution, *found.alternatives)


@pytest.fixture
def rival(clear: Puzzle, monkeypatch: pytest.MonkeyPatch) -> tuple[Action]:
    """Another turn than the best and the missed one, told to be nearly as good as the best."""
    miner, position = at(clear.line)
    known = [clear.solution[0], clear.missed[0]]
    found = next(
        action
        for action in miner.game.legal_actions(position)
        if miner.game.action_text(action) not in known
    )
    ahead = mining._At.ahead

    def nearly(at: mining._At, best: Turn, other: Turn, number: int = 0, times: float = 1) -> Ahead:
        return (0.03, 1.0) if other == (found,) else ahead(at, best, other, number, times)

    monkeypatch.setattr(mining._At, "ahead", nearly)
    return (found,)


def test_another_turn_that_a_level_plays_and_that_is_nearly_as_good_spoils_it(
    clear: Puzzle, rival: tuple[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    miner, position = at(clear.line)
    assert miner.puzzle(position) is not None
    tried = mining._At.tried

    def playing(at: mining._At, level: Thinker) -> list[Turn]:
        return [rival] if level is LEVELS[0] else tried(at, level)

    monkeypatch.setattr(mining._At, "tried", playing)
    assert miner.puzzle(position) is None


def test_it_must_be_ahead_of_every_turn_that_is_followed(
    clear: Puzzle, rival: tuple[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    miner, position = at(clear.line)
    best, missed = (
        tuple(miner.game.parse_action(text) for text in turn)
        for turn in (clear.solution, clear.missed)
    )
    looked = miner._at(position, Seat(clear.seat))
    weighed = looked.weighed(best, [missed])
    assert weighed is not None
    assert weighed.chance >= QUICK.gap
    assert looked.weighed(best, [missed, rival]) is None
    strict = replace(miner, effort=replace(QUICK, gap=weighed.chance + 0.01))
    assert strict._at(position, Seat(clear.seat)).weighed(best, [missed]) is None
    ahead = mining._At.ahead
    monkeypatch.setattr(
        mining._At, "ahead", lambda *of: (0.0, 0.0) if of[3:4] == (2,) else ahead(*of)
    )
    assert looked.weighed(best, [missed]) is None, "in every set of worlds"


def test_a_second_search_must_find_it_too(
    clear: Puzzle, rival: tuple[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    miner, position = at(clear.line)
    best = mining._At.best

    def other(at: mining._At, work: int, number: int) -> Turn:
        return rival if work == QUICK.verify else best(at, work, number)

    monkeypatch.setattr(mining._At, "best", other)
    assert miner.puzzle(position) is None


def test_few_choices_are_no_puzzle_nor_is_a_game_that_is_over() -> None:
    play = tourelle.start("castellan", seed=4, seats=2)
    while len(play.legal_actions()) >= mining.LEAST_CHOICE:
        play.push(play.legal_texts()[0])
    assert mined(play.line()) is None
    while play.legal_actions():
        play.push(play.legal_texts()[0])
    assert mined(play.line()) is None
