"""What a net is told about a position: named numbers, seen by the seat to move.

What all seats share comes first, with what the mover's own hand can pay for, then a block for each
seat, the mover first and the others in the order of their turns. Hands of others are hidden from
the mover, so their blocks tell what their figures see and not what they could pay for.
"""

from functools import partial
from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.inputs import names_of, turns_until
from tourelle.games.blox.features import NAMES, features, lead, missing_cards
from tourelle.games.blox.material import (
    FIGURES,
    HAND,
    LAST_PHASE,
    MOST_BLOCKS,
    TALLEST,
)
from tourelle.games.blox.piles import COLOUR_COUNT, count_of, shade, total
from tourelle.games.blox.position import (
    NEUTRAL,
    TOWER,
    Position,
    figures_on_board,
    hand_size,
)
from tourelle.games.blox.sights import look, passed_of, target_of
from tourelle.games.blox.squares import DIRECTIONS, SQUARES
from tourelle.games.blox.turns import rounds_are_done, towers_are_done

COLOUR_NAMES: Final = ("black", "grey", "white", "purple")
HEIGHTS: Final = tuple(range(1, TALLEST + 1))
MOST_MISSING: Final = 3  # cards: more are told as so many
NEAR_END: Final = 10  # rounds before the limit: more are told as so many

GENERAL: Final = (
    *(f"phase {phase + 1}" for phase in range(LAST_PHASE)),
    *("last round", "rounds left", "round", "cards to draw", "neutral figures"),
    *(f"towers of {height}" for height in HEIGHTS),
    *(f"{colour} in hand" for colour in COLOUR_NAMES),
    *(f"{colour} unseen" for colour in COLOUR_NAMES),
    *NAMES,
    *(f"tower of {h} lacks {cards}" for h in HEIGHTS for cards in range(MOST_MISSING + 1)),
    *(f"neutral figure: {cards} cards" for cards in range(HAND + 1)),
    *(f"figure of a seat: {cards} cards" for cards in range(HAND + 1)),
)
OF_A_SEAT: Final = (
    *("score", "lead", "figures out", "joker left", "cards", "acts this round"),
    *(f"{colour} blocks" for colour in COLOUR_NAMES),
    *("all blocks", "too many blocks", "can build"),
    *(f"sees towers of {height}" for height in HEIGHTS),
    *(f"sees towers of {height} behind their colours" for height in HEIGHTS),
    *("highest tower now", "sees neutral figures", "sees figures", "figures behind their colour"),
    "figures seen",
)
names: Final = partial(names_of, GENERAL, OF_A_SEAT)
"""What the inputs are called with so many seats, in their order."""

ROUND: Final = GENERAL.index("last round")
TOWERS: Final = GENERAL.index("towers of 1")
IN_HAND: Final = GENERAL.index("black in hand")
UNSEEN: Final = GENERAL.index("black unseen")
WEIGHED: Final = GENERAL.index(NAMES[0])
LACKING: Final = GENERAL.index("tower of 1 lacks 0")
HITS: Final = GENERAL.index("neutral figure: 0 cards")
FIRST: Final = len(GENERAL)
EACH: Final = len(OF_A_SEAT)
BLOCKS: Final = OF_A_SEAT.index("black blocks")
SEES: Final = OF_A_SEAT.index("sees towers of 1")
BEHIND: Final = OF_A_SEAT.index("sees towers of 1 behind their colours")
FIGURES_SEEN: Final = OF_A_SEAT.index("sees neutral figures")


@compiled
def place_of(pos: Position, seat: int) -> int:
    """Return where the block of a seat begins."""
    return FIRST + EACH * turns_until(pos, seat)


@compiled
def tell_round(pos: Position, out: list[float]) -> None:
    """Tell how far the game is, and what stands on the board."""
    out[pos.phase - 1] = 1.0
    if towers_are_done(pos) or rounds_are_done(pos):
        out[ROUND] = 1.0
    out[ROUND + 1] = NEAR_END
    if pos.round_limit > 0:
        out[ROUND + 1] = min(max(pos.round_limit - pos.round_number, 0), NEAR_END)
    out[ROUND + 2] = pos.round_number
    out[ROUND + 3] = pos.draw_size
    for square in range(SQUARES):
        if pos.pieces[square] == NEUTRAL:
            out[ROUND + 4] += 1.0
        elif pos.pieces[square] == TOWER:
            out[TOWERS + min(total(pos.towers[square]), TALLEST) - 1] += 1.0


