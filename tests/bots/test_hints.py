"""Hints tell chances and points of the end of a game, set right as those of reviews are."""

import pytest

import tourelle
from tests.marks import searches
from tourelle.bots.calibration import calibration_of
from tourelle.bots.hints import find_turns, hinter
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
    raw = hinter(game, work=WORK).findings(game, view, seat, dice_from(5))
    told = find_turns(game, view, seat, dice_from(5), 0.0, WORK)
    assert [each.turn for each in told.candidates] == [each.turn for each in raw.candidates]
    calibration, progress = calibration_of(game), game.progress(view)
    assert calibration.measured
    for before, after in zip(raw.candidates, told.candidates, strict=True):
        if before.visits:
            assert after.points == calibration.points(before.points, progress)
            assert sum(after.chances) == pytest.approx(1)
    assert told.best.points != raw.best.points


@searches
@pytest.mark.parametrize("title", OWN)
def test_a_hint_tells_chances_however_much_of_its_work_finds_first_turns(title: str) -> None:
    """Nothing is known of chances where no turn is followed: half of the work does that."""
    untold = 0
    for deal in range(6):
        play = tourelle.start(title, seed=deal, seats=2)
        while (seat := play.to_move) is None or len(play.legal_actions()) < 3:
            play.push(play.legal_actions()[0])
        view = play.game.view(play.position, seat)
        told = find_turns(play.game, view, seat, dice_from(deal), 0.0, 60_000)
        untold += not told.best.visits
    assert not untold
