"""Words for table-driven tests: boards drawn square by square, documents, legal and refused."""

from functools import partial
from typing import Any

from tourelle.games.blox.boards import DEFAULT, load
from tourelle.games.blox.game import Blox
from tourelle.testing import tables

Document = dict[str, Any]

FILES = "abcdefghi"
NAMES = [[f"{file}{rank}" for file in FILES] for rank in range(9, 0, -1)]
COLOURS = {
    f"{FILES[square % 9]}{square // 9 + 1}": "bgwp"[colour]
    for square, colour in enumerate(load(DEFAULT).colours)
}


def board(**cells: str) -> str:
    """Draw the default board without its towers: `board(c6="0", f6="BW", a1="w.")`.

    What stands on a square is added to the colour of the default board; with a colour before it,
    the square has that colour instead.
    """
    drawn = {name: f"{colour}." for name, colour in COLOURS.items()}
    assert set(cells) <= set(drawn)
    for name, text in cells.items():
        drawn[name] = text if text[0] in "bgwp" else COLOURS[name] + text
    return "\n".join(" ".join(drawn[name] for name in row) for row in NAMES)


def turn(options: dict[str, Any] | None = None, /, **keys: Any) -> Document:
    """Return a document; keywords that are squares draw the board."""
    return {"board": board(), **tables.drawn("blox", board, options, keys)}


legal = partial(tables.legal, Blox)
after = partial(tables.after, Blox)
refused = partial(tables.refused, Blox)
unreadable = partial(tables.unreadable, Blox)


def cell(document: Document, square: str) -> str:
    """Return a square of a document's board."""
    rows: list[list[str]] = [row.split() for row in document["board"].splitlines()]
    return rows[9 - int(square[1])][FILES.index(square[0])]
