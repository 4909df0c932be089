"""The castle drawn in characters, for a person: north first, rows of points and cells in turn."""

from typing import Final

from tourelle.games.castellan import actions
from tourelle.games.castellan.actions import EAST, coordinates
from tourelle.games.castellan.position import DOUBLE_KEEP, MIDDLE, OPEN_END, Position, mark_at
from tourelle.games.castellan.scoring import courtyards

LINES: Final = (("--", "=="), ("|", '"'))
"""By side, then by length: a wall to the east lies between points, one to the north under them."""


def diagram(pos: Position) -> str:
    """Draw the smallest rectangle with all pieces; the last line names its south-western point."""
    walls, points = _walls(pos)
    if not points:
        return "0,0"
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    labels = _labels(pos)
    rows = []
    for y in range(top, bottom - 1, -1):
        row = ""
        for x in range(left, right + 1):
            row += _point(pos, x, y, walls) + (walls.get((x, y, 0), "  ") if x < right else "")
        rows.append(row.rstrip())
        if y > bottom:
            cells = ((x, y - 1) for x in range(left, right + 1))
            row = "".join(walls.get((*cell, 1), " ") + labels.get(cell, "  ") for cell in cells)
            rows.append(row.rstrip())
    return "\n".join([*rows, f"{left},{bottom}"])


def _walls(pos: Position) -> tuple[dict[tuple[int, int, int], str], set[tuple[int, int]]]:
    """Return what is drawn on each edge (its first point and side), and every point touched."""
    walls, points = {}, set()
    for piece in pos.pieces[: pos.piece_count]:
        kind = int(actions.kind_of(piece))
        x, y = coordinates(int(actions.point_of(piece)))
        points.add((x, y))
        if not actions.is_wall(kind):
            continue
        side, length = int(actions.side_of(kind)), int(actions.length_of(kind))
        dx, dy = (1, 0) if side == EAST else (0, 1)
        for edge in range(length):
            walls[x + edge * dx, y + edge * dy, side] = LINES[side][length - 1]
        points.add((x + length * dx, y + length * dy))
    return walls, points


def _point(pos: Position, x: int, y: int, walls: dict[tuple[int, int, int], str]) -> str:
    """Draw one point."""
    mark = int(mark_at(pos, actions.point_at(x, y)))
    if mark == MIDDLE:
        return "=" if walls.get((x, y, 0)) == "==" and walls.get((x - 1, y, 0)) == "==" else '"'
    return "+" if mark == OPEN_END else "O" if mark > 0 else "."


def _labels(pos: Position) -> dict[tuple[int, int], str]:
    """Return the seat of each courtyard at its smallest cell, with `d` after it when doubled."""
    labels = {}
    for yard in courtyards(pos):
        x, y = map(int, yard.cell.split(","))
        labels[x, y] = f"{yard.seat}{'d' if yard.keep == DOUBLE_KEEP else ' '}"
    return labels
