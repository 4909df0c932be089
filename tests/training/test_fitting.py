"""Fitting: a net learns what decides games, says the same inside the search, and repeats itself."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tourelle.core.compile import floats
from tourelle.neural.artefact import Learnt
from tourelle.search.net import ENDS, FIRST, SAYS, SECOND, judge
from tourelle.training import fitting
from tourelle.training.fitting import Shape, array_module, fit, looking_ahead, with_foreseen

ROWS, TOLD = 3000, 6


@pytest.fixture(autouse=True)
def _fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "LEAST_STEPS", 300)


def games(seats: int = 2, seed: int = 1) -> dict[str, Any]:
    """Return rows in which the input of a seat decides: the seat with the largest wins."""
    drawn = np.random.default_rng(seed)
    told = drawn.integers(0, 9, (ROWS, TOLD)).astype(np.float16)
    told[:, TOLD - 1] = 3  # never tells anything
    strength = told[:, :seats].astype(np.float32) + drawn.normal(size=(ROWS, seats)) * 0.5
    return {
        "told": told,
        "share": np.eye(seats, dtype=np.float32)[strength.argmax(1)],
        "points": 20 + 2 * strength.astype(np.float32),
        "phase": np.tile(np.arange(10) / 10, ROWS // 10).astype(np.float32),
        "mover": np.tile(np.arange(10) % seats, ROWS // 10).astype(np.int8),
        "game": np.repeat(np.arange(ROWS // 10), 10),
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_net_learns_who_wins_and_by_how_many_points(seats: int) -> None:
    _, report = fit(games(seats), Shape(16, 8), 1)
    assert report["right"] > 0.85
    assert report["log_loss"] < 0.4 * np.log(seats)
    assert report["points_off"] < 2.0  # the noise alone makes 1.0; points deviate by 5


def filled(numbers: Sequence[float]) -> Any:
    """Return numbers as the search is told them."""
    room = floats(len(numbers), np.float32)
    room[:] = numbers
    return room


def said_by(arrays: dict[str, Any], told: Any) -> Any:
    """Return what a net for two seats says in the search."""
    rooms = [floats(size, np.float32) for size in (FIRST, SECOND, SAYS)]
    judge(Learnt("toy", 2, (), [], arrays, {}).net(ENDS), told, *rooms)
    return np.array(rooms[2][:4])


def test_the_search_hears_what_was_fitted() -> None:
    rows = games()
    arrays, _ = fit(rows, Shape(16, 8), 1)
    for told in ([8, 1, 0, 0, 0, 3], [1, 8, 0, 0, 0, 3]):
        said = said_by(arrays, filled(told))
        chance = 1 / (1 + np.exp(said[1] - said[0]))
        assert chance > 0.95 if told[0] > told[1] else chance < 0.05
        assert said[2:4] == pytest.approx([20 + 2 * told[0], 20 + 2 * told[1]], abs=1.5)


def test_the_same_seed_fits_the_same_net() -> None:
    first, again, other = (fit(games(), Shape(8, 4), seed)[0] for seed in (1, 1, 2))
    assert all((first[name] == again[name]).all() for name in first)
    assert (first["first"] != other["first"]).any()


def test_several_seeds_are_asked_as_one_net_that_says_their_mean() -> None:
    rows, told = games(), filled([8, 1, 0, 0, 0, 3])
    alone = fit(rows, Shape(8, 4), 1)[0]
    both = fit(rows, Shape(8, 4, nets=2), 1)[0]
    assert both["first"].shape == (TOLD, 16)
    assert both["second"].shape == (16, 8)
    assert (both["first"][:, :8] == alone["first"]).all()  # the first of them is the same
    assert not both["second"][:8, 4:].any()
    assert not both["second"][8:, :4].any()
    halves = [
        {
            **both,
            "first": both["first"][:, 8 * k : 8 * k + 8],
            "first_bias": both["first_bias"][8 * k : 8 * k + 8],
            "second": both["second"][8 * k : 8 * k + 8, 4 * k : 4 * k + 4],
            "second_bias": both["second_bias"][4 * k : 4 * k + 4],
            "last": 2 * both["last"][4 * k : 4 * k + 4],
        }
        for k in (0, 1)
    ]
    one, two, mean = (said_by(arrays, told) for arrays in (*halves, both))
    assert mean == pytest.approx((one + two) / 2, abs=1e-4)


def test_what_never_changed_weighs_nothing() -> None:
    arrays, _ = fit(games(), Shape(8, 4), 1)
    assert not arrays["first"][TOLD - 1].any()
    assert not arrays["skip"][TOLD - 1].any()
    assert arrays["first"][0].any()


def test_calibration_is_told_for_each_part_of_the_game() -> None:
    rows = games()
    _, report = fit(rows, Shape(16, 8), 1)
    parts = report["calibration"]
    assert len(parts) == fitting.PHASES
    assert sum(row["rows"] for part in parts for row in part) == report["held_out"] == ROWS // 10
    surest = [part[-1] for part in parts]
    assert all(row["chance"] > 0.9 and row["won"] > 0.8 for row in surest)


def test_a_machine_without_a_gpu_fits_by_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> Any:
        raise ImportError

    monkeypatch.setattr(fitting, "import_module", missing)
    assert array_module() is np


def test_goals_look_ahead_to_what_followed_in_the_same_game() -> None:
    rows = {"mover": np.array([0, 1, 0, 1, 0]), "game": np.array([7, 7, 7, 8, 8])}
    won = np.array([[1, 0], [0, 1], [1, 0], [1, 0], [0, 1]], np.float32)  # seat 0, then seat 1
    points = np.array([[9, 4], [4, 9], [9, 4], [6, 2], [2, 6]], np.float32)
    out = np.zeros((5, 4))  # a net that knows nothing: even chances, no points
    shares, ahead = looking_ahead(rows, (won, points), out, 0.5)
    # the last row of each game knows the end; before it half of that, half of what the net says
    np.testing.assert_allclose(
        shares, np.array([[0.625, 0.375], [0.25, 0.75], [1, 0], [0.75, 0.25], [0, 1]])
    )
    np.testing.assert_allclose(ahead, np.array([[2.25, 1], [2, 4.5], [9, 4], [3, 1], [2, 6]]))
    same = looking_ahead(rows, (won, points), out, 1.0)
    np.testing.assert_array_equal(same[0], won)


def test_a_goal_may_be_what_the_search_foresaw_but_for_the_end() -> None:
    rows = {"game": np.array([7, 7, 7]), "foresaw": np.zeros((3, 4), np.float32)}
    rows["foresaw"][0] = [0.75, 0.25, 30, 10]
    rows["foresaw"][1] = np.nan  # it followed no line there
    rows["foresaw"][2] = [0, 1, 10, 30]
    shares = np.tile(np.array([[0.25, 0.75]], np.float32), (3, 1))
    points = np.zeros((3, 2), np.float32)
    mixed = with_foreseen(rows, (shares, points), 0.5, 20.0, 10.0)
    np.testing.assert_allclose(mixed[0], [[0.5, 0.5], [0.25, 0.75], [0.25, 0.75]])
    np.testing.assert_allclose(mixed[1], np.array([[0.5, -0.5], [0, 0], [0, 0]]))
    assert not points.any()


def test_a_net_that_looks_ahead_still_learns_who_wins() -> None:
    rows = games()
    drawn = np.random.default_rng(3)
    rows["share"] = np.repeat(rows["share"][::10], 10, 0)  # all rows of a game end the same way
    rows["told"][:, :2] = np.repeat(rows["told"][::10, :2], 10, 0)
    turned = rows["mover"] == 1
    for name in ("share", "points"):
        rows[name][turned] = rows[name][turned][:, ::-1]
    rows["told"][turned, :2] = rows["told"][turned][:, 1::-1]
    rows["told"][:, 2:5] = drawn.integers(0, 9, (ROWS, 3))
    _, report = fit(rows, Shape(16, 8, trace=0.7), 1)
    assert report["right"] > 0.85
    assert report["steps"] == 600
    assert report["log_loss_before"] < 0.4
