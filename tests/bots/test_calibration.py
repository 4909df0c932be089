"""Chances are set right by what was measured with the same judge: a net, or weighed features."""

import hashlib
import json

import pytest

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
    assert evaluator_of(blox({"seats": 4})) == Evaluator()
    assert calibration_of(blox({"seats": 2})).measured
    assert calibration_of(blox({"seats": 2, "round_limit": 30})) == Calibration()
    torres = game_class("torres")
    classic, modern = torres({"seats": 2}), torres({"seats": 2, "preset": "modern"})
    assert evaluator_of(classic) == Evaluator()
    assert evaluator_of(modern).name == "net-2-modern.npz"
    assert calibration_of(classic).measured
    assert calibration_of(modern).measured
    assert calibration_of(classic) != calibration_of(modern)


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
    assert calibration_of(game_class(title)({"seats": seats})).measured
