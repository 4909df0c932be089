"""Positions of Torres set up by hand: blocks, knights and the King, cards, stacks, the clock."""

from collections.abc import Mapping
from typing import Any, Final

from tourelle.core import editing
from tourelle.core.board8 import SQUARES, square_name
from tourelle.core.editing import Draft, Field, Tool
from tourelle.core.layout import unpacked
from tourelle.core.words import Refusal
from tourelle.games.torres.material import (
    ACTION_POINTS,
    CARD_OPTIONS,
    CARDS,
    NO_CARDS,
    ROUNDS,
    STACK_LIMIT,
    YEARS,
)
from tourelle.games.torres.position import NO_KING, STAGE_TURN, Position, castle_of

HIGHEST: Final = 999
EMPTY: Final = "\n".join([" ".join([".."] * 8)] * 7 + [" ".join(["1K", *[".."] * 7])])
"""A board with the King and his castle alone: he stands somewhere all game long (T3.4)."""
FOLLOWS: Final[Mapping[str, tuple[str, ...]]] = {"hands": ("decks", "bought", "drawn", "supply")}
"""What is worked out anew where something is set; the supply always is."""


def tools(seats: int, draft: Draft) -> list[Tool]:
    """Return what may be put on the board."""
    cells = editing.cells_of(draft["board"])
    squares = editing.squares_of(cells)
    knights = [Tool(f"knight-{seat}", squares, seat) for seat in range(seats)]
    plain = [Tool(name, squares) for name in ("block", "unblock", "king", "clear")]
    return [*plain[:3], *knights, plain[3]]


def put(draft: Draft, tool: str, place: str) -> Draft:
    """Return a draft with something more or less on a square."""
    cells = editing.cells_of(draft["board"])
    row, file = editing.at_square(cells, place)
    height, figure = int(cells[row][file][:-1].replace(".", "0")), cells[row][file][-1]
    if tool == "block":
        height += 1
    elif tool == "unblock":
        height = max(0, height - 1)
    elif tool == "clear":
        height, figure = 0, "."
    else:
        mark = "K" if tool == "king" else tool.removeprefix("knight-")
        if mark == "K" and figure != "K":
            cells = [[cell.replace("K", ".") for cell in line] for line in cells]
        figure = "." if figure == mark else mark
    cells[row][file] = f"{height or '.'}{figure}"
    return editing.with_value(draft, "board", editing.drawn(cells), ("supply",))


def fields(options: Mapping[str, Any], draft: Draft) -> list[Field]:
    """Return the values beside the board."""
    seats = int(options["seats"])
    year = int(editing.value_at(draft, "year", 1))
    found = [
        _number(draft, "year", 1, YEARS),
        _number(draft, "round", 1, ROUNDS[seats][min(max(year, 1), YEARS)]),
        _number(draft, "ap", 0, ACTION_POINTS + 2),
        Field("card_played", "card-played", "flag", bool(draft.get("card_played"))),
    ]
    sizes = range(1, STACK_LIMIT + 1)
    for seat in range(seats):
        found.append(_number(draft, f"scores.{seat}", 0, HIGHEST, seat))
        stacks = editing.counted(editing.value_at(draft, f"stacks.{seat}", []), sizes)
        found.append(
            Field(f"stacks.{seat}", "stacks", "bag", stacks, seat, 0, 9, tuple(sizes), "stack")
        )
        if options["cards"] != CARD_OPTIONS[NO_CARDS]:
            hand = editing.counted(editing.value_at(draft, f"hands.{seat}", []), CARDS)
            found.append(Field(f"hands.{seat}", "hand", "bag", hand, seat, 0, 4, CARDS, "card"))
    return found


def _number(draft: Draft, key: str, least: int, most: int, seat: int | None = None) -> Field:
    """Return a field that holds a number."""
    name = key.partition(".")[0]
    return Field(key, name, "number", editing.value_at(draft, key), seat, least, most)


def with_value(draft: Draft, key: str, value: Any) -> Draft:
    """Return a draft with another value, and without what follows from it."""
    first = key.partition(".")[0]
    if first == "stacks":
        value = editing.in_bag(value, range(STACK_LIMIT, 0, -1))
    elif first == "hands":
        value = editing.in_bag(value, CARDS)
    return editing.with_value(draft, key, value, FOLLOWS.get(first, ("supply",)))


def impossible(pos: Position) -> Refusal | None:
    """Return what no game comes to: a tower higher than the area of its castle (T5.4)."""
    plain = unpacked(pos)
    for square in range(SQUARES):
        castle = int(castle_of(pos, square))
        area = plain.castles[castle].bit_count() if castle >= 0 else 0
        if plain.heights[square] > area:
            return Refusal("tower-too-high", "T5.4", {"square": square_name(square), "area": area})
    if plain.king == NO_KING and plain.stage >= STAGE_TURN:
        return Refusal("no-king", "T3.4")
    return None
