"""Bots by name, with settings after colons."""

import pytest

from tourelle.bots import BOTS
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.core.words import DocumentError
from tourelle.languages import LANGUAGES, refusal_sentence


def test_a_plain_name_is_the_bot_itself() -> None:
    assert all(named(name) is bot for name, bot in BOTS.items())


def test_settings_change_a_copy() -> None:
    bot = named("deep:seconds=0.25:width=7:merging=no")
    assert isinstance(bot, Thinker)
    assert bot.name == "deep:seconds=0.25:width=7:merging=no"
    for settings in bot.settings.values():
        assert (settings.seconds, settings.width, settings.merging) == (0.25, 7, False)
    plain = BOTS["deep"]
    assert isinstance(plain, Thinker)
    assert plain.settings["torres"].width != 7


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
]


@pytest.mark.parametrize(("text", "reason"), WRONG)
def test_what_names_no_bot_is_refused(text: str, reason: str) -> None:
    with pytest.raises(DocumentError) as refused:
        named(text)
    assert refused.value.refusal.reason == reason
    for language in LANGUAGES:
        assert refusal_sentence(language, "torres", reason, dict(refused.value.refusal.params))
