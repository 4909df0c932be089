"""Boards are data (B2.1): files beside this one, or any text of the same shape, checked on loading.

The printed board is known only in part, so the default is a reconstruction and is named so.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from tourelle.core.words import DocumentError, Refusal
from tourelle.games.blox.piles import COLOURS
from tourelle.games.blox.squares import (
    SIDE,
    SQUARES,
    closed_towers_uncompiled,
    square_name,
    squares_of,
    words_of,
)

DEFAULT: Final = "reconstruction"
RECONSTRUCTED: Final = (DEFAULT,)
"""The boards that are reconstructions, wherever a person reads of them."""

BLOCKS: Final = 40
TALLEST_START: Final = 4
FEWEST_ONES: Final = 2
TWO_SEAT_ONES: Final = 12  # B2.4: two grey, two white; the others are for neutral figures
TWO_SEAT_PAIR: Final = 2

CELL: Final = re.compile(rf"([{COLOURS}])([.1-{TALLEST_START}])")


@dataclass(frozen=True)
class Board:
    """The colour of each square as a number and the height of its starting tower, from a1 on."""

    colours: tuple[int, ...]
    heights: tuple[int, ...]

    def text(self) -> str:
        """Write the board as a board file does."""
        cells = [
            COLOURS[colour] + (str(height) if height else ".")
            for colour, height in zip(self.colours, self.heights, strict=True)
        ]
        rows = [cells[SIDE * rank : SIDE * (rank + 1)] for rank in range(SIDE - 1, -1, -1)]
        return "\n".join(" ".join(row) for row in rows)


def names() -> tuple[str, ...]:
    """Return the names of the boards that come with the game."""
    entries = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".txt") for name in entries if name.endswith(".txt")))


def source(name: str) -> str:
    """Return the text of a board file that comes with the game, its comments too."""
    if name not in names():
        params = {"board": name, "known": ", ".join(names())}
        raise DocumentError(Refusal("unknown-board", "B2.1", params))
    return files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")


@cache
def load(name_or_text: str) -> Board:
    """Return a board by its name, or from its text where there is more than one line."""
    return check(name_or_text if "\n" in name_or_text else source(name_or_text))


def check(text: str) -> Board:
    """Read the text of a board file, or refuse it naming the square or the number that is wrong."""
    board = _read(text)
    blocks = sum(board.heights)
    if blocks != BLOCKS:
        raise DocumentError(Refusal("board-blocks", "B2.1", {"blocks": blocks, "wanted": BLOCKS}))
    ones = board.heights.count(1)
    if ones < FEWEST_ONES:
        raise DocumentError(Refusal("board-ones", "B2.1", {"ones": ones, "wanted": FEWEST_ONES}))
    for i, letter in enumerate(COLOURS):
        if i not in board.colours:
            raise DocumentError(Refusal("board-colour", "B2.1", {"colour": letter}))
    towers = [square for square, height in enumerate(board.heights) if height]
    if closed := squares_of(*closed_towers_uncompiled(*words_of(towers))):
        params = {"square": square_name(closed[0])}
        raise DocumentError(Refusal("board-closed", "B7.3", params))
    return board


def checked(text: str) -> Board:
    """Read the text of a board file on which any number of seats can play, or refuse it."""
    board = check(text)
    check_two_seats(board)
    return board


def is_reconstruction(name: str) -> bool:
    """Tell whether a board is one of those that are reconstructions."""
    return name in RECONSTRUCTED


def check_two_seats(board: Board) -> None:
    """Refuse a board on which two seats can't set up (B2.1, B2.4)."""
    ones = [
        COLOURS[colour]
        for colour, height in zip(board.colours, board.heights, strict=True)
        if height == 1
    ]
    grey, white = ones.count("g"), ones.count("w")
    if len(ones) != TWO_SEAT_ONES or grey != TWO_SEAT_PAIR or white != TWO_SEAT_PAIR:
        params = {"ones": len(ones), "grey": grey, "white": white}
        raise DocumentError(Refusal("board-two-seats", "B2.1", params))


def _read(text: str) -> Board:
    """Read nine lines of nine cells; comments and blank lines are skipped."""
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    rows = [cells for cells in lines if cells]
    if len(rows) != SIDE:
        raise DocumentError(Refusal("board-rows", "B2.1", {"rows": len(rows)}))
    colours, heights = [0] * SQUARES, [0] * SQUARES
    for i, cells in enumerate(rows):
        rank = SIDE - i
        if len(cells) != SIDE:
            params: dict[str, str | int] = {"rank": rank, "cells": len(cells)}
            raise DocumentError(Refusal("board-cells", "B2.1", params))
        for file, cell in enumerate(cells):
            square = SIDE * (rank - 1) + file
            match = CELL.fullmatch(cell)
            if not match:
                params = {"square": square_name(square), "cell": cell}
                raise DocumentError(Refusal("board-cell", "B2.1", params))
            colours[square] = COLOURS.index(match[1])
            heights[square] = 0 if match[2] == "." else int(match[2])
    return Board(tuple(colours), tuple(heights))
