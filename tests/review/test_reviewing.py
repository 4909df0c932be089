"""Reviews: the same each time, from a seat's view alone; marks, luck, what is kept."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import tourelle
from tests.marks import searches
from tourelle.bots.calibration import END, Calibration, Knot, Thresholds
from tourelle.core.records import Record
from tourelle.core.words import Seat
from tourelle.review import judged, page
from tourelle.review.judging import Judge
from tourelle.review.keeping import Shelf
from tourelle.review.reviewing import Reviewing, accuracy, mark_of, record_hash

WORK = 400


def a_record(title: str = "blox", actions: int = 8) -> Record:
    """Return the beginning of a game."""
    play = tourelle.start(title, seed=4, seats=2)
    for number in range(actions):
        legal = play.legal_actions()
        play.push(legal[(7 * number) % len(legal)])
    return play.record()


def reviewed(record: Record) -> judged.Review:
    """Return a review made with next to no work."""
    reviewing = Reviewing(record, WORK, "test")
    for number in reversed(range(len(reviewing.decisions))):
        reviewing.take(number, reviewing.judged(number))
    return reviewing.review()


@searches
def test_a_review_is_the_same_each_time_and_is_kept(tmp_path: Path) -> None:
    record = a_record()
    review = reviewed(record)
    assert reviewed(record) == review
    assert [turn.number for turn in review.turns] == list(range(1, len(review.turns) + 1))
    assert review.turns[-1].last == len(record.actions)
    shelf = Shelf(tmp_path)
    assert shelf.find("a-1-1") is None
    shelf.keep("a-1-1", review, record)
    kept = shelf.find_whole("a-1-1")
    assert kept is not None
    assert judged.to_json(kept[0]) == judged.to_json(review)
    assert kept[1] == record
    text = page.html(record, review, "AB", "de")
    assert text.count("<article") == sum(turn.mark is not None for turn in review.turns)
    assert "Wie die Partie verlief" in text
    assert text.count('<th scope="row">') == 4  # points by source, and the review: two seats each
    for turned in re.findall(r'href="#t(\d+)"', text):
        assert f'id="t{turned}"' in text


@searches
def test_what_is_hidden_does_not_count() -> None:
    play = tourelle.start("blox", seed=4, seats=2)
    game, action = play.game, play.legal_actions()[3]
    other = game.imagine(game.view(play.position, Seat(0)), Seat(0), 99)
    assert game.identity(other) != game.identity(play.position)
    judge = Judge(game, WORK, 1)
    assert judge.decision(play.position, 0, [action]) == judge.decision(other, 0, [action])


@searches
def test_a_review_under_way_holds_what_is_judged() -> None:
    reviewing = Reviewing(a_record(), WORK)
    assert not reviewing.begun
    reviewing.take(0, reviewing.judged(0))
    assert len(reviewing.review().turns) == 1
    assert 0 < reviewing.share < 1


def test_turns_of_a_record() -> None:
    reviewing = Reviewing(a_record(actions=5), WORK)
    assert [(span.first, span.last) for span in reviewing.turns] == [(n, n + 1) for n in range(5)]
    other = replace(reviewing.record, actions=reviewing.record.actions[:4])
    assert record_hash(other) != reviewing.hash
    assert record_hash(replace(reviewing.record, times=(1, 2, 3, 4, 5))) == reviewing.hash


@pytest.mark.parametrize(
    ("cost", "mark"), [(0.0, None), (0.026, "inaccuracy"), (0.06, "mistake"), (0.2, "blunder")]
)
def test_marks_take_less_with_more_seats(cost: float, mark: str | None) -> None:
    assert mark_of(cost, Thresholds().of(4)) == mark
    assert accuracy(0.0, 4) == pytest.approx(100)
    assert accuracy(cost, 4) <= 100


def test_calibration_changes_nothing_at_the_end() -> None:
    calibration = Calibration((Knot(0.0, 0.5, 0.8, 4.0), Knot(0.5)), mean=10.0)
    assert calibration.at(1.0) == END
    assert calibration.at(0.25).sharpness == pytest.approx(0.75)
    assert calibration.chances((0.8, 0.2), 0.0) == pytest.approx((2 / 3, 1 / 3))
    assert calibration.points((20.0,), 0.0) == pytest.approx((22.0,))
    assert Calibration().points((20.0,), 0.3) == (20.0,)
