"""What a turn of Torres is about, and how far the game is."""

from collections.abc import Sequence

from tourelle.core.words import Seat
from tourelle.games.torres.material import YEARS
from tourelle.games.torres.position import STAGE_OVER, STAGE_TURN, Position, knights_on_board
from tourelle.games.torres.scoring import all_castle_points, king_points
from tourelle.games.torres.story import told
from tourelle.games.torres.turns import rounds_of


def progress(pos: Position) -> float:
    """Return how far the game is: rounds of all years that are over."""
    if pos.stage == STAGE_OVER:
        return 1.0
    if pos.stage < STAGE_TURN or pos.year < 1:
        return 0.0
    gone = (int(pos.round_number) - 1) / max(1, int(rounds_of(pos)))
    return min(1.0, (int(pos.year) - 1 + gone) / YEARS)


def themes(texts: Sequence[str], positions: Sequence[Position]) -> tuple[str, ...]:
    """Return what the actions of a turn show, and what it changed for all seats."""
    before, me = positions[0], Seat(int(positions[0].to_move))
    last = _turn_end(texts, positions)
    found = []
    if king_points(last, me) > king_points(before, me):
        found.append("king")
    if any(
        text.startswith("move") and told(text, at, after).variant == "through"
        for text, at, after in zip(texts, positions, positions[1:], strict=False)
    ):
        found.append("doors")
    if any(text.startswith("play") for text in texts):
        found.append("card")
    if knights_on_board(last, me) > knights_on_board(before, me):
        found.append("knight")
    if any(
        all_castle_points(last, seat) < all_castle_points(before, seat)
        or king_points(last, seat) < king_points(before, seat)
        for seat in range(int(before.seats))
        if seat != me
    ):
        found.append("defence")
    if sum(text.startswith("block") for text in texts) > 1:
        found.append("building")
    return tuple(found)


def _turn_end(texts: Sequence[str], positions: Sequence[Position]) -> Position:
    """Return what stood before the turn was ended: a scoring may follow at once."""
    ended = bool(texts) and texts[-1].startswith("end")
    return positions[-2] if ended else positions[-1]
