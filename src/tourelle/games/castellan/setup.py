"""The start of a game (C3): what is cleared, shuffled, dealt and drawn from the seed."""

from tourelle.core.chance import below, shuffle
from tourelle.core.compile import compiled
from tourelle.games.castellan.cards import CARDS_PER_DECK
from tourelle.games.castellan.material import (
    MAX_FACES,
    MAX_PIECES,
    MAX_SEATS,
    MAX_TOWERS,
    MAX_WALLS,
    START_CARDS,
)
from tourelle.games.castellan.position import (
    NO_SEAT,
    SLOTS,
    STAGE_PLAY,
    Position,
    deck_of,
)


@compiled
def clear_castle(pos: Position) -> None:
    """Take every piece off the table."""
    for i in range(MAX_PIECES):
        pos.pieces[i] = 0
    for i in range(MAX_TOWERS):
        pos.tower_points[i] = 0
        pos.tower_order[i] = 0
    for i in range(4 * MAX_TOWERS):
        pos.sides[i] = 0
        pos.faces[i] = 0
    for i in range(MAX_WALLS):
        pos.open_points[i] = 0
        pos.open_stems[i] = 0
    for i in range(SLOTS):
        pos.points[i] = 0
        pos.marks[i] = 0
    for i in range(MAX_FACES + 1):
        pos.owners[i] = 0
        pos.keeps[i] = 0
    pos.piece_count = 0
    pos.open_count = 0
    pos.tower_count = 0
    pos.face_count = 0


@compiled
def clear(pos: Position) -> None:
    """Make the table bare and everybody's hands empty; what the options say stays."""
    clear_castle(pos)
    for seat in range(MAX_SEATS):
        pos.hands[seat] = 0
        pos.left[seat] = 0
        pos.double_used[seat] = 0
    for row in range(2 * MAX_SEATS):
        pos.hidden[row] = 0
        pos.deck_sizes[row] = 0
    for i in range(2 * MAX_SEATS * CARDS_PER_DECK):
        pos.decks[i] = 0
    for piece in range(3):
        pos.in_hand[piece] = 0
    pos.stage = STAGE_PLAY
    pos.to_move = 0
    pos.extra = 0
    pos.ending = NO_SEAT
    pos.opening = 1


@compiled
def deal_deck(pos: Position, row: int, dice: list[int]) -> None:
    """Shuffle one of a seat's two decks and give it the top cards (C3)."""
    seat = row // 2
    bottom = CARDS_PER_DECK * row
    size = 0
    for face in range(pos.face_kinds):
        if deck_of(pos, face) == row % 2:
            pos.left[seat] += pos.copies[face] * pos.place_values[face]
            for _ in range(pos.copies[face]):
                pos.decks[bottom + size] = face + 1
                size += 1
    shuffle(pos.decks, bottom, size, dice)
    pos.deck_sizes[row] = size - START_CARDS
    for i in range(bottom + size - START_CARDS, bottom + size):
        pos.hands[seat] += pos.place_values[pos.decks[i] - 1]
        pos.decks[i] = 0


@compiled
def deal(pos: Position, seed: int) -> None:
    """Set up a new game from `seed` with the seats and the deck that `pos` carries (C3)."""
    clear(pos)
    pos.dice[0] = seed
    pos.to_move = below(pos.dice, pos.seats)
    for row in range(2 * pos.seats):
        deal_deck(pos, row, pos.dice)
    pos.dice[0] = 0
