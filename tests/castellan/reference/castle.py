"""C5: the castle on the table, and its courtyards."""

from functools import lru_cache
from itertools import product

from tests.castellan.reference.notation import parse
from tests.castellan.reference.pieces import (
    Document,
    Piece,
    Point,
    cells_around,
    sides,
    write_point,
)


class Castle:
    """What stands on the table, and the faces it makes."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        """Take the pieces in any order."""
        pieces = [piece for text in texts if isinstance(piece := parse(text), Piece)]
        walls = [piece for piece in pieces if piece.kind != "tower"]
        self.bare = not pieces
        self.towers = {piece.point(0) for piece in pieces if piece.kind == "tower"}
        self.edges = {edge for wall in walls for edge in wall.edges}
        self.middles = {point for wall in walls for point in wall.middles}
        self.open_ends = {point for wall in walls for point in wall.ends} - self.towers
        # C5.1: only the walls with a tower at both ends part cells
        self.parting = {
            edge for wall in walls if self.towers.issuperset(wall.ends) for edge in wall.edges
        }
        self.face_of: dict[Point, Point | None] = {}  # a cell's face by its name; None: outside
        self.faces: dict[Point, frozenset[Point]] = {}  # every bounded face, by its name
        self.flood(self.towers | self.open_ends)

    def flood(self, points: set[Point]) -> None:
        """C5.6: find the faces, over all cells of the castle and one more on every side."""
        if not points:
            return
        xs, ys = {x for x, _ in points}, {y for _, y in points}
        corner = (min(xs) - 1, min(ys) - 1)
        cells = list(product(range(corner[0], max(xs) + 1), range(corner[1], max(ys) + 1)))
        left = set(cells)
        for first in cells:  # by x, then by y: a face is met first in its smallest cell
            if first not in left:
                continue
            face, ahead = {first}, [first]
            while ahead:
                for cell, edge in sides(ahead.pop()):
                    if cell in left and cell not in face and edge not in self.parting:
                        face.add(cell)
                        ahead.append(cell)
            left -= face
            bounded = first != corner
            self.face_of |= dict.fromkeys(face, first if bounded else None)
            if bounded:
                self.faces[first] = frozenset(face)

    def faces_of(self, cells: list[Point]) -> set[Point | None]:
        """Return the faces that hold these cells; None is the outside."""
        return {self.face_of.get(cell) for cell in cells}

    def worth(self, face: Point) -> int:
        """C6.3: the towers with at least one of their four surrounding cells in a courtyard."""
        cells = self.faces[face]
        return sum(not cells.isdisjoint(cells_around(tower)) for tower in self.towers)


@lru_cache(maxsize=64)
def castle_of(texts: tuple[str, ...]) -> Castle:
    """Return the castle that these pieces make."""
    return Castle(texts)


def castle(document: Document) -> Castle:
    """Return the castle of a document."""
    return castle_of(tuple(document["pieces"]))


def courtyard(document: Document, face: Point) -> Document:
    """Return a document's line about a courtyard."""
    [line] = [line for line in document["courtyards"] if line["cell"] == write_point(face)]
    return dict(line)
