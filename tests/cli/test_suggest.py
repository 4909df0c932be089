"""suggest: the best turns of a position, from the view of the seat to move."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import TURN, Command, document
from tests.marks import searches
from tourelle.bots.hints import find_turns
from tourelle.core.compile import buffer
from tourelle.core.words import Seat
from tourelle.games import TITLES, game_class

pytestmark = searches

WORK = ("--work", "8000")
LAST = {
    "options": {"seats": 2, "cards": "none"},
    "board": (
        ".. .. .. .. .. .. .. 1K\n"
        ".. .. .. .. .. .. .. ..\n"
        ".. .. .. .. .. .. .. ..\n"
        ".. .. 4. .. .. .. .. ..\n"
        ".. .. 3. 1. .. .. .. ..\n"
        ".. .. 21 1. .. .. .. ..\n"
        ".. .. .. .. .. .. .. ..\n"
        ".. .. .. .. .. .. .. .0"
    ),
    "year": 3,
    "round": 4,
    "to_move": 1,
    "ap": 2,
    "scores": [39, 20],
}
"""The last turn of a game: seat 1 wins if it climbs twice."""


def test_the_turn_that_wins_comes_first_with_its_points(command: Command, tmp_path: Path) -> None:
    said = command("suggest", document(tmp_path, LAST), "--json", *WORK).json()
    assert said["seat"] == 1
    best = said["turns"][0]
    assert best["turn"] == ["move c3 c4", "move c4 c5", "end"]
    assert best["chance"] == 1.0
    assert best["points"] == [39.0, 40.0]
    assert best["visits"] == max(turn["visits"] for turn in said["turns"])
    assert 0.5 < best["share"] <= 1.0
    assert len(said["turns"]) == 5


@pytest.mark.parametrize("title", TITLES)
def test_every_turn_suggested_is_legal(command: Command, title: str) -> None:
    given = json.dumps({"game": title, "options": {"seats": 2}})
    said = command("suggest", "-", "--json", "--turns", "3", *WORK, given=given).json()
    assert 1 <= len(said["turns"]) <= 3
    for turn in said["turns"]:
        assert command("apply", "-", *turn["turn"], given=given).status == 0
        assert len(turn["points"]) == 2
        assert 0.0 <= turn["chance"] <= 1.0
        assert turn["share"] == pytest.approx(turn["visits"] / said["simulations"], abs=1e-4)


def test_a_budget_of_work_gives_the_same_answer(command: Command, tmp_path: Path) -> None:
    file = document(tmp_path, TURN)
    first, again = (command("suggest", file, "--json", *WORK).json() for _ in range(2))
    assert first["turns"] == again["turns"]
    assert first["work"] == again["work"]


def test_what_the_seat_cannot_see_changes_nothing(command: Command) -> None:
    """Two documents that differ in the other's hand and in the deck get the same advice."""
    answers: list[Any] = []
    for other in (["six", "seven"], ["climb", "leap"]):
        given = {**TURN, "hands": [["lift"], other], "seed": len(answers)}
        answers.append(command("suggest", "-", "--json", *WORK, given=json.dumps(given)).json())
    assert answers[0]["turns"] == answers[1]["turns"]


