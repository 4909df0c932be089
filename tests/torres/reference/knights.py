"""T5.1 to T5.3: where knights may go."""

from tests.torres.reference.board import (
    SIDES,
    Document,
    Figures,
    Heights,
    knights,
    put_figure,
    read_board,
)
from tests.torres.reference.material import KNIGHTS


def new_knight_squares(heights: Heights, figures: Figures, beside: list[str]) -> set[str]:
    """T5.1: free, beside one of these knights, at its level or lower."""
    return {
        square
        for knight in beside
        for square in SIDES[knight]
        if square not in figures and heights[square] <= heights[knight]
    }


def steps(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T5.2: free, beside, up at most one level."""
    top = heights[knight] + 1
    return {s for s in SIDES[knight] if s not in figures and heights[s] <= top}


def ways_through(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T5.3: go in at the own level, walk level or down inside, leave onto what isn't higher."""
    floor = heights[knight]
    rooms = [(square, floor) for square in SIDES[knight] if heights[square] > floor]
    seen = set(rooms)
    exits: set[str] = set()
    while rooms:
        square, floor = rooms.pop()
        exits.update(s for s in SIDES[square] if heights[s] <= floor and s not in figures)
        onward = [(near, floor) for near in SIDES[square] if heights[near] > floor]
        if floor > 0:
            onward.append((square, floor - 1))
        rooms += [room for room in onward if room not in seen]
        seen.update(onward)
    return exits - {knight}


def legal_knights(document: Document) -> list[str]:
    """T5.1."""
    heights, figures = read_board(document)
    own = knights(figures, document["to_move"])
    squares = new_knight_squares(heights, figures, own) if len(own) < KNIGHTS else set()
    return [f"knight {square}" for square in squares]


def legal_moves(document: Document) -> list[str]:
    """T5.2 and T5.3: the same two squares are one action."""
    heights, figures = read_board(document)
    texts = []
    for knight in knights(figures, document["to_move"]):
        goals = steps(heights, figures, knight) | ways_through(heights, figures, knight)
        texts += [f"move {knight} {goal}" for goal in goals]
    return texts


def act_knight(document: Document, words: list[str]) -> None:
    """T5.1."""
    document["ap"] -= 2
    put_figure(document, str(document["to_move"]), words[0])


def act_move(document: Document, words: list[str]) -> None:
    """T5.2, T5.3."""
    document["ap"] -= 1
    put_figure(document, str(document["to_move"]), words[1], words[0])
