"""puzzles: every position of people's games is looked at, what is found is kept."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tourelle
from tests.cli.running import Command
from tourelle.cli import puzzles
from tourelle.review.puzzles import Puzzle, puzzles_of


def test_games_that_people_played_are_looked_at(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = tourelle.start("blox", seed=4, seats=2)
    for _ in range(6):
        play.push(play.legal_actions()[0])
    record = tmp_path / "game.tourelle.json"
    record.write_text(json.dumps(dict(play.record().to_json())), encoding="utf-8")
    found, looked, wished = puzzles_of("blox")[0], list[str](), list[object]()

    def mined(line: str, **wish: object) -> Puzzle | None:
        looked.append(line)
        wished.append(wish)
        return found if len(looked) == 3 else None

    monkeypatch.setattr(puzzles, "mined", mined)
    monkeypatch.setattr(puzzles, "precompile_bots", lambda *_: None)
    out = tmp_path / "found.json"
    words = ("puzzles", "blox", "--records", str(record), "--jobs", "1", "--out", str(out))
    said = command(*words, "--json").json()
    assert said == {"file": str(out), "puzzles": 1, "looked": 7}
    assert [tourelle.from_line(line).to_move for line in looked] == [0, 1, 0, 1, 0, 1, 0]
    assert [puzzle["id"] for puzzle in json.loads(out.read_text())] == [found.id]
    assert wished == [{"theme": None, "up_to": None}] * 7
    out.unlink()
    assert command(*words, "--theme", "hits", "--up-to", "1300").status == 0
    assert wished[7:] == [{"theme": "hits", "up_to": 1300}] * 7
    again = command("puzzles", "blox", "--help").out
    assert "tourelle puzzles torres --count 20 --out puzzles.json" in again
    assert "--records" in again


def test_puzzles_are_rated_anew_by_the_levels_of_today(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = puzzles_of("blox")[:3]

    def rerated(puzzle: Puzzle) -> Puzzle:
        return replace(puzzle, rating=1) if puzzle.id == shipped[1].id else puzzle

    monkeypatch.setattr(puzzles, "rerated", rerated)
    monkeypatch.setattr(puzzles, "precompile_bots", lambda *_: None)
    out = tmp_path / "found.json"
    puzzles.write(out, list(shipped))
    words = ("puzzles", "blox", "--rerate", "--jobs", "1", "--out", str(out))
    assert command(*words, "--json").json() == {"file": str(out), "puzzles": 3, "changed": 1}
    ratings = [puzzle["rating"] for puzzle in json.loads(out.read_text())]
    assert ratings == [shipped[0].rating, 1, shipped[2].rating]
    assert "0 of them changed" in command(*words).out
