"""What a seat may know, and a world that fits it: hands and the order of decks are secret.

Column and row cards have different backs, so everybody sees how many of each a hand holds.
"""

from overlook.material import DECK_ROOM, DECKS, LINES, SIDE
from overlook.position import UNKNOWN, Position, deck_of
from tourelle.core.chance import below
from tourelle.core.compile import compiled


@compiled
def blank(pos: Position, seat: int) -> None:
    """Hide in place what `seat` may not know: the decks, and the hands of the others."""
    for i in range(DECKS * DECK_ROOM):
        if pos.decks[i]:
            pos.decks[i] = UNKNOWN
    for other in range(pos.seats):
        if other != seat:
            for line in range(LINES):
                pos.hidden[DECKS * other + deck_of(line)] += pos.hands[LINES * other + line]
                pos.hands[LINES * other + line] = 0


@compiled
def unseen(pos: Position, line: int) -> int:
    """Return how many cards of a line are neither played nor seen anywhere."""
    number = pos.copies - pos.played[line]
    for seat in range(pos.seats):
        number -= pos.hands[LINES * seat + line]
    for i in range(DECKS * DECK_ROOM):
        if pos.decks[i] == line + 1:
            number -= 1
    return number


@compiled
def pick(pos: Position, deck: int, dice: list[int]) -> int:
    """Return at random a card of a deck that nobody has seen; there is one."""
    number = 0
    for line in range(SIDE * deck, SIDE * deck + SIDE):
        number += unseen(pos, line)
    left = below(dice, number)
    for line in range(SIDE * deck, SIDE * deck + SIDE):
        left -= unseen(pos, line)
        if left < 0:
            return line
    return 0


@compiled
def imagine(pos: Position, seat: int, dice: list[int]) -> None:  # noqa: ARG001 (the generic signature)
    """Fill what is hidden at random with the cards that can be there: hands first, then decks."""
    for deck in range(DECKS):
        for other in range(pos.seats):
            while pos.hidden[DECKS * other + deck] > 0:
                pos.hidden[DECKS * other + deck] -= 1
                pos.hands[LINES * other + pick(pos, deck, dice)] += 1
        for i in range(DECK_ROOM * deck, DECK_ROOM * deck + DECK_ROOM):
            if pos.decks[i] == UNKNOWN:
                pos.decks[i] = pick(pos, deck, dice) + 1
