"""The field as SVG, seen from above: how high each tower is, whose it is, whether it has a roof."""

from typing import Final

from overlook.material import SIDE, SQUARES
from overlook.position import Position
from overlook.text import COLUMNS
from tourelle.core.picture import circle, colour, drawing, path, rect, shield, words

STEP: Final = 64
MARGIN: Final = 26


def picture(pos: Position) -> str:
    """Return the field with its names; `x` grows to the right, row 1 is at the bottom."""
    size = SIDE * STEP
    box = (-MARGIN, 0.0, size + MARGIN, size + MARGIN)
    parts = [rect(*box, colour("surface"))]
    for i in range(SIDE):
        parts.append(words((i + 0.5) * STEP, size + 18, 14, COLUMNS[i], colour("ink")))
        parts.append(words(-MARGIN / 2, size - (i + 0.5) * STEP + 5, 14, str(i + 1), colour("ink")))
    parts += [_square(pos, square) for square in range(SQUARES)]
    return drawing(box, parts, "Overlook")


def _square(pos: Position, square: int) -> str:
    """Return one square and the tower on it: the higher, the lighter."""
    x, y = square // SIDE * STEP, (SIDE - 1 - square % SIDE) * STEP
    height = int(pos.heights[square])
    ground = rect(x, y, STEP, STEP, colour("ground-1"), stroke=colour("ground-line"))
    if height == 0:
        return ground
    tower = rect(
        x + 5,
        y + 5,
        STEP - 10,
        STEP - 10,
        colour(f"stone-{height + 1}"),
        stroke=colour("stone-edge"),
    )
    drawn = ground + tower + words(x + 44, y + 40, 24, str(height), colour("stone-num"))
    drawn += shield(x + 10, y + 20, 20, int(pos.owners[square]) - 1)
    if pos.roofed[square]:
        peak = f"M{x + 5} {y + 18}L{x + STEP / 2:g} {y + 2}L{x + STEP - 5} {y + 18}Z"
        return drawn + path(peak, colour("plinth-top"))
    return drawn + circle(x + STEP - 14, y + 14, 3, colour("stone-edge"))
