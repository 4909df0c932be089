"""The board in characters, both ways: eight rows, height and figure in each cell."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tourelle.core.board8 import SQUARES, square_name
from tourelle.core.layout import unpacked
from tourelle.core.words import DocumentError, Refusal
from tourelle.games.torres.material import KNIGHTS, MAX_SEATS
from tourelle.games.torres.position import MAX_HEIGHT, Position


def diagram(pos: Position) -> str:
    """Draw the board: eight rows, rank 8 first; height and figure in each cell."""
    pos = unpacked(pos)
    return _drawn(tuple(pos.heights), tuple(pos.knights), pos.king)


@lru_cache(maxsize=256)
def _drawn(heights: tuple[int, ...], knights: tuple[int, ...], king: int) -> str:
    """Draw the board; all who look at the same one share the drawing."""
    cells = [
        (str(height) if height else ".") + _figure(knights, king, square)
        for square, height in enumerate(heights)
    ]
    return "\n".join(" ".join(cells[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1))


def figure_on(pos: Position, square: int) -> str:
    """Return `K`, the seat of a knight, or `.` for a free square."""
    return _figure(pos.knights, pos.king, square)


def _figure(knights: Sequence[int], king: int, square: int) -> str:
    """Return `K`, the seat of a knight, or `.` for a free square."""
    if king == square:
        return "K"
    for seat in range(MAX_SEATS):
        if knights[seat] >> square & 1:
            return str(seat)
    return "."


CELL: Final = re.compile(r"(\.|[1-9][0-9]?)([.K0-3])")


def read_diagram(board: object) -> tuple[list[int], list[str]]:
    """Read a diagram: the height of every square, and the figure on it as it is drawn."""
    lines = board.strip().splitlines() if isinstance(board, str) else board
    if not isinstance(lines, list) or len(lines) != 8:
        raise DocumentError(Refusal("board-rows"))
    heights, figures = [0] * SQUARES, ["."] * SQUARES
    for i, line in enumerate(lines):
        cells = line.split() if isinstance(line, str) else []
        if len(cells) != 8:
            raise DocumentError(Refusal("board-cells", params={"rank": 8 - i, "cells": len(cells)}))
        for file, cell in enumerate(cells):
            square = 8 * (7 - i) + file
            match = CELL.fullmatch(cell)
            if not match or (match[1] != "." and int(match[1]) > MAX_HEIGHT):
                params = {"square": square_name(square), "cell": cell}
                raise DocumentError(Refusal("board-cell", params=params))
            heights[square] = 0 if match[1] == "." else int(match[1])
            figures[square] = match[2]
    if figures.count("K") > 1:
        raise DocumentError(Refusal("board-two-kings", "T1.1"))
    for seat in range(MAX_SEATS):
        if figures.count(str(seat)) > KNIGHTS:
            count = figures.count(str(seat))
            raise DocumentError(Refusal("board-knights", "T1.1", {"seat": seat, "knights": count}))
    return heights, figures
