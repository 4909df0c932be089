"""What opponents weigh in a position: features with names; what they weigh lies in weights.json."""

from typing import Final

from tourelle.core.bits import count, without_lowest
from tourelle.core.board8 import neighbours
from tourelle.core.compile import compiled, inlined
from tourelle.games.torres.material import (
    CARD_KINDS,
    CASTLES,
    CASTLES_POINTS,
    CASTLES_WANTED,
    KING_BONUS,
    RAISE,
    SEVEN,
    SHIFT,
    SIX,
    SIZES,
    SUPPLY,
    YEARS,
)
from tourelle.games.torres.position import (
    NO_STACK,
    STAGE_KEEP,
    STAGE_OVER,
    STAGE_STORE,
    STAGE_TURN,
    Position,
    castle_of,
    knights_on_board,
    stack_count,
)
from tourelle.games.torres.scoring import (
    all_castle_points,
    king_points,
    master_points,
    master_points_in,
    represented,
    top_level,
)

NAMES: Final = (
    "points",
    "castles",  # what the castles would give at the end of this year
    "castles_later",  # the same, for each year after this one
    "king",  # the King's bonus of this year
    "king_later",  # standing in the King's castle, for each year after this one
    "climb",  # area of the castles where a free square lies one level above a top knight
    "even",  # area of the castles where a block could be put beside a top knight, as high as he is
    "entry",  # area of the castles without a knight that one could step up into from the ground
    "knights",
    "knights_later",  # the same, for each year after this one
    "pairs",  # castles with two knights or more
    "castles_held",  # castles with a knight
    "action_cards",  # cards that give action points
    "knight_cards",  # cards that move a knight
    "block_cards",  # cards that place a block
    "master",  # the master card this year
    "master_later",  # the master card of years to come, as it stands
    "blocks",  # blocks in closed stacks
    "action_points",  # of the turn under way
)
HINT: Final = 0.3  # of what knights can reach, in a seat's last turn
(
    POINTS,
    CASTLES_NOW,
    CASTLES_LATER,
    KING_NOW,
    KING_LATER,
    CLIMB,
    EVEN,
    ENTRY,
    KNIGHTS,
    KNIGHTS_LATER,
    PAIRS,
    CASTLES_HELD,
    ACTION_CARDS,
    KNIGHT_CARDS,
    BLOCK_CARDS,
    MASTER_NOW,
    MASTER_LATER,
    BLOCKS,
    ACTION_POINTS,
) = range(len(NAMES))


@inlined
def castle_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Write what the castles give now, and where a top knight can rise."""
    knights = pos.knights[seat]
    free = ~pos.occupied
    steps = neighbours(knights) & free & ~pos.layers[1]
    points = climb = even = entry = pairs = held = 0
    for i in range(pos.castle_count):
        castle = pos.castles[i]
        inside = castle & knights
        if inside == 0:
            if castle & steps:
                entry += count(castle)
            continue
        level = top_level(pos, inside)
        area = count(castle)
        points += area * level
        held += 1
        if without_lowest(inside):
            pairs += 1
        beside = neighbours(inside & pos.layers[level - 1]) & castle & free
        if beside & pos.layers[level] & ~pos.layers[level + 1]:
            climb += area
        if level < area and beside & pos.layers[level - 1] & ~pos.layers[level]:
            even += area
    out[CASTLES_NOW] = points
    out[CASTLES_LATER] = points * (YEARS - pos.year)
    out[CLIMB] = climb
    out[EVEN] = even
    out[ENTRY] = entry
    out[PAIRS] = pairs
    out[CASTLES_HELD] = held


@inlined
def king_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Write what the King gives now, and whether a knight is near him for later."""
    out[KING_NOW] = king_points(pos, seat)
    out[KING_LATER] = 0.0
    if pos.year < YEARS and pos.king >= 0:
        castle = castle_of(pos, pos.king)
        if castle >= 0 and pos.castles[castle] & pos.knights[seat]:
            out[KING_LATER] = KING_BONUS * (YEARS - pos.year)


@inlined
def card_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Write the cards in hand by what they are for; those bought this turn count too."""
    action = knight = block = 0.0
    if pos.hand_sizes[seat] or (seat == pos.to_move and pos.purchases):
        for kind in range(CARD_KINDS):
            held = pos.hands[CARD_KINDS * seat + kind]
            if seat == pos.to_move:
                held += pos.bought[kind]
            if kind in (SIX, SEVEN):
                action += held * (2 if kind == SEVEN else 1)
            elif kind in (RAISE, SUPPLY, SHIFT):
                block += held
            else:
                knight += held
    if seat == pos.to_move and pos.stage == STAGE_KEEP:
        knight += 1  # of the cards looked at, one is as good as bought
    out[ACTION_CARDS] = action
    out[KNIGHT_CARDS] = knight
    out[BLOCK_CARDS] = block


@inlined
def master_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Write what the master card gives this year, and how near the next years' is."""
    out[MASTER_NOW] = 0.0
    out[MASTER_LATER] = 0.0
    if pos.master == 0:
        return
    out[MASTER_NOW] = master_points(pos, seat)
    if pos.year == YEARS:
        return
    if pos.master == CASTLES:
        short = abs(CASTLES_WANTED[pos.year + 1] - represented(pos, seat))
        out[MASTER_LATER] = CASTLES_POINTS[pos.year + 1] / (1.0 + short)
        return
    out[MASTER_LATER] = master_points_in(pos, seat, YEARS)


@compiled
def plays_its_last(pos: Position, seat: int) -> bool:
    """Tell whether a seat has no turn left after the present one (T6.1: a stack a turn)."""
    if pos.year < YEARS or pos.stage < STAGE_TURN or pos.stage > STAGE_STORE:
        return False
    turns = stack_count(pos, seat)
    if seat == pos.to_move and pos.open_stack == NO_STACK:
        turns -= 1
    return turns <= 0


@compiled
def last_terms(pos: Position, seat: int, out: list[float]) -> None:
    """Write what counts when a seat has no turn left after the present one: points.

    As long as that turn is under way, what its knights can reach shows the way a little.
    """
    over = pos.stage == STAGE_OVER
    playing = not over and seat == pos.to_move
    if playing:
        castle_terms(pos, seat, out)
    for i in range(len(out)):
        out[i] = HINT * out[i] if playing and CLIMB <= i <= ENTRY else 0.0
    out[POINTS] = pos.scores[seat]
    if over:
        return
    out[POINTS] += all_castle_points(pos, seat) + king_points(pos, seat)
    out[POINTS] += master_points(pos, seat)
    if playing:
        out[POINTS] += pos.ap  # each can be turned into a point (T5.7)


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    """Write the features of `seat`; once nothing is to come but points, its points alone."""
    if pos.stage == STAGE_OVER or plays_its_last(pos, seat):
        last_terms(pos, seat, out)
        return
    out[POINTS] = pos.scores[seat]
    castle_terms(pos, seat, out)
    king_terms(pos, seat, out)
    card_terms(pos, seat, out)
    master_terms(pos, seat, out)
    knights = knights_on_board(pos, seat)
    out[KNIGHTS] = knights
    out[KNIGHTS_LATER] = knights * (YEARS - pos.year)
    blocks = 0
    for size in range(1, SIZES):
        blocks += size * pos.stacks[SIZES * seat + size]
    out[BLOCKS] = blocks
    out[ACTION_POINTS] = pos.ap if seat == pos.to_move else 0
