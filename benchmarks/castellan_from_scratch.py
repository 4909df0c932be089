"""Castellan's castle kept up to date against worked out afresh for every action.

    python -m benchmarks.castellan_from_scratch [--games N]

Three engines play the same random games: the one in use; one that works out before every action
which walls fit beside which tower; one that also walks around every face. The difference to the
first is what its bookkeeping saves, and a little more, since the bookkeeping itself goes on.
"""

import argparse
import json
from time import perf_counter
from typing import Any

from benchmarks._report import conditions, show
from tourelle.core.chance import below
from tourelle.core.compile import buffer, compiled
from tourelle.core.kernel import apply, deal, is_over, legal_actions
from tourelle.games.castellan.castle import fits
from tourelle.games.castellan.courtyards import walk
from tourelle.games.castellan.game import Castellan
from tourelle.games.castellan.material import MAX_TOWERS
from tourelle.games.castellan.position import CLOSED, LENGTH, Position

KEPT, WALLS, FACES = range(3)
ENGINES = ("kept up to date", "walls afresh", "walls and faces afresh")


@compiled
def survey(pos: Position) -> None:
    """Work out afresh which walls fit beside every tower."""
    for i in range(4 * pos.tower_count):
        if pos.sides[i] & LENGTH == 0:
            pos.sides[i] = fits(pos, i // 4, i % 4)


@compiled
def count_faces(pos: Position, known: list[int]) -> int:
    """Walk around every face once; return how many are bounded."""
    for i in range(4 * pos.tower_count):
        known[i] = pos.faces[i]
        pos.faces[i] = -1
    bounded = 0
    for i in range(4 * pos.tower_count):
        if pos.sides[i] & CLOSED and pos.faces[i] == -1 and walk(pos, i // 4, i % 4, 0) > 0:
            bounded += 1
    for i in range(4 * pos.tower_count):
        pos.faces[i] = known[i]
    return bounded


@compiled
def play(pos: Position, out: list[int], dice: list[int], known: list[int], engine: int) -> int:
    """Play a game at random; return its actions, or minus them where the faces don't agree."""
    actions = 0
    agree = 1
    while not is_over(pos):
        if engine >= WALLS:
            survey(pos)
        if engine == FACES and count_faces(pos, known) != pos.face_count:
            agree = -1
        choices = legal_actions(pos, out)
        apply(pos, out[below(dice, choices)])
        actions += 1
    return agree * actions


@compiled
def play_games(
    pos: Position, out: list[int], dice: list[int], known: list[int], engine: int, games: int
) -> int:
    """Play many games; return their actions together."""
    total = 0
    for seed in range(games):
        deal(pos, seed)
        total += play(pos, out, dice, known, engine)
    return total


def measure(seats: int, games: int) -> list[dict[str, Any]]:
    """Return actions a second of the three engines, taken in turns."""
    game = Castellan({"seats": seats})
    pos, out, known = game.setup(0), buffer(game.max_actions), buffer(4 * MAX_TOWERS)
    best = [0.0] * len(ENGINES)
    for _ in range(5):
        totals = set()
        for engine in range(len(ENGINES)):
            dice = buffer(1)
            play_games(pos, out, dice, known, engine, 1)
            dice[0] = 7
            start = perf_counter()
            actions = int(play_games(pos, out, dice, known, engine, games))
            best[engine] = max(best[engine], actions / (perf_counter() - start))
            totals.add(actions)
        assert len(totals) == 1, "the engines played different games"
    return [
        {
            "seats": seats,
            "engine": ENGINES[engine],
            "actions/s": round(speed),
            "microseconds an action": round(1e6 / speed, 2),
            "of the first": f"{speed / best[KEPT]:.0%}",
        }
        for engine, speed in enumerate(best)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games a stretch; the best of five")
    games = parser.parse_args().games
    rows = [row for seats in (2, 4) for row in measure(seats, games)]
    show("Castellan: bookkeeping against working out afresh", rows)
    print(json.dumps({"games": games, "conditions": conditions(), "rows": rows}))


if __name__ == "__main__":
    main()
