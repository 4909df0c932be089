"""Learning in rounds: the same run each time, however often stopped; winners are kept."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.marks import searches
from tourelle.arena.results import Result
from tourelle.arena.sprt import Sprt
from tourelle.core.game import Game
from tourelle.core.words import DocumentError
from tourelle.games import TITLES, game_class
from tourelle.neural.artefact import check_fit, from_bytes
from tourelle.training import fitting, rounds
from tourelle.training.rounds import Hands, Place, Task, check, found_net, learn, together, verdict
from tourelle.training.selfplay import Chunk, play_chunk

TASK = Task(
    title="castellan",
    seats=2,
    sets=({},),
    rounds=2,
    games=6,
    window=2,
    bot="turn:width=4:arms=4:worlds=1",
    judge="turn:width=2:worlds=1",
    pairs=1,
    asks="ends",
    width=8,
    depth=4,
    trace=1.0,
    seed=5,
)
ORIGIN = {"command": "by hand", "commit": "none"}


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "CHUNK", 3)
    monkeypatch.setattr(fitting, "LEAST_STEPS", 20)


def results(pairs: list[tuple[float, float]], seats: int = 2) -> list[Result]:
    """Return games in which the bot `new` won so much of each, in both seatings."""
    found = []
    for deal, pair in enumerate(pairs):
        for place, won in enumerate(pair):
            bots = ("new", "old") if place == 0 else ("old", "new")
            winners = (place,) if won == 1 else (1 - place,) if won == 0 else (0, 1)
            found.append(
                Result(
                    2 * deal + place, deal, bots, (1, 1), winners, (0.0, 0.0), (1, 1), (0.0, 0.0)
                )
            )
    assert seats == 2
    return found


def test_two_seats_are_judged_by_the_sequential_test() -> None:
    sprt = Sprt(0.0, 50.0)
    assert verdict(results([(1, 1), (1, 0)] * 40), "new", sprt)["kept"]
    few = verdict(results([(1, 1), (1, 0)] * 2), "new", sprt)
    assert not few["kept"]  # nothing is decided yet
    assert (few["games"], few["won"]) == (8, 6)
    assert not verdict(results([(0, 1)] * 60), "new", sprt)["kept"]


def test_more_seats_are_judged_by_the_whole_interval() -> None:
    assert verdict(results([(1, 1), (1, 0)] * 20), "new", None)["kept"]
    assert not verdict(results([(1, 1), (1, 0), (0, 1)] * 3), "new", None)["kept"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bot": "greedy"}, "bot-takes-nothing"),
        ({"judge": "random"}, "bot-takes-nothing"),
        ({"judge": "nobody"}, "no-such-bot"),
        ({"width": 257}, "arena-number"),
        ({"depth": 0}, "arena-number"),
        ({"trace": 1.5}, "arena-number"),
    ],
)
def test_what_can_not_be_learnt_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        check(replace(TASK, **changes))


def test_a_title_without_inputs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_class("castellan"), "input_names", staticmethod(Game.input_names))
    with pytest.raises(DocumentError, match="learn-no-inputs"):
        check(TASK)


@pytest.mark.parametrize("title", TITLES)
def test_every_title_of_ours_can_learn(title: str) -> None:
    check(replace(TASK, title=title))


@searches
@pytest.mark.parametrize(
    ("title", "seats"), [("castellan", 2), ("castellan", 3), ("torres", 2), ("blox", 2)]
)
def test_games_are_the_same_each_time_and_tell_how_they_ended(title: str, seats: int) -> None:
    chunk = Chunk(title, {"seats": seats}, TASK.bot, "none", b"", 1, 2, 2)
    rows, again = play_chunk(chunk), play_chunk(chunk)
    for name in rows:
        np.testing.assert_array_equal(rows[name], again[name])
    assert np.isnan(rows["foresaw"]).all()  # a beam alone follows no line
    assert set(rows["game"]) == {4, 5}
    assert rows["told"].shape == (
        len(rows["game"]),
        len(game_class(title).input_names(seats)),
    )
    np.testing.assert_allclose(rows["share"].sum(1), 1.0)
    best = rows["points"].max(1, keepdims=True)
    assert (rows["points"][rows["share"] > 0] == np.repeat(best, seats, 1)[rows["share"] > 0]).all()
    other = play_chunk(replace(chunk, number=3))
    assert other["told"].shape != rows["told"].shape or (other["told"] != rows["told"]).any()


@searches
def test_what_a_tree_foresaw_is_kept_as_the_next_seat_sees_it() -> None:
    bot = "deep:work=600:seconds=0:width=8:root_share=0.3"
    rows = play_chunk(Chunk("castellan", {"seats": 2}, bot, "none", b"", 1, 0, 2))
    told = rows["foresaw"][~np.isnan(rows["foresaw"]).any(1)]
    ends = rows["share"][~np.isnan(rows["foresaw"]).any(1)]
    assert len(told) > 5
    np.testing.assert_allclose(told[:, :2].sum(1), 1.0, rtol=1e-5)
    assert ((told[:, 0] > 0.5) == (ends[:, 0] > 0.5)).mean() > 0.5


@searches
def test_a_run_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = learn(TASK, tmp_path / "whole", Hands(), ORIGIN)
    assert whole.done == 2
    assert [row["what"] for row in whole.log] == ["play", "fit", "gate"] * 2
    stops = 0

    def stopping(what: str, number: int, done: int, most: int) -> None:
        nonlocal stops
        if (stops, what, number, done > 0) in (
            (0, "play", 1, True),
            (1, "fit", 1, True),
            (2, "gate", 1, True),
            (3, "play", 2, True),
        ):
            stops += 1
            raise KeyboardInterrupt
        assert done <= most

    for _ in range(4):
        with pytest.raises(KeyboardInterrupt):
            learn(TASK, tmp_path / "parts", Hands(), ORIGIN, stopping)
    parts = learn(TASK, tmp_path / "parts", Hands(), ORIGIN, stopping)
    assert (parts.done, parts.best, stops) == (whole.done, whole.best, 4)
    for number in (1, 2):
        nets = [Place(tmp_path / name).net(number).read_bytes() for name in ("whole", "parts")]
        arrays = [from_bytes(net, "").arrays for net in nets]
        assert all((arrays[0][name] == arrays[1][name]).all() for name in arrays[0])
    kept = json.loads((tmp_path / "parts" / "log.jsonl").read_text().splitlines()[1])
    assert kept["what"] == "fit"
    assert kept["calibration"]


@searches
def test_what_wins_is_kept_with_its_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = iter((True, False))
    judged = verdict
    monkeypatch.setattr(
        rounds, "verdict", lambda *given: {**judged(*given), "kept": next(verdicts)}
    )
    state = learn(TASK, tmp_path, Hands(), ORIGIN)
    assert state.best == 1
    found = found_net(Place(tmp_path), state)
    assert found is not None
    assert found.name == "net-2.npz"
    learnt = from_bytes(found.read_bytes(), found.name)
    check_fit(learnt, TASK.rules()[0], found.name)
    assert learnt.story["command"] == "by hand"
    assert [gate["against"] for gate in learnt.story["gates"]] == ["terms"]
    assert state.log[-1]["against"] == "round-1"


@searches
def test_more_rounds_may_follow_a_run_that_has_ended(tmp_path: Path) -> None:
    whole = learn(TASK, tmp_path / "whole", Hands(), ORIGIN)
    learn(replace(TASK, rounds=1), tmp_path / "more", Hands(), ORIGIN)
    more = learn(TASK, tmp_path / "more", Hands(), ORIGIN)
    assert (more.done, more.best) == (whole.done, whole.best) == (2, whole.best)
    nets = [Place(tmp_path / name).net(2).read_bytes() for name in ("whole", "more")]
    arrays = [from_bytes(net, "").arrays for net in nets]
    assert all((arrays[0][name] == arrays[1][name]).all() for name in arrays[0])
    assert learn(replace(TASK, rounds=1), tmp_path / "more", Hands(), ORIGIN) == more


@searches
def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    learn(replace(TASK, rounds=1), tmp_path, Hands(), ORIGIN)
    with pytest.raises(DocumentError, match="learn-other-task"):
        learn(replace(TASK, rounds=1, seed=6), tmp_path, Hands(), ORIGIN)


@searches
def test_games_and_matches_take_turns_under_several_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = verdict
    monkeypatch.setattr(rounds, "verdict", lambda *given: {**judged(*given), "kept": True})
    sets = ({"preset": "classic"}, {"preset": "modern"})
    task = replace(TASK, title="torres", rounds=1, sets=sets, trace=0.8)
    state = learn(task, tmp_path, Hands(), ORIGIN)
    place = Place(tmp_path)
    own = game_class("torres").input_names(2).index("cards: own")
    for chunk in (0, 1):
        with np.load(place.games(1) / f"{chunk}.npz") as kept:
            assert (kept["told"][:, own] == chunk).all()
    found = from_bytes(place.net(1).read_bytes(), "")
    assert [under["cards"] for under in found.options] == ["shared", "own"]
    gate = state.log[-1]
    assert gate["games"] == sum(match["games"] for match in gate["matches"]) == 4


def test_a_net_that_loses_under_one_option_set_is_not_kept() -> None:
    won = {"games": 40, "won": 30.0, "low": 0.6, "high": 0.86, "kept": True}
    lost = {"games": 40, "won": 18.0, "low": 0.3, "high": 0.6, "kept": False}
    assert together([won, won])["kept"]
    both = together([won, lost])
    assert not both["kept"]
    assert (both["games"], both["won"]) == (80, 48.0)


def test_without_a_winner_there_is_no_net(tmp_path: Path) -> None:
    assert found_net(Place(tmp_path), rounds.State()) is None
