"""What a year gives: castles, King, master card (T8, T9, T10); and the marker (T5.7, T8.4)."""

from tourelle.core.bits import bit, count, lowest, without_lowest
from tourelle.core.board8 import SQUARES, flood, square_name
from tourelle.core.compile import compiled, scratch, taken
from tourelle.core.layout import Cells
from tourelle.core.layout import cells as cells_holding
from tourelle.core.words import Outcome, Seat, Term, best
from tourelle.games.torres.material import (
    BORDER,
    CASTLES,
    CASTLES_POINTS,
    CASTLES_WANTED,
    CHAIN,
    COUNT_IN_YEAR_3,
    COUNT_KNIGHTS,
    DIAGONALS,
    KING_BONUS,
    LEVELS,
    LEVELS_POINTS,
    LINE,
    MASTER_CARDS,
    PATTERN_POINTS,
    PLACE_POINTS,
    SAME_LEVEL,
    SQUARE,
    YEARS,
)
from tourelle.games.torres.position import STAGE_OVER, Position, castle_of, knights_on_board

BORDER_SQUARES = 0xFF818181818181FF - (1 << 64)
MAIN_DIAGONALS = 0x8142241818244281 - (1 << 64)


@compiled
def advance(pos: Position, seat: int, points: int) -> None:
    """Move a marker on; from a space that is taken it goes on to the next free one (T5.7, T8.4)."""
    if points == 0:
        return
    score = pos.scores[seat] + points
    taken = True
    while taken:
        taken = False
        for other in range(pos.seats):
            if other != seat and pos.scores[other] == score:
                taken = True
        if taken:
            score += 1
    pos.scores[seat] = score


@compiled
def top_level(pos: Position, knights: int) -> int:
    """Return the level of the highest of `knights`, 0 for none."""
    level = 0
    while knights & pos.layers[level]:
        level += 1
    return level


@compiled
def castle_points(pos: Position, seat: int, castle: int) -> int:
    """Return what a castle gives a seat: area times the level of its highest knight (T8.2)."""
    squares = pos.castles[castle]
    return count(squares) * top_level(pos, squares & pos.knights[seat])


@compiled
def guards(pos: Position, seat: int) -> int:
    """Return the knights of a seat in the King's castle at exactly the year's level (T9.1)."""
    if pos.king < 0:
        return 0
    castle = castle_of(pos, pos.king)
    if castle < 0:
        return 0
    level = pos.layers[pos.year - 1] & ~pos.layers[pos.year]
    return pos.castles[castle] & pos.knights[seat] & level


@compiled
def king_points(pos: Position, seat: int) -> int:
    """Return the King's bonus of a seat."""
    return KING_BONUS * pos.year if guards(pos, seat) else 0


@compiled
def represented(pos: Position, seat: int) -> int:
    """Return in how many castles a seat stands, or how many of its knights do (T10.1)."""
    if pos.castles_card_option == COUNT_KNIGHTS:
        return count(pos.knights[seat] & pos.layers[0])
    castles = 0
    for i in range(pos.castle_count):
        if pos.castles[i] & pos.knights[seat]:
            castles += 1
    return castles


@compiled
def castles_card_points(pos: Position, seat: int, year: int) -> int:
    """Return what the master card `castles` would give a seat in a given year (T10, T10.1)."""
    if pos.castles_card_option != COUNT_IN_YEAR_3:
        return CASTLES_POINTS[year] if represented(pos, seat) == CASTLES_WANTED[year] else 0
    if year == YEARS:
        knights = knights_on_board(pos, seat)
        for step in range(1, YEARS + 1):
            if knights == CASTLES_WANTED[step]:
                return CASTLES_POINTS[step]
    return 0


@compiled
def on_places(pos: Position, seat: int, places: int) -> int:
    """Return how many knights of a seat count on `places`: one more for the sole majority."""
    mine = count(pos.knights[seat] & places)
    for other in range(pos.seats):
        if other != seat and count(pos.knights[other] & places) >= mine:
            return mine
    return mine + 1 if mine else 0


@compiled
def in_line(knights: int) -> bool:
    """Tell whether all knights stand on one row, column or diagonal."""
    first = lowest(knights)
    rows = columns = rising = falling = True
    while knights:
        square = lowest(knights)
        knights = without_lowest(knights)
        up = square // 8 - first // 8
        right = square % 8 - first % 8
        rows = rows and up == 0
        columns = columns and right == 0
        rising = rising and up == right
        falling = falling and up == -right
    return rows or columns or rising or falling


