"""A position of Overlook: one fixed-size record, and the questions that need its fields alone."""

from typing import Final

from overlook.material import DECK_ROOM, DECKS, LINES, MAX_SEATS, SIDE, SQUARES, TOP
from tourelle.core.compile import compiled
from tourelle.core.layout import field, layout

STAGE_PLAY, STAGE_DRAW, STAGE_OVER = range(3)
STAGES: Final = ("play", "draw", "over")
UNKNOWN: Final = LINES + 1  # a card of a deck that a view hides


@layout
class Position:
    """Everything that a game remembers. What the options say is in the last line."""

    dice: list[int] = field("i8", 1)  # the generator while cards are dealt, 0 afterwards
    heights: list[int] = field("i1", SQUARES)  # floors of every tower
    owners: list[int] = field("i1", SQUARES)  # whose floor is on top: seat + 1, or 0
    roofed: list[int] = field("i1", SQUARES)  # 1: the tower has a roof
    roofs: list[int] = field("i1", MAX_SEATS)  # that a seat has left
    hands: list[int] = field("i1", MAX_SEATS * LINES)  # how often a seat has a card
    hidden: list[int] = field("i1", MAX_SEATS * DECKS)  # cards of a hand that a view hides
    played: list[int] = field("i1", LINES)  # how often a card was played or dropped
    decks: list[int] = field("i1", DECKS * DECK_ROOM)  # card + 1, from the bottom, or UNKNOWN
    deck_sizes: list[int] = field("i1", DECKS)
    to_move: int = field("i1")
    stage: int = field("i1")
    seats: int = field("i1")
    copies: int = field("i1")
    roofs_each: int = field("i1")


@compiled
def deck_of(line: int) -> int:
    """Return COLUMN or ROW: the deck that the card of a line belongs to."""
    return line // SIDE


@compiled
def cards_of(pos: Position, seat: int) -> int:
    """Return how many cards a seat has in its hand, seen or hidden."""
    number = 0
    for line in range(LINES):
        number += pos.hands[LINES * seat + line]
    for deck in range(DECKS):
        number += pos.hidden[DECKS * seat + deck]
    return number


@compiled
def is_finished(pos: Position, square: int) -> bool:
    """Tell whether nobody builds there any more (O3.3)."""
    return pos.heights[square] == TOP or pos.roofed[square] == 1


@compiled
def may_roof(pos: Position, square: int) -> bool:
    """Tell whether the seat to move may put a roof there (O3.4)."""
    return pos.owners[square] == pos.to_move + 1 and not is_finished(pos, square)


@compiled
def is_over(pos: Position) -> bool:
    """Tell whether nobody has a card left (O5.1)."""
    return pos.stage == STAGE_OVER
