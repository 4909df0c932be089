"""Documents with some of their values replaced by anything are read or refused, never a crash."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tourelle.core.game import Document, Rules
from tourelle.core.words import DocumentError
from tourelle.games import OWN, game_class

STEPS = 6
SET_UP = ("castle", "place", "king-setup")
"""Stages of a set-up: a puzzle's may have no square left to take."""

SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 99), st.text("bgwp?x\0é", max_size=4))
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=5), max_leaves=8)


def started(rules: Rules) -> Document:
    """Return the document of a game of three that has begun."""
    game = rules({"seats": 3})
    position = game.setup(5)
    for _ in range(STEPS):
        game.apply(position, game.legal_actions(position)[0])
    return game.document(position)


@pytest.mark.parametrize("title", OWN)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_mutilated_document_is_read_or_refused(title: str, data: st.DataObject) -> None:
    rules = game_class(title)
    document = started(rules)
    keys = st.sampled_from(tuple(rules.document_type.__annotations__))
    for key in data.draw(st.lists(keys, min_size=1, max_size=3)):
        document[key] = data.draw(VALUES)
    try:
        game, position = rules.read(document)
    except DocumentError:
        return
    again = game.document(position)
    assert game.document(rules.read(json.loads(json.dumps(again)))[1]) == again
    blocked = again.get("stage") in SET_UP
    assert game.legal_actions(position) or game.is_over(position) or blocked
