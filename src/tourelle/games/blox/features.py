"""What a position is worth to a seat: the terms that opponents weigh."""

from tourelle.core.compile import compiled
from tourelle.games.blox.material import FIGURES, HAND, MOST_BLOCKS
from tourelle.games.blox.piles import (
    BY_SIZE,
    COLOUR_COUNT,
    FIRST_OF_SIZE,
    PILE_TABLE,
    count_of,
    covers,
    total,
)
from tourelle.games.blox.position import PLAYED, Position, figures_on_board
from tourelle.games.blox.sights import look, passed_of, target_of
from tourelle.games.blox.squares import DIRECTIONS

BLOCK_WORTH = 0.5  # built once, each block brings a point
FIGURE_WORTH = 0.4
JOKER_WORTH = 0.8
DESTRUCTION_WORTH = 0.7  # what a tower within reach and paid for is worth before it is taken
BUILD_WORTH = 0.7
MISSING_CARD = 0.5  # what each card still missing leaves of that


@compiled
def after_missing(pos: Position, seat: int, pile: int) -> float:
    """Return what share of its worth something keeps that costs a card for each piece of `pile`."""
    missing = -pos.jokers[seat]
    for colour in range(COLOUR_COUNT):
        missing += max(0, count_of(pile, colour) - count_of(pos.hands[seat], colour))
    share = 1.0
    for _ in range(missing):
        share *= MISSING_CARD
    return share


@compiled
def best_destruction(pos: Position, seat: int) -> float:
    """Return the most that a tower seen by a figure of `seat` promises (B6)."""
    best = 0.0
    if total(pos.blocks[seat]) >= MOST_BLOCKS:
        return best
    for i in range(figures_on_board(pos, seat)):
        for direction in range(DIRECTIONS):
            sight = look(pos, pos.stands[FIGURES * seat + i] - 1, direction)
            target = target_of(sight)
            if target < 0:
                continue
            tower = pos.towers[target]
            height = total(tower)
            if 0 < height <= pos.phase and passed_of(sight) & tower == 0:
                best = max(best, height * after_missing(pos, seat, tower))
    return best


@compiled
def best_build(pos: Position, seat: int) -> float:
    """Return the most that a tower of the blocks of `seat` promises (B7)."""
    best = 0.0
    size = pos.phase + 1
    if total(pos.blocks[seat]) < size or size > HAND:
        return best
    for place in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
        pile = PILE_TABLE[BY_SIZE[place]]
        if covers(pos.blocks[seat], pile):
            best = max(best, size * after_missing(pos, seat, pile))
    return best


@compiled
def evaluate(pos: Position, seat: int) -> float:
    """Return what `seat` may hope to have at the end, in points."""
    worth = float(pos.points[seat])
    if pos.ended != PLAYED:
        return worth
    worth += BLOCK_WORTH * total(pos.blocks[seat])
    worth += FIGURE_WORTH * figures_on_board(pos, seat) + JOKER_WORTH * pos.jokers[seat]
    worth += DESTRUCTION_WORTH * best_destruction(pos, seat)
    if figures_on_board(pos, seat):
        worth += BUILD_WORTH * best_build(pos, seat)
    return worth
