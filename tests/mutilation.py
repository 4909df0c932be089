"""Documents with some of their values replaced by anything: read or refused, never a crash."""

import json

from hypothesis import strategies as st

from tourelle.core.game import Rules
from tourelle.core.words import DocumentError
from tourelle.testing.tables import Document

SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 99), st.text("bgwp?x\0é", max_size=4))
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=5), max_leaves=8)


def keys_of(rules: Rules) -> tuple[str, ...]:
    """Return the keys that a document of a game may hold besides `game`."""
    return tuple(rules.document_type.__annotations__)


def check_mutilated(rules: Rules, document: Document, data: st.DataObject) -> None:
    """Replace some values; what is read all the same is written so that it stays the same."""
    for key in data.draw(st.lists(st.sampled_from(keys_of(rules)), min_size=1, max_size=3)):
        document[key] = data.draw(VALUES)
    try:
        game, position = rules.read(document)
    except DocumentError:
        return
    again = game.document(position)
    assert game.document(rules.read(json.loads(json.dumps(again)))[1]) == again
    assert game.legal_actions(position) or game.is_over(position) or is_blocked(again)


def is_blocked(document: Document) -> bool:
    """Tell whether a puzzle's set-up has no square left to take."""
    return document.get("stage") in ("castle", "place", "king-setup")
