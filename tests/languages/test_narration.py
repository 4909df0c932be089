"""Every action of every game can be told in every language."""

import pytest

from tests.conformance.cases import CASES
from tourelle.games import game_class
from tourelle.languages import LANGUAGES
from tourelle.languages.narration import sentence
from tourelle.testing import Case, random_steps


@pytest.mark.parametrize("case", [case for case in CASES if case.options["seats"] == 3], ids=str)
def test_every_action_has_a_sentence(case: Case) -> None:
    game = case.game()
    told = set()
    for step in random_steps(game, seed=9, every=5):
        for action in step.legal[:: max(1, len(step.legal) // 30)]:
            text = game.action_text(action)
            for language in LANGUAGES:
                said = sentence(language, case.title, text)
                assert said
                assert not set("{}@") & set(said), said
            assert all(square in text for square in game.squares(text)[:1])
            told.add(game.kind(text))
    assert len(told) >= 3


@pytest.mark.parametrize(
    ("title", "text", "touched"),
    [
        ("torres", "move a1 b1", ["a1", "b1"]),
        ("blox", "enter W5 c5 *", ["c5"]),
        ("castellan", "tower 2,-1", ["2,-1"]),
        ("castellan", "short -1,0 E", ["-1,0", "0,0"]),
        ("castellan", "long 2,1 N", ["2,1", "2,3"]),
        ("castellan", "draw W W T", []),
        ("torres", "end 2", []),
    ],
)
def test_squares_that_an_action_touches(title: str, text: str, touched: list[str]) -> None:
    assert game_class(title).squares(text) == touched


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("torres", "play climb a1 a2", "play climb"),
        ("castellan", "play W1 T2", "play"),
        ("torres", "end", "end"),
    ],
)
def test_kinds_of_actions(title: str, text: str, name: str) -> None:
    assert game_class(title).kind(text) == name


def test_what_a_listener_may_not_know_is_not_told() -> None:
    assert "climb" not in sentence("en", "torres", "keep climb", hidden=True)
    assert sentence("en", "torres", "keep ?") == sentence("en", "torres", "keep climb", hidden=True)
