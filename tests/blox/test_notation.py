"""The notation of actions, both ways, over the whole action space."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.blox.tables import after, refused, turn
from tourelle.core.words import Action
from tourelle.games.blox.game import Blox
from tourelle.testing.tables import is_no_action

GAME = Blox()


@settings(max_examples=400, deadline=None)
@given(st.integers(0, GAME.action_space - 1))
def test_every_number_of_the_action_space_has_a_text_and_back(number: int) -> None:
    assert GAME.parse_action(GAME.action_text(Action(number))) == number


@pytest.mark.parametrize(
    "text",
    [
        "enter W5 c5",
        "enter Nc c7 *",
        "enter Si i1",
        "enter E9 a9",
        "move c5 f5",
        "move f5 c5 *",
        "destroy c5 f5",
        "destroy c5 c1 *p",
        "build c5 bwwp",
        "build c5 bwwp *w",
        "hit c5 f5 4",
        "hit c5 f5 3 *",
        "change bbw",
        "change bgwpp *",
    ],
)
def test_texts_of_the_rules_survive(text: str) -> None:
    assert GAME.action_text(GAME.parse_action(text)) == text
    assert GAME.action_text(GAME.parse_action(f"  {text.replace(' ', '   ')} ")) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "enter",
        "enter c5",
        "enter N5 c5",
        "enter Wc c5",
        "enter X5 c5",
        "enter W5 j5",
        "enter W5 c5 *w",
        "enter W0 c5",
        "move c5",
        "move c5 f5 g5",
        "move c5 f0",
        "move c5 f5 *w",
        "move c5 f5 x",
        "destroy c5 f5 *",
        "destroy c5 f5 *x",
        "destroy c5 f5 *ww",
        "build bw",
        "build c5 bw *",
        "build c5 xy",
        "build c5 BW",
        "build c5 b w",
        "hit c5 f5",
        "hit c5 f5 x",
        "hit c5 f5 03",
        "hit c5 f5 -3",
        "hit c5 f5 3 *p",
        "change b g",
        "change b *b",
        "change bx",
        "Move c5 f5",
        "move C5 f5",
        "hit c5 f5 ³",
    ],
)
def test_anything_else_is_no_action(text: str) -> None:
    assert is_no_action(GAME, text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("hit c5 f5 10", "hit c5 f5 9"),
        ("hit c5 f5 99999999999999999999", "hit c5 f5 9"),
        ("build c5 bbbbbbbb", "build c5 bbbbbb"),
        ("change bbbbbbbb", "change bbbbbb"),
    ],
)
def test_more_than_anybody_can_pay_is_an_action_that_the_rules_refuse(text: str, read: str) -> None:
    assert GAME.action_text(GAME.parse_action(text)) == read


def test_letters_are_read_in_any_order() -> None:
    assert GAME.parse_action("change wbp") == GAME.parse_action("change bwp")
    assert GAME.parse_action("build c5 pwwb *w") == GAME.parse_action("build c5 bwwp *w")


def test_equal_cards_make_one_action_and_a_joker_another() -> None:
    game, position = Blox.read(turn({"seats": 2}, e5="0", hands=["bbbbb", ""]))
    texts = game.legal_texts(position)
    assert len(texts) == len(set(texts))
    assert texts.count("move e5 a5") == 1
    assert texts.count("move e5 a5 *") == 1


def test_several_actions_or_one_refusal() -> None:
    document = turn({"seats": 2}, a9="BB", c9="GG", hands=["bgwpp", "bgwpp"])
    assert after(document, "change b", "change g")["round"] == 2
    assert refused(after(document, "change b"), "move a1 a2") == ("no-own-figure", "B5")
