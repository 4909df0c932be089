"""Random games of Castellan by seats: `python -m benchmarks.statistics_castellan [--games N]`.

Every action is drawn evenly from the legal ones. Prints a table, and JSON after it.
"""

import argparse
import json
from typing import Any, Final

import numpy as np

from benchmarks._report import conditions, show
from tourelle.core.chance import below, dice_from
from tourelle.core.compile import buffer, compiled
from tourelle.core.kernel import apply, deal, is_over, legal_actions
from tourelle.games.castellan.actions import HALF, HALF_BITS
from tourelle.games.castellan.game import Castellan
from tourelle.games.castellan.position import Position
from tourelle.games.castellan.scoring import points

# What is counted in each game: a row of the buffer.
ACTIONS, CHOICES, MOST_CHOICES, EXTENT, COURTYARDS, TURNS, HANDED, HANDED_TURNS, OUT = range(9)
POINTS: Final = 9
COLUMNS: Final = POINTS + 4
SEED: Final = 1
DICE: Final = 2012


@compiled
def waiting(pos: Position) -> int:
    """Return how many pieces are in hand."""
    return pos.in_hand[0] + pos.in_hand[1] + pos.in_hand[2]


@compiled
def extent(pos: Position) -> int:
    """Return the longer side of the castle, in edges."""
    west, east, south, north = HALF, 0, HALF, 0
    for slot in range(len(pos.points)):
        if pos.points[slot]:
            west = min(west, pos.points[slot] >> HALF_BITS)
            east = max(east, pos.points[slot] >> HALF_BITS)
            south = min(south, pos.points[slot] & HALF)
            north = max(north, pos.points[slot] & HALF)
    return max(east - west, north - south)


@compiled
def count_game(pos: Position, actions: list[int], dice: list[int], row: Any) -> None:
    """Play a game at random and write what is counted into `row`."""
    while not is_over(pos):
        choices = legal_actions(pos, actions)
        seat = pos.to_move
        apply(pos, actions[below(dice, choices)])
        row[ACTIONS] += 1
        row[CHOICES] += choices
        row[MOST_CHOICES] = max(row[MOST_CHOICES], choices)
        if is_over(pos) or pos.to_move != seat:
            row[TURNS] += 1
            row[HANDED] += waiting(pos)
            if waiting(pos) > 0:
                row[HANDED_TURNS] += 1
    row[EXTENT] = extent(pos)
    row[COURTYARDS] = pos.face_count
    row[OUT] = 44 * pos.seats - pos.piece_count
    for seat in range(pos.seats):
        row[POINTS + seat] = points(pos, seat)


@compiled
def count_games(pos: Position, actions: list[int], dice: list[int], rows: Any, seed: int) -> None:
    """Deal and count as many games as there are rows."""
    for game in range(len(rows)):
        deal(pos, seed + game)
        count_game(pos, actions, dice, rows[game])


def statistics(seats: int, games: int) -> dict[str, Any]:
    """Return the figures for one number of seats."""
    game = Castellan({"seats": seats})
    dice = dice_from(DICE)
    rows = np.zeros((games, COLUMNS), dtype=np.int64)
    count_games(game.setup(SEED), buffer(game.max_actions), dice, rows, SEED)
    scores = rows[:, POINTS : POINTS + seats]
    best = scores.max(axis=1)
    return {
        "seats": seats,
        "actions": round(float(rows[:, ACTIONS].mean()), 1),
        "actions 5-95 %": _span(rows[:, ACTIONS]),
        "turns": round(float(rows[:, TURNS].mean()), 1),
        "choices": round(float(rows[:, CHOICES].sum() / rows[:, ACTIONS].sum()), 1),
        "most choices": int(rows[:, MOST_CHOICES].max()),
        "extent": round(float(rows[:, EXTENT].mean()), 1),
        "largest extent": int(rows[:, EXTENT].max()),
        "courtyards": round(float(rows[:, COURTYARDS].mean()), 1),
        "most courtyards": int(rows[:, COURTYARDS].max()),
        "points a seat": round(float(scores.mean()), 1),
        "points 5-95 %": _span(scores.ravel()),
        "winner's points": round(float(best.mean()), 1),
        "most points": int(best.max()),
        "handed over a game": round(float(rows[:, HANDED].mean()), 2),
        "turns that hand over": f"{100 * rows[:, HANDED_TURNS].sum() / rows[:, TURNS].sum():.1f} %",
        "out at the end": round(float(rows[:, OUT].mean()), 2),
    }


def _span(values: Any) -> str:
    """Return the middle nine tenths."""
    low, high = np.percentile(values, [5, 95])
    return f"{low:.0f}-{high:.0f}"


def main() -> None:
    """Count the games and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games for each number of seats")
    games = parser.parse_args().games
    found = [statistics(seats, games) for seats in (2, 3, 4)]
    rows = [
        {"what": what, **{f"{row['seats']} seats": str(row[what]) for row in found}}
        for what in found[0]
        if what != "seats"
    ]
    show(f"Castellan: {games} random games for each number of seats", rows)
    print(json.dumps({"games": games, "conditions": conditions(), "castellan": found}))


if __name__ == "__main__":
    main()
