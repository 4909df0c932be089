"""What is seen, what it counts, who wins (O4, O5)."""

from overlook.material import LINES, LOOKS, SIDE, SQUARES
from overlook.position import STAGE_OVER, Position, is_finished
from overlook.text import square_text
from tourelle.core.compile import compiled
from tourelle.core.words import Outcome, Seat, Term, best


@compiled
def sides_seen(pos: Position, square: int) -> int:
    """Return from how many sides the tower on a square is seen: all before it are lower (O4.1)."""
    sides = 0
    for look in range(2 * LINES):
        highest = 0
        for i in range(SIDE * look, SIDE * look + SIDE):
            if LOOKS[i] == square and pos.heights[square] > highest:
                sides += 1
            highest = max(highest, pos.heights[LOOKS[i]])
    return sides


@compiled
def points_of(pos: Position, seat: int, finished: bool) -> int:
    """Return what the towers of a seat count; if wished, those finished alone (O4.2)."""
    total = 0
    for look in range(2 * LINES):
        highest = 0
        for i in range(SIDE * look, SIDE * look + SIDE):
            square = LOOKS[i]
            if pos.heights[square] > highest:
                highest = pos.heights[square]
                if pos.owners[square] == seat + 1 and (not finished or is_finished(pos, square)):
                    total += 1
    return total


@compiled
def points(pos: Position, seat: int) -> int:
    """Return what a seat would have if the game ended now (O4.2)."""
    return points_of(pos, seat, False)


@compiled
def rank(pos: Position, seat: int) -> int:
    """Return how a seat stands in the end: by points, then by towers (O5.2)."""
    towers = 0
    for square in range(SQUARES):
        if pos.owners[square] == seat + 1:
            towers += 1
    return points(pos, seat) * (SQUARES + 1) + towers


def score_terms(pos: Position, seat: Seat) -> list[Term]:
    """Return what each tower of a seat counts now, those that nobody sees left out (O4.2)."""
    own = (square for square in range(SQUARES) if pos.owners[square] == seat + 1)
    seen = ((square, int(sides_seen(pos, square))) for square in own)
    return [Term("tower", square_text(square), "O4.2", sides) for square, sides in seen if sides]


def winners(pos: Position) -> tuple[Seat, ...]:
    """Return who would win now: the highest rank, of equals all (O5.2)."""
    return best([int(rank(pos, seat)) for seat in range(int(pos.seats))])


def outcome(pos: Position) -> Outcome | None:
    """Return points and winners once nobody has a card (O5)."""
    if pos.stage != STAGE_OVER:
        return None
    totals = tuple(int(points(pos, seat)) for seat in range(pos.seats))
    return Outcome(totals, winners(pos), "O5.1")
