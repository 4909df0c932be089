"""What a seat may know, and a world that fits it: hands and the order of decks are secret.

How many wall and tower cards a hand holds and which cards a seat has left in all are public, so
after C6.1 every hand is.
"""

from tourelle.core.chance import below
from tourelle.core.compile import compiled
from tourelle.games.castellan.cards import CARDS_PER_DECK
from tourelle.games.castellan.position import UNKNOWN, Position, cards_of_deck, count_of, deck_of


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
                pos.hidden[2 * other + deck] += cards_of_deck(pos, pos.hands[other], deck)
            pos.hands[other] = 0


@compiled
def pick_card(pos: Position, cards: int, deck: int, dice: list[int]) -> int:
    """Return at random the face of a card of that deck out of a set that holds one."""
    pick = below(dice, cards_of_deck(pos, cards, deck))
    for face in range(pos.face_kinds):
        if deck_of(pos, face) == deck:
            pick -= count_of(pos, cards, face)
            if pick < 0:
                return face
    return 0


@compiled
def imagine_row(pos: Position, row: int, dice: list[int]) -> None:
    """Deal what a seat has left of one deck and nobody sees: first into the hand, then the deck."""
    seat = row // 2
    unseen = pos.left[seat] - pos.hands[seat]
    while pos.hidden[row] > 0:
        face = pick_card(pos, unseen, row % 2, dice)
        unseen -= pos.place_values[face]
        pos.hidden[row] -= 1
        pos.hands[seat] += pos.place_values[face]
    for i in range(CARDS_PER_DECK * row, CARDS_PER_DECK * row + pos.deck_sizes[row]):
        if pos.decks[i] == UNKNOWN:
            face = pick_card(pos, unseen, row % 2, dice)
            unseen -= pos.place_values[face]
            pos.decks[i] = face + 1


@compiled
def imagine(pos: Position, seat: int, dice: list[int]) -> None:  # noqa: ARG001  (the generic signature)
    """Fill what is hidden at random with the cards that can be there."""
    for row in range(2 * pos.seats):
        imagine_row(pos, row, dice)
