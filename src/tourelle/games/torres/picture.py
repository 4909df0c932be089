"""The flat board as SVG: heights as numbers, castles outlined, knights as shields."""

from typing import Final

from tourelle.core.picture import circle, colour, drawing, path, rect, shield, words
from tourelle.games.torres.diagram import diagram
from tourelle.games.torres.position import Position

CELL: Final = 70
SIDE: Final = 8
CROWN: Final = "M3 19L2 6L8 11L12 3L16 11L22 6L21 19Q12 16.5 3 19Z"


def picture(pos: Position) -> str:
    """Return the board."""
    cells = [line.split() for line in diagram(pos).splitlines()]
    heights = [[0 if cell[0] == "." else int(cell[0]) for cell in row] for row in cells]
    parts = [rect(-24, -24, 608, 608, colour("plinth-top"), rx=14)]
    for i in range(SIDE):
        parts.append(words(CELL * i + 35, 576.5, 13, "abcdefgh"[i], "#f3e6cd"))
        parts.append(words(-12, CELL * i + 40, 13, str(SIDE - i), "#f3e6cd"))
    parts += [_ground(column, row, heights[row][column]) for row, column in _all()]
    parts.append(
        path(
            _outline(heights), stroke=colour("stone-edge"), stroke_width=3, stroke_linecap="square"
        )
    )
    parts += [_standing(column, row, cells[row][column]) for row, column in _all()]
    return drawing((-26, -26, 612, 612), parts, "Torres")


def _all() -> list[tuple[int, int]]:
    """Return every row and column."""
    return [(row, column) for row in range(SIDE) for column in range(SIDE)]


def _ground(column: int, row: int, height: int) -> str:
    """Return a square: meadow, or a tower with its light and its dark edge."""
    x, y = CELL * column, CELL * row
    if height == 0:
        ground = colour(f"ground-{1 + (column + row + 1) % 2}")
        return rect(x, y, CELL, CELL, ground, stroke=colour("ground-line"), stroke_width=0.7)
    b = 1.5 + 1.3 * min(7, height)
    far = CELL - b
    light = f"M{x} {y + CELL}V{y}H{x + CELL}L{x + far:g} {y + b:g}H{x + b:g}V{y + far:g}Z"
    dark = f"M{x} {y + CELL}H{x + CELL}V{y}L{x + far:g} {y + b:g}V{y + far:g}H{x + b:g}Z"
    stone = rect(x, y, CELL, CELL, colour(f"stone-{min(7, height)}"))
    return stone + path(light, "#fff", opacity=0.26) + path(dark, "#000", opacity=0.26)


def _outline(heights: list[list[int]]) -> str:
    """Return the edges between castles and meadow."""
    edges = []
    for row, column in _all():
        if heights[row][column] == 0:
            continue
        x, y = CELL * column, CELL * row
        across = ((0, -1, x, y, "h"), (0, 1, x, y + CELL, "h"))
        down = ((-1, 0, x, y, "v"), (1, 0, x + CELL, y, "v"))
        for dx, dy, edge_x, edge_y, way in (*across, *down):
            inside = 0 <= row + dy < SIDE and 0 <= column + dx < SIDE
            if not inside or heights[row + dy][column + dx] == 0:
                edges.append(f"M{edge_x} {edge_y}{way}{CELL}")
    return "".join(edges)


def _standing(column: int, row: int, cell: str) -> str:
    """Return the number of a tower and the figure on a square."""
    x, y = CELL * column, CELL * row
    part = "" if cell[0] == "." else words(x + 53.9, y + 44.8, 28, cell[0], colour("stone-num"))
    if cell[1] == "K":
        crown = f"<g transform='translate({x + 11.2:g} {y + 21.7:g}) scale(1.05)'>"
        crown += path(CROWN, "#f0c95a", stroke="#3a2a08", stroke_width=1.3) + "</g>"
        return part + circle(x + 23.8, y + 35, 17.5, "#fffdf4", stroke="#3a2a08") + crown
    return part if cell[1] == "." else part + shield(x + 4.9, y + 14, 36.4, int(cell[1]))
