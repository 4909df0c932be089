"""Words for table-driven tests: castles, documents, what is legal, what is refused."""

from functools import partial
from typing import Any

from tourelle.core.words import Seat
from tourelle.games.castellan.game import Castellan
from tourelle.testing import tables

Document = dict[str, Any]

# A square courtyard of two by two cells with its south-western tower at 0,0.
SQUARE = [
    "tower 0,0",
    "long 0,0 E",
    "long 0,0 N",
    "tower 2,0",
    "tower 0,2",
    "long 0,2 E",
    "tower 2,2",
    "long 2,0 N",
]
# The same without the last wall: it is closed by `long 2,0 N`.
NEARLY = SQUARE[:-1]
# A wide room: three towers along its bottom and its top, so that it can be cut in two at x = 2.
WIDE = [
    *("tower 0,0", "long 0,0 E", "tower 2,0", "long 2,0 E", "tower 4,0"),
    *(
        "long 0,0 N",
        "tower 0,2",
        "long 0,2 E",
        "tower 2,2",
        "long 2,2 E",
        "tower 4,2",
        "long 4,0 N",
    ),
]
CUT = "long 2,0 N"
NO_CARDS: list[dict[str, list[str]]] = [{"W": [], "T": []}, {"W": [], "T": []}]
SOME_CARDS = [{"W": ["W1"], "T": ["T1"]}, {"W": ["W2"], "T": ["T2"]}]


def yard(cell: str, seat: int, double: bool | None = False) -> Document:
    """Return a courtyard of a document."""
    return {"cell": cell, "seat": seat, "double": double}


def building(pieces: list[str], in_hand: str = "", /, **keys: Any) -> Document:
    """Return a document in which pieces are to be placed: `T` a tower, `L` and `S` walls."""
    held = {piece: in_hand.count(piece) for piece in "TLS"}
    keys = {"hands": SOME_CARDS, "stage": "build", "pieces_in_hand": held, **keys}
    return {"game": "castellan", "pieces": pieces, **keys}


legal = partial(tables.legal, Castellan)
after = partial(tables.after, Castellan)
refused = partial(tables.refused, Castellan)
unreadable = partial(tables.unreadable, Castellan)


def points(document: Document) -> list[int]:
    """Return what every seat would score now."""
    game, position = Castellan.read(document)
    found = [
        sum(term.points for term in game.score_terms(position, Seat(seat)))
        for seat in range(game.seats)
    ]
    assert found == [game.points(position, Seat(seat)) for seat in range(game.seats)]
    return found
