"""Words for tests of single clauses: fields, documents, what is legal, what is refused."""

from functools import partial
from typing import Any

from overlook.game import Overlook
from tourelle.core.words import Seat
from tourelle.testing import tables

Document = dict[str, Any]

legal = partial(tables.legal, Overlook)
after = partial(tables.after, Overlook)
refused = partial(tables.refused, Overlook)
unreadable = partial(tables.unreadable, Overlook)

EMPTY = "\n".join(["..  ..  ..  .."] * 4)


def hand(cards: str) -> dict[str, list[str]]:
    """Return a hand of cards written in one word: `ac3`."""
    return {"column": [c for c in cards if c in "abcd"], "row": [c for c in cards if c in "1234"]}


def at(*rows: str, hands: str = "a1 b2", decks: str = "", **keys: Any) -> Document:
    """Return a document of some rows, the uppermost first; hands by seat, decks in one word."""
    board = "\n".join([*rows, *[".. .. .. .."] * (4 - len(rows))])
    dealt = [hand("" if cards == "-" else cards) for cards in hands.split()]
    return {"game": "overlook", "board": board, "hands": dealt, "decks": hand(decks), **keys}


def points(document: Document) -> list[int]:
    """Return what every seat would have now, as points and as the sum of its terms."""
    game, position = Overlook.read(document)
    found = [game.points(position, Seat(seat)) for seat in range(game.seats)]
    terms = [game.score_terms(position, Seat(seat)) for seat in range(game.seats)]
    assert found == [sum(term.points for term in row) for row in terms]
    return found
