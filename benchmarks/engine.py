"""Random games on one core: games and actions a second, branching, compiled against plain.

    python3 dev.py bench engine
    python3 dev.py bench engine --titles torres --against FOLDER --json engine.json

`--against` names a folder with another engine's `torres.py`, which offers `buffer(size)` and
`playouts(seats, games, seed, results)`: it is measured in turns with ours, on `cards: none`.
"""

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numba

from benchmarks._report import conditions, show, timed, write_json
from tourelle.core.compile import MACHINE, PLAIN, buffer
from tourelle.core.layout import dtype_of
from tourelle.core.playouts import play_games
from tourelle.games import TITLES, game_class

SETS: dict[str, tuple[dict[str, Any], ...]] = {
    "torres": (
        {"cards": "none"},
        {"preset": "classic"},
        {"preset": "modern"},
        {"preset": "master"},
    ),
}
REPEATS = 5
GAMES = 500  # a stretch when two engines take turns
TURNS = 40


class Runner:
    """Plays random games of one title under one option set, over and over."""

    def __init__(self, title: str, options: dict[str, Any]) -> None:
        self.game = game_class(title)(options)
        self.position = self.game.setup(1)
        self.actions = buffer(self.game.max_actions)
        self.dice = buffer(1)
        self.tally = buffer(2)
        self.seed = 1

    def play(self, games: int) -> None:
        play_games(self.position, self.actions, self.dice, self.tally, games, self.seed)
        self.seed += games

    def measure(self, seconds: float) -> dict[str, Any]:
        """Return the medians of several stretches of about `seconds` each."""
        self.play(1)
        games = max(1, int(seconds / max(timed(lambda: self.play(1)), 1e-5)))
        rates = []
        for _ in range(REPEATS):
            self.tally[0] = self.tally[1] = 0
            took = timed(lambda: self.play(games))
            rates.append((games / took, int(self.tally[0]) / took))
        return {
            "games/s": statistics.median(rate[0] for rate in rates),
            "actions/s": statistics.median(rate[1] for rate in rates),
            "actions a game": int(self.tally[0]) / games,
            "choices": int(self.tally[1]) / max(1, int(self.tally[0])),
        }


def option_sets(title: str) -> list[dict[str, Any]]:
    """Return what is measured of a title: its option sets with every number of seats."""
    return [{**o, "seats": s} for o in SETS.get(title, ({},)) for s in (2, 3, 4)]


def label(options: dict[str, Any]) -> str:
    """Return an option set in a few words."""
    return " ".join(str(value) for key, value in options.items() if key != "seats") or "default"


def plain_rates(title: str, sets: list[dict[str, Any]], seconds: float) -> list[float]:
    """Return the actions a second in plain Python, measured in a process of its own."""
    answer = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.engine",
            "--measure",
            title,
            json.dumps(sets),
            str(seconds),
        ],
        env={**os.environ, "TOURELLE_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(row["actions/s"]) for row in json.loads(answer.stdout)]


def measure_title(title: str, seconds: float) -> list[dict[str, Any]]:
    """Measure one title, compiled and plain."""
    sets = option_sets(title)
    plain = plain_rates(title, sets, seconds / 4)
    rows = []
    for options, slow in zip(sets, plain, strict=True):
        row = {"game": title, "options": label(options), "seats": options["seats"]}
        row |= Runner(title, options).measure(seconds)
        row |= {"ns/action": 1e9 / row["actions/s"], "x plain": row["actions/s"] / slow}
        rows.append(row)
    return rows


class Other:
    """Another engine's Torres without cards."""

    def __init__(self, folder: Path) -> None:
        numba.config.CACHE_DIR = tempfile.mkdtemp(prefix="tourelle-other-")
        sys.path.insert(0, str(folder))
        self.engine: Any = importlib.import_module("torres")
        self.results = self.engine.buffer(4 * GAMES + 1)
        self.steps = 0

    def play(self, seats: int, games: int, seed: int) -> None:
        self.steps = int(self.engine.playouts(seats, games, seed, self.results))


def measure_against(folder: Path) -> list[dict[str, Any]]:
    """Measure another engine in turns with ours."""
    other = Other(folder)
    return [compare(other, seats) for seats in (2, 3, 4)]


def compare(other: Other, seats: int) -> dict[str, Any]:
    """Play short stretches in turns; return medians of both and of their ratios."""
    runner = Runner("torres", {"cards": "none", "seats": seats})
    runner.play(1)
    other.play(seats, 10, 1)
    ours, theirs = [], []
    for number in range(TURNS):
        runner.tally[0] = 0
        took = timed(lambda: runner.play(GAMES))
        ours.append((took / int(runner.tally[0]), took / GAMES))
        took = timed(partial(other.play, seats, GAMES, number + 1))
        theirs.append((took / other.steps, took / GAMES))
    pairs = list(zip(ours, theirs, strict=True))
    return {
        "seats": seats,
        "ours ns/action": 1e9 * statistics.median(action for action, _ in ours),
        "theirs ns/action": 1e9 * statistics.median(action for action, _ in theirs),
        "speed by action": statistics.median(b[0] / a[0] for a, b in pairs),
        "speed by game": statistics.median(b[1] / a[1] for a, b in pairs),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--titles", nargs="*", default=list(TITLES), choices=TITLES)
    parser.add_argument("--seconds", type=float, default=1.0, help="a stretch; there are five")
    parser.add_argument("--against", type=Path, help="folder of another engine")
    parser.add_argument("--json", help="file for the report")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        title, sets, seconds = options.measure
        print(json.dumps([Runner(title, s).measure(float(seconds)) for s in json.loads(sets)]))
        return
    if MACHINE == PLAIN:
        raise SystemExit("engine: unset TOURELLE_PLAIN; the plain machine is measured as well")
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    rows = [row for title in options.titles for row in measure_title(title, options.seconds)]
    show("Random games, one core, medians of five stretches", rows)
    sizes = [
        {"game": t, "position, bytes": dtype_of(game_class(t).position_class).itemsize}
        for t in options.titles
    ]
    show("Positions", sizes)
    report: dict[str, Any] = {"engine": rows, "sizes": sizes}
    if options.against:
        report["against"] = measure_against(options.against)
        show(
            "Torres without cards, in turns with another engine (its speed = 1)", report["against"]
        )
    write_json(options.json, report)


if __name__ == "__main__":
    main()
