"""Turns, rounds and years: who comes next, what is taken and given back (T4, T6, T11)."""

from tourelle.core.compile import compiled
from tourelle.games.torres.actions import stored_size, stored_stacks
from tourelle.games.torres.legal import next_store
from tourelle.games.torres.material import (
    ACTION_POINTS,
    KEEP_LEFTOVER,
    LAST_NAMES,
    LEADER,
    ROUND_TABLE,
    SIZES,
    STACK_LIMIT,
    STACK_TABLE,
    YEARS,
)
from tourelle.games.torres.position import (
    NO_STACK,
    STAGE_KING,
    STAGE_OVER,
    STAGE_START,
    STAGE_STORE,
    STAGE_TURN,
    Position,
)
from tourelle.games.torres.scoring import score_year


@compiled
def rounds_of(pos: Position) -> int:
    """Return how many rounds the current year has (T4.1)."""
    return ROUND_TABLE[4 * pos.seats + pos.year]


@compiled
def begin_turn(pos: Position) -> None:
    """Give the seat to move its action points."""
    pos.stage = STAGE_TURN
    pos.ap = ACTION_POINTS
    pos.open_stack = NO_STACK
    pos.card_played = 0


@compiled
def take_stacks(pos: Position, seat: int) -> None:
    """Take a year's stacks from the supply and add the blocks kept to the smallest (T4.2, T6.5)."""
    for size in range(SIZES):
        for _ in range(STACK_TABLE[16 * pos.seats + 4 * pos.year + size]):
            taken = min(size, pos.supply)  # a puzzle's supply may run short; a game's never does
            pos.stacks[SIZES * seat + taken] += 1
            pos.supply -= taken
    for size in range(STACK_LIMIT):
        while pos.kept[seat] > 0 and pos.stacks[SIZES * seat + size] > 0:
            pos.stacks[SIZES * seat + size] -= 1
            pos.stacks[SIZES * seat + size + 1] += 1
            pos.kept[seat] -= 1
    pos.supply += pos.kept[seat]
    pos.kept[seat] = 0


@compiled
def first_year(pos: Position) -> None:
    """Begin the game after the set-up (T4.2)."""
    for seat in range(pos.seats):
        take_stacks(pos, seat)
    name_first(pos, 0)


@compiled
def leader(pos: Position) -> int:
    """Return the seat furthest on, or the present first seat while all stand on 0 (T11)."""
    best = pos.first_seat
    for seat in range(pos.seats):
        if pos.scores[seat] > pos.scores[best]:
            best = seat
    return best


@compiled
def lowest_seat(pos: Position) -> int:
    """Return the lowest seat; of equals the last clockwise from the first seat (T9.4)."""
    last = pos.first_seat
    for i in range(1, pos.seats):
        seat = (pos.first_seat + i) % pos.seats
        if pos.scores[seat] <= pos.scores[last]:
            last = seat
    return last


@compiled
def end_turn(pos: Position) -> None:
    """Deal with what is left of the stack in use, then pass the turn on (T6.3, T6.5)."""
    me = pos.to_move
    blocks = pos.open_stack
    pos.open_stack = NO_STACK
    pos.card_played = 0
    pos.ap = ACTION_POINTS
    if pos.round_number == rounds_of(pos):
        if pos.leftover_option == KEEP_LEFTOVER:
            pos.kept[me] += blocks
        else:
            pos.supply += blocks
        finish_turn(pos)
        return
    room = 0
    for size in range(STACK_LIMIT):
        room += (STACK_LIMIT - size) * pos.stacks[SIZES * me + size]
    pos.supply += max(0, blocks - room)
    pos.left = min(blocks, room)
    if pos.left == 0:
        finish_turn(pos)
        return
    pos.stage = STAGE_STORE
    only = next_store(pos, -1)
    if next_store(pos, only) < 0:
        store(pos, only)


@compiled
def store(pos: Position, action: int) -> None:
    """Give the seat's other stacks the sizes it said, and pass the turn on (T6.3)."""
    for size in range(SIZES):
        pos.stacks[SIZES * pos.to_move + size] = 0
    for i in range(stored_stacks(action)):
        pos.stacks[SIZES * pos.to_move + stored_size(action, i)] += 1
    pos.left = 0
    finish_turn(pos)


@compiled
def finish_turn(pos: Position) -> None:
    """Pass the turn to the next seat, the next round or the year's end (T4.1, T4.3, T11)."""
    pos.to_move = (pos.to_move + 1) % pos.seats
    if pos.to_move != pos.first_seat:
        begin_turn(pos)
    elif pos.round_number < rounds_of(pos):
        pos.round_number += 1
        if pos.year_start_option == LEADER:
            pos.first_seat = leader(pos)
        pos.to_move = pos.first_seat
        begin_turn(pos)
    else:
        end_year(pos)


@compiled
def end_year(pos: Position) -> None:
    """Score the year; then the game is over, or the lowest seat may move the King (T4.3, T9.4)."""
    for seat in range(pos.seats):
        for size in range(SIZES):
            pos.supply += size * pos.stacks[SIZES * seat + size]
            pos.stacks[SIZES * seat + size] = 0
    score_year(pos)
    if pos.year == YEARS:
        pos.stage = STAGE_OVER
        pos.to_move = 0
    else:
        pos.stage = STAGE_KING
        pos.to_move = lowest_seat(pos)


@compiled
def next_year(pos: Position) -> None:
    """Begin the year after this one (T4.3, T4.4)."""
    pos.year += 1
    pos.round_number = 1
    for seat in range(pos.seats):
        take_stacks(pos, seat)
    if pos.year_start_option == LAST_NAMES:
        pos.stage = STAGE_START
        return
    name_first(pos, leader(pos) if pos.year_start_option == LEADER else 0)


@compiled
def name_first(pos: Position, seat: int) -> None:
    """Let `seat` open the year."""
    pos.first_seat = seat
    pos.to_move = seat
    begin_turn(pos)
