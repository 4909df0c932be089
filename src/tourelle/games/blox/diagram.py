"""The board in characters, both ways: nine rows, colour and what stands there in each cell."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from tourelle.core.layout import unpacked
from tourelle.core.words import DocumentError, Refusal
from tourelle.games.blox.material import MAX_SEATS, TALLEST
from tourelle.games.blox.piles import COLOURS, letters_of, pile_of
from tourelle.games.blox.position import NEUTRAL, NOBODY, Position
from tourelle.games.blox.squares import SIDE, SQUARES, square_name

FIGURES: Final = ".0123n"  # nobody, the seats' figures and a neutral one


def rows(pos: Position) -> list[list[str]]:
    """Return the cells of the diagram, rank 9 first."""
    pos = unpacked(pos)
    cells = list(map(_cell, pos.colours, pos.towers, pos.pieces))
    return [cells[SIDE * rank : SIDE * rank + SIDE] for rank in range(SIDE - 1, -1, -1)]


@lru_cache(maxsize=1 << 12)
def _cell(colour: int, tower: int, piece: int) -> str:
    """Draw one square: its colour, then a figure, the blocks of a tower in capitals, or `.`."""
    return COLOURS[colour] + (letters_of(tower).upper() or FIGURES[piece])


def diagram(pos: Position) -> str:
    """Draw the board in columns."""
    width = max(len(cell) for row in rows(pos) for cell in row)
    lines = (" ".join(cell.ljust(width) for cell in row) for row in rows(pos))
    return "\n".join(line.rstrip() for line in lines)


class Drawn(NamedTuple):
    """What a diagram shows, from a1 on: colours, towers as piles, figures."""

    colours: list[int]
    towers: list[int]
    figures: list[int]


CELL: Final = re.compile(rf"([{COLOURS}])(?:([.0-{MAX_SEATS - 1}n])|([{COLOURS.upper()}]+))")


def read_diagram(board: object) -> Drawn:
    """Read a diagram, one string or a list of nine; figures and blocks are not counted here."""
    lines = board.strip().splitlines() if isinstance(board, str) else board
    if not isinstance(lines, list) or len(lines) != SIDE:
        found = len(lines) if isinstance(lines, list) else 0
        raise DocumentError(Refusal("board-rows", params={"rows": found}))
    drawn = Drawn([0] * SQUARES, [0] * SQUARES, [NOBODY] * SQUARES)
    for i, line in enumerate(lines):
        cells = line.split() if isinstance(line, str) else []
        rank = SIDE - i
        if len(cells) != SIDE:
            raise DocumentError(Refusal("board-cells", params={"rank": rank, "cells": len(cells)}))
        for file, text in enumerate(cells):
            _read_cell(drawn, SIDE * (rank - 1) + file, text)
    return drawn


def _read_cell(drawn: Drawn, square: int, text: str) -> None:
    """Read one cell of a diagram."""
    match = CELL.fullmatch(text)
    if not match:
        params = {"square": square_name(square), "cell": text}
        raise DocumentError(Refusal("board-cell", params=params))
    colour, figure, blocks = match.groups()
    drawn.colours[square] = COLOURS.index(colour)
    if figure:
        drawn.figures[square] = NEUTRAL if figure == "n" else FIGURES.index(figure)
    elif len(blocks) > TALLEST:
        params = {"square": square_name(square), "blocks": blocks}
        raise DocumentError(Refusal("tower-too-high", "B1.2", params))
    else:
        drawn.towers[square] = pile_of(blocks.lower())
