"""Chances are set right by what was measured with the same judge: a net, or weighed features."""

import hashlib
import json
from typing import Any

import numpy as np
import pytest

from benchmarks.calibration import KNOTS, Row, fitted, hats, held_out, line, proven
from tourelle.bots.calibration import (
    FILE,
    Calibration,
    Evaluator,
    Knot,
    calibration_of,
    evaluator_of,
    read_calibration,
)
from tourelle.core import plugins
from tourelle.games import OWN, game_class
from tourelle.neural.artefact import DIGITS, file_names

NOT_MEASURED = ("net-3.npz", "net-4.npz", "net-4-classic.npz")
DOCUMENT = {
    "2": {
        "features": {"mean": 10.0, "knots": [{"progress": 0.0, "sharpness": 0.5}]},
        "net-2.npz": {
            "net": "0123456789ab",
            "mean": 20.0,
            "knots": [{"progress": 0.0, "sharpness": 0.9}],
        },
    },
    "thresholds": {"mistake": 0.12},
}


@pytest.mark.parametrize(
    ("judge", "sharpness"),
    [
        (Evaluator(), 0.5),
        (Evaluator("net-2.npz", "0123456789ab"), 0.9),
        (Evaluator("net-2.npz", "ba9876543210"), None),  # another net under the same name
        (Evaluator("net-2-modern.npz", "0123456789ab"), None),
    ],
)
def test_what_was_measured_with_another_judge_sets_nothing_right(
    judge: Evaluator, sharpness: float | None
) -> None:
    found = read_calibration(DOCUMENT, 2, judge)
    assert found.knots == (() if sharpness is None else (Knot(0.0, sharpness),))
    assert found.thresholds.mistake == 0.12
    assert read_calibration(DOCUMENT, 3, judge).knots == ()


def test_the_options_of_a_game_say_what_judges_it() -> None:
    blox = game_class("blox")
    assert evaluator_of(blox({"seats": 2})).name == "net-2.npz"
    assert evaluator_of(blox({"seats": 2, "round_limit": 30})) == Evaluator()
    assert evaluator_of(blox({"seats": 4})).name == "net-4.npz"
    assert calibration_of(blox({"seats": 2})).measured
    assert calibration_of(blox({"seats": 2, "round_limit": 30})) == Calibration()
    torres = game_class("torres")
    classic, modern = torres({"seats": 2}), torres({"seats": 2, "preset": "modern"})
    assert evaluator_of(torres({"seats": 3})) == Evaluator()
    assert evaluator_of(classic).name == "net-2-classic.npz"
    assert evaluator_of(modern).name == "net-2-modern.npz"
    assert calibration_of(classic).measured
    assert calibration_of(modern).measured
    assert calibration_of(classic) != calibration_of(modern)
    assert evaluator_of(torres({"seats": 3, "preset": "modern"})).name == "net-3-modern.npz"
    assert calibration_of(torres({"seats": 3, "preset": "modern"})).measured


@pytest.mark.parametrize("title", OWN)
def test_every_calibration_is_of_a_net_that_is_there_or_of_features(title: str) -> None:
    text = plugins.text_of(title, FILE)
    assert text is not None
    for seats, judged in json.loads(text).items():
        for name, entry in judged.items() if seats.isdigit() else ():
            if name == "features":
                assert "net" not in entry
                continue
            assert name in file_names(title, int(seats))
            data = plugins.bytes_of(title, name)
            assert data is not None
            assert entry["net"] == hashlib.sha256(data).hexdigest()[:DIGITS]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", OWN)
def test_every_title_was_measured_with_every_number_of_seats(title: str, seats: int) -> None:
    game = game_class(title)({"seats": seats})
    assert calibration_of(game).measured or evaluator_of(game).name in NOT_MEASURED


