"""Who won, and what a score is made of (B11.3)."""

from tourelle.core.compile import compiled
from tourelle.core.words import Outcome, Seat, Term, best
from tourelle.games.blox.piles import MOST_TOTAL, total
from tourelle.games.blox.position import ENDED_BY_LIMIT, PLAYED, Position


@compiled
def points(pos: Position, seat: int) -> int:
    """Return the points of `seat`."""
    return pos.points[seat]


@compiled
def rank(pos: Position, seat: int) -> int:
    """Return how a seat stands in the end: by points, then by blocks (B11.3)."""
    return pos.points[seat] * MOST_TOTAL + total(pos.blocks[seat])


def score_terms(pos: Position, seat: Seat) -> list[Term]:
    """Return the points of a seat: they are counted as they are made, so there is one line."""
    return [Term("points", None, "B11.3", int(pos.points[seat]))]


def outcome(pos: Position) -> Outcome | None:
    """Return the result once the game has ended."""
    if pos.ended == PLAYED:
        return None
    scored = tuple(int(pos.points[seat]) for seat in range(pos.seats))
    return Outcome(scored, winners(pos), end_clause(pos))


def winners(pos: Position) -> tuple[Seat, ...]:
    """Return who has most points, then most blocks; of equals all share the victory (B11.3)."""
    return best([int(rank(pos, seat)) for seat in range(pos.seats)])


def end_clause(pos: Position) -> str:
    """Return the clause by which a game that is over has ended."""
    return "B11.4" if pos.ended == ENDED_BY_LIMIT else "B11.2"
