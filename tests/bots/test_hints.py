"""Hints tell chances and points of the end of a game, set right as those of reviews are."""

import pytest

import tourelle
from tests.marks import searches
from tourelle.bots.calibration import calibration_of
from tourelle.bots.hints import HINTER, find_turns
from tourelle.core.chance import dice_from
from tourelle.games import OWN

WORK = 3000


@searches
@pytest.mark.parametrize(
    ("title", "options"), [*((title, {}) for title in OWN), ("torres", {"preset": "modern"})]
)
def test_what_a_hint_promises_is_set_right(title: str, options: dict[str, str]) -> None:
    play = tourelle.start(title, seed=4, seats=2, **options)
    while (seat := play.to_move) is None or len(play.legal_actions()) < 3:
        play.push(play.legal_actions()[0])
    game, view = play.game, play.game.view(play.position, seat)
    raw = HINTER.with_settings("hint", seconds=0.0, work=WORK).findings(
        game, view, seat, dice_from(5)
    )
    told = find_turns(game, view, seat, dice_from(5), 0.0, WORK)
    assert [each.turn for each in told.candidates] == [each.turn for each in raw.candidates]
    calibration, progress = calibration_of(game), game.progress(view)
    assert calibration.measured
    for before, after in zip(raw.candidates, told.candidates, strict=True):
        if before.visits:
            assert after.points == calibration.points(before.points, progress)
            assert sum(after.chances) == pytest.approx(1)
    assert told.best.points != raw.best.points
