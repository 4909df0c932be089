"""Programs of the host: opponents at home, whose every mistake is told."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import wait_for
from tests.server.programming import SAMPLES
from tests.server.running import served
from tourelle.languages import LANGUAGES
from tourelle.server.serving import check_programs
from tourelle.server.settings import Settings

HOSTED = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1}}), flush=True)
    elif message["type"] == "turn":
        {turn}
"""
WAYS = {
    "resigns": "print(json.dumps({'type': 'resign'}), flush=True)",
    "dies": "sys.exit(3)",
    "cheats": "print(json.dumps({'type': 'play', 'actions': ['end']}), flush=True)",
    "floods": "print('x' * 100_000, flush=True)",
    "hangs": "import time; time.sleep(1000)",
}


def hosted(folder: Path, turn: str) -> str:
    """Return a setting with one program that does something at its turn."""
    script = folder / "hosted.py"
    script.write_text(HOSTED.format(turn=turn), encoding="utf-8")
    return f"Mine=cmd:{sys.executable} {script}::seconds=0.2"


def test_a_program_of_the_host_is_an_opponent_at_home_alone(tmp_path: Path) -> None:
    sample = f"Mine=cmd:{sys.executable} {SAMPLES / 'bot.py'}"
    with served(tmp_path, bots=sample, hosts="play.example.org") as server:
        abroad = {"host": "play.example.org"}

        def offered(**headers: str) -> list[str]:
            games = server.http.get("/api/games", headers=headers).json()
            return [bot["name"] for bot in games[0]["bots"]]

        assert offered()[-1] == "Mine"
        assert "Mine" not in offered(**abroad)
        wish = {"game": "torres", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "Mine"}]}
        refused = server.http.post("/api/tables", json=wish, headers=abroad)
        assert refused.json()["reason"] == "no-such-bot"
        opened = server.open("torres", "here Mine")
        with server.browser(opened.table, opened.keys[0]) as ann:
            ann.hear_of("state")
            while ann.state["actions"] < 8:
                if ann.state["choices"]:
                    before = ann.state["number"]
                    ann.submit(ann.state["choices"][0]["text"])
                    ann.until(before + 1)
                else:
                    ann.hear()
            assert {entry["seat"] for entry in ann.log if entry["kind"] == "action"} == {0, 1}
            assert ann.state["seats"][1]["name"] == "Mine"
            assert not [entry for entry in ann.log if entry["text"] == "trouble"]


@pytest.mark.parametrize("way", WAYS)
def test_whatever_a_program_does_is_told_and_the_game_goes_on(tmp_path: Path, way: str) -> None:
    with served(tmp_path, bots=hosted(tmp_path, WAYS[way])) as server:
        opened = server.open("torres", "Mine here")
        address = f"/api/tables/{opened.table}"

        def log(language: str) -> list[Any]:
            found: list[Any] = server.http.get(address, params={"language": language}).json()["log"]
            return found

        wait_for(lambda: any(e["kind"] == "action" for e in log("en")), "nobody plays")
        told = {
            language: next(e["sentence"] for e in log(language) if e["text"] == "trouble")
            for language in LANGUAGES
        }
        assert len(set(told.values())) == len(LANGUAGES)
        for sentence in told.values():
            assert sentence.startswith("Mine ")
            assert "level-2" in sentence


@pytest.mark.parametrize("text", ["Mine", "=cmd:x", "random=cmd:x", "A=cmd:x;A=cmd:y", "A=x"])
def test_a_program_that_is_named_wrongly_keeps_the_server_from_starting(
    tmp_path: Path, text: str
) -> None:
    for language in LANGUAGES:
        with pytest.raises(SystemExit, match="TOURELLE_BOTS"):
            check_programs(Settings(data=tmp_path, bots=text), language)


def test_a_program_that_does_not_shake_hands_keeps_the_server_from_starting(
    tmp_path: Path,
) -> None:
    with pytest.raises(SystemExit, match="/no/such/bot"):
        check_programs(Settings(data=tmp_path, bots="A=cmd:/no/such/bot"), "en")
