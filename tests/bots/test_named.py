"""Bots by name, with changes."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from tests.refusing import refuses
from tourelle.bots import BOTS
from tourelle.bots.named import named
from tourelle.bots.presets import DEEP, TURN
from tourelle.bots.thinker import Thinker
from tourelle.core.words import DocumentError
from tourelle.games import TITLES, game_class


@pytest.mark.parametrize("name", BOTS)
def test_a_name_alone_is_the_bot_itself(name: str) -> None:
    assert named(name) is BOTS[name]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("spec", "base", "changes"),
    [
        ("deep:seconds=0.1", DEEP, {"seconds": 0.1}),
        ("deep:work=5000:threads=2", DEEP, {"work": 5000, "threads": 2}),
        ("turn:width=8:merging=no", TURN, {"width": 8, "merging": False}),
        ("turn:merging=yes", TURN, {"merging": True}),
        ("turn:noise=2.5", TURN, {"noise": 2.5}),
        ("turn:without=climb", TURN, {}),
    ],
)
def test_settings_change_in_every_title(
    title: str, spec: str, base: dict[str, object], changes: dict[str, object]
) -> None:
    bot = named(spec)
    assert isinstance(bot, Thinker)
    assert bot.name == spec
    assert bot.settings[title] == replace(base[title], **changes)  # type: ignore[type-var]


def test_a_term_can_be_left_out_of_the_weighing() -> None:
    game = game_class("torres")({"seats": 2})
    bot = named("turn:without=climb:width=8")
    assert isinstance(bot, Thinker)
    assert bot._weighing(game).named() == {**game.weights.named(), "climb": 0.0}


def test_weights_can_come_from_a_file(tmp_path: Path) -> None:
    game = game_class("blox")({"seats": 2})
    other = {**game.weights.named(), "joker": 9.0}
    file = tmp_path / "found.json"
    file.write_text(json.dumps({"2": {"weights": other, "spread": 3.0}}), encoding="utf-8")
    bot = named(f"turn:weights={file}")
    assert isinstance(bot, Thinker)
    assert bot._weighing(game).named() == other
    with pytest.raises(DocumentError, match="weights-seats"):
        bot._weighing(game_class("blox")({"seats": 3}))


WRONG = [
    ("nobody", "no-such-bot"),
    ("", "no-such-bot"),
    ("random:width=3", "bot-takes-nothing"),
    ("greedy:", "bot-takes-nothing"),
    ("turn:", "bot-setting"),
    ("turn:width", "bot-setting"),
    ("turn:width=3.5", "bot-setting"),
    ("turn:width=0", "bot-setting"),
    ("turn:seconds=-1", "bot-setting"),
    ("turn:seconds=nan", "bot-setting"),
    ("turn:seconds=inf", "bot-setting"),
    ("turn:merging=1", "bot-setting"),
    ("turn:depth=3", "bot-setting"),
    ("turn:weights=nowhere.json", "bot-weights"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG)
def test_what_names_no_bot_is_refused(text: str, reason: str) -> None:
    refuses(reason, lambda: named(text))


@pytest.mark.parametrize("text", [*BOTS, "deep:seconds=0.5:asks=both", "level-2:noise=1"])
def test_bots_can_be_sent_to_other_processes(text: str) -> None:
    bot = named(text)
    sent = pickle.loads(pickle.dumps(bot))
    assert sent.name == bot.name
    if isinstance(bot, Thinker):
        assert all(sent.settings[title] == bot.settings[title] for title in TITLES)
