"""Opponents play the example as they play ours: every bot, the arena, hints."""

import re
from pathlib import Path

from tests.examples.installing import Fresh
from tests.marks import searches

PLAIN = {"TOURELLE_PLAIN": "1"}
ARENA = ("--bots", "steady,random", "--seats", "2", "--jobs", "1", "--seed", "1")

EVERY_BOT = """
from tourelle.bots import BOTS, playing, troubles
from tourelle.core.compile import buffer
from tourelle.games import game_class

game = game_class("overlook")({"seats": 3})
assert troubles() == []
for name in playing("overlook"):
    position, dice = game.setup(1), buffer(1)
    for _ in range(2):
        seat = game.to_move(position)
        for action in BOTS[name].turn(game, game.view(position, seat), seat, dice):
            game.play(position, action)
    print(name)
"""
LEVELS = [f"level-{number}" for number in range(1, 9)]
BOTS = [*LEVELS, "master", "random", "greedy", "turn", "reply", "deep"]


@searches
def test_every_bot_plays_it(overlook: Fresh, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(EVERY_BOT, encoding="utf-8")
    assert overlook.run("program", at=tmp_path).split() == [*BOTS, "steady"]
    words = ("--bots", "deep:seconds=0.02,random", "--seats", "2", "--pairs", "5", "--jobs", "1")
    said = overlook.run("tourelle", "arena", "overlook", *words, at=tmp_path)
    won = re.search(r"^deep\S+ +10 +(\d+)", said, re.MULTILINE)
    assert won is not None
    assert int(won[1]) > 6, "search finds its way by the rules alone"
    document = '{"game": "overlook", "seed": 3}'
    suggested = overlook.run(
        "tourelle", "suggest", "-", "--seconds", "0.1", at=tmp_path, given=document
    )
    assert "build" in suggested


def test_its_own_bot_plays_in_the_arena(overlook: Fresh, tmp_path: Path) -> None:
    words = (*ARENA, "--pairs", "3")
    said = overlook.run("tourelle", "arena", "overlook", *words, at=tmp_path, **PLAIN)
    won = re.search(r"^steady +6 +(\d)", said, re.MULTILINE)
    assert won is not None
    assert int(won[1]) >= 4


def test_its_own_bot_plays_our_games(overlook: Fresh, tmp_path: Path) -> None:
    words = (*ARENA, "--pairs", "1")
    said = overlook.run("tourelle", "arena", "castellan", *words, at=tmp_path, **PLAIN)
    assert re.search(r"^steady +2 +2", said, re.MULTILINE)
