"""The engine of this checkout against that of an earlier one: processor time an action, in turns.

    git worktree add --detach FOLDER COMMIT
    python3 dev.py bench versions --before FOLDER

Each engine plays in a process of its own, which compiles it and keeps it; then both play the same
random games stretch by stretch, and what counts is the median of the ratios. Processor time, not
time, so that a busy machine may measure too. Both play the older version's rules, and the games
must come out alike: as many actions and choices in both.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks._beside import Version

HERE = Path(__file__).resolve()
SECONDS = 0.25
"""Processor time of a stretch, about."""


def work() -> None:
    """Play stretches as asked for on standard input; answer with counts and processor time."""
    from time import process_time

    from tourelle.core.compile import buffer
    from tourelle.core.playouts import play_games
    from tourelle.games import game_class

    for line in sys.stdin:
        title, options, rules, games, seed = json.loads(line)
        known = game_class(title).rules_version
        if not games:
            print(known, flush=True)
            continue
        game = game_class(title)(options, *([rules] if rules != known else []))
        position, actions, dice = game.setup(1), buffer(game.max_actions), buffer(1)
        tally = buffer(2)
        dice[0] = seed
        began = process_time()
        play_games(position, actions, dice, tally, games, seed)
        took = process_time() - began
        print(json.dumps([int(tally[0]), int(tally[1]), took]), flush=True)


class Engine:
    """One version in its process."""

    def __init__(self, asked: "Version") -> None:
        """Take the version that plays for it."""
        self.asked = asked.asked

    def rules(self, title: str) -> int:
        """Return the version of the rules that it plays by itself."""
        return int(self.asked(title, {}, 0, 0, 0))

    def play(self, title: str, options: dict[str, Any], rules: int, *drawn: int) -> list[float]:
        """Return actions, choices and processor time of so many random games from a seed on."""
        return [float(number) for number in self.asked(title, options, rules, *drawn)]


@contextmanager
def engine(checkout: Path) -> Iterator[Engine]:
    """Start the engine of a checkout, with a cache of its own."""
    from benchmarks._beside import version

    with TemporaryDirectory() as cache, version(HERE, "--work", checkout, cache) as asked:
        yield Engine(asked)


def compare(old: Engine, new: Engine, title: str, options: dict[str, Any], turns: int) -> float:
    """Return how much processor time an action takes now, as a share of before."""
    games, rules = 1, old.rules(title)
    for each in (old, new):
        each.play(title, options, rules, 1, 1)  # compiled
    while new.play(title, options, rules, games, 1)[2] < SECONDS:
        games *= 2
    ratios = []
    for turn in range(turns):
        pair = (old, new) if turn % 2 else (new, old)
        played = {each: each.play(title, options, rules, games, 1000 + turn) for each in pair}
        if played[old][:2] != played[new][:2]:
            raise ValueError(f"the games of {title} differ")
        ratios.append(played[new][2] / played[old][2])
    return statistics.median(ratios)


def main() -> None:
    """Measure every title under the option sets of `bench engine`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of the earlier version")
    parser.add_argument("--turns", type=int, default=31)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work()
    else:
        report(given.before, given.turns)


def report(before: Path, turns: int) -> None:
    """Print how much processor time an action takes now, as a share of before."""
    from benchmarks._report import conditions, show
    from benchmarks.engine import label, option_sets
    from tourelle.games import OWN

    with ExitStack() as open_until_done:
        old = open_until_done.enter_context(engine(before))
        new = open_until_done.enter_context(engine(HERE.parents[1]))
        rows = [
            {
                "game": title,
                "options": label(options),
                "seats": options["seats"],
                "now / before": f"{compare(old, new, title, options, turns):.3f}",
            }
            for title in OWN
            for options in option_sets(title)
        ]
    show(f"Processor time an action, medians of {turns}; {conditions()}", rows)


if __name__ == "__main__":
    main()
