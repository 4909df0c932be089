"""Hands, the draw pile and the discard pile (B3)."""

from tourelle.core.chance import shuffle
from tourelle.core.compile import compiled
from tourelle.games.blox.material import HAND
from tourelle.games.blox.piles import COLOUR_COUNT, count_of, one
from tourelle.games.blox.position import UNKNOWN, Position, hand_size


@compiled
def pile_up(pos: Position, pile: int) -> None:
    """Lay the pieces of a pile one by one onto the empty draw pile and shuffle it."""
    size = 0
    for colour in range(COLOUR_COUNT):
        for _ in range(count_of(pile, colour)):
            pos.draw[size] = colour + 1
            size += 1
    pos.draw_size = size
    shuffle(pos.draw, 0, size, pos.dice)


@compiled
def draw_top(pos: Position) -> int:
    """Take the top card of the draw pile, which is not empty, and return it as colour + 1."""
    pos.draw_size -= 1
    card = pos.draw[pos.draw_size]
    pos.draw[pos.draw_size] = 0
    return card


@compiled
def fill_hand(pos: Position, seat: int) -> None:
    """Draw one card at a time up to a full hand; reshuffle only when a card is to be drawn (B3)."""
    while hand_size(pos, seat) < HAND:
        if pos.draw_size == 0:
            if pos.discard == 0:
                return
            pile_up(pos, pos.discard)
            pos.discard = 0
        card = draw_top(pos)
        if card == UNKNOWN:  # a view does not know which
            pos.hidden[seat] += 1
        else:
            pos.hands[seat] += one(card - 1)


@compiled
def discard(pos: Position, seat: int, pile: int) -> None:
    """Lay cards of a hand onto the discard pile."""
    pos.hands[seat] -= pile
    pos.discard += pile
