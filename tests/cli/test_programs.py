"""Programs that play in the terminal and in the arena, and a record that names one."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import Command
from tourelle.languages import LANGUAGES

SAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"
PROGRAM = f"cmd:{sys.executable} {SAMPLE}"


def test_a_program_plays_in_the_terminal_and_its_game_goes_on(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = ("play", "torres", "--seats", "2", "--seed", "1", "--bots", f"1={PROGRAM}")
    said = command(*words, given="place d8\nquit\n")
    assert said.status == 0, said.err
    kept = next(tmp_path.rglob("*.tourelle.json"))
    record = json.loads(kept.read_text("utf-8"))
    assert [seat["kind"] for seat in record["seats"]] == ["person", PROGRAM]
    assert len(record["actions"]) >= 2
    for language in LANGUAGES:
        said = command("play", "--resume", str(kept), "--lang", language, given="quit\n")
        assert said.status == 1
        assert PROGRAM in said.err
        assert "--bots 1=cmd:" in said.err
    said = command("play", "--resume", str(kept), "--bots", f"1={PROGRAM}", given="quit\n")
    assert said.status == 0, said.err


def test_a_record_never_starts_a_program(command: Command, tmp_path: Path) -> None:
    trace = tmp_path / "started"
    record = {
        "tourelle": 1,
        "game": "torres",
        "rules": 1,
        "options": {"seats": 2},
        "seed": 1,
        "seats": [{"kind": f"cmd:touch {trace}"}, {"kind": "person"}],
        "actions": [],
    }
    file = tmp_path / "hostile.tourelle.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    for words in (("play", "--resume", str(file)), ("replay", str(file)), ("show", str(file))):
        command(*words, given="quit\n")
    assert not trace.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_that_is_not_there_is_told_at_once(command: Command, language: str) -> None:
    words = ("--bots", "1=cmd:/no/such/bot", "--lang", language)
    said = command("play", "torres", "--seats", "2", *words)
    assert said.status == 1
    assert "cmd:/no/such/bot" in said.err
    said = command("arena", "torres", "--bots", "random,cmd:/no/such/bot", "--seats", "2")
    assert said.status == 1
    assert "/no/such/bot" in said.err


def test_the_arena_tells_what_went_wrong(command: Command, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    hello = json.loads(line)['type'] == 'hello'\n"
        "    said = {'type': 'hello', 'protocol': 1} if hello else {'type': 'resign'}\n"
        "    print(json.dumps(said), flush=True)\n",
        encoding="utf-8",
    )
    bots = f"random,cmd:{sys.executable} {script}"
    words = ("castellan", "--bots", bots, "--seats", "2", "--pairs", "1", "--jobs", "1")
    said = command("arena", *words)
    assert said.status == 0, said.err
    assert "Programs that did not play as they should:" in said.out
    assert "resigns; level-2 plays this turn" in said.out


def test_an_engine_answers_over_standard_input(command: Command) -> None:
    lines = '{"type": "hello", "protocol": 1}\n{"type": "quit"}\n{"type": "hello"}\n'
    said = command("engine", "--bot", "random", given=lines)
    assert said.status == 0
    (hello,) = map(json.loads, said.out.splitlines())
    assert hello["name"] == "tourelle random"
    assert command("engine", "--bot", "nobody").status == 1
