"""How clearly each level beats the one below, and the noise that makes it two games in three.

    python -m benchmarks.levels TITLE [--pairs N] [--from L] [--to L] [--seats N]
    python -m benchmarks.levels TITLE --calibrate [--pairs N]

The first plays every level against the one below and prints the shares with their intervals. The
second seeks, from the highest level that misjudges positions down to level 1, the noise against
which the level above wins two games in three, by halving; it prints what `bots/levels.py` holds.
"""

import argparse
import math
from typing import Any

from benchmarks._report import conditions, show, write_json
from tourelle.arena.match import Match, play_match
from tourelle.arena.statistics import wilson
from tourelle.bots.levels import LEVELS, NOISE
from tourelle.bots.thinker import Thinker

GOAL = 2 / 3
HALVINGS = 5


def share(title: str, better: Thinker, worse: Thinker, pairs: int, jobs: int) -> tuple[float, int]:
    """Return the games that `better` wins, shared ones as halves, and all games."""
    results = play_match(Match(title, (better, worse), pairs, {"seats": 2}, seed=8), jobs=jobs)
    won = 0.0
    for result in results:
        if better.name in {result.bots[seat] for seat in result.winners}:
            won += 1 / len(result.winners)
    return won, len(results)


def calibrated(title: str, pairs: int, jobs: int) -> list[float]:
    """Return the noise of the levels that misjudge positions, from level 1 on."""
    found: list[float] = []
    above = LEVELS[len(NOISE[title])]
    plain = LEVELS[0].with_settings("plain", noise=0.0)
    low = 0.05
    for number in range(len(NOISE[title]), 0, -1):
        least, most = math.log(max(low, 0.05)), math.log(400.0)
        for _ in range(HALVINGS):
            middle = math.exp((least + most) / 2)
            below = plain.with_settings(f"noise-{middle:.3f}", noise=middle)
            won, games = share(title, above, below, pairs, jobs)
            print(
                f"{title} level {number}: noise {middle:.2f}, won by {won / games:.3f}", flush=True
            )
            if won / games < GOAL:
                least = math.log(middle)
            else:
                most = math.log(middle)
        noise = float(f"{math.exp((least + most) / 2):.2g}")
        found.append(noise)
        low = noise
        above = plain.with_settings(f"level-{number}", noise=noise)
    return found[::-1]


def measured(title: str, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Return for each level how it fares against the one below."""
    rows = []
    for number in range(given.first, given.last):
        better, worse = LEVELS[number], LEVELS[number - 1]
        won, games = share(title, better, worse, given.pairs, given.jobs)
        lowest, highest = wilson(won, games)
        rows.append(
            {
                "title": title,
                "match": f"{number + 1} against {number}",
                "games": games,
                "won": f"{100 * won / games:.1f} %",
                "interval": f"{100 * lowest:.1f}-{100 * highest:.1f}",
            }
        )
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Measure or calibrate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--from", dest="first", type=int, default=1)
    parser.add_argument("--to", dest="last", type=int, default=len(LEVELS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--json")
    given = parser.parse_args()
    if given.calibrate:
        print(calibrated(given.title, given.pairs, given.jobs))
        return
    rows = measured(given.title, given)
    show("each level against the one below", rows)
    print(conditions())
    write_json(given.json, {"rows": rows})


if __name__ == "__main__":
    main()
