"""How sure a share of victories is, and what it says in Elo."""

from math import inf, log10, sqrt
from typing import Final

Z95: Final = 1.959963984540054
"""Standard errors to either side that hold 95 % of a normal distribution."""


def wilson(won: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Return the interval in which the true share lies, by Wilson's score; 0 to 1 without games.

    A drawn game counts as half a victory, one shared by three as a third. As such games scatter
    less than won and lost ones, the interval is then a little wider than need be.
    """
    if games == 0:
        return 0.0, 1.0
    share, square = won / games, z * z / games
    centre = share + square / 2
    reach = z * sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (centre - reach) / (1 + square), (centre + reach) / (1 + square)
    return max(0.0, low), min(1.0, high)


def expected_score(elo: float) -> float:
    """Return the share of victories that a lead in Elo promises."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float:
    """Return the lead in Elo that a share of victories speaks of."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))
