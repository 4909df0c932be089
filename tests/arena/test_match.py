"""A match can be stopped and gone on with, and its results depend on nothing but what is asked."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.arena.toys import Stuck, dicers, small_match, timeless
from tests.refusing import refuses
from tourelle.arena.match import Match, play_match
from tourelle.arena.playing import default_opening, open_game, play_game, set_up_actions
from tourelle.arena.report import report
from tourelle.arena.results import MATCH_FILE, RESULTS_FILE
from tourelle.arena.sprt import Sprt
from tourelle.bots.named import named
from tourelle.cli.main import main
from tourelle.core.words import DocumentError
from tourelle.games import TITLES, game_class

TWO_SEATS = {"seats": 2}


def test_the_same_match_gives_the_same_results_on_any_number_of_cores() -> None:
    one, two = play_match(small_match()), play_match(small_match(), jobs=2)
    assert len(one) == 8
    assert timeless(one) == timeless(two)
    assert timeless(one) != timeless(play_match(small_match(seed=1)))


def test_searching_bots_repeat_their_games_under_budgets_of_work() -> None:
    bots = tuple(map(named, ("turn:width=2:worlds=1", "deep:seconds=0:work=400:width=4")))
    match = Match("torres", bots, 1, TWO_SEATS)
    assert timeless(play_match(match)) == timeless(play_match(match, jobs=2))


def test_a_match_is_told_without_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    match = small_match(1, "a b c", seats=3)
    results = play_match(match)
    assert "mu" in report(match, results)["table"][0]
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    found = report(match, results)
    assert found["skill_missing"]
    assert "mu" not in found["table"][0]
    assert found["table"][0]["sat"] == 3


def test_all_games_of_a_deal_begin_alike(tmp_path: Path) -> None:
    play_match(small_match(2, "a b c", seats=3), folder=tmp_path, records=True)
    records = [json.loads(p.read_text("utf-8")) for p in sorted(tmp_path.glob("records/*.json"))]
    opening = json.loads((tmp_path / MATCH_FILE).read_text("utf-8"))["opening"]
    assert len(records) == 6
    starts = [(record["seed"], tuple(record["actions"][:opening])) for record in records]
    assert len(set(starts)) == 2
    assert starts[0] == starts[1] == starts[2]
    assert len({tuple(record["actions"]) for record in records}) == 6
    assert main(["record", "verify", *map(str, tmp_path.glob("records/*.json"))]) == 0


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = play_match(small_match(5))
    play_match(small_match(2), folder=tmp_path)
    kept = (tmp_path / RESULTS_FILE).read_bytes()
    with (tmp_path / RESULTS_FILE).open("ab") as file:
        file.write(kept.splitlines()[0][:50])  # torn in the middle of a line
    seen: list[int] = []
    gone_on = play_match(
        small_match(5), folder=tmp_path, watch=lambda done, _: seen.append(len(done))
    )
    assert seen == list(range(4, 11))
    assert timeless(gone_on) == timeless(whole)
    text = (tmp_path / RESULTS_FILE).read_bytes()
    assert text.startswith(kept)
    assert [json.loads(line)["game"] for line in text.splitlines()] == list(range(10))
    assert timeless(play_match(small_match(3), folder=tmp_path)) == timeless(whole[:6])


KILLED = """
from pathlib import Path
from tests.arena.toys import small_match
from tourelle.arena.match import play_match
if __name__ == "__main__":
    play_match(small_match(100_000), 2, Path({folder!r}))