@pytest.mark.parametrize("title", OWN)
def test_more_points_never_mean_fewer_in_the_end(title: str) -> None:
    text = plugins.text_of(title, FILE)
    assert text is not None
    slopes = {
        (seats, name, knot["progress"]): knot["slope"]
        for seats, judged in json.loads(text).items()
        for name, entry in (judged.items() if seats.isdigit() else ())
        for knot in entry["knots"]
    }
    assert slopes
    assert {at: slope for at, slope in slopes.items() if slope < 0} == {}


def said_and_final(slopes: tuple[float, ...], games: int = 40) -> list[Row]:
    """Games in which points went on from what was said as these slopes have it, and some noise."""
    dice = np.random.default_rng(5)
    rows: list[Row] = []
    for game in range(games):
        for progress in (0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.95):
            said = dice.normal(100, 30, 2)
            slope = float(np.interp(progress, KNOTS, (*slopes, 1.0)))
            final = 100 + slope * (said - 100) + dice.normal(0, 3, 2)
            points = (round(float(final[0])), round(float(final[1])))
            rows.append((game, progress, (0.5, 0.5), tuple(map(float, said)), (1.0, 0.0), points))
    return rows


def test_the_line_that_is_fitted_is_the_best_of_those_that_never_fall() -> None:
    rows = said_and_final((-0.4, 0.3, 0.6, 0.9, 1.0))
    found = [knot.slope for knot in fitted(rows).knots]
    assert found[0] == 0
    assert found[2:] == pytest.approx([0.6, 0.9, 1.0], abs=0.1)
    said, final = np.array([row[3] for row in rows]), np.array([row[5] for row in rows])
    hat = np.repeat(hats(np.array([row[1] for row in rows])), 2, axis=0)
    flat = said.ravel() - said.mean()

    def missed(slopes: list[float], offsets: list[float]) -> float:
        away = hat @ (np.array(slopes) - 1) * flat + hat @ offsets - (final - said).ravel()
        ridge = (
            0.05**2 * len(flat) * (((np.array(slopes) - 1) ** 2).sum() + np.square(offsets).sum())
        )
        return float((away**2).sum() + ridge)

    slopes, offsets = (list(each) for each in line(hat, flat, final - said))
    least = missed(slopes, offsets)
    for at in range(5):
        for by in (-0.01, 0.01):
            other = slopes.copy()
            other[at] += by
            moved = offsets.copy()
            moved[at] += by
            assert other[at] < 0 or missed(other, offsets) > least
            assert missed(slopes, moved) > least


def test_no_game_is_foretold_by_what_it_gave_itself() -> None:
    rows = said_and_final((0.5, 0.5, 0.6, 0.9, 1.0), games=8)
    tried = held_out(rows)
    assert sorted(row[0] for row, _ in tried) == sorted(row[0] for row in rows)
    for game in range(4):
        rest = [row for row in rows if row[0] % 4 != game % 4]
        assert {right for row, right in tried if row[0] == game} == {fitted(rest)}


@pytest.mark.parametrize(
    ("told", "sharpness", "slope"),
    [
        ({"gain": 0.03, "gain_error": 0.01, "points_off": (9.0, 8.0)}, 0.5, 0.7),
        ({"gain": 0.01, "gain_error": 0.01, "points_off": (9.0, 8.0)}, 1.0, 0.7),
        ({"gain": -0.01, "gain_error": 0.01, "points_off": (9.0, 8.0)}, 1.0, 0.7),
        ({"gain": 0.03, "gain_error": 0.01, "points_off": (9.0, 9.5)}, 0.5, 1.0),
    ],
)
def test_what_did_not_help_is_left_as_it_is(
    told: dict[str, Any], sharpness: float, slope: float
) -> None:
    before, after = told["points_off"]
    told = {**told, "points_off_before": before, "points_off_after": after}
    knot = proven(Calibration((Knot(0.0, 0.5, 0.7, 3.0),), 50.0), told).knots[0]
    assert (knot.sharpness, knot.slope) == (sharpness, slope)
    assert knot.offset == (0.0 if slope == 1.0 else 3.0)
