"""Characters: each weighs some things otherwise, is of its level, and offered in its titles."""

import json
from pathlib import Path

import pytest

from tests.refusing import refuses
from tourelle.bots import BOTS, playing
from tourelle.bots.levels import LEVELS
from tourelle.bots.styles import PLAIN, Style, names, style_of, styles, titles_of
from tourelle.bots.thinker import Thinker
from tourelle.core import plugins
from tourelle.core.words import DocumentError
from tourelle.games import OWN, game_class

SEEN = json.loads(
    Path(__file__).parents[2].joinpath("benchmarks", "styles.json").read_text(encoding="utf-8")
)
CHARACTERS = [(title, name) for title in OWN for name in styles(title)]


@pytest.mark.parametrize("title", OWN)
def test_every_title_of_ours_has_two_or_three_characters(title: str) -> None:
    assert 2 <= len(styles(title)) <= 3
    offered = [name for name in playing(title) if name in names()]
    assert offered == list(styles(title))


@pytest.mark.parametrize(("title", "name"), CHARACTERS)
def test_a_character_thinks_like_its_level_and_weighs_otherwise(title: str, name: str) -> None:
    bot, style = BOTS[name], style_of(title, name)
    assert isinstance(bot, Thinker)
    assert bot.settings[title] == LEVELS[style.level - 1].settings[title]
    for seats in (2, 3, 4):
        game = game_class(title)({"seats": seats})
        plain, own = game.weights.named(), bot._weighing(game).named()
        changed = {feature for feature in plain if own[feature] != plain[feature]}
        assert changed
        assert changed <= set(style.factors)
        for feature, factor in style.factors.items():
            assert own[feature] == pytest.approx(factor * plain[feature])


@pytest.mark.parametrize(("title", "name"), CHARACTERS)
def test_a_character_was_seen_to_be_of_its_level_and_to_play_otherwise(
    title: str, name: str
) -> None:
    """What was seen is kept by `python -m benchmarks.styles TITLE --write`."""
    style = style_of(title, name)
    (row,) = [row for row in SEEN if (row["title"], row["style"]) == (title, name)]
    assert row["factors"] == style.factors, "seen with other factors"
    assert row["against"] == f"level-{style.level}"
    assert row["games"] >= 200
    assert 0.38 < row["won"] / row["games"] < 0.62, "a whole level is between 62 and 70 %"
    assert row["habits"], "nothing is done otherwise so often that it can't be chance"


@pytest.mark.parametrize(("title", "name"), CHARACTERS)
def test_characters_of_a_title_differ(title: str, name: str) -> None:
    others = [style.factors for other, style in styles(title).items() if other != name]
    assert style_of(title, name).factors not in others


def test_in_a_title_that_does_not_know_it_a_character_plays_as_its_level_does() -> None:
    name = next(name for name in names() if "blox" not in titles_of(name))
    assert style_of("blox", name) is PLAIN
    bot, game = BOTS[name], game_class("blox")({"seats": 2})
    assert isinstance(bot, Thinker)
    assert bot.settings["blox"] == LEVELS[PLAIN.level - 1].settings["blox"]
    assert bot._weighing(game).named() == game.weights.named()
    assert name not in playing("blox")


def test_what_is_no_feature_is_refused_by_its_name() -> None:
    weights = game_class("blox")({"seats": 2}).weights
    refuses("weights-features", lambda: Style(5, {"courage": 2.0}).weighing(weights))


def test_a_document_that_says_no_level_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "text_of", lambda *_: json.dumps({"brute": {"factors": {}}}))
    with pytest.raises(DocumentError, match="opponents"):
        styles.__wrapped__("blox")
