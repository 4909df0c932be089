"""What a seat may know, and a world that fits it: hands and the order of decks are secret.

How many wall and tower cards a hand holds and which cards a seat has left in all are public, so
after C6.1 every hand is.
"""

from tourelle.core.bits import bit, count, lowest, without_lowest
from tourelle.core.chance import below
from tourelle.core.compile import compiled
from tourelle.games.castellan.cards import CARDS_PER_DECK
from tourelle.games.castellan.position import UNKNOWN, Position, face_place, with_card

WALL_CARDS = (1 << CARDS_PER_DECK) - 1


@compiled
def of_deck(cards: int, deck: int) -> int:
    """Return the wall cards (0) or the tower cards (1) of a set."""
    if deck == 0:
        return cards & WALL_CARDS
    return cards & ~WALL_CARDS


@compiled
def blank(pos: Position, seat: int) -> None:
    """Hide in place what `seat` may not know: all decks, and foreign hands until C6.1."""
    for i in range(2 * pos.seats * CARDS_PER_DECK):
        if pos.decks[i]:
            pos.decks[i] = UNKNOWN
    if pos.ending >= 0:
        return
    for other in range(pos.seats):
        if other != seat:
            for deck in range(2):
                pos.hidden[2 * other + deck] += count(of_deck(pos.hands[other], deck))
            pos.hands[other] = 0


@compiled
def pick_card(cards: int, dice: list[int]) -> int:
    """Return at random the place of one of `cards`, which are not none."""
    for _ in range(below(dice, count(cards))):
        cards = without_lowest(cards)
    return lowest(cards)


@compiled
def imagine_row(pos: Position, row: int, dice: list[int]) -> None:
    """Deal what a seat has left of one deck and nobody sees: first into the hand, then the deck."""
    seat = row // 2
    unseen = of_deck(pos.left[seat] & ~pos.hands[seat], row % 2)
    while pos.hidden[row] > 0:
        place = pick_card(unseen, dice)
        unseen ^= bit(place)
        pos.hidden[row] -= 1
        pos.hands[seat] = with_card(pos.hands[seat], face_place(pos, place))
    for i in range(CARDS_PER_DECK * row, CARDS_PER_DECK * row + pos.deck_sizes[row]):
        if pos.decks[i] == UNKNOWN:
            place = pick_card(unseen, dice)
            unseen ^= bit(place)
            pos.decks[i] = face_place(pos, place) + 1


@compiled
def imagine(pos: Position, seat: int, dice: list[int]) -> None:  # noqa: ARG001  (the generic signature)
    """Fill what is hidden at random with the cards that can be there."""
    for row in range(2 * pos.seats):
        imagine_row(pos, row, dice)
