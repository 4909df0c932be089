"""What opponents weigh in a position: terms with names; what they weigh lies in weights.json."""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.games.blox.material import FEWEST_HIT, FIGURES, MOST_BLOCKS
from tourelle.games.blox.piles import (
    BY_SIZE,
    COLOUR_COUNT,
    FIRST_OF_SIZE,
    PILE_TABLE,
    count_of,
    covers,
    one,
    shade,
    total,
)
from tourelle.games.blox.position import PLAYED, Position, figures_on_board
from tourelle.games.blox.sights import look, passed_of, target_of
from tourelle.games.blox.squares import DIRECTIONS

TERMS: Final = (
    "points",
    "blocks",  # before the seat: each, built once, brings a point
    "figures",  # on the board
    "joker",
    "destruction",  # points of the best tower within reach, less for each card missing
    "other_destructions",  # the same of all the other towers
    "build",  # points of the best tower that its blocks make, less for each card missing
    "hit",  # points of the best hit, less for each card missing
)
POINTS, BLOCKS, FIGURES_OUT, JOKER, DESTRUCTION, OTHER_DESTRUCTIONS, BUILD, HIT = range(len(TERMS))

MISSING_CARD = 0.65  # what each card still missing leaves of these


@compiled
def kept_share(pos: Position, seat: int, pile: int) -> float:
    """Return what share of its worth a thing keeps that costs a card for each piece of `pile`."""
    missing = -pos.jokers[seat]
    for colour in range(COLOUR_COUNT):
        missing += max(0, count_of(pile, colour) - count_of(pos.hands[seat], colour))
    share = 1.0
    for _ in range(missing):
        share *= MISSING_CARD
    return share


@compiled
def destruction(pos: Position, seat: int, sight: int) -> float:
    """Return what destroying the tower that is seen promises (B6)."""
    tower = pos.towers[target_of(sight)]
    height = total(tower)
    if height > pos.phase or passed_of(sight) & tower:
        return 0.0
    return height * kept_share(pos, seat, tower)


@compiled
def hit(pos: Position, seat: int, sight: int) -> float:
    """Return what hitting the figure that is seen promises (B8)."""
    target = target_of(sight)
    colour = pos.colours[target]
    if pos.pieces[target] == seat + 1 or passed_of(sight) & shade(colour):
        return 0.0
    cards = count_of(pos.hands[seat], colour) + pos.jokers[seat]
    return max(cards, FEWEST_HIT) * kept_share(pos, seat, FEWEST_HIT * one(colour))


@compiled
def sight_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Write what the towers and figures promise that the figures of `seat` see."""
    best = 0.0
    all_together = 0.0
    best_hit = 0.0
    may_destroy = total(pos.blocks[seat]) < MOST_BLOCKS
    for i in range(figures_on_board(pos, seat)):
        for direction in range(DIRECTIONS):
            sight = look(pos, pos.stands[FIGURES * seat + i] - 1, direction)
            if target_of(sight) < 0:
                continue
            if pos.towers[target_of(sight)] == 0:
                best_hit = max(best_hit, hit(pos, seat, sight))
            elif may_destroy:
                worth = destruction(pos, seat, sight)
                all_together += worth
                best = max(best, worth)
    out[DESTRUCTION] = best
    out[OTHER_DESTRUCTIONS] = all_together - best
    out[HIT] = best_hit


@compiled
def best_build(pos: Position, seat: int) -> float:
    """Return the most that a tower of the blocks of `seat` promises (B7)."""
    best = 0.0
    size = pos.phase + 1
    if total(pos.blocks[seat]) < size or figures_on_board(pos, seat) == 0:
        return best
    for place in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
        pile = PILE_TABLE[BY_SIZE[place]]
        if covers(pos.blocks[seat], pile):
            best = max(best, size * kept_share(pos, seat, pile))
    return best


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    """Write the terms of `seat`; of a game that is over, its points alone."""
    for i in range(len(out)):
        out[i] = 0.0
    out[POINTS] = pos.points[seat]
    if pos.ended != PLAYED:
        return
    out[BLOCKS] = total(pos.blocks[seat])
    out[FIGURES_OUT] = figures_on_board(pos, seat)
    out[JOKER] = pos.jokers[seat]
    sight_terms(pos, seat, out)
    out[BUILD] = best_build(pos, seat)
