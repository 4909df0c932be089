"""random, replay, record verify and perft."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Command
from tourelle.games import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_random_games_replay(command: Command, tmp_path: Path, title: str) -> None:
    said = command("random", title, "--games", "2", "--seed", "5", "--seats", "2")
    assert said.status == 0
    assert said == command("random", title, "--games", "2", "--seed", "5", "--seats", "2")
    file = tmp_path / "games.jsonl"
    file.write_text(said.out, encoding="utf-8")
    verified = command("record", "verify", str(file))
    assert verified.status == 0
    assert [line.partition(": ")[0] for line in verified.out.splitlines()] == [
        f"{file}:1",
        f"{file}:2",
    ]
    steps = command("replay", "-", "--steps", "--json", given=said.out.splitlines()[0])
    actions = json.loads(said.out.splitlines()[0])["actions"]
    assert [json.loads(line)["action"] for line in steps.out.splitlines()] == actions


def test_random_games_as_files(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    words = ("random", "torres", "--games", "3", "--option", "preset=modern", "--seats", "3")
    assert command(*words, "--out", str(folder)).out == ""
    files = sorted(str(path) for path in folder.iterdir())
    assert len(files) == 3
    assert command("record", "verify", *files).status == 0
    assert "points" in command("record", "verify", files[0]).out


@pytest.fixture
def record(command: Command) -> dict[str, object]:
    made: dict[str, object] = command("random", "torres", "--seats", "2").json()
    return made


def test_replay_stops_where_it_is_told(command: Command, record: dict[str, object]) -> None:
    text = json.dumps(record)
    assert command("replay", "-", "--at", "0", given=text).json()["stage"] == "place"
    assert command("replay", "-", "--at", "1", given=text).json()["to_move"] == 1
    assert command("replay", "-", given=text).json()["stage"] == "over"
    assert command("show", "-", given=text).status == 0
    beyond = command("replay", "-", "--at", "9999", given=text)
    assert (beyond.status, beyond.out) == (1, "")
    assert "There is no action 9999" in beyond.err


def test_replay_tells_each_step_in_words(command: Command, record: dict[str, object]) -> None:
    text = json.dumps(record)
    first = command("replay", "-", "--steps", given=text).out.splitlines()[0]
    assert first.split()[:2] == ["1", "place"]
    assert "Seat 0 places the first knight on" in first
    french = command("replay", "-", "--steps", "--lang", "fr", given=text).out
    assert "Joueur 0 place son premier chevalier en" in french


def test_verify_names_the_illegal_action(
    command: Command, tmp_path: Path, record: dict[str, object]
) -> None:
    actions = record["actions"]
    assert isinstance(actions, list)
    bad = tmp_path / "bad.tourelle.json"
    bad.write_text(json.dumps({**record, "actions": [actions[0], *actions]}), encoding="utf-8")
    good = tmp_path / "good.tourelle.json"
    good.write_text(json.dumps(record), encoding="utf-8")
    said = command("record", "verify", str(bad), str(good), str(tmp_path / "none"))
    assert said.status == 1
    assert said.out.startswith(f"{good}: good")
    assert f"{bad}: Action 2, “{actions[0]}”: {actions[0].split()[1]} won’t do" in said.err
    assert "There is no file" in said.err


CORRUPTED: list[tuple[dict[str, object], str]] = [
    ({"outcome": {"points": [0, 0], "winners": [0], "clause": "T4.3"}}, "another outcome"),
    ({"rules": 99}, "version 99 of the rules"),
    ({"seed": -1}, "“seed”"),
    ({"seed": True}, "“seed”"),
    ({"actions": [1]}, "“actions”"),
    ({"times": [1]}, "“times”"),
    ({"seats": "two"}, "“seats”"),
    ({"options": {"seats": 7}}, "“seats” can't be “7”"),
    ({"game": "chess"}, "“chess” is no game"),
    ({"colour": "red"}, "no key “colour”"),
    ({"tourelle": None}, "“tourelle”"),
]


@pytest.mark.parametrize(("change", "sentence"), CORRUPTED)
def test_corrupted_records_are_told(
    command: Command, record: dict[str, object], change: dict[str, object], sentence: str
) -> None:
    said = command("record", "verify", "-", given=json.dumps({**record, **change}))
    assert said.status == 1
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1


def test_a_game_lost_on_time_is_verified_as_such(
    command: Command, record: dict[str, object]
) -> None:
    start = {**record, "actions": [], "times": []}
    lost = {"points": [0, 0], "winners": [0], "clause": "", "forfeit": 1}
    said = command("record", "verify", "-", given=json.dumps({**start, "outcome": lost}))
    assert said.out == "-: good: 0 actions, then seat 1 lost on time; points 0, 0\n"
    wrong = {**lost, "winners": [1]}
    assert command("record", "verify", "-", given=json.dumps({**start, "outcome": wrong})).status
    over = {**record, "outcome": {**lost, "points": [1, 1]}}
    assert command("record", "verify", "-", given=json.dumps(over)).status


def test_verify_for_scripts(command: Command, record: dict[str, object]) -> None:
    said = command("record", "verify", "--json", "-", given=json.dumps(record))
    assert said.json()["ok"] is True


def test_perft_counts_and_divides(command: Command) -> None:
    assert command("perft", "torres", "--depth", "0").out == "1\n"
    assert command("perft", "torres", "--depth", "2").out == "56\n"
    divided = command("perft", "torres", "--depth", "2", "--divide", "--json").json()
    assert divided["count"] == sum(divided["divide"].values()) == 56
    master = command("perft", "torres", "--options", "preset=master", "seats=2", "--depth", "1")
    assert master.out == "64\n"


WRONG = [
    (("perft", "torres", "--depth", "-1"), 1, "can't be negative"),
    (("perft", "torres", "--depth", "1", "--option", "preset"), 1, "write it as key=value"),
    (("perft", "torres", "--depth", "1", "--option", "x=y"), 1, "There is no option “x”"),
    (("random", "torres", "--seats", "9"), 1, "The option “seats” can't be “9”"),
    (("random", "torres", "--games", "many"), 2, "--games"),
    (("random", "chess"), 2, "chess"),
    (("perft", "torres"), 2, "--depth"),
    (("nonsense",), 2, "nonsense"),
    (("legal", "--lang", "it", "-"), 2, "it"),
]


@pytest.mark.parametrize(("words", "status", "sentence"), WRONG)
def test_wrong_words_are_told(
    command: Command, words: tuple[str, ...], status: int, sentence: str
) -> None:
    said = command(*words)
    assert said.status == status
    assert said.out == ""
    assert sentence in said.err
