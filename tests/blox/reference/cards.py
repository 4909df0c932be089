"""B3, B10: what an action costs, the joker, and the piles of cards."""

from collections import Counter

from tests.blox.reference.board import Document, in_order, read_diagram
from tests.blox.reference.notation import parse

HAND = 5  # B2.3


def cards_for(document: Document, text: str) -> str | None:
    """Return the hand cards that an action costs; None if the joker replaces none of its cards."""
    parsed = parse(text)
    assert parsed
    kind, named, joker = parsed
    colours, towers, _ = read_diagram(document["board"])
    if kind == "change":  # B9: what is named; the joker is turned, not used
        return named[0]
    if kind in ("enter", "move"):  # B4, B5: one card of the colour of the square
        price = colours[named[1]]
    elif kind == "destroy":  # B6.2: one card a block
        price = towers[named[1]]
    elif kind == "build":  # B7.1: one card a block
        price = named[1]
    else:  # B8.2: so many cards of the colour of the target's square
        price = colours[named[1]] * int(named[2])
    if joker:  # B10: it stands for one of them
        replaced = joker[2:] or price[:1]
        if replaced not in price:
            return None
        price = price.replace(replaced, "", 1)
    return price


def can_pay(document: Document, text: str) -> bool:
    """Tell whether the hand holds the cards that an action costs."""
    cards = cards_for(document, text)
    return cards is not None and Counter(cards) <= Counter(document["hands"][document["to_move"]])


def discard(after: Document, seat: int, cards: str) -> None:
    """B3: put cards of the hand on the discard pile."""
    for card in cards:
        after["hands"][seat] = after["hands"][seat].replace(card, "", 1)
    after["discard"] = in_order(after["discard"] + cards)


def fill_hand(after: Document, seat: int, shuffled: str | None) -> None:
    """B3: draw one card at a time; shuffle the discard pile when one is to be drawn, not earlier.

    B9's "draw as many" is the same thing with a hand of five.
    """
    while len(after["hands"][seat]) < HAND:
        if not after["draw"]:
            if not after["discard"]:
                break
            assert shuffled is not None
            assert in_order(shuffled) == after["discard"]
            after["draw"], after["discard"] = shuffled, ""
        after["hands"][seat] = in_order(after["hands"][seat] + after["draw"][0])
        after["draw"] = after["draw"][1:]
