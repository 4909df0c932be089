"""review: a record judged turn by turn, as tables, as JSON, as a page; kept, and refused."""

import json
from pathlib import Path
from typing import Any

import pytest

import tourelle
from tests.cli.running import Command, document
from tests.marks import searches
from tourelle.cli import review
from tourelle.review.reviewing import Reviewing

pytestmark = pytest.mark.usefixtures("judged")
WORK = ("--budget", "400", "--jobs", "1")
SIGNS = {None: "", "inaccuracy": "?!", "mistake": "?", "blunder": "??", "only": "!"}


def a_record(actions: int = 12) -> dict[str, Any]:
    """The beginning of a game between Ann and somebody without a name."""
    play = tourelle.start("blox", seed=4, seats=2)
    for number in range(actions):
        legal = play.legal_texts()
        play.push(legal[7 * number % len(legal)])
    made = dict(play.record().to_json())
    return {**made, "seats": [{"name": "Ann", "kind": "person"}, {"name": "", "kind": "person"}]}


class Counted:
    """How often a decision was judged."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        really = Reviewing.judged

        def counting(reviewing: Reviewing, number: int) -> Any:
            self.times += 1
            return really(reviewing, number)

        monkeypatch.setattr(Reviewing, "judged", counting)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Counted:
    """Reviews are kept in a folder of this test alone."""
    monkeypatch.setattr(review, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(review, "precompile_bots", lambda *_: None)
    return Counted(monkeypatch)


@searches
def test_every_turn_is_told_with_what_it_was_worth(command: Command, tmp_path: Path) -> None:
    file = document(tmp_path, a_record())
    found = command("review", file, "--json", *WORK).json()
    said = command("review", file, *WORK)
    assert said.status == 0
    seats, turns = said.out.split("\n\n")
    heads, *rows = [line for line in seats.splitlines() if set(line) - set("-─━ ")]
    assert heads.split() == ["Seat", "accuracy", "?!", "?", "??", "decided", "drawn"]
    for name, row, seat in zip(("Ann", "B"), rows, found["seats"], strict=True):
        told = row.split()
        assert told[:2] == [name, f"{seat['accuracy']:.1f}"]
        assert told[2:5] == [str(seat["marks"][m]) for m in ("inaccuracy", "mistake", "blunder")]
        assert told[5:] == [f"{seat[what]['points']:+.1f}" for what in ("decided", "drawn")]
    lines = turns.splitlines()
    for turn in found["turns"]:
        head = next(line for line in lines if line.startswith(f"{turn['number']:3d} "))
        chance = turn["played"]["leads_to"]["chances"][turn["seat"]]
        words = [("Ann", "B")[turn["seat"]], f"{100 * chance:.0f}", "%", SIGNS[turn["mark"]]]
        start = " ".join(word for word in words if word)
        assert " ".join(head.split()[1:]).startswith(start)
        assert head.endswith(", ".join(turn["played"]["actions"]))
        if turn["mark"] not in (None, "only"):
            assert any("Better: " + ", ".join(turn["best"]["actions"]) in line for line in lines)
        for why in turn["why"]:
            assert any(line.strip() == why for line in lines)
    assert any(turn["mark"] in ("mistake", "blunder") for turn in found["turns"])


@searches
def test_as_json_it_holds_turns_seats_and_what_made_it(command: Command, tmp_path: Path) -> None:
    record = a_record()
    found = command("review", document(tmp_path, record), "--json", *WORK).json()
    assert (found["title"], found["end"]) == ("blox", None)
    assert found["engine"]["work"] == 400
    assert len(found["seats"]) == 2
    assert [turn["number"] for turn in found["turns"]] == list(range(1, len(found["turns"]) + 1))
    actions = [text for turn in found["turns"] for text in record["actions"][slice_of(turn)]]
    assert actions == record["actions"]
    for turn in found["turns"]:
        assert all(isinstance(why, str) for why in turn["why"])
        assert bool(turn["why"]) is (turn["mark"] is not None)
    german = command("review", document(tmp_path, record), "--json", *WORK, "--lang", "de").json()
    assert german["turns"] != found["turns"], "reasons are told in words"


def slice_of(turn: dict[str, Any]) -> slice:
    """Where a turn's actions lie in its record."""
    return slice(turn["first"], turn["last"])


@searches
def test_as_a_page_it_needs_nothing_else(command: Command) -> None:
    given = json.dumps(a_record())
    said = command("review", "--html", *WORK, given=given)
    assert said.status == 0
    assert said.out.lower().startswith("<!doctype html>")
    assert "BLOX" in said.out
    assert "Ann" in said.out
    assert said.out.count("<svg") > 2
    assert "src=" not in said.out
    assert "http" not in said.out.replace("http://www.w3.org", "")


@searches
def test_the_second_time_nothing_is_judged(
    command: Command, tmp_path: Path, judged: Counted
) -> None:
    file = document(tmp_path, a_record())
    first = command("review", file, "--json", *WORK).json()
    times = judged.times
    assert times >= len(first["turns"])
    assert command("review", file, "--json", *WORK).json() == first
    assert judged.times == times
    (kept,) = (tmp_path / "reviews").iterdir()
    kept.write_text("{", encoding="utf-8")
    assert command("review", file, "--json", *WORK).json() == first
    assert judged.times == 2 * times, "what is kept can't be read"
    command("review", file, "--budget", "500", "--jobs", "2", "--json")
    assert judged.times == 3 * times, "another budget is another review"


@pytest.mark.parametrize(
    ("change", "words", "told"),
    [
        ({"actions": ["build z9"]}, (), "build z9"),
        ({"actions": ["pass"]}, (), "pass"),
        ({"game": "chess"}, (), "chess"),
        ({}, ("--budget", "0"), "--budget"),
        ({}, ("--seconds", "-1"), "--seconds"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    command: Command,
    tmp_path: Path,
    judged: Counted,
    change: dict[str, Any],
    words: tuple[str, ...],
    told: str,
) -> None:
    file = document(tmp_path, {**a_record(), **change})
    said = command("review", file, *words)
    assert (said.status, said.out) == (1, "")
    assert told in said.err
    assert "Traceback" not in said.err
    assert len(said.err.splitlines()) == 1
    assert judged.times == 0


def test_a_text_that_is_no_record_is_refused(command: Command) -> None:
    said = command("review", "-", given="{")
    assert (said.status, said.out) == (1, "")
    assert said.err.count("\n") == 1
    assert command("review", "nobody.json").status == 1
