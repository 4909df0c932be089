"""Phases, turns, rounds and the end (B11)."""

from tourelle.core.compile import compiled
from tourelle.games.blox.material import LAST_PHASE, LAST_TOWERS
from tourelle.games.blox.position import (
    ENDED_BY_LIMIT,
    ENDED_BY_TOWERS,
    Position,
    towers_of_height,
)


@compiled
def advance_phase(pos: Position) -> None:
    """Begin the next phase as long as at most one tower of this one's height stands (B11.1)."""
    while pos.phase < LAST_PHASE and towers_of_height(pos, pos.phase) <= LAST_TOWERS:
        pos.phase += 1


@compiled
def towers_are_done(pos: Position) -> bool:
    """Tell whether the last phase has at most one tower of its height left (B11.2)."""
    return pos.phase == LAST_PHASE and towers_of_height(pos, LAST_PHASE) <= LAST_TOWERS


@compiled
def rounds_are_done(pos: Position) -> bool:
    """Tell whether this round is the last that the round limit allows (B11.4)."""
    return 0 < pos.round_limit <= pos.round_number


@compiled
def end_turn(pos: Position) -> None:
    """Settle the phase, pass the turn on, and end the round or the game where it is due (B11.2)."""
    advance_phase(pos)
    pos.to_move = (pos.to_move + 1) % pos.seats
    if pos.to_move != pos.first_seat:
        return
    if towers_are_done(pos):
        pos.ended = ENDED_BY_TOWERS
    elif rounds_are_done(pos):
        pos.ended = ENDED_BY_LIMIT
    else:
        pos.round_number += 1
