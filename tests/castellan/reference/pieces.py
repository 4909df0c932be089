"""C1, C2: cards, pieces, and the points, edges and cells they lie on."""

from typing import Any, NamedTuple

Document = dict[str, Any]
Point = tuple[int, int]  # of a tower; or the name of a cell, by its south-western point (C5.6)
Edge = tuple[int, int, str]  # from a point one step to the east or to the north

KINDS = {"tower": "T", "long": "L", "short": "S"}

# C1.2: towers, long walls, short walls, extra cards
CARDS = {
    "W1": (1, 2, 1, 0),
    "W2": (1, 1, 2, 0),
    "W3": (0, 1, 1, 1),
    "W4": (0, 0, 2, 1),
    "T1": (2, 0, 0, 1),
    "T2": (1, 0, 1, 1),
    "T3": (2, 1, 0, 0),
    "T4": (2, 0, 1, 0),
    "T5": (2, 1, 1, 0),
    "T6": (1, 1, 1, 0),
}


class Piece(NamedTuple):
    """A tower on its point, or a wall from its western or southern end."""

    kind: str
    x: int
    y: int
    way: str  # "E" or "N"; "" for a tower

    def __str__(self) -> str:
        """Write the action that places it."""
        return f"{self.kind} {self.x},{self.y} {self.way}".strip()

    def point(self, steps: int) -> Point:
        """Return the point so many steps from the first end."""
        return (self.x + steps, self.y) if self.way == "E" else (self.x, self.y + steps)

    @property
    def length(self) -> int:
        """C2.1: the number of edges."""
        return {"tower": 0, "short": 1, "long": 2}[self.kind]

    @property
    def edges(self) -> list[Edge]:
        """C2.1: the edges a wall covers."""
        return [(*self.point(step), self.way) for step in range(self.length)]

    @property
    def ends(self) -> list[Point]:
        """The two ends of a wall."""
        return [self.point(0), self.point(self.length)]

    @property
    def middles(self) -> list[Point]:
        """C2.3: the middle point of a long wall."""
        return [self.point(1)] if self.kind == "long" else []


def read_point(text: str) -> Point:
    """Read x,y."""
    x, y = text.split(",")
    return int(x), int(y)


def write_point(point: Point) -> str:
    """Write x,y."""
    return f"{point[0]},{point[1]}"


def cells_beside(edge: Edge) -> list[Point]:
    """Return the two cells between which an edge lies."""
    x, y, way = edge
    return [(x, y), (x, y - 1)] if way == "E" else [(x, y), (x - 1, y)]


def cells_around(point: Point) -> list[Point]:
    """Return the four cells around a point."""
    x, y = point
    return [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]


def cells_of(piece: Piece) -> list[Point]:
    """C4.2: a wall lies in the face that holds its edges, a tower in that around its point."""
    if piece.kind == "tower":
        return cells_around(piece.point(0))
    return [cell for edge in piece.edges for cell in cells_beside(edge)]


def sides(cell: Point) -> list[tuple[Point, Edge]]:
    """Return the four cells beside a cell, each with the edge between."""
    x, y = cell
    return [
        ((x + 1, y), (x + 1, y, "N")),
        ((x - 1, y), (x, y, "N")),
        ((x, y + 1), (x, y + 1, "E")),
        ((x, y - 1), (x, y, "E")),
    ]
