"""What a seat may know, and a world that fits it: hands and decks are secret (T7.3)."""

from tourelle.core.bits import bit
from tourelle.core.chance import below
from tourelle.core.compile import compiled
from tourelle.games.torres.actions import BUY, kind_of
from tourelle.games.torres.decks import copies_of
from tourelle.games.torres.material import CARD_KINDS, HAND, LOOKED_AT, MAX_SEATS
from tourelle.games.torres.position import STAGE_TURN, UNKNOWN, Position, deck_of


@compiled
def blank(pos: Position, seat: int) -> None:
    """Hide in place what `seat` may not know: seed, foreign hands, decks but for its returns."""
    pos.seed = 0
    for i in range(MAX_SEATS * CARD_KINDS):
        if pos.decks[i] and (seat < 0 or pos.known[i] & bit(seat) == 0):
            pos.decks[i] = UNKNOWN
    if pos.cards_option == HAND:
        return
    for other in range(pos.seats):
        if other == seat:
            continue
        for card in range(CARD_KINDS):
            pos.hands[CARD_KINDS * other + card] = 0
    if pos.to_move == seat:
        return
    for card in range(CARD_KINDS):
        pos.bought[card] = 0
    for i in range(LOOKED_AT):
        if pos.drawn[i]:
            pos.drawn[i] = UNKNOWN


@compiled
def unseen(pos: Position, deck: int, card: int) -> int:
    """Return how many cards of a kind that belong to a deck this view doesn't show."""
    cards = copies_of(pos, deck) - pos.played[CARD_KINDS * deck + card]
    for seat in range(pos.seats):
        if deck_of(pos, seat) == deck:
            cards -= pos.hands[CARD_KINDS * seat + card]
            if seat == pos.to_move:
                cards -= pos.bought[card]
                for i in range(LOOKED_AT):
                    if pos.drawn[i] == card + 1:
                        cards -= 1
    for i in range(pos.deck_sizes[deck]):
        if pos.decks[CARD_KINDS * deck + i] == card + 1:
            cards -= 1
    return cards


@compiled
def pick_unseen(pos: Position, deck: int, dice: list[int]) -> int:
    """Return the kind of a random card of a deck that this view doesn't show; -1 for none."""
    cards = 0
    for card in range(CARD_KINDS):
        cards += unseen(pos, deck, card)
    if cards <= 0:
        return -1
    pick = below(dice, cards)
    for card in range(CARD_KINDS):
        pick -= unseen(pos, deck, card)
        if pick < 0:
            return card
    return -1


@compiled
def shown(counts: list[int], start: int) -> int:
    """Return how many cards are counted by kind from `start` on."""
    cards = 0
    for card in range(CARD_KINDS):
        cards += counts[start + card]
    return cards


@compiled
def imagine(pos: Position, _seat: int, dice: list[int]) -> None:
    """Fill what is hidden at random with cards that can be there."""
    for other in range(pos.seats):
        deck = deck_of(pos, other)
        for _ in range(pos.hand_sizes[other] - shown(pos.hands, CARD_KINDS * other)):
            pos.hands[CARD_KINDS * other + pick_unseen(pos, deck, dice)] += 1
    deck = deck_of(pos, pos.to_move)
    for _ in range(pos.purchases - shown(pos.bought, 0)):
        pos.bought[pick_unseen(pos, deck, dice)] += 1
    for i in range(LOOKED_AT):
        if pos.drawn[i] == UNKNOWN:
            pos.drawn[i] = pick_unseen(pos, deck, dice) + 1
    for deck in range(MAX_SEATS):
        for i in range(pos.deck_sizes[deck]):
            if pos.decks[CARD_KINDS * deck + i] == UNKNOWN:
                pos.decks[CARD_KINDS * deck + i] = pick_unseen(pos, deck, dice) + 1


@compiled
def interrupts(pos: Position, action: int) -> bool:
    """Tell whether an action shows its seat a card: buying does."""
    return pos.stage == STAGE_TURN and kind_of(action) == BUY
