"""What opponents weigh in a position: features with names; what they weigh lies in weights.json.

A turn is one action (B3), so what counts is what the next one can bring and how many cards are
missing for it. All are in points, or close to it. Hands of other seats are those of the
world that a search imagines: how exposed a figure is shows in what hits promise to them (B8).
"""

from typing import Final

from tourelle.core.compile import compiled
from tourelle.games.blox.material import FEWEST_HIT, FIGURES, LAST_PHASE, LAST_TOWERS, MOST_BLOCKS
from tourelle.games.blox.piles import COLOUR_COUNT, TOP_BITS, count_of, shade, total
from tourelle.games.blox.position import (
    PLAYED,
    TOWER,
    Position,
    figures_on_board,
    towers_of_height,
)
from tourelle.games.blox.sights import look, passed_of, target_of
from tourelle.games.blox.squares import DIRECTIONS
from tourelle.games.blox.turns import rounds_are_done

NAMES: Final = (
    "points",
    "blocks",  # before the seat: each, built once, brings a point
    "matches",  # cards in hand that could pay for one of these blocks
    "figures",  # on the board
    "joker",
    "destruction",  # points of the best tower within reach, less for each card missing
    "second_destruction",  # the same of the second best tower
    "other_destructions",  # the same of all the others, and of towers seen twice
    "hit",  # points of the best hit, less for each card missing
    "ready",  # points of the best that the next action can do with the cards there are
    "last_action",  # the same in the last round, where it is all that is still to come
    "clock",  # the lead in points, the more of it the closer the end is
    "victory",  # of a game that is over: 1, or a half where it is shared
)
(
    POINTS,
    BLOCKS,
    MATCHES,
    FIGURES_OUT,
    JOKER,
    DESTRUCTION,
    SECOND_DESTRUCTION,
    OTHER_DESTRUCTIONS,
    HIT,
    READY,
    LAST_ACTION,
    CLOCK,
    VICTORY,
) = range(len(NAMES))

A_BLOCK: Final = 0.01  # what a block counts against a point where it breaks ties (B11.3)


@compiled
def missing_cards(hand: int, pile: int) -> int:
    """Return how many cards a hand lacks to pay one for each piece of a pile."""
    more = (pile | TOP_BITS) - hand  # a byte keeps its top bit where the hand holds no more
    kept = more & TOP_BITS
    return total(more & kept - (kept >> 7))


@compiled
def kept_share(missing: int) -> float:
    """Return what share of its worth a thing keeps for which so many cards are missing."""
    if missing <= 0:
        return 1.0
    if missing == 1:
        return 0.65
    return 0.4 if missing == 2 else 0.2


@compiled
def sight_terms(pos: Position, seat: int, figures: int, out: list[float]) -> None:
    """Write what the towers (B6) and figures (B8) promise that the figures of `seat` see."""
    hand = pos.hands[seat]
    joker = pos.jokers[seat]
    may_destroy = total(pos.blocks[seat]) < MOST_BLOCKS  # B6.5
    best, best_at, second, together = 0.0, -1, 0.0, 0.0
    ready, hit = 0, 0.0
    for i in range(figures):
        square = pos.stands[FIGURES * seat + i] - 1
        for direction in range(DIRECTIONS):
            sight = look(pos, square, direction)
            target = target_of(sight)
            if target < 0 or pos.pieces[target] == seat + 1:
                continue
            passed = passed_of(sight)
            if pos.pieces[target] == TOWER:
                tower = pos.towers[target]
                height = total(tower)
                if not may_destroy or height > pos.phase or passed & tower:
                    continue
                missing = missing_cards(hand, tower) - joker
                if missing <= 0:
                    ready = max(ready, height)
                worth = height * kept_share(missing)
                together += worth
                if worth > best:
                    if target != best_at:
                        second = best
                    best, best_at = worth, target
                elif worth > second and target != best_at:
                    second = worth
                continue
            if passed & shade(pos.colours[target]):
                continue
            cards = count_of(hand, pos.colours[target]) + joker
            if cards >= FEWEST_HIT:
                ready = max(ready, cards)
            hit = max(hit, max(cards, FEWEST_HIT) * kept_share(FEWEST_HIT - cards))
    out[DESTRUCTION] = best
    out[SECOND_DESTRUCTION] = second
    out[OTHER_DESTRUCTIONS] = together - best - second
    out[HIT] = hit
    out[READY] = ready


@compiled
def build_terms(pos: Position, seat: int, figures: int, out: list[float]) -> None:
    """Write how far cards and blocks fit together, and whether a tower can be built now (B7)."""
    blocks = pos.blocks[seat]
    matches = 0
    for colour in range(COLOUR_COUNT):
        matches += min(count_of(blocks, colour), count_of(pos.hands[seat], colour))
    out[MATCHES] = matches
    size = pos.phase + 1
    if figures > 0 and total(blocks) >= size and matches + pos.jokers[seat] >= size:
        out[READY] = max(out[READY], size)


@compiled
def lead(pos: Position, seat: int) -> float:
    """Return by how many points a seat is ahead of the best other; blocks break ties (B11.3)."""
    most = -1.0
    for other in range(pos.seats):
        if other != seat:
            most = max(most, pos.points[other] + A_BLOCK * total(pos.blocks[other]))
    return pos.points[seat] + A_BLOCK * total(pos.blocks[seat]) - most


@compiled
def last_round_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Leave nothing but the points, the lead, and what a last action brings if one is left."""
    ready = out[READY]
    for i in range(POINTS + 1, len(out)):
        out[i] = 0.0
    turns_gone = (pos.to_move - pos.first_seat) % pos.seats
    if (seat - pos.first_seat) % pos.seats >= turns_gone:
        out[LAST_ACTION] = ready
    out[CLOCK] = lead(pos, seat)


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    """Write the features of `seat`; of a game that is over, its points and whether it has won."""
    for i in range(len(out)):
        out[i] = 0.0
    out[POINTS] = pos.points[seat]
    if pos.ended != PLAYED:
        ahead = lead(pos, seat)
        if ahead > -A_BLOCK / 2:  # level, but for what sums of fractions leave
            out[VICTORY] = 1.0 if ahead > A_BLOCK / 2 else 0.5
        return
    figures = figures_on_board(pos, seat)
    out[BLOCKS] = total(pos.blocks[seat])
    out[FIGURES_OUT] = figures
    out[JOKER] = pos.jokers[seat]
    sight_terms(pos, seat, figures, out)
    build_terms(pos, seat, figures, out)
    if pos.phase == LAST_PHASE:
        towers = towers_of_height(pos, LAST_PHASE)
        if towers <= LAST_TOWERS:
            last_round_terms(pos, seat, out)
            return
        out[CLOCK] = lead(pos, seat) / towers
    if rounds_are_done(pos):
        last_round_terms(pos, seat, out)