@pytest.mark.parametrize(
    ("language", "heads", "behind"),
    [
        ("en", ("turn", "wins", "lines", "of all"), "Seat 1 to move; "),
        ("fr", ("tour", "gagne", "lignes", "de toutes"), "Place 1 au trait\u00a0; "),
        ("de", ("Zug", "gewinnt", "Linien", "von allen"), "Platz 1 ist am Zug; "),
    ],
)
def test_a_person_reads_a_table(
    command: Command, tmp_path: Path, language: str, heads: tuple[str, ...], behind: str
) -> None:
    file = document(tmp_path, LAST)
    said = command("suggest", file, "--turns", "2", "--lang", language, *WORK)
    assert said.status == 0
    first, best, second, blank, last = said.out.splitlines()
    assert all(head in first for head in heads)
    assert best.startswith("move c3 c4, move c4 c5, end")
    assert "100 %" in best
    assert "39.0 : 40.0" in best
    assert second.endswith(" %")
    assert blank == ""
    assert last.startswith(behind)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The game is over: there is no turn to suggest.\n"),
        ("fr", "La partie est terminée\u00a0: il n’y a pas de tour à proposer.\n"),
        ("de", "Die Partie ist zu Ende: Es gibt keinen Zug vorzuschlagen.\n"),
    ],
)
def test_a_game_that_is_over_has_no_turns(
    command: Command, tmp_path: Path, language: str, sentence: str
) -> None:
    over = document(tmp_path, {**TURN, "stage": "over", "year": 3, "to_move": None})
    assert command("suggest", over, "--lang", language) == (0, sentence, "")
    assert command("suggest", over, "--json").json() == {"seat": None, "turns": []}


def test_a_turn_without_an_alternative_is_not_weighed(command: Command, tmp_path: Path) -> None:
    file = document(tmp_path, {**LAST, "ap": 0})
    (turn,) = command("suggest", file, "--json", *WORK).json()["turns"]
    assert (turn["turn"], turn["principal_variation"]) == (["end"], [["end"]])
    assert (turn["chance"], turn["points"], turn["share"], turn["visits"]) == (None, None, None, 0)
    assert "There is no other turn" in command("suggest", file, *WORK).out


def test_lines_are_answered_with_lines(command: Command) -> None:
    given = "\n".join((json.dumps(LAST), "rubbish", json.dumps({"document": LAST})))
    said = command("suggest", "-", "--lines", "--turns", "1", *WORK, given=given)
    first, bad, last = (json.loads(line) for line in said.out.splitlines())
    assert first["turns"] == last["turns"]
    assert len(first["turns"]) == 1
    assert bad["error"]["reason"] == "line-not-json"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seconds", "0"), "--seconds must be more than 0."),
        (("--seconds", "nan"), "--seconds must be more than 0."),
        (("--turns", "0"), "--turns must be more than 0."),
        (("--turns", "-3"), "--turns must be more than 0."),
        (
            ("--seed", "-1"),
            "Numbers of games, depths and seeds can't be negative, and seeds have an upper bound.",
        ),
    ],
)
def test_what_cannot_be_kept_to_is_refused(
    command: Command, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    assert command("suggest", document(tmp_path, LAST), *words) == (1, "", f"{sentence}\n")


def test_advice_takes_the_seconds_it_is_given() -> None:
    game: Any
    game, position = game_class("torres").read(TURN)
    dice = buffer(1)
    find_turns(game, game.view(position, Seat(0)), Seat(0), dice, work=8000)
    findings = find_turns(game, game.view(position, Seat(0)), Seat(0), dice, seconds=0.2)
    assert findings.seconds > 0.15  # how much more, test_thinking says with a clock of its own
    assert findings.best.visits > 0


@pytest.mark.parametrize(
    "words",
    [
        ("suggest", "FILE"),
        ("arena", "torres", "--bots", "turn,random", "--pairs", "1", "--jobs", "1"),
        ("arena", "torres", "--bots", "turn,random", "--pairs", "1", "--jobs", "2"),
        ("tune", "blox", "--steps", "1", "--jobs", "1", "--out", "FOLDER"),
    ],
)
def test_plain_python_says_that_it_cannot_search(words: tuple[str, ...], tmp_path: Path) -> None:
    names = {"FILE": str(document(tmp_path, LAST)), "FOLDER": str(tmp_path / "run")}
    command = [sys.executable, "-m", "tourelle", *(names.get(word, word) for word in words)]
    said = subprocess.run(
        command, env={**os.environ, "TOURELLE_PLAIN": "1"}, capture_output=True, text=True
    )
    assert said.returncode == 1
    assert said.stderr.splitlines()[-1].startswith("Searching needs compiled code")
    assert "Traceback" not in said.stderr
