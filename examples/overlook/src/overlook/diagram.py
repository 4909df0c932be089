"""The field in characters, both ways."""

import re
from typing import Final

from overlook.material import CARDS, DECKS, LINES, SIDE, SQUARES, TOP
from overlook.position import Position
from tourelle.core.layout import unpacked

LETTERS: Final = "ABCD"  # of the seats
EMPTY: Final = ".."
ROOF: Final = "^"
HIDDEN: Final = "?"
TOWER: Final = re.compile(rf"([1-{TOP}])([{LETTERS}])(\^?)")


def diagram(pos: Position) -> str:
    """Draw the field, and under it what every seat has: its cards, `?` if hidden, its roofs."""
    pos = unpacked(pos)
    return "\n".join([field(pos), "", *(_seat(pos, seat) for seat in range(pos.seats))])


def field(pos: Position) -> str:
    """Draw the field, row 4 first: `2B` is a tower of two floors of seat B, `2B^` has a roof."""
    pos = unpacked(pos)
    rows = [range(row, SQUARES, SIDE) for row in reversed(range(SIDE))]
    drawn = [" ".join(f"{_tower(pos, square):3}" for square in row).rstrip() for row in rows]
    return "\n".join(drawn)


def _tower(pos: Position, square: int) -> str:
    """Draw one square."""
    if pos.heights[square] == 0:
        return EMPTY
    return f"{pos.heights[square]}{LETTERS[pos.owners[square] - 1]}{ROOF * pos.roofed[square]}"


def _seat(pos: Position, seat: int) -> str:
    """Write what a seat has."""
    cards = [card for i, card in enumerate(CARDS) for _ in range(pos.hands[LINES * seat + i])]
    hidden = sum(pos.hidden[DECKS * seat + deck] for deck in range(DECKS))
    return " ".join([f"{LETTERS[seat]}:", *cards, *[HIDDEN] * hidden, *[ROOF] * pos.roofs[seat]])


def read_field(board: str) -> dict[int, tuple[int, int, int]] | None:
    """Return height, owner (seat + 1) and roof of every tower; None for what is no field."""
    rows = [line.split() for line in board.splitlines()]
    if [len(row) for row in rows] != [SIDE] * SIDE:
        return None
    towers = {}
    for i, row in enumerate(reversed(rows)):
        for column, drawn in enumerate(row):
            if drawn == EMPTY:
                continue
            match = TOWER.fullmatch(drawn)
            if match is None:
                return None
            owner = LETTERS.index(match[2]) + 1
            towers[SIDE * column + i] = int(match[1]), owner, int(match[3] == ROOF)
    return towers
