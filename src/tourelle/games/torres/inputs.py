"""What a net is told about a position: named numbers, seen by the seat to move.

What all seats share comes first, with the mover's own cards, then a block for every seat, the mover
first and the others in the order of their turns. Castles are counted by area and by the level of a
seat's highest knight: a sum over castles, so that their places and their order don't matter. Cards
of others are told where hands lie open (T7.1), otherwise only how many they are.
"""

from functools import partial
from typing import Final

from tourelle.core.bits import count, lowest, without_lowest
from tourelle.core.compile import compiled
from tourelle.core.inputs import names_of, turns_until
from tourelle.games.torres.features import (
    ACTION_CARDS,
    BLOCK_CARDS,
    NAMES,
    features,
)
from tourelle.games.torres.material import (
    CARD_KINDS,
    CARD_OPTIONS,
    CARDS,
    HAND,
    KEEP_LEFTOVER,
    MASTER_CARDS,
    SIZES,
    YEAR_START_OPTIONS,
    YEARS,
)
from tourelle.games.torres.position import (
    STAGE_OVER,
    STAGES,
    Position,
    castle_of,
    deck_of,
)
from tourelle.games.torres.scoring import top_level

AREAS: Final = ("1", "2 or 3", "4 to 6", "7 to 10", "11 or more")
TOP: Final = 5  # the highest level told apart
LEVELS: Final = (*map(str, range(1, TOP)), f"{TOP} or more")

GENERAL: Final = (
    *(f"stage {stage}" for stage in STAGES[:STAGE_OVER]),
    *(f"year {year + 1}" for year in range(YEARS)),
    *("round", "action points", "stack in use", "blocks in it", "blocks to store"),
    *("card played", "cards bought", "cards to buy", "supply"),
    *("castles there", "king's castle", "leftover kept"),
    *(f"cards: {option}" for option in CARD_OPTIONS),
    *(f"year start: {option}" for option in YEAR_START_OPTIONS),
    *(f"master card: {card}" for card in ("none", *MASTER_CARDS)),
    *(f"{card} in hand" for card in CARDS),
)
OF_A_SEAT: Final = (
    *NAMES,
    *("cards", "blocks kept", "place in the round", "beside the king"),
    *(f"stacks of {size}" for size in range(SIZES)),
    *(f"knights on {level}" for level in ("the ground", *LEVELS)),
    *(f"castles of {area}, level {level}" for area in AREAS for level in LEVELS),
    *("area alone", "area above all", "area level with the best", "area below the best"),
)
names: Final = partial(names_of, GENERAL, OF_A_SEAT)
"""What the inputs are called with so many seats, in their order."""

YEAR: Final = GENERAL.index("year 1")
ROUND: Final = GENERAL.index("round")
RULES: Final = GENERAL.index("leftover kept")
CARDS_RULE: Final = GENERAL.index("cards: none")
START_RULE: Final = GENERAL.index("year start: same")
MASTER: Final = GENERAL.index("master card: none")
IN_HAND: Final = GENERAL.index(f"{CARDS[0]} in hand")
FIRST: Final = len(GENERAL)
EACH: Final = len(OF_A_SEAT)
HELD: Final = OF_A_SEAT.index("cards")
STACKED: Final = OF_A_SEAT.index("stacks of 0")
STANDING: Final = OF_A_SEAT.index("knights on the ground")
CASTLES: Final = STANDING + TOP + 1
SHARED: Final = OF_A_SEAT.index("area alone")


@compiled
def place_of(pos: Position, seat: int) -> int:
    """Return where the block of a seat begins."""
    return FIRST + EACH * turns_until(pos, seat)


@compiled
def class_of(area: int) -> int:
    """Return in which of AREAS a castle is counted."""
    if area <= 3:
        return 0 if area == 1 else 1
    if area <= 6:
        return 2
    return 3 if area <= 10 else 4


@compiled
def tell_table(pos: Position, out: list[float]) -> None:
    """Tell the time, the turn under way and the rules that it is played by."""
    out[min(pos.stage, STAGE_OVER - 1)] = 1.0
    out[YEAR + min(max(pos.year, 1), YEARS) - 1] = 1.0
    out[ROUND] = pos.round_number
    out[ROUND + 1] = pos.ap
    if pos.open_stack >= 0:
        out[ROUND + 2] = 1.0
        out[ROUND + 3] = pos.open_stack
    out[ROUND + 4] = pos.left
    out[ROUND + 5] = pos.card_played
    out[ROUND + 6] = pos.purchases
    out[ROUND + 7] = pos.deck_sizes[deck_of(pos, pos.to_move)]
    out[ROUND + 8] = pos.supply
    out[ROUND + 9] = pos.castle_count
    if pos.king >= 0:
        castle = castle_of(pos, pos.king)
        if castle >= 0:
            out[ROUND + 10] = count(pos.castles[castle])
    if pos.leftover_option == KEEP_LEFTOVER:
        out[RULES] = 1.0
    out[CARDS_RULE + pos.cards_option] = 1.0
    out[START_RULE + pos.year_start_option] = 1.0
    out[MASTER + pos.master] = 1.0
    for card in range(CARD_KINDS):
        out[IN_HAND + card] = pos.hands[CARD_KINDS * pos.to_move + card] + pos.bought[card]


@compiled
def tell_castles(pos: Position, seat: int, out: list[float]) -> None:
    """Count the castles in which a seat stands, and how it stands against the others there."""
    at = place_of(pos, seat)
    for i in range(pos.castle_count):
        castle = pos.castles[i]
        level = top_level(pos, castle & pos.knights[seat])
        if level == 0:
            continue
        area = count(castle)
        out[at + CASTLES + TOP * class_of(area) + min(level, TOP) - 1] += 1.0
        best = 0
        for other in range(pos.seats):
            if other != seat:
                best = max(best, top_level(pos, castle & pos.knights[other]))
        if best == 0:
            out[at + SHARED] += area
        elif level > best:
            out[at + SHARED + 1] += area
        else:
            out[at + SHARED + (2 if level == best else 3)] += area


@compiled
def tell_seat(pos: Position, seat: int, out: list[float], row: list[float]) -> None:
    """Tell what everybody knows of a seat; its cards by kind to itself, or where they lie open."""
    at = place_of(pos, seat)
    features(pos, seat, row)
    hidden = seat != pos.to_move and pos.cards_option != HAND
    for i in range(len(NAMES)):
        if not hidden or i < ACTION_CARDS or i > BLOCK_CARDS:
            out[at + i] = row[i]
    out[at + HELD] = pos.hand_sizes[seat]
    out[at + HELD + 1] = pos.kept[seat]
    out[at + HELD + 2] = (seat - pos.first_seat + pos.seats) % pos.seats
    if pos.king >= 0:
        castle = castle_of(pos, pos.king)
        if castle >= 0 and pos.castles[castle] & pos.knights[seat]:
            out[at + HELD + 3] = 1.0
    for size in range(SIZES):
        out[at + STACKED + size] = pos.stacks[SIZES * seat + size]
    knights = pos.knights[seat]
    while knights:
        out[at + STANDING + min(pos.heights[lowest(knights)], TOP)] += 1.0
        knights = without_lowest(knights)


@compiled
def inputs(pos: Position, out: list[float], row: list[float]) -> None:
    """Write the inputs; `row` is room for the features of one seat."""
    for i in range(FIRST + EACH * pos.seats):
        out[i] = 0.0
    tell_table(pos, out)
    for seat in range(pos.seats):
        tell_seat(pos, seat, out, row)
        tell_castles(pos, seat, out)
