"""A BLOX position: one fixed-size record, and the questions that need nothing but its fields."""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.layout import field, layout
from tourelle.games.blox.material import ALL_CARDS, FIGURES, MAX_SEATS
from tourelle.games.blox.piles import COLOUR_COUNT, total
from tourelle.games.blox.squares import SQUARES, closed_towers, high_bit, low_bit

# What stands on a square: nothing, a figure as seat + 1, a neutral figure, or a tower.
NOBODY: Final = 0
NEUTRAL: Final = MAX_SEATS + 1
TOWER: Final = NEUTRAL + 1

# Cards lie in rows as colour + 1, 0 is none; a card that a view hides is UNKNOWN.
UNKNOWN: Final = COLOUR_COUNT + 1

# How the game stands: being played, ended by its towers (B11.2) or by the round limit (B11.4).
PLAYED, ENDED_BY_TOWERS, ENDED_BY_LIMIT = range(3)


@layout
class Position:
    """Everything that a game of BLOX remembers, its options and its board included."""

    dice: list[int] = field("i8", 1)  # the generator: reshuffles draw from it
    towers: list[int] = field("i4", SQUARES)  # the blocks on each square, as piles
    hands: list[int] = field("i4", MAX_SEATS)  # as piles
    blocks: list[int] = field("i4", MAX_SEATS)  # those before each seat, as piles
    points: list[int] = field("i4", MAX_SEATS)
    discard: int = field("i4")  # as a pile: its order never matters
    cards: int = field("i4")  # all cards of the game, as a pile
    round_number: int = field("i4")
    round_limit: int = field("i4")
    colours: list[int] = field("i1", SQUARES)
    pieces: list[int] = field("i1", SQUARES)
    stands: list[int] = field("i1", MAX_SEATS * FIGURES)  # a seat's figures: squares + 1, ascending
    start_colours: list[int] = field("i1", SQUARES)  # the board that the options name
    start_heights: list[int] = field("i1", SQUARES)
    draw: list[int] = field("i1", ALL_CARDS)  # the draw pile as colour + 1, the top card last
    draw_size: int = field("i1")
    hidden: list[int] = field("i1", MAX_SEATS)  # cards in a hand that a view does not show
    jokers: list[int] = field("i1", MAX_SEATS)  # 1 for face up
    phase: int = field("i1")
    to_move: int = field("i1")
    ended: int = field("i1")
    seats: int = field("i1")
    first_seat: int = field("i1")


@compiled
def is_empty(pos: Position, square: int) -> bool:
    """Tell whether neither a tower nor a figure stands on `square`."""
    return pos.pieces[square] == NOBODY


@compiled
def put_tower(pos: Position, square: int, blocks: int) -> None:
    """Put a tower of these blocks on an empty square."""
    pos.towers[square] = blocks
    pos.pieces[square] = TOWER


@compiled
def take_tower(pos: Position, square: int) -> None:
    """Take the tower off a square."""
    pos.towers[square] = 0
    pos.pieces[square] = NOBODY


@compiled
def put_figure(pos: Position, square: int, figure: int) -> None:
    """Put a figure on a square: a seat's, given as seat + 1, or a neutral one."""
    pos.pieces[square] = figure
    if figure == NEUTRAL:
        return
    place = FIGURES * figure - 1
    while place > FIGURES * (figure - 1) and (
        pos.stands[place - 1] == 0 or pos.stands[place - 1] > square + 1
    ):
        pos.stands[place] = pos.stands[place - 1]
        place -= 1
    pos.stands[place] = square + 1


@compiled
def take_figure(pos: Position, square: int) -> None:
    """Take the figure off a square, if one stands there."""
    figure = pos.pieces[square]
    pos.pieces[square] = NOBODY
    if figure in (NOBODY, NEUTRAL):  # no seat's
        return
    place = FIGURES * (figure - 1)
    while pos.stands[place] != square + 1:
        place += 1
    while place < FIGURES * figure - 1:
        pos.stands[place] = pos.stands[place + 1]
        place += 1
    pos.stands[place] = 0


@compiled
def figures_on_board(pos: Position, seat: int) -> int:
    """Return how many figures of a seat stand on the board."""
    figures = 0
    while figures < FIGURES and pos.stands[FIGURES * seat + figures]:
        figures += 1
    return figures


@compiled
def hand_size(pos: Position, seat: int) -> int:
    """Return how many cards a seat holds, those that a view hides too."""
    return total(pos.hands[seat]) + pos.hidden[seat]


@compiled
def towers_of_height(pos: Position, height: int) -> int:
    """Return how many towers of exactly that height stand."""
    towers = 0
    for square in range(SQUARES):
        if total(pos.towers[square]) == height:
            towers += 1
    return towers


@compiled
def closed_with(pos: Position, square: int) -> tuple[int, int]:
    """Return the towers that would be inaccessible if one more stood on `square` (B7.3)."""
    low = low_bit(square)
    high = high_bit(square)
    for other in range(SQUARES):
        if pos.towers[other]:
            low |= low_bit(other)
            high |= high_bit(other)
    return closed_towers(low, high)


@compiled
def is_over(pos: Position) -> bool:
    """Tell whether the game has ended."""
    return pos.ended != PLAYED