@compiled
def in_square(knights: int) -> bool:
    """Tell whether four knights stand on the corners of a square along the board's sides."""
    for square in range(SQUARES):
        if knights & bit(square) == 0:
            continue
        for side in range(1, 8 - max(square // 8, square % 8)):
            corners = bit(square + side) | bit(square + 8 * side) | bit(square + 9 * side)
            if knights & corners == corners:
                return True
    return False


@compiled
def level_count(pos: Position, knights: int) -> int:
    """Return on how many different levels knights stand."""
    levels = 0
    floor = 0
    rest = knights
    while rest:
        if rest & ~pos.layers[floor]:
            levels += 1
        rest &= pos.layers[floor]
        floor += 1
    return levels


@compiled
def pattern_points(pos: Position, seat: int, year: int) -> int:
    """Return what a pattern of year 3 gives a seat (T10)."""
    knights = pos.knights[seat]
    if year != YEARS or knights == 0:
        return 0
    card = pos.master
    smaller = PATTERN_POINTS if pos.master_points_option else LEVELS_POINTS
    if card == LINE:
        return PATTERN_POINTS if in_line(knights) else 0
    if card == SAME_LEVEL:
        return PATTERN_POINTS if level_count(pos, knights) == 1 else 0
    if card == SQUARE:
        return PATTERN_POINTS if in_square(knights) else 0
    if card == LEVELS:
        return smaller if level_count(pos, knights) == knights_on_board(pos, seat) else 0
    if card == CHAIN:
        return smaller if flood(bit(lowest(knights)), knights) == knights else 0
    return 0


@compiled
def master_points_in(pos: Position, seat: int, year: int) -> int:
    """Return what the open master card would give a seat now in a given year (T10)."""
    card = pos.master
    if card == CASTLES:
        return castles_card_points(pos, seat, year)
    if card == DIAGONALS:
        return PLACE_POINTS[year] * on_places(pos, seat, MAIN_DIAGONALS)
    if card == BORDER:
        return PLACE_POINTS[year] * on_places(pos, seat, BORDER_SQUARES)
    return pattern_points(pos, seat, year)


@compiled
def master_points(pos: Position, seat: int) -> int:
    """Return what the open master card gives a seat this year (T10)."""
    return master_points_in(pos, seat, pos.year)


@compiled
def all_castle_points(pos: Position, seat: int) -> int:
    """Return what all castles together give a seat (T8.2)."""
    points = 0
    for castle in range(pos.castle_count):
        points += castle_points(pos, seat, castle)
    return points


@compiled
def score_year(pos: Position) -> None:
    """Score a year: castles of all seats, the King, the master card (T8.1, T9.1, T10)."""
    for seat in range(pos.seats):
        advance(pos, seat, all_castle_points(pos, seat))
    for seat in range(pos.seats):
        advance(pos, seat, king_points(pos, seat))
    for seat in range(pos.seats):
        advance(pos, seat, master_points(pos, seat))


@compiled
def points(pos: Position, seat: int) -> int:
    """Return where the marker of `seat` stands."""
    return pos.scores[seat]


def outcome(pos: Position) -> Outcome | None:
    """Return the final scores once the game is over; the highest wins (T4.5)."""
    if pos.stage != STAGE_OVER:
        return None
    scores = tuple(int(pos.scores[seat]) for seat in range(pos.seats))
    return Outcome(scores, best(scores), "T4.3")


def score_terms(pos: Position, seat: Seat) -> list[Term]:
    """Return what the year would give a seat now, line by line, without marker jumps."""
    out = scratch(2 * SQUARES + 4)
    count = list_points(cells_holding(pos), seat, out)
    king, guard, master, card, *castles = taken(out, count)
    terms = [
        Term("castle", square_name(castles[i + 1]), "T8.2", castles[i])
        for i in range(0, len(castles), 2)
    ]
    if king:
        terms.append(Term("king", square_name(guard), "T9.1", king))
    if master:
        terms.append(Term(MASTER_CARDS[card - 1], None, "T10", master))
    return terms


@compiled
def list_points(cells: Cells, seat: int, out: list[int]) -> int:
    """Write what the King gives and his guard, what the master card gives and its number.

    Then, for every castle that gives something: how much, and where the highest knight stands.
    """
    pos = cells[0]
    out[0] = king_points(pos, seat)
    out[1] = lowest(guards(pos, seat)) if out[0] else 0
    out[2] = master_points(pos, seat)
    out[3] = pos.master
    n = 4
    for castle in range(pos.castle_count):
        points = castle_points(pos, seat, castle)
        if points:
            out[n] = points
            out[n + 1] = highest_knight(pos, pos.castles[castle] & pos.knights[seat])
            n += 2
    return n


@compiled
def highest_knight(pos: Position, knights: int) -> int:
    """Return the square of the highest knight, of equals the first from a1 on."""
    return lowest(knights & pos.layers[top_level(pos, knights) - 1])
