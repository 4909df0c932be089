"""What is in the box: the field, its lines, the cards, the options (O1, O6)."""

from typing import Final

from tourelle.core.compile import table
from tourelle.core.options import Option

SIDE: Final = 4
SQUARES: Final = SIDE * SIDE
"""Squares are numbered a1, a2, a3, a4, b1 ... d4."""
LINES: Final = 2 * SIDE
"""Columns a to d are the lines 0 to 3, rows 1 to 4 the lines 4 to 7; a card names a line."""
CARDS: Final = ("a", "b", "c", "d", "1", "2", "3", "4")

COLUMN, ROW = range(2)
DECKS: Final = 2
DECK_NAMES: Final = ("column", "row")
START_CARDS: Final = 2  # of each deck (O2)
COPIES: Final = {2: 3, 3: 3, 4: 4}  # of each card, by the number of seats (O1.2)
DECK_ROOM: Final = SIDE * max(COPIES.values())

MAX_SEATS: Final = 4
TOP: Final = 4  # floors of a tower that is finished (O3.3)


def squares_of(line: int) -> list[int]:
    """Return the squares of a line, from a or from 1 on."""
    if line < SIDE:
        return [SIDE * line + i for i in range(SIDE)]
    return [SIDE * i + line - SIDE for i in range(SIDE)]


LINE_SQUARES: Final = table([square for line in range(LINES) for square in squares_of(line)])
"""The squares of every line, one line after another."""
LOOKS: Final = table(
    [
        square
        for line in range(LINES)
        for squares in (squares_of(line), squares_of(line)[::-1])
        for square in squares
    ]
)
"""The squares as they are met by looking along every line, from both its ends (O4.1)."""

OPTIONS: Final = (
    Option("seats", "O6", 2, values=(2, 3, 4)),
    Option("roofs", "O6", 1, values=(0, 1, 2)),
)
