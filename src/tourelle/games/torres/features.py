"""What a position is worth to a seat: the terms that opponents weigh."""

from tourelle.core.compile import compiled
from tourelle.games.torres.material import YEARS
from tourelle.games.torres.position import STAGE_KEEP, STAGE_OVER, Position, knights_on_board
from tourelle.games.torres.scoring import all_castle_points, king_points, master_points

KNIGHT_WORTH = 3.0
CARD_WORTH = 1.5
LATER_WORTH = 0.6  # what a point of potential keeps for each year after this one


@compiled
def promise(pos: Position, seat: int) -> float:
    """Return what the year would give a seat now, plus a share for each year still to come."""
    now = all_castle_points(pos, seat)
    worth = float(now + king_points(pos, seat) + master_points(pos, seat))
    return worth + LATER_WORTH * now * (YEARS - pos.year)


@compiled
def reserve(pos: Position, seat: int) -> float:
    """Return what knights on the board and cards in hand are worth for later."""
    cards = pos.hand_sizes[seat]
    if seat == pos.to_move:
        # of the cards looked at, one is as good as bought
        cards += pos.purchases + (1 if pos.stage == STAGE_KEEP else 0)
    return KNIGHT_WORTH * knights_on_board(pos, seat) + CARD_WORTH * cards


@compiled
def evaluate(pos: Position, seat: int) -> float:
    """Return what `seat` may hope to have at the end, in points."""
    if pos.stage == STAGE_OVER:
        return float(pos.scores[seat])
    return pos.scores[seat] + promise(pos, seat) + reserve(pos, seat)
