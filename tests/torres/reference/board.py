"""The board: squares, their neighbours, and the diagram of a document."""

from typing import Any

Document = dict[str, Any]
Heights = dict[str, int]  # of all 64 squares
Figures = dict[str, str]  # of the occupied squares: "K" or a seat's digit

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = [file + rank for rank in RANKS for file in FILES]
SIDE_STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
CORNER_STEPS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def place_of(square: str) -> tuple[int, int]:
    """Return file and rank, 0 to 7."""
    return FILES.index(square[0]), RANKS.index(square[1])


def step(square: str, by: tuple[int, int]) -> str | None:
    """Return the square so many files and ranks away, if it is on the board."""
    file, rank = place_of(square)
    file, rank = file + by[0], rank + by[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else None


SIDES = {s: [t for by in SIDE_STEPS if (t := step(s, by))] for s in SQUARES}
CORNERS = {s: [t for by in CORNER_STEPS if (t := step(s, by))] for s in SQUARES}


def read_board(document: Document) -> tuple[Heights, Figures]:
    """Read the diagram: rank 8 first, the last character of a cell is the figure."""
    heights: Heights = {}
    figures: Figures = {}
    for rank, row in zip(reversed(RANKS), document["board"].split("\n"), strict=True):
        for file, cell in zip(FILES, row.split(" "), strict=True):
            heights[file + rank] = 0 if cell[:-1] == "." else int(cell[:-1])
            if cell[-1] != ".":
                figures[file + rank] = cell[-1]
    return heights, figures


def write_board(document: Document, heights: Heights, figures: Figures) -> None:
    """Draw the diagram into the document."""

    def cell(square: str) -> str:
        return (str(heights[square]) if heights[square] else ".") + figures.get(square, ".")

    rows = (" ".join(cell(file + rank) for file in FILES) for rank in reversed(RANKS))
    document["board"] = "\n".join(rows)


def knights(figures: Figures, seat: int) -> list[str]:
    """The squares of a seat's knights, in the order a1, b1, ... h8."""
    return [square for square in SQUARES if figures.get(square) == str(seat)]


def put_figure(document: Document, figure: str, square: str, source: str | None = None) -> None:
    """Put a figure on a square, from another one or from beside the board."""
    heights, figures = read_board(document)
    if source is not None:
        del figures[source]
    write_board(document, heights, {**figures, square: figure})


def with_block(heights: Heights, square: str, blocks: int = 1) -> Heights:
    """Return the heights with blocks put on a square, or taken off it."""
    return {**heights, square: heights[square] + blocks}


def add_block(document: Document, square: str, blocks: int = 1) -> None:
    """Put blocks on a square; who stands there rises."""
    heights, figures = read_board(document)
    write_board(document, with_block(heights, square, blocks), figures)
