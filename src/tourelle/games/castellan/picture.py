"""The castle as SVG, seen from above: walls, towers, courtyards in the colour of their seat."""

import re
from typing import Final

from tourelle.core.game import Document
from tourelle.core.picture import circle, colour, drawing, rect, words

STEP: Final = 98
EDGE: Final = "#4d3f22"
PIECE: Final = re.compile(r"(tower|short|long) (-?\d+),(-?\d+)(?: ([EN]))?")
LENGTH: Final = {"short": 1, "long": 2}

Point = tuple[int, int]


def picture(document: Document) -> str:
    """Return the castle of a position document."""
    towers, walls = _pieces(document["pieces"])
    points = [*towers, *(end for wall in walls for end in _ends(*wall))] or [(0, 0)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    box = (
        (left - 1) * STEP,
        -(top + 1) * STEP,
        (right - left + 2) * STEP,
        (top - bottom + 2) * STEP,
    )
    parts = [rect(*box, colour("meadow-1"))]
    fence = _fence(towers, walls)
    inner = ((left, right), (bottom, top))
    signs = []
    for courtyard in document["courtyards"]:
        cells = _cells(_point(courtyard["cell"]), fence, inner)
        letter = "abcd"[courtyard["seat"]]
        for x, y in cells:
            tint = colour(f"seat-{letter}-tint")
            parts.append(rect(x * STEP, -(y + 1) * STEP, STEP + 0.5, STEP + 0.5, tint))
        signs.append(_sign(cells, towers, letter, double=bool(courtyard["double"])))
    parts += [_wall(*wall) for wall in walls]
    for x, y in towers:
        parts.append(circle(x * STEP, -y * STEP, 22, "#f6ecd2", stroke=EDGE, stroke_width=1.6))
        parts.append(circle(x * STEP, -y * STEP, 13, "#c6b58b", stroke=EDGE, stroke_width=1.6))
    return drawing(box, [*parts, *signs], "Castellan")


def _point(text: str) -> Point:
    """Read a point or a cell."""
    x, y = map(int, text.split(","))
    return x, y


def _pieces(texts: list[str]) -> tuple[list[Point], list[tuple[Point, Point]]]:
    """Return the points of towers, and walls as their first point and how far they reach."""
    towers, walls = [], []
    for text in texts:
        match = PIECE.fullmatch(text)
        if match is None:
            continue
        point = int(match[2]), int(match[3])
        if match[1] == "tower":
            towers.append(point)
        else:
            length = LENGTH[match[1]]
            walls.append((point, (length, 0) if match[4] == "E" else (0, length)))
    return towers, walls


def _ends(start: Point, reach: Point) -> tuple[Point, Point]:
    """Return both ends of a wall."""
    return start, (start[0] + reach[0], start[1] + reach[1])


def _fence(towers: list[Point], walls: list[tuple[Point, Point]]) -> set[frozenset[Point]]:
    """Return every pair of cells that a closed wall parts."""
    fence = set()
    for (x, y), (dx, dy) in walls:
        if not set(_ends((x, y), (dx, dy))) <= set(towers):
            continue
        for i in range(dx + dy):
            cell = (x + i, y) if dx else (x, y + i)
            other = (cell[0], cell[1] - 1) if dx else (cell[0] - 1, cell[1])
            fence.add(frozenset((cell, other)))
    return fence


def _cells(
    start: Point, fence: set[frozenset[Point]], inner: tuple[tuple[int, int], tuple[int, int]]
) -> list[Point]:
    """Return every cell that can be reached from one without passing a closed wall."""
    (left, right), (bottom, top) = inner
    found, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            within = left <= other[0] < right and bottom <= other[1] < top
            if within and other not in found and frozenset(((x, y), other)) not in fence:
                found.add(other)
                todo.append(other)
    return sorted(found)


def _wall(start: Point, reach: Point) -> str:
    """Return a wall as a bar; a long one has a roof in the middle."""
    (x, y), (dx, dy) = start, reach
    if dx:
        bar = rect(x * STEP + 2, -y * STEP - 9, dx * STEP - 4, 18, "#d9c9a2", rx=3, stroke=EDGE)
    else:
        top = -(y + dy) * STEP + 2
        bar = rect(x * STEP - 9, top, 18, dy * STEP - 4, "#d9c9a2", rx=3, stroke=EDGE)
    if dx + dy == LENGTH["short"]:
        return bar
    middle_x, middle_y = (x + dx / 2) * STEP, -(y + dy / 2) * STEP
    return bar + rect(middle_x - 13, middle_y - 13, 26, 26, "#c46f3f", rx=3, stroke=EDGE)


def _sign(cells: list[Point], towers: list[Point], letter: str, *, double: bool) -> str:
    """Return the sign of a courtyard: its seat, and how many towers stand around it."""
    around = {(x + i, y + j) for x, y in cells for i in (0, 1) for j in (0, 1)}
    worth = f"{len(around & set(towers))}×2" if double else str(len(around & set(towers)))
    middle = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    x, y = min(cells, key=lambda cell: abs(cell[0] - middle[0]) + abs(cell[1] - middle[1]))
    at_x, at_y, wide = (x + 0.5) * STEP, -(y + 0.5) * STEP, 44 + 12 * (len(worth) - 1)
    edge = colour(f"seat-{letter}-edge")
    return (
        rect(at_x - wide / 2, at_y - 13, wide, 26, "#fffdf8", rx=13, stroke=edge, stroke_width=2)
        + words(at_x - wide / 2 + 14, at_y + 5, 14, letter.upper(), "#14161c")
        + words(at_x + wide / 2 - 8, at_y + 6, 18, worth, "#14161c", "end")
    )
