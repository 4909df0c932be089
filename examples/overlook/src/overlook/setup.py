"""The start of a game (O2): what is cleared, shuffled, dealt and drawn from the seed."""

from overlook.material import DECK_ROOM, DECKS, LINES, MAX_SEATS, SIDE, SQUARES, START_CARDS
from overlook.position import STAGE_PLAY, Position
from tourelle.core.chance import below, shuffle
from tourelle.core.compile import compiled


@compiled
def clear(pos: Position) -> None:
    """Make the field bare and every hand and deck empty; what the options say stays."""
    for square in range(SQUARES):
        pos.heights[square] = 0
        pos.owners[square] = 0
        pos.roofed[square] = 0
    for seat in range(MAX_SEATS):
        pos.roofs[seat] = pos.roofs_each if seat < pos.seats else 0
    for i in range(MAX_SEATS * LINES):
        pos.hands[i] = 0
    for i in range(MAX_SEATS * DECKS):
        pos.hidden[i] = 0
    for line in range(LINES):
        pos.played[line] = 0
    for i in range(DECKS * DECK_ROOM):
        pos.decks[i] = 0
    for deck in range(DECKS):
        pos.deck_sizes[deck] = 0
    pos.to_move = 0
    pos.stage = STAGE_PLAY


@compiled
def deal_deck(pos: Position, deck: int, dice: list[int]) -> None:
    """Shuffle one of the two decks and give every seat its first cards of it (O2)."""
    bottom = DECK_ROOM * deck
    size = 0
    for line in range(SIDE * deck, SIDE * deck + SIDE):
        for _ in range(pos.copies):
            pos.decks[bottom + size] = line + 1
            size += 1
    shuffle(pos.decks, bottom, size, dice)
    for seat in range(pos.seats):
        for _ in range(START_CARDS):
            size -= 1
            pos.hands[LINES * seat + pos.decks[bottom + size] - 1] += 1
            pos.decks[bottom + size] = 0
    pos.deck_sizes[deck] = size


@compiled
def deal(pos: Position, seed: int) -> None:
    """Set up a new game from `seed`, under the options that `pos` carries (O2)."""
    clear(pos)
    pos.dice[0] = seed
    pos.to_move = below(pos.dice, pos.seats)
    for deck in range(DECKS):
        deal_deck(pos, deck, pos.dice)
    pos.dice[0] = 0
