"""What courtyards are worth and who wins (C6.3, C6.4)."""

from functools import cache
from typing import Final, NamedTuple

from tourelle.core.bits import bit
from tourelle.core.compile import compiled, scratch, taken
from tourelle.core.layout import Cells
from tourelle.core.layout import cells as cells_holding
from tourelle.core.words import Outcome, Seat, Term, best
from tourelle.games.castellan.actions import coordinates
from tourelle.games.castellan.courtyards import next_face
from tourelle.games.castellan.material import MAX_FACES
from tourelle.games.castellan.position import DOUBLE_KEEP, OUTSIDE, STAGE_OVER, Position

MOST_KEEPS: Final = 2 * MAX_FACES + 1
"""Nobody has as many keeps in play."""


@compiled
def touches(pos: Position, tower: int, face: int) -> bool:
    """Tell whether one of the four cells around a tower lies in a face."""
    for cell in range(4 * tower, 4 * tower + 4):
        if pos.faces[cell] == face:
            return True
    return False


@compiled
def courtyard_towers(pos: Position, face: int) -> int:
    """Return how many towers stand around a courtyard (C6.3)."""
    towers = 0
    for tower in range(pos.tower_count):
        if touches(pos, tower, face):
            towers += 1
    return towers


@compiled
def courtyard_points(pos: Position, face: int) -> int:
    """Return what a courtyard is worth: its towers, twice when doubled (C6.3)."""
    towers = courtyard_towers(pos, face)
    return 2 * towers if pos.keeps[face] == DOUBLE_KEEP else towers


@compiled
def points(pos: Position, seat: int) -> int:
    """Return what all courtyards of a seat are worth, in one pass over the towers (C6.3)."""
    total = 0
    if pos.face_count == 0:
        return total
    for tower in range(pos.tower_count):
        met = bit(OUTSIDE)
        for cell in range(4 * tower, 4 * tower + 4):
            face = pos.faces[cell]
            if met & bit(face) == 0 and pos.owners[face] == seat + 1:
                total += 2 if pos.keeps[face] == DOUBLE_KEEP else 1
            met |= bit(face)
    return total


@compiled
def keeps_in_play(pos: Position, seat: int) -> int:
    """Return how many keeps of a seat are in play: two in a doubled courtyard (C6.4)."""
    keeps = 0
    for face in range(1, pos.face_count + 1):
        if pos.owners[face] == seat + 1:
            keeps += 2 if pos.keeps[face] == DOUBLE_KEEP else 1
    return keeps


@compiled
def rank(pos: Position, seat: int) -> int:
    """Return how a seat stands in the end: by points, then by keeps (C6.4)."""
    return points(pos, seat) * MOST_KEEPS + keeps_in_play(pos, seat)


def outcome(pos: Position) -> Outcome | None:
    """Return points and winners once the last seat has built (C6.2, C6.4)."""
    if pos.stage != STAGE_OVER:
        return None
    totals = tuple(int(points(pos, seat)) for seat in range(pos.seats))
    return Outcome(totals, winners(pos), "C6.2")


def winners(pos: Position) -> tuple[Seat, ...]:
    """Return who would win now: most points, then most keeps, then shared (C6.4)."""
    return best([int(rank(pos, seat)) for seat in range(int(pos.seats))])


@cache
def cell_name(cell: int) -> str:
    """Return `3,2` for the cell or point with these coordinates."""
    x, y = coordinates(cell)
    return f"{x},{y}"


@compiled
def list_courtyards(cells: Cells, out: list[int]) -> int:
    """Write what `Courtyard` tells of every one; return how many there are."""
    pos = cells[0]
    seen, n = 0, 0
    i = next_face(pos, seen, 0)
    while i >= 0:
        tower = pos.tower_order[i]
        face = pos.faces[4 * tower]
        seen |= bit(face)
        out[5 * n] = pos.tower_points[tower]
        out[5 * n + 1] = face
        out[5 * n + 2] = courtyard_towers(pos, face)
        out[5 * n + 3] = pos.owners[face] - 1
        out[5 * n + 4] = pos.keeps[face]
        n += 1
        i = next_face(pos, seen, i + 1)
    return n


class Courtyard(NamedTuple):
    """A courtyard: its smallest cell (C5.6), number and towers, whose it is and with what keep."""

    cell: str
    face: int
    towers: int
    seat: int
    keep: int

    @property
    def points(self) -> int:
        """Return what it is worth: its towers, twice when doubled (C6.3)."""
        return 2 * self.towers if self.keep == DOUBLE_KEEP else self.towers


def courtyards(pos: Position) -> list[Courtyard]:
    """Return every courtyard, in the order of their smallest cells (C5.6)."""
    out = scratch(5 * MAX_FACES)
    told = taken(out, 5 * list_courtyards(cells_holding(pos), out))
    return [
        Courtyard(cell_name(told[i]), *told[i + 1 : i + 5])  # the five numbers of one
        for i in range(0, len(told), 5)
    ]


def score_terms(pos: Position, seat: Seat) -> list[Term]:
    """Return what each courtyard of a seat is worth now (C6.3)."""
    return [
        Term("courtyard", yard.cell, "C6.3", yard.points)
        for yard in courtyards(pos)
        if yard.seat == seat
    ]
