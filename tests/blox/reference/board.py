"""The board: squares, lines, and the diagram of a document."""

from functools import lru_cache
from typing import Any

Document = dict[str, Any]
Colours = dict[str, str]  # of all 81 squares
Towers = dict[str, str]  # of the squares with a tower: its blocks, in the order of COLOURS
Figures = dict[str, str]  # of the squares with a figure: a seat's digit, or NEUTRAL

COLOURS = "bgwp"  # in the order in which they are always written
NEUTRAL = "n"

FILES = "abcdefghi"
RANKS = "123456789"
SQUARES = [file + rank for rank in RANKS for file in FILES]
STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
ENTRIES = [side + file for side in "NS" for file in FILES]
ENTRIES += [side + rank for side in "WE" for rank in RANKS]


def step(square: str, by: tuple[int, int]) -> str | None:
    """Return the square so many files and ranks away, if it is on the board."""
    file, rank = FILES.index(square[0]) + by[0], RANKS.index(square[1]) + by[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 9 and 0 <= rank < 9 else None


def ray(square: str, by: tuple[int, int]) -> list[str]:
    """Return the squares from the next one to the edge, in one direction."""
    squares = []
    here = step(square, by)
    while here:
        squares.append(here)
        here = step(here, by)
    return squares


SIDES = {square: [near for by in STEPS if (near := step(square, by))] for square in SQUARES}
BORDER = [square for square in SQUARES if len(SIDES[square]) < 4]
RAYS = {square: [ray(square, by) for by in STEPS] for square in SQUARES}
LINES = {square: [end for way in RAYS[square] for end in way] for square in SQUARES}


def way_to(start: str, end: str) -> list[str] | None:
    """Return the squares after `start` up to and including `end`; None if they share no line."""
    for squares in RAYS[start]:
        if end in squares:
            return squares[: squares.index(end) + 1]
    return None


def way_in(entry: str) -> list[str]:
    """B4: the row or column that begins at an entry, the edge square first."""
    side, name = entry[0], entry[1]
    if side == "N":
        return [name + rank for rank in reversed(RANKS)]
    if side == "S":
        return [name + rank for rank in RANKS]
    if side == "W":
        return [file + name for file in FILES]
    return [file + name for file in reversed(FILES)]


def in_order(colours: str) -> str:
    """Write cards or blocks in the order of colours."""
    return "".join(sorted(colours, key=COLOURS.index))


@lru_cache(maxsize=1000)
def read_diagram(diagram: str) -> tuple[Colours, Towers, Figures]:
    """Read nine rows, rank 9 first."""
    colours: Colours = {}
    towers: Towers = {}
    figures: Figures = {}
    for rank, row in zip(reversed(RANKS), diagram.split("\n"), strict=True):
        for file, cell in zip(FILES, row.split(), strict=True):
            square = file + rank
            colours[square] = cell[0]
            if cell[1:].isupper():
                towers[square] = in_order(cell[1:].lower())
            elif cell[1:] != ".":
                figures[square] = cell[1:]
    return colours, towers, figures


def read_board(document: Document) -> tuple[Colours, Towers, Figures]:
    """Return the colours of the squares, the towers and the figures, free to be changed."""
    colours, towers, figures = read_diagram(document["board"])
    return dict(colours), dict(towers), dict(figures)


def write_board(document: Document, colours: Colours, towers: Towers, figures: Figures) -> None:
    """Draw the diagram into the document."""

    def cell(square: str) -> str:
        content = in_order(towers.get(square, "")).upper() or figures.get(square, ".")
        return colours[square] + content

    rows = (" ".join(cell(file + rank) for file in FILES) for rank in reversed(RANKS))
    document["board"] = "\n".join(rows)


def empty(document: Document, square: str) -> bool:
    """B3: a square holds one tower or one figure, or nothing."""
    _, towers, figures = read_diagram(document["board"])
    return square not in towers and square not in figures


def towers_of(document: Document, height: int) -> int:
    """Return how many towers of a height stand."""
    _, towers, _ = read_diagram(document["board"])
    return sum(len(blocks) == height for blocks in towers.values())


def all_accessible(towers: frozenset[str]) -> bool:
    """B7.3: next to every tower lies a square that can be reached from the border."""
    reached = {square for square in BORDER if square not in towers}
    edge = list(reached)
    while edge:
        for near in SIDES[edge.pop()]:
            if near not in towers and near not in reached:
                reached.add(near)
                edge.append(near)
    return all(not reached.isdisjoint(SIDES[tower]) for tower in towers)
