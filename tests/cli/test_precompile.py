"""The first start says that it compiles; later ones say nothing."""

from pathlib import Path

import pytest

from tourelle.bots import precompile as bots
from tourelle.cli import precompile as ahead
from tourelle.cli.voice import Voice
from tourelle.core import precompile
from tourelle.core.compile import CPU
from tourelle.games import game_class


def test_the_first_start_is_told_and_the_second_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps: list[int] = []
    monkeypatch.setattr(ahead, "MACHINE", CPU)
    monkeypatch.setattr(bots, "cache_folder", lambda _: tmp_path)
    monkeypatch.setattr(bots, "steps", lambda *_: [lambda: steps.append(1)] * 3)
    rules = game_class("torres")
    for start in range(2):
        monkeypatch.setattr(ahead, "ready", set())
        ahead.precompile_rules(rules, Voice("en"))
        said = capsys.readouterr().err
        assert said == ("" if start else "Compiling the rules of Torres, first time only ...\n")
    assert steps == [1, 1, 1]


def test_the_steps_reach_everything_a_command_calls() -> None:
    for step in precompile.steps(game_class("torres")):
        step()


def test_what_bots_think_with_is_compiled_before_they_sit_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    taken: list[int] = []
    monkeypatch.setattr(ahead, "MACHINE", CPU)
    monkeypatch.setattr(bots, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(bots, "steps", lambda _, stage: [lambda: taken.append(stage)])
    for names, stages in ((["random"], []), (["random", "level-2"], [1]), (["level-8"], [2])):
        ahead.precompile_bots("torres", names, Voice("en"))
        told = "Compiling what the opponents of Torres think with" in capsys.readouterr().err
        assert (taken, told) == (stages, bool(stages))
        taken.clear()
    ahead.precompile_bots("torres", ["level-8"], Voice("en"))
    assert capsys.readouterr().err == "", "only once"
