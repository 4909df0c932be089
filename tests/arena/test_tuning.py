"""Tuning: balanced seatings, steps that go the better way, runs that go on where they stopped."""

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.marks import searches
from tourelle.arena.tuning import (
    DIRECTIONS,
    State,
    Task,
    advance,
    begin,
    compare,
    directions,
    finish,
    fitted_spread,
    margin,
    play_comparison,
    read_state,
    seatings,
    workers,
    write_state,
    write_weights,
)
from tourelle.cli.main import main
from tourelle.core.weights import read_weights
from tourelle.core.words import DocumentError
from tourelle.games import game_class

TASK = Task("blox", 2, ({"round_limit": 3},), "turn:worlds=1", 4, 1, 9)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_sides_take_every_seat_equally_often(seats: int) -> None:
    rows = seatings(seats)
    for seat in range(seats):
        assert sum(row[seat] for row in rows) * 2 == len(rows)
    assert sum(map(sum, rows)) * 2 == seats * len(rows)


@pytest.mark.parametrize(
    ("points", "sides", "worth"),
    [
        ((10, 0), (0, 1), math.tanh(1.0)),
        ((10, 0), (1, 0), -math.tanh(1.0)),
        ((5, 5), (0, 1), 0.0),
        ((10, 0, 10), (0, 1, 1), math.tanh(1.0) / 2),
    ],
)
def test_a_margin_is_the_mean_over_opposed_seats(
    points: tuple[int, ...], sides: tuple[int, ...], worth: float
) -> None:
    assert margin(points, sides, 5.0) == pytest.approx(worth)


@pytest.mark.parametrize("spread", [2.0, 8.0, 25.0])
def test_the_spread_is_found_again(spread: float) -> None:
    chance = random.Random(1)
    leads = []
    for _ in range(4000):
        lead = chance.uniform(-3 * spread, 3 * spread)
        leads.append((lead, float(chance.random() < 1 / (1 + math.exp(-lead / spread)))))
    assert fitted_spread(leads) == pytest.approx(spread, rel=0.15)


def test_weights_move_to_the_side_that_wins_and_points_never_move() -> None:
    state = State(0, {"points": 1.0, "a": 2.0, "b": 3.0}, {"points": 0.0, "a": 0.5, "b": 0.1}, 5.0)
    after = advance(TASK, state, [({"points": 1, "a": 1, "b": -1}, 0.5)])
    assert after.weights["points"] == 1.0
    assert after.weights["a"] > 2.0
    assert after.weights["b"] < 3.0
    assert after.step == 1


def test_what_is_found_is_the_mean_over_the_second_half() -> None:
    state = State(0, {"points": 1.0, "a": 0.0}, {"points": 0.0, "a": 1.0}, 5.0)
    seen = []
    for _ in range(TASK.steps):
        state = advance(TASK, state, [({"points": 1, "a": 1}, 0.5)])
        seen.append(state.weights["a"])
    assert state.found()["a"] == pytest.approx(sum(seen[2:]) / 2)


@searches
def test_a_run_is_the_same_whether_it_was_stopped_or_not(tmp_path: Path) -> None:
    def taken(state: State) -> State:
        drawn = directions(TASK, state)
        assert len(drawn) == DIRECTIONS
        some = [(signs, play_comparison(trial)) for signs, trial in drawn[:2]]
        return advance(TASK, state, some)

    file = tmp_path / "run" / "state.json"
    straight = taken(taken(begin(TASK)))
    write_state(file, TASK, taken(begin(TASK)))
    kept = read_state(file, TASK)
    assert kept is not None
    assert taken(kept) == straight
    assert straight.weights["points"] == 1.0
    assert straight.weights != begin(TASK).weights


@searches
def test_only_the_terms_named_move() -> None:
    state = begin(replace(TASK, only=("joker", "blocks")))
    assert {feature for feature, reach in state.reach.items() if reach} <= {"joker", "blocks"}
    assert begin(TASK).reach["figures"] > 0


@searches
def test_a_run_of_another_task_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    write_state(file, TASK, State(0, {}, {}, 1.0))
    with pytest.raises(DocumentError, match="tune-other-task"):
        read_state(file, Task("blox", 3, ({},), "turn", 4, 1, 9))


@searches
def test_better_weights_win_and_equal_ones_share() -> None:
    game = game_class("blox")({"seats": 2})
    good = game.weights
    silly = {
        feature: (1.0 if feature == "points" else -weight)
        for feature, weight in good.named().items()
    }
    longer = replace(TASK, options=({"round_limit": 15},))
    with workers(1, longer) as play:
        assert compare(longer, good, good.named(), 3, play) == (3.0, 6)
        wins, _ = compare(longer, good, silly, 3, play)
    assert wins > 4


@searches
def test_weights_are_written_for_their_seats_and_leave_the_others(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"4": {"kept": True}}), encoding="utf-8")
    found = finish(TASK, State(1, game_class("blox")({}).weights.named(), {}, 1.0), "the command")
    write_weights(file, 2, found)
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["4"] == {"kept": True}
    again = read_weights(document, found.features, 2)
    assert again.named() == found.named()
    assert again.command == "the command"


@searches
def test_the_command_tunes_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "blox", "--set", "round_limit=2", "--steps", "1", "--deals", "1"]
    words += ["--only", "joker", "--check", "1", "--jobs", "1", "--json", "--out", str(tmp_path)]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert set(first["weights"]) == set(game_class("blox").feature_names)
    assert first["games"] == 2
    assert '--only joker --set "round_limit=2"' in first["command"]
    start = game_class("blox")({"seats": 2}).weights.named()
    assert all(
        first["weights"][feature] == start[feature] for feature in start if feature != "joker"
    )
    assert main(words) == 0, "a finished run has nothing left to do"
    assert json.loads(capsys.readouterr().out)["weights"] == first["weights"]
    assert main([*words, "--seed", "2"]) == 1
    assert "another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--steps -1", "negative"),
        ("--bot random", "random"),
        ("--set colour=red", "colour"),
        ("--only beauty", "beauty"),
    ],
)
def test_what_cannot_be_tuned_is_said(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", "blox", "--out", str(tmp_path), *words.split()]) == 1
    assert said in capsys.readouterr().err
