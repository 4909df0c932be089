"""tourelle arena: tiny matches, tables, JSON, folders, and what is refused."""

import errno
import json
import multiprocessing.synchronize
import os
from pathlib import Path

import pytest

from tests.cli.running import Command
from tourelle.languages import LANGUAGES

TINY = ("arena", "torres", "--bots", "greedy,random", "--seats", "2", "--pairs", "2", "--jobs", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tiny match is kept: it is played once."""
    return tmp_path_factory.mktemp("arena") / "match"


def test_a_tiny_match_for_scripts_and_for_people(command: Command, folder: Path) -> None:
    said = command(*TINY, "--out", str(folder), "--records", "--json")
    assert said.status == 0
    found = said.json()
    assert (found["games"], found["deals"], found["seats"]) == (4, 2, 2)
    greedy, random = found["table"]
    assert (greedy["bot"], greedy["wins"], greedy["share"]) == ("greedy", 4, 1.0)
    assert greedy["low"] == pytest.approx(0.5101, abs=1e-4)
    assert random["elo"] < greedy["elo"] == 0
    assert greedy["points"] > random["points"]
    assert greedy["longest"] >= greedy["seconds"] > random["seconds"] > 0
    assert found["pairings"][0]["losses"] == 0
    records = sorted(str(path) for path in folder.glob("records/*.tourelle.json"))
    assert len(records) == 4
    assert command("record", "verify", *records).status == 0
    kept = (folder / "results.jsonl").read_text("utf-8")
    again = command(*TINY, "--out", str(folder))
    assert again.status == 0
    assert again.out.startswith("Torres, 2 seats. Games: 4; deals: 2;")
    assert "greedy      4    4       0  100.0 % [51.0-100.0]" in again.out
    assert (folder / "results.jsonl").read_text("utf-8") == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_told_in_every_language(command: Command, folder: Path, language: str) -> None:
    words = ("--out", str(folder), "--sprt", "0,20", "--lang", language)
    said = command(*TINY, *words)
    assert said.status == 0
    assert "greedy" in said.out
    assert "{" not in said.out


def test_anchors_move_all_ratings(command: Command, folder: Path) -> None:
    found = command(*TINY, "--out", str(folder), "--anchor", "random=100", "--json").json()
    greedy, random = (row["elo"] for row in found["table"])
    assert random == pytest.approx(100)
    assert greedy > 300
    assert found["anchors"] == {"random": 100}


def test_one_among_three_others_and_its_mirror(command: Command) -> None:
    words = ("arena", "torres", "--bots", "greedy,random", "--seats", "4", "--pairs", "1")
    found = command(*words, "--jobs", "1", "--json").json()
    assert found["games"] == 8
    assert [row["games"] for row in found["alone"]] == [4, 4]
    assert [row["sat"] for row in found["table"]] == [16, 16]
    assert sum(row["share"] * row["sat"] for row in found["table"]) == pytest.approx(8)
    greedy, random = found["table"]
    assert greedy["even"] == 0.25
    assert greedy["mu"] > random["mu"]
    assert greedy["ordinal"] == pytest.approx(greedy["mu"] - 3 * greedy["sigma"])


def test_a_folder_with_another_match_is_refused(command: Command, folder: Path) -> None:
    said = command(*TINY, "--out", str(folder), "--seed", "9")
    assert (said.status, said.out) == (1, "")
    assert "holds another match: its “seed” is 0, not 9" in said.err
    assert json.loads((folder / "match.json").read_text("utf-8"))["seed"] == 0


@pytest.mark.parametrize(
    "words",
    [
        (*TINY[:-1], "2", "--out", "{folder}"),
        ("tune", "torres", "--seats", "2", "--steps", "1", "--jobs", "2", "--out", "{folder}"),
    ],
    ids=["arena", "tune"],
)
def test_a_system_that_starts_no_processes_is_named_and_no_file_is_blamed(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    def refuse(*_: object, **__: object) -> None:  # as where /dev/shm can't be written
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(multiprocessing.synchronize.SemLock, "__init__", refuse)
    said = command(*(word.format(folder=tmp_path / "match") for word in words))
    assert (said.status, said.out) == (1, "")
    assert "no processes can be started for it: Permission denied. On Linux" in said.err
    assert "/dev/shm" in said.err
    assert "match" not in said.err


@pytest.mark.parametrize("name", ["arena", "tune"])
def test_a_folder_that_cannot_be_made_is_named(command: Command, tmp_path: Path, name: str) -> None:
    taken = tmp_path / "taken"
    taken.write_text("no folder")
    words = TINY if name == "arena" else ("tune", "torres", "--steps", "1", "--jobs", "1")
    said = command(*words, "--out", str(taken / "match"))
    assert (said.status, said.out) == (1, "")
    assert f"“{taken}/match” can't be written: Not a directory." in said.err


ARENA = ("arena", "torres", "--seats", "2", "--jobs", "1", "--bots")
WRONG = [
    (("nobody,random",), 1, "There is no bot “nobody”. Known: "),
    (("random:width=3,greedy",), 1, "The bot “random” has no settings."),
    (("turn:colour=red,greedy",), 1, "“colour=red” is no setting of the bot “turn”. Settings: "),
    (("turn:width=red,greedy",), 1, "“width=red” is no setting"),
    (("greedy",), 1, "needs at least two bots"),
    (("greedy,greedy",), 1, "“greedy” is named twice"),
    (("greedy,random", "--pairs", "0"), 1, "“pairs” can't be 0"),
    (("greedy,random", "--seed", "-1"), 1, "“seed” can't be -1"),
    (("greedy,random", "--jobs", "0"), 1, "“jobs” can't be 0"),
    (("greedy,random", "--opening", "-2"), 1, "“opening” can't be -2"),
    (("greedy,random", "--records"), 1, "--out"),
    (("greedy,random", "--sprt", "20,0"), 1, "“20,0” with alpha 0.05 and beta 0.05 is no"),
    (("greedy,random,turn", "--sprt", "0,20"), 1, "for two bots and two seats"),
    (("greedy,random", "--anchor", "greedy"), 1, "“greedy” is no anchor"),
    (("greedy,random", "--anchor", "turn=5"), 1, "The anchor “turn” doesn't play"),
    (("greedy,random", "--option", "seats=9"), 1, "“seats” can't be “9”"),
    (("greedy,random", "--pairs", "many"), 2, "--pairs"),
]


@pytest.mark.parametrize(("words", "status", "sentence"), WRONG)
def test_wrong_words_are_told(
    command: Command, words: tuple[str, ...], status: int, sentence: str
) -> None:
    given = (*ARENA, *words) if "--option" not in words else (*ARENA[:2], *ARENA[4:], *words)
    said = command(*given)
    assert said.status == status
    assert said.out == ""
    assert sentence in said.err
