"""What is legal in each stage, and what each action does."""

from collections.abc import Callable
from copy import deepcopy

from tests.torres.reference.board import Document
from tests.torres.reference.cards import (
    act_buy,
    act_keep,
    act_play,
    act_return,
    legal_keep,
    legal_return,
)
from tests.torres.reference.knights import act_knight, act_move
from tests.torres.reference.material import supply
from tests.torres.reference.turns import (
    act_block,
    act_end,
    act_point,
    act_store,
    legal_store,
    legal_turn,
)
from tests.torres.reference.years import (
    act_castle,
    act_king,
    act_place,
    act_start,
    act_stay,
    legal_castle,
    legal_king,
    legal_king_setup,
    legal_place,
    legal_start,
)


def legal_over(_document: Document) -> list[str]:
    """Nothing is legal when the game is over."""
    return []


LEGAL: dict[str, Callable[[Document], list[str]]] = {
    "castle": legal_castle,
    "place": legal_place,
    "king-setup": legal_king_setup,
    "turn": legal_turn,
    "keep": legal_keep,
    "return": legal_return,
    "store": legal_store,
    "king": legal_king,
    "start": legal_start,
    "over": legal_over,
}

ACTS: dict[str, Callable[[Document, list[str]], None]] = {
    "castle": act_castle,
    "place": act_place,
    "king": act_king,
    "stay": act_stay,
    "start": act_start,
    "knight": act_knight,
    "move": act_move,
    "block": act_block,
    "buy": act_buy,
    "keep": act_keep,
    "return": act_return,
    "point": act_point,
    "play": act_play,
    "end": act_end,
    "store": act_store,
}


def legal(document: Document) -> list[str]:
    """Return all legal actions, sorted."""
    return sorted(LEGAL[document["stage"]](document))


def apply(document: Document, text: str) -> Document:
    """Return the document after a legal action."""
    after = deepcopy(document)
    word, *words = text.split()
    ACTS[word](after, words)
    after["supply"] = supply(after)
    return after
