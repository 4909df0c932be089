"""Bots by name, with changes."""

from dataclasses import replace

import pytest

from tourelle.bots import BOTS
from tourelle.bots.ideas import DEEP, TURN
from tourelle.bots.named import named
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


@pytest.mark.parametrize(
    ("spec", "reason", "says"),
    [
        ("deeper", "no-such-bot", "deeper"),
        ("", "no-such-bot", ""),
        ("random:width=3", "bot-takes-nothing", "random"),
        ("deep:speed=9", "bot-setting", "speed=9"),
        ("deep:width=wide", "bot-setting", "width=wide"),
        ("deep:merging=perhaps", "bot-setting", "merging=perhaps"),
        ("deep:seconds", "bot-setting", "seconds="),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(spec: str, reason: str, says: str) -> None:
    with pytest.raises(DocumentError) as refused:
        named(spec)
    assert refused.value.refusal.reason == reason
    assert says in map(str, refused.value.refusal.params.values())
