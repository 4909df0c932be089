"""How clearly each level beats the one below, and the noise that makes it two games in three.

    python -m benchmarks.levels TITLE [--pairs N] [--from L] [--to L] [--option O=V] [--keep FOLDER]
    python -m benchmarks.levels TITLE --calibrate [--pairs N]

The first plays every level against the one below and prints the shares with their intervals. The
second plays bots with more and more noise, each against the next, adds up how far they lie apart
in Elo, beginning with the lowest level that judges as well as it can, and reads off the noise at
equal steps; it prints the noise that `opponents.json` of the title holds. With `--keep` every game
outlives the program, and the same command goes on where it was stopped. `--seed` deals other games:
what is tuned must not be measured on the deals that it was tuned on.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks._report import conditions, show, write_json
from tourelle.arena.match import Match, play_match
from tourelle.arena.statistics import elo_of, wilson
from tourelle.bots.levels import LEVELS
from tourelle.bots.presets import opponents
from tourelle.bots.thinker import Thinker
from tourelle.core.words import Param
from tourelle.games import game_class

SEED = 8
STEP = elo_of(2 / 3)
GRID = [2.0**power for power in range(-6, 2)]
"""Noise that is tried, in parts of the spread of a title."""


def share(match: Match, jobs: int, keep: Path | None = None) -> tuple[float, int]:
    """Return the games that the first bot of a match wins, shared ones as halves, and all games."""
    better, worse = match.bots
    folder = keep / f"{match.title}-{better.name}-{worse.name}" if keep else None
    results = play_match(match, jobs, folder)
    won = 0.0
    for result in results:
        if better.name in {result.bots[seat] for seat in result.winners}:
            won += 1 / len(result.winners)
    return won, len(results)


def gap(title: str, better: Thinker, worse: Thinker, pairs: int, jobs: int) -> float:
    """Return how far two bots lie apart in Elo; a match won altogether counts one game less."""
    won, games = share(Match(title, (better, worse), pairs, {"seats": 2}, SEED), jobs)
    found = elo_of(min(max(won, 1), games - 1) / games)
    print(f"{title}: {better.name} won {won:g} of {games} against {worse.name}", flush=True)
    return found


def calibrated(title: str, pairs: int, jobs: int) -> list[float]:
    """Return the noise of the levels that misjudge positions, from level 1 on."""
    levels = len(opponents(title).noise)
    before = LEVELS[0].with_settings("noise-0", noise=0.0)
    curve = [(0.0, gap(title, LEVELS[levels], before, pairs, jobs))]
    spread = game_class(title)({"seats": 2}).weights.spread
    for part in GRID:
        noise = part * spread
        bot = before.with_settings(f"noise-{noise:.3g}", noise=noise)
        apart = max(0.0, gap(title, before, bot, pairs, jobs))  # errors make nobody better
        curve.append((noise, curve[-1][1] + apart))
        if curve[-1][1] > levels * STEP:
            break
        before = bot
    return [read_off(curve, STEP * (levels - number)) for number in range(levels)]


def read_off(curve: list[tuple[float, float]], elo: float) -> float:
    """Return the noise at which a bot lies so far below, between the points of a curve."""
    for (low, above), (high, below) in pairwise(curve):
        if below >= elo:
            part = max(0.0, (elo - above) / (below - above)) if below > above else 0.0
            return float(f"{low + part * (high - low):.2g}")
    return float(f"{curve[-1][0]:.2g}")


def measured(title: str, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Return for each level how it fares against the one below."""
    rows = []
    options: dict[str, Param] = {"seats": 2, **dict(wish.split("=", 1) for wish in given.option)}
    for number in range(given.first, given.last):
        better, worse = LEVELS[number], LEVELS[number - 1]
        match = Match(title, (better, worse), given.pairs, options, given.seed)
        won, games = share(match, given.jobs, given.keep)
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
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--keep", type=Path)
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
