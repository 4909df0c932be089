"""Positions of BLOX set up by hand: towers block by block, figures, cards, points, the clock."""

from typing import Any, Final

from tourelle.core import editing
from tourelle.core.editing import Draft, Field, Tool
from tourelle.games.blox.material import CARDS_OF_COLOUR, HAND, LAST_PHASE, MOST_ROUNDS
from tourelle.games.blox.piles import COLOURS

HIGHEST: Final = 999
NEUTRALS: Final = 2
"""So many seats have a neutral figure among them (B2.4)."""


def tools(seats: int, draft: Draft) -> list[Tool]:
    """Return what may be put on the board."""
    squares = editing.squares_of(editing.cells_of(draft["board"]))
    blocks = [Tool(f"block-{colour}", squares) for colour in COLOURS]
    figures = [Tool(f"figure-{seat}", squares, seat) for seat in range(seats)]
    neutral = [Tool("neutral", squares)] if seats == NEUTRALS else []
    return [*blocks, Tool("unblock", squares), *figures, *neutral, Tool("clear", squares)]


def put(draft: Draft, tool: str, place: str) -> Draft:
    """Return a draft with something more or less on a square; a figure and a tower never share."""
    cells = editing.cells_of(draft["board"])
    row, file = editing.at_square(cells, place)
    colour, stands = cells[row][file][0], cells[row][file][1:]
    tower = stands if stands.isupper() else ""
    name, _, which = tool.partition("-")
    if name == "block":
        stands = tower + which.upper()
    elif name == "unblock":
        stands = tower[:-1]
    elif name == "clear":
        stands = ""
    else:
        mark = which or "n"
        stands = "" if stands == mark else mark
    cells[row][file] = colour + (stands or ".")
    return editing.with_value(draft, "board", editing.drawn(cells), ("winners",))


def fields(seats: int, draft: Draft) -> list[Field]:
    """Return the values beside the board."""
    found = [
        Field("phase", "phase", "number", editing.value_at(draft, "phase"), None, 1, LAST_PHASE),
        Field("round", "round", "number", editing.value_at(draft, "round"), None, 1, MOST_ROUNDS),
    ]
    letters = tuple(COLOURS)
    for seat in range(seats):
        points = editing.value_at(draft, f"points.{seat}", 0)
        found.append(Field(f"points.{seat}", "points", "number", points, seat, 0, HIGHEST))
        joker = bool(editing.value_at(draft, f"jokers.{seat}", True))
        found.append(Field(f"jokers.{seat}", "joker", "flag", joker, seat))
        for key, name, most in (("hands", "hand", HAND), ("blocks", "blocks", CARDS_OF_COLOUR)):
            bag = editing.counted(editing.value_at(draft, f"{key}.{seat}", ""), letters)
            found.append(Field(f"{key}.{seat}", name, "bag", bag, seat, 0, most, letters, "colour"))
    return found


def with_value(draft: Draft, key: str, value: Any) -> Draft:
    """Return a draft with another value, and without what follows from it."""
    first = key.partition(".")[0]
    if first in ("hands", "blocks"):
        value = "".join(map(str, editing.in_bag(value, tuple(COLOURS))))
    without = ("winners", "draw") if first == "hands" else ("winners",)
    return editing.with_value(draft, key, value, without)


def cleared(draft: Draft) -> Draft:
    """Return a draft without towers and figures."""
    cells = [[f"{cell[0]}." for cell in line] for line in editing.cells_of(draft["board"])]
    return {**draft, "board": editing.drawn(cells)}
