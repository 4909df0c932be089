"""What opponents weigh in a position: features with names; what they weigh lies in weights.json."""

from typing import Final

from overlook.material import LINE_SQUARES, LINES, SIDE, SQUARES, TOP
from overlook.position import STAGE_OVER, Position, cards_of, is_finished
from overlook.scoring import points, points_of
from tourelle.core.compile import compiled

NAMES: Final = (
    "points",  # if the game ended now
    "finished",  # those of them by towers that nobody takes away any more
    "exposed",  # its open towers of three floors: the next floor finishes them, whoever's it is
    "chances",  # cards in hand that could be that next floor
    "cards",  # in hand
    "roofs",  # left
)
POINTS, FINISHED, EXPOSED, CHANCES, HAND, ROOFS = range(6)


@compiled
def is_nearly(pos: Position, square: int) -> bool:
    """Tell whether one more floor finishes a tower."""
    return pos.heights[square] == TOP - 1 and not is_finished(pos, square)


@compiled
def chances_of(pos: Position, seat: int) -> int:
    """Return how many cards in the hand of a seat could finish a tower."""
    chances = 0
    for line in range(LINES):
        if pos.hands[LINES * seat + line] == 0:
            continue
        for i in range(SIDE * line, SIDE * line + SIDE):
            if is_nearly(pos, LINE_SQUARES[i]):
                chances += pos.hands[LINES * seat + line]
                break
    return chances


@compiled
def features(pos: Position, seat: int, out: list[float]) -> None:
    """Write the features of `seat`; of a game that is over, its points alone."""
    for i in range(len(out)):
        out[i] = 0.0
    out[POINTS] = points(pos, seat)
    if pos.stage == STAGE_OVER:
        return
    out[FINISHED] = points_of(pos, seat, True)
    for square in range(SQUARES):
        if pos.owners[square] == seat + 1 and is_nearly(pos, square):
            out[EXPOSED] += 1.0
    out[CHANCES] = chances_of(pos, seat)
    out[HAND] = cards_of(pos, seat)
    out[ROOFS] = pos.roofs[seat]
