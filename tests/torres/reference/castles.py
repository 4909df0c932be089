"""T5.4: castles, and where a block may be put."""

from functools import lru_cache

from tests.torres.reference.board import SIDES, SQUARES, Figures, Heights, with_block

Castle = frozenset[str]


@lru_cache(maxsize=10_000)
def connected(squares: Castle) -> list[Castle]:
    """Split squares into groups connected by sides."""
    rest = set(squares)
    groups = []
    while rest:
        group = {rest.pop()}
        edge = list(group)
        while edge:
            for near in SIDES[edge.pop()]:
                if near in rest:
                    rest.remove(near)
                    group.add(near)
                    edge.append(near)
        groups.append(frozenset(group))
    return groups


def castles(heights: Heights) -> list[Castle]:
    """Return the castles: maximal groups of built squares."""
    return connected(frozenset([square for square, height in heights.items() if height]))


def fits_its_area(heights: Heights, castle: Castle) -> bool:
    """T5.4: no square is higher than its castle's area."""
    return all(heights[square] <= len(castle) for square in castle)


def castles_beside(heights: Heights, square: str) -> list[Castle]:
    """Return the castles that share a side with a square."""
    return [castle for castle in castles(heights) if not castle.isdisjoint(SIDES[square])]


def obeys_height_and_merge(heights: Heights, square: str) -> bool:
    """T5.4: after one more block here nothing is too high and no two castles have become one."""
    if heights[square] == 0 and len(castles_beside(heights, square)) > 1:
        return False
    after = with_block(heights, square)
    return all(fits_its_area(after, castle) for castle in castles(after))


def extends_a_castle(heights: Heights, square: str) -> bool:
    """T5.4: a block lies on a castle square, or on bare ground beside a castle."""
    return heights[square] > 0 or any(heights[near] for near in SIDES[square])


def block_squares(heights: Heights, figures: Figures) -> list[str]:
    """T5.4: where a block may be put."""
    return [
        square
        for square in SQUARES
        if square not in figures
        and extends_a_castle(heights, square)
        and obeys_height_and_merge(heights, square)
    ]
