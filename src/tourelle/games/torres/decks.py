"""Decks of action cards: dealing, buying, putting back (T7.1 to T7.3, T5.5)."""

from tourelle.core.bits import bit
from tourelle.core.chance import shuffle
from tourelle.core.compile import compiled
from tourelle.games.torres.material import (
    CARD_KINDS,
    HAND,
    LOOKED_AT,
    MAX_SEATS,
    OWN,
    SEATS_DECK,
    SHARED,
    SHARED_PICK,
)
from tourelle.games.torres.position import (
    STAGE_KEEP,
    STAGE_RETURN,
    STAGE_TURN,
    Position,
    deck_of,
)


@compiled
def copies_of(pos: Position, deck: int) -> int:
    """Return how many cards of each kind belong to a deck (T7.1)."""
    if pos.cards_option == SHARED or pos.cards_option == SHARED_PICK:
        if deck > 0:
            return 0
        return pos.seats if pos.deck_option == SEATS_DECK else MAX_SEATS
    return 1 if deck < pos.seats and pos.cards_option >= OWN else 0


@compiled
def deal_cards(pos: Position, dice: list[int]) -> None:
    """Shuffle every deck with all its cards, or give each seat its ten (T7.1)."""
    for deck in range(pos.seats):
        copies = copies_of(pos, deck)
        if pos.cards_option == HAND:
            for card in range(CARD_KINDS):
                pos.hands[CARD_KINDS * deck + card] = 1
            pos.hand_sizes[deck] = CARD_KINDS
            continue
        for i in range(CARD_KINDS * copies):
            pos.decks[CARD_KINDS * deck + i] = i % CARD_KINDS + 1
        pos.deck_sizes[deck] = CARD_KINDS * copies
        shuffle(pos.decks, CARD_KINDS * deck, CARD_KINDS * copies, dice)


@compiled
def draw(pos: Position) -> int:
    """Take the top card of the mover's deck and return it as kind + 1."""
    deck = deck_of(pos, pos.to_move)
    pos.deck_sizes[deck] -= 1
    top = CARD_KINDS * deck + pos.deck_sizes[deck]
    card = pos.decks[top]
    pos.decks[top] = 0
    pos.known[top] = 0
    return card


@compiled
def buy(pos: Position) -> None:
    """Take the top card, or look at the top three (T7.1, T7.2)."""
    if pos.cards_option == SHARED:
        take(pos, draw(pos))
        return
    cards = min(LOOKED_AT, pos.deck_sizes[deck_of(pos, pos.to_move)])
    for i in range(cards):
        pos.drawn[i] = draw(pos)
    pos.stage = STAGE_KEEP


@compiled
def take(pos: Position, card: int) -> None:
    """Lay a card, given as kind + 1, with those bought this turn."""
    pos.purchases += 1
    if card <= CARD_KINDS:  # a view of somebody else does not know which
        pos.bought[card - 1] += 1


@compiled
def keep(pos: Position, card: int) -> None:
    """Keep one of the cards looked at, of equals the first; the others are put back (T7.2)."""
    place = 0
    while pos.drawn[place] != card + 1:
        place += 1
    take(pos, pos.drawn[place])
    for i in range(place, LOOKED_AT - 1):
        pos.drawn[i] = pos.drawn[i + 1]
    pos.drawn[LOOKED_AT - 1] = 0
    pos.stage = STAGE_RETURN if pos.drawn[0] else STAGE_TURN


@compiled
def return_cards(pos: Position, pattern: int) -> None:
    """Put the cards back, those of `pattern` at the bottom, in drawn order either way (T7.2).

    A deck's row holds its bottom card first and its top card last, so the first drawn is written
    last on the top, and each card for the bottom goes under the one drawn before it.
    """
    deck = deck_of(pos, pos.to_move)
    row = CARD_KINDS * deck
    for i in range(LOOKED_AT):
        if pos.drawn[i] and pattern & bit(i):
            for place in range(row + pos.deck_sizes[deck], row, -1):
                pos.decks[place] = pos.decks[place - 1]
                pos.known[place] = pos.known[place - 1]
            pos.decks[row] = pos.drawn[i]
            pos.known[row] = bit(pos.to_move)
            pos.deck_sizes[deck] += 1
    for i in range(LOOKED_AT - 1, -1, -1):
        if pos.drawn[i] and pattern & bit(i) == 0:
            top = row + pos.deck_sizes[deck]
            pos.decks[top] = pos.drawn[i]
            pos.known[top] = bit(pos.to_move)
            pos.deck_sizes[deck] += 1
    for i in range(LOOKED_AT):
        pos.drawn[i] = 0
    pos.stage = STAGE_TURN


@compiled
def take_bought(pos: Position) -> None:
    """Take the cards bought this turn into the hand (T5.5)."""
    me = pos.to_move
    for card in range(CARD_KINDS):
        pos.hands[CARD_KINDS * me + card] += pos.bought[card]
        pos.bought[card] = 0
    pos.hand_sizes[me] += pos.purchases
    pos.purchases = 0
