"""Who sits where, deal by deal: every bot sits equally often in every seat.

A deal is played by one group of bots or by several, and each group plays it in every rotation:

- two seats: every pairing of two bots plays every deal, in both seatings;
- three or four seats and at least as many bots: every deal has one group of different bots; the
  groups take turns, and so do the orders in which their bots sit around the table;
- two bots for three or four seats: every deal is played by one bot among others all like the
  second, and by its mirror;
- three bots for four seats: every deal has one group of all three, and they take turns in holding
  the fourth seat.

Games are counted deal by deal, so more deals leave the games before them as they were.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

Group = tuple[int, ...]
"""The bots around a table, by their numbers."""


@dataclass(frozen=True)
class Sitting:
    """One game to play: its number, its deal (from 0), and which bot sits at each seat."""

    number: int
    deal: int
    bots: Group


def schedule(bots: int, seats: int, deals: int) -> list[Sitting]:
    """Return every game of a match, in order."""
    everyone = _sittings(bots, seats, deals)
    return [Sitting(number, deal, group) for number, (deal, group) in enumerate(everyone)]


def _sittings(bots: int, seats: int, deals: int) -> Iterator[tuple[int, Group]]:
    """Yield deal and seating of every game."""
    rounds = rounds_of(bots, seats)
    for deal in range(deals):
        for group in rounds[deal % len(rounds)]:
            for turned in range(seats):
                yield deal, group[turned:] + group[:turned]


def rounds_of(bots: int, seats: int) -> list[list[Group]]:
    """Return the groups that play a deal, deal after deal, until they begin anew."""
    if seats == 2:
        return [list(combinations(range(bots), 2))]
    if bots == 2:
        others = seats - 1
        return [[(0, *[1] * others), (1, *[0] * others)]]
    if bots < seats:
        groups = [(*range(bots), *[extra] * (seats - bots)) for extra in range(bots)]
    else:
        groups = list(combinations(range(bots), seats))
    orders = [(0, *order) for order in permutations(range(1, seats))]
    return [[tuple(group[seat] for seat in order)] for order in orders for group in groups]
