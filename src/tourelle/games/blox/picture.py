"""The flat board as SVG: squares by colour and emblem, towers as cards of their blocks, figures."""

from typing import Final

from tourelle.core.picture import SHIELD, circle, drawing, path, rect, shield, words
from tourelle.games.blox.diagram import diagram
from tourelle.games.blox.position import Position

COLOURS: Final = {"b": "#2b2d33", "g": "#a3a6ab", "w": "#f7f5ef", "p": "#8a63a8"}
"""The page's tokens for squares and blocks, in their light values."""
CELL: Final = 70
SIDE: Final = 9
DARK: Final = "#17191e"
EDGE: Final = "#0d0e11"


def picture(pos: Position) -> str:
    """Return the board."""
    parts = [
        rect(-26, -26, 682, 682, "#4a4453", rx=16),
        rect(-3, -3, 636, 636, "#26232c", rx=4),
    ]
    for i in range(SIDE):
        parts.append(words(CELL * i + 35, SIDE * CELL + 19, 14, "abcdefghi"[i], "#f3e6cd"))
        parts.append(words(-14, CELL * i + 40, 14, str(SIDE - i), "#f3e6cd"))
    for row, line in enumerate(diagram(pos).splitlines()):
        for column, cell in enumerate(line.split()):
            x, y = CELL * column, CELL * row
            parts.append(rect(x + 1, y + 1, 68, 68, COLOURS[cell[0]], rx=4))
            parts.append(_emblem(cell[0], x + 10, y + 10, 3.6))
            parts.append(_standing(cell[1:], x, y))
    return drawing((-30, -30, 690, 690), parts, "BLOX")


def _emblem(kind: str, x: float, y: float, r: float) -> str:
    """Return the emblem of a colour: square, disc, triangle, lozenge."""
    if kind == "b":
        return rect(x - r, y - r, 2 * r, 2 * r, "#fff")
    if kind == "g":
        return circle(x, y, r, DARK)
    if kind == "w":
        return path(f"M{x:g} {y - r:g}L{x + r:g} {y + 0.8 * r:g}H{x - r:g}Z", DARK)
    high = 1.2 * r
    return path(
        f"M{x:g} {y - high:g}L{x + high:g} {y:g}L{x:g} {y + high:g}L{x - high:g} {y:g}Z", "#fff"
    )


def _standing(thing: str, x: float, y: float) -> str:
    """Return what stands on a square: nothing, a figure, or a tower from its lowest block on."""
    if thing == ".":
        return ""
    if thing == "n":
        grey = path(SHIELD, "#9b968c", stroke="#4b4740", stroke_width=1.4)
        grey += circle(12, 12.2, 7.6, "#fff", stroke="#4b4740")
        grey += path("M8 12.2h8", stroke="#161a24", stroke_width=2.4, stroke_linecap="round")
        return f"<g transform='translate({x + 15.8:g} {y + 15.6:g}) scale(1.6)'>{grey}</g>"
    if thing.isdigit():
        return shield(x + 15.8, y + 15.6, 38.4, int(thing))
    chip = 12 if len(thing) > 4 else 13
    parts = [
        rect(x + 5, y + 14, 60, 50, "#fffdf8", rx=8, stroke=EDGE, stroke_width=1.5),
        words(x + 35, y + 40, 25, str(len(thing)), "#14161c"),
    ]
    for n, block in enumerate(thing.lower()):
        left = x + 35 + (n - len(thing) / 2) * chip
        fill = COLOURS[block]
        parts.append(rect(left + 0.75, y + 46, chip - 1.5, 13, fill, rx=2.5, stroke=EDGE))
        parts.append(_emblem(block, left + chip / 2, y + 52.5, 3.1))
    return "".join(parts)
