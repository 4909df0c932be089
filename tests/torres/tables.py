"""Words for table-driven tests: boards drawn square by square, what is legal, what is refused."""

from functools import partial
from typing import Any

from tourelle.core.board8 import square_name
from tourelle.core.words import Seat
from tourelle.games.torres.game import Torres
from tourelle.testing import tables

Document = dict[str, Any]


def board(**cells: str) -> str:
    """Draw a board from its squares: `board(c6="10", f6="1K")`; all others are bare."""
    names = [[square_name(8 * rank + file) for file in range(8)] for rank in range(7, -1, -1)]
    assert set(cells) <= {name for row in names for name in row}
    return "\n".join(" ".join(cells.get(name, "..") for name in row) for row in names)


def turn(options: dict[str, Any] | None = None, /, **keys: Any) -> Document:
    """Return a document; keywords that are squares draw the board."""
    return tables.drawn("torres", board, options, keys)


legal = partial(tables.legal, Torres)
after = partial(tables.after, Torres)
refused = partial(tables.refused, Torres)
unreadable = partial(tables.unreadable, Torres)


def terms(document: Document, seat: int = 0) -> list[tuple[str, str | None, str, int]]:
    """Return the score of a seat, line by line."""
    game, position = Torres.read(document)
    lines = game.score_terms(position, Seat(seat))
    return [(term.what, term.at, term.clause, term.points) for term in lines]


def total(document: Document, seat: int = 0) -> int:
    """Return what a seat would score now."""
    return sum(points for *_, points in terms(document, seat))
