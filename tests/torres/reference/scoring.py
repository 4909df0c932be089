"""T8 to T10: castles, King and master card; and the track (T5.7)."""

from collections.abc import Callable

from tests.torres.reference.board import (
    SIDES,
    Document,
    Heights,
    knights,
    place_of,
    read_board,
    step,
)
from tests.torres.reference.castles import castles, connected
from tests.torres.reference.material import option, seats


def advance(document: Document, seat: int, points: int) -> None:
    """T5.7, T8.4: to a taken space: on to the next free one. Who scored nothing doesn't move."""
    scores = document["scores"]
    if points:
        taken = scores[:seat] + scores[seat + 1 :]
        scores[seat] += points
        while scores[seat] in taken:
            scores[seat] += 1


def score(document: Document) -> list[int]:
    """Return what T8, T9 and T10 would give each seat now."""
    return [
        castle_points(document, seat) + king_points(document, seat) + master_points(document, seat)
        for seat in seats(document)
    ]


def castle_points(document: Document, seat: int) -> int:
    """T8.2: area by level of the highest knight, castle by castle."""
    heights, figures = read_board(document)
    own = knights(figures, seat)
    return sum(
        len(castle) * max((heights[s] for s in own if s in castle), default=0)
        for castle in castles(heights)
    )


def king_points(document: Document, seat: int) -> int:
    """T9.1: 5, 10, 15 for a knight in the King's castle at exactly level 1, 2, 3."""
    heights, figures = read_board(document)
    year = int(document["year"])
    for castle in castles(heights):
        there = {figures[square] for square in castle if square in figures}
        at_level = {figures.get(square) for square in castle if heights[square] == year}
        if "K" in there and str(seat) in at_level:
            return 5 * year
    return 0


def master_points(document: Document, seat: int) -> int:
    """T10."""
    card, year = document["master"], document["year"]
    heights, figures = read_board(document)
    own = knights(figures, seat)
    if card is None:
        return 0
    if card == "castles" and option(document, "castles_card") == "year-3":  # T10.1
        return {4: 5, 5: 15, 6: 30}.get(len(own), 0) if year == 3 else 0
    if card == "castles":
        in_castles = [square for square in own if heights[square]]
        represented = sum(not castle.isdisjoint(own) for castle in castles(heights))
        knights_count = option(document, "castles_card") == "knights"  # T10.1
        count = len(in_castles) if knights_count else represented
        return (5, 15, 30)[year - 1] if count == year + 3 else 0
    if card in COUNTED:
        counts = [sum(map(COUNTED[card], knights(figures, other))) for other in seats(document)]
        mine = counts.pop(seat)
        most = mine > max(counts)
        return (2, 5, 10)[year - 1] * (mine + most)
    full = 40 if card in ("levels", "chain") else 50
    if option(document, "master_points") == "004":  # T10.1
        full = 50
    return full if year == 3 and own and FULFILLED[card](heights, own) else 0


def on_long_diagonal(square: str) -> bool:
    """On a1-h8 or a8-h1."""
    file, rank = place_of(square)
    return file == rank or file + rank == 7


def on_border(square: str) -> bool:
    """On the edge of the board."""
    return len(SIDES[square]) < 4


COUNTED: dict[str, Callable[[str], bool]] = {"diagonals": on_long_diagonal, "border": on_border}


def in_line(_heights: Heights, own: list[str]) -> bool:
    """All on one row, column or diagonal."""
    places = [place_of(square) for square in own]
    lines = (
        {file for file, _ in places},
        {rank for _, rank in places},
        {file - rank for file, rank in places},
        {file + rank for file, rank in places},
    )
    return any(len(line) == 1 for line in lines)


def on_same_level(heights: Heights, own: list[str]) -> bool:
    """All on one level."""
    return len({heights[square] for square in own}) == 1


def on_different_levels(heights: Heights, own: list[str]) -> bool:
    """No two on one level."""
    return len({heights[square] for square in own}) == len(own)


def hold_a_square(_heights: Heights, own: list[str]) -> bool:
    """Four on the corners of a square with sides along the board."""
    for corner in own:
        for side in range(1, 8):
            others = [step(corner, by) for by in ((side, 0), (0, side), (side, side))]
            if all(other in own for other in others):
                return True
    return False


def in_chain(_heights: Heights, own: list[str]) -> bool:
    """All connected by sides."""
    return len(connected(frozenset(own))) == 1


FULFILLED: dict[str, Callable[[Heights, list[str]], bool]] = {
    "line": in_line,
    "same-level": on_same_level,
    "square": hold_a_square,
    "levels": on_different_levels,
    "chain": in_chain,
}
