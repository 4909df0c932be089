"""Who won, and what a score is made of (B11.3)."""

from tourelle.core.words import Outcome, Seat, Term
from tourelle.games.blox.piles import letters_of
from tourelle.games.blox.position import ENDED_BY_LIMIT, PLAYED, Position


def score_terms(pos: Position, seat: Seat) -> list[Term]:
    """Return the points of a seat: they are counted as they are made, so there is one line."""
    return [Term("points", None, "B11.3", int(pos.points[seat]))]


def outcome(pos: Position) -> Outcome | None:
    """Return the result: most points, then most blocks, then the victory is shared (B11.3)."""
    if pos.ended == PLAYED:
        return None
    seats = range(pos.seats)
    points = tuple(int(pos.points[seat]) for seat in seats)
    ranks = [(points[seat], len(letters_of(pos.blocks[seat]))) for seat in seats]
    winners = tuple(Seat(seat) for seat in seats if ranks[seat] == max(ranks))
    return Outcome(points, winners, end_clause(pos))


def end_clause(pos: Position) -> str:
    """Return the clause by which a game that is over has ended."""
    return "B11.4" if pos.ended == ENDED_BY_LIMIT else "B11.2"