@compiled
def tell_hand(pos: Position, out: list[float], row: list[float]) -> None:
    """Tell the cards and the features of the seat to move."""
    hand = pos.hands[pos.to_move]
    unseen = pos.cards - pos.discard - hand
    for colour in range(COLOUR_COUNT):
        out[IN_HAND + colour] = count_of(hand, colour)
        out[UNSEEN + colour] = count_of(unseen, colour)
    features(pos, pos.to_move, row)
    for i in range(len(NAMES)):
        out[WEIGHED + i] = row[i]


@compiled
def tell_tower(pos: Position, seat: int, target: int, passed: int, out: list[float]) -> None:
    """Tell of a tower that a figure of `seat` sees; of the mover's, how many cards it lacks."""
    at = place_of(pos, seat)
    tower = pos.towers[target]
    height = min(total(tower), TALLEST)
    if passed & tower:  # B6.1
        out[at + BEHIND + height - 1] += 1.0
        return
    out[at + SEES + height - 1] += 1.0
    if height <= pos.phase and total(pos.blocks[seat]) < MOST_BLOCKS:
        out[at + FIGURES_SEEN - 1] = max(out[at + FIGURES_SEEN - 1], height)
    if seat == pos.to_move:
        lacks = missing_cards(pos.hands[seat], tower) - pos.jokers[seat]
        lacks = min(max(lacks, 0), MOST_MISSING)
        out[LACKING + (MOST_MISSING + 1) * (height - 1) + lacks] += 1.0


@compiled
def tell_figure(pos: Position, seat: int, target: int, passed: int, out: list[float]) -> None:
    """Tell of another's figure that one of `seat` sees; of the mover's, how many cards fit it."""
    at = place_of(pos, seat) + FIGURES_SEEN
    neutral = pos.pieces[target] == NEUTRAL
    if passed & shade(pos.colours[target]):  # B8.1
        out[at + 2] += 1.0
        return
    out[at + (0 if neutral else 1)] += 1.0
    if not neutral:
        out[place_of(pos, pos.pieces[target] - 1) + FIGURES_SEEN + 3] += 1.0
    if seat == pos.to_move:
        cards = min(count_of(pos.hands[seat], pos.colours[target]) + pos.jokers[seat], HAND)
        out[HITS + (0 if neutral else HAND + 1) + cards] += 1.0


@compiled
def tell_sights(pos: Position, seat: int, out: list[float]) -> None:
    """Tell everything that the figures of a seat see."""
    for i in range(figures_on_board(pos, seat)):
        square = pos.stands[FIGURES * seat + i] - 1
        for direction in range(DIRECTIONS):
            sight = look(pos, square, direction)
            target = target_of(sight)
            if target < 0 or pos.pieces[target] == seat + 1:
                continue
            if pos.pieces[target] == TOWER:
                tell_tower(pos, seat, target, passed_of(sight), out)
            else:
                tell_figure(pos, seat, target, passed_of(sight), out)


@compiled
def tell_seat(pos: Position, seat: int, out: list[float]) -> None:
    """Tell what lies open before a seat."""
    at = place_of(pos, seat)
    blocks, figures = pos.blocks[seat], figures_on_board(pos, seat)
    turns_gone = (pos.to_move - pos.first_seat + pos.seats) % pos.seats
    out[at] = pos.points[seat]
    out[at + 1] = lead(pos, seat)
    out[at + 2] = figures
    out[at + 3] = pos.jokers[seat]
    out[at + 4] = hand_size(pos, seat)
    if (seat - pos.first_seat + pos.seats) % pos.seats >= turns_gone:
        out[at + 5] = 1.0
    for colour in range(COLOUR_COUNT):
        out[at + BLOCKS + colour] = count_of(blocks, colour)
    out[at + BLOCKS + COLOUR_COUNT] = total(blocks)
    if total(blocks) >= MOST_BLOCKS:  # B6.5
        out[at + BLOCKS + COLOUR_COUNT + 1] = 1.0
    if figures > 0 and total(blocks) > pos.phase:  # B7
        out[at + BLOCKS + COLOUR_COUNT + 2] = 1.0


@compiled
def inputs(pos: Position, out: list[float], row: list[float]) -> None:
    """Write the inputs; `row` is room for the features of one seat."""
    for i in range(FIRST + EACH * pos.seats):
        out[i] = 0.0
    tell_round(pos, out)
    tell_hand(pos, out, row)
    for seat in range(pos.seats):
        tell_seat(pos, seat, out)
        tell_sights(pos, seat, out)
