"""A hash of what a seat can change in its turn: different orders of the same actions meet."""

from tourelle.core.bits import mix
from tourelle.core.compile import compiled
from tourelle.games.torres.material import CARD_KINDS, SIZES
from tourelle.games.torres.position import Position, deck_of


@compiled
def cards_hash(pos: Position, seat: int) -> int:
    """Return a hash of the cards that a turn can move."""
    hashed = 0
    for kind in range(CARD_KINDS):
        hashed = 8 * hashed + pos.hands[CARD_KINDS * seat + kind]
    hashed = mix(hashed, pos.stage)
    if pos.purchases == 0 and pos.drawn[0] == 0:
        return hashed
    for kind in range(CARD_KINDS):
        hashed = mix(hashed, pos.bought[kind])
    for i in range(3):
        hashed = mix(hashed, pos.drawn[i])
    deck = deck_of(pos, seat)
    for i in range(pos.deck_sizes[deck]):
        hashed = mix(hashed, pos.decks[CARD_KINDS * deck + i])
    return hashed


@compiled
def fingerprint(pos: Position) -> int:
    """Return a hash, never 0, of the board, the seat to move, its stacks, cards and points."""
    seat = pos.to_move
    hashed = mix(0, pos.knights[seat])
    floor = 0
    while pos.layers[floor]:
        hashed = mix(hashed, pos.layers[floor])
        floor += 1
    for size in range(SIZES):
        hashed = mix(hashed, 8 * pos.stacks[SIZES * seat + size] + size)
    turn = pos.ap + (pos.open_stack + 1 << 8) + (pos.card_played << 16) + (pos.left << 24)
    turn += (pos.stage << 32) + (seat << 40) + (pos.scores[seat] << 44)
    hashed = mix(hashed, turn)
    if pos.cards_option:
        hashed = mix(hashed, cards_hash(pos, seat))
    return hashed | 1