"""


def test_a_killed_match_goes_on(tmp_path: Path) -> None:
    code, results = KILLED.format(folder=str(tmp_path)), tmp_path / RESULTS_FILE
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    playing = subprocess.Popen([sys.executable, "-c", code], env=environment)
    try:
        deadline = time.monotonic() + 300
        while not results.exists() or results.read_bytes().count(b"\n") < 6:
            assert playing.poll() is None
            assert time.monotonic() < deadline, "no game was played"
            time.sleep(0.05)
    finally:
        playing.send_signal(signal.SIGKILL)
        playing.wait()
    played = results.read_bytes().count(b"\n")
    pairs = played  # twice the games that are there
    gone_on = play_match(small_match(pairs), folder=tmp_path)
    assert timeless(gone_on) == timeless(play_match(small_match(pairs)))


OTHERS = [
    (small_match(seed=3), "seed"),
    (small_match(bots="one three"), "bots"),
    (small_match(seats=3), "options"),
    (Match("torres", dicers("one", "two"), 4, {"seats": 2}, opening=0), "opening"),
]


@pytest.mark.parametrize(("other", "what"), OTHERS)
def test_another_match_in_the_same_folder_is_refused(
    tmp_path: Path, other: Match, what: str
) -> None:
    play_match(small_match(1), folder=tmp_path)
    before = (tmp_path / RESULTS_FILE).read_bytes()
    with pytest.raises(DocumentError, match="arena-other-match") as refused:
        play_match(other, folder=tmp_path)
    assert refused.value.refusal.params["what"] == what
    assert (tmp_path / RESULTS_FILE).read_bytes() == before


def test_folders_that_hold_no_match_are_refused(tmp_path: Path) -> None:
    (tmp_path / RESULTS_FILE).write_text("")
    with pytest.raises(DocumentError, match="arena-no-match"):
        play_match(small_match(1), folder=tmp_path)
    (tmp_path / MATCH_FILE).write_text("{")
    with pytest.raises(DocumentError, match="arena-no-match"):
        play_match(small_match(1), folder=tmp_path)


@pytest.mark.parametrize("line", ["rubbish", "[]", '{"game": 1}'])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    play_match(small_match(1), folder=tmp_path)
    with (tmp_path / RESULTS_FILE).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(DocumentError, match="arena-bad-line") as refused:
        play_match(small_match(1), folder=tmp_path)
    assert refused.value.refusal.params["line"] == 3


IMPOSSIBLE = [
    (Match("torres", dicers("one"), 1, TWO_SEATS), "arena-few-bots"),
    (Match("torres", dicers("one", "two", "one"), 1, TWO_SEATS), "arena-same-bot"),
    (Match("torres", dicers("one", "two"), 0, TWO_SEATS), "arena-number"),
    (Match("torres", dicers("one", "two"), 1, TWO_SEATS, seed=-1), "arena-number"),
    (Match("torres", dicers("one", "two"), 1, TWO_SEATS, opening=-1), "arena-number"),
]


@pytest.mark.parametrize(("match", "reason"), IMPOSSIBLE)
def test_matches_that_cannot_be_played_are_refused(match: Match, reason: str) -> None:
    refuses(reason, lambda: play_match(match))


def test_a_sequential_test_needs_two_bots_and_two_seats() -> None:
    for match in (small_match(bots="a b c"), small_match(seats=3)):
        with pytest.raises(DocumentError, match="arena-sprt-two"):
            play_match(match, sprt=Sprt(0, 20))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_sequential_test_ends_a_match_early(tmp_path: Path, jobs: int) -> None:
    bots = (*dicers("dicer"), Stuck("stuck"))
    match = Match("torres", bots, 500, TWO_SEATS)
    sprt = Sprt(0, 300)
    results = play_match(match, jobs, tmp_path, sprt=sprt)
    test = report(match, results, sprt=sprt)["sprt"]
    assert test["accepted"] is not None
    assert len(results) == 2 * test["pairs"] < 500
    assert timeless(play_match(match, folder=tmp_path, sprt=sprt)) == timeless(results)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seats", [2, 4])
def test_openings_differ_from_deal_to_deal(title: str, seats: int) -> None:
    game = game_class(title)({"seats": seats})
    opening = default_opening(game)
    starts = [tuple(open_game(game, deal, opening)) for deal in range(20)]
    assert {len(start) for start in starts} == {opening}
    assert len(set(starts)) >= 15
    assert starts[3] == tuple(open_game(game, 3, opening))


SET_UPS = [
    ("torres", {"seats": 2}, 3),
    ("torres", {"seats": 4}, 5),
    ("torres", {"preset": "master", "seats": 2}, 11),
    ("blox", {"seats": 2}, 0),
    ("castellan", {"seats": 2}, 0),
]


@pytest.mark.parametrize(("title", "options", "count"), SET_UPS)
def test_the_set_up_is_counted(title: str, options: dict[str, object], count: int) -> None:
    assert set_up_actions(game_class(title)(options)) == count


def test_turns_are_counted_as_turns() -> None:
    game = game_class("torres")({"seats": 2})
    played = play_game(game, dicers("one", "two"), deal=1, dice_seed=1, opening=3)
    ended = sum(text.startswith("end") for text in played.actions)
    assert abs(sum(played.turns) - ended) <= 4  # a seat may begin the year after it ended the last
    assert all(own <= total for own, total in zip(played.longest, played.seconds, strict=True))
