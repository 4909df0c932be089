"""What a seat may know, and a world that fits it: hands and the draw pile are secret."""

from tourelle.core.chance import below, next_word
from tourelle.core.compile import compiled
from tourelle.games.blox.piles import COLOUR_COUNT, count_of, one, total
from tourelle.games.blox.position import UNKNOWN, Position


@compiled
def blank(pos: Position, seat: int) -> None:
    """Hide in place what `seat` may not know: the generator, the draw pile, foreign hands."""
    pos.dice[0] = 0
    for i in range(pos.draw_size):
        pos.draw[i] = UNKNOWN
    for other in range(pos.seats):
        if other != seat:
            pos.hidden[other] += total(pos.hands[other])
            pos.hands[other] = 0


@compiled
def unseen(pos: Position) -> int:
    """Return, as a pile, the cards of the game that a view shows nowhere."""
    pile = pos.cards - pos.discard
    for seat in range(pos.seats):
        pile -= pos.hands[seat]
    for i in range(pos.draw_size):
        if pos.draw[i] != UNKNOWN:
            pile -= one(pos.draw[i] - 1)
    return pile


@compiled
def pick(pile: int, dice: list[int]) -> int:
    """Return at random the colour of a card of a pile, which is not empty."""
    place = below(dice, total(pile))
    colour = 0
    while place >= count_of(pile, colour) and colour < COLOUR_COUNT - 1:
        place -= count_of(pile, colour)
        colour += 1
    return colour


@compiled
def imagine(pos: Position, seat: int, dice: list[int]) -> None:  # noqa: ARG001 (every game's signature)
    """Fill what is hidden at random with the cards that can be there, and take a new generator."""
    rest = unseen(pos)
    for other in range(pos.seats):
        while pos.hidden[other] > 0:
            colour = pick(rest, dice)
            rest -= one(colour)
            pos.hidden[other] -= 1
            pos.hands[other] += one(colour)
    for i in range(pos.draw_size):
        if pos.draw[i] == UNKNOWN:
            colour = pick(rest, dice)
            rest -= one(colour)
            pos.draw[i] = colour + 1
    pos.dice[0] = next_word(dice)
