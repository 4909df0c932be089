"""How long a user waits: the first start ever, which compiles, and warm commands.

    python3 dev.py bench start
    git worktree add --detach FOLDER COMMIT && python3 dev.py bench start --before FOLDER

The second form measures an earlier version in turns with this one, by the time that the processor
spent: so a busy machine may measure too.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks._report import conditions, median_of, show, timed, write_json
from tourelle.games import TITLES

HERE = Path(__file__).resolve().parents[1]
WARM = 7
"""How often a warm command of each version is measured."""


def command(cache: str, *words: str, checkout: Path = HERE) -> None:
    """Run one command of a version with its own cache of compiled code."""
    path = os.pathsep.join([str(checkout / "src"), os.environ.get("PYTHONPATH", "")])
    subprocess.run(
        [sys.executable, "-m", "tourelle", *words],
        env={**os.environ, "TOURELLE_CACHE": cache, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def measure(title: str) -> dict[str, Any]:
    """Measure one title from an empty cache on."""
    with tempfile.TemporaryDirectory(prefix="tourelle-start-") as cache:
        game = ("random", title, "--games", "1")
        first = timed(lambda: command(cache, *game))
        return {
            "game": title,
            "first start, s": first,
            "random, warm, s": median_of(lambda: command(cache, *game)),
            "perft 2, warm, s": median_of(lambda: command(cache, "perft", title, "--depth", "2")),
            "rules, warm, s": median_of(lambda: command(cache, "rules", title)),
        }


def processor_time(cache: str, *words: str, checkout: Path) -> float:
    """Return what a command of a version costs the processor, in seconds."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    command(cache, *words, checkout=checkout)
    return spent() - before


def compare(title: str, earlier: Path) -> dict[str, Any]:
    """Measure one title of both versions, each from an empty cache of its own on."""
    game = ("random", title, "--games", "1")
    with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
        caches = {earlier: old, HERE: new}
        first = {at: processor_time(caches[at], *game, checkout=at) for at in (earlier, HERE)}
        row = {"game": title, "first start, s": round(first[HERE], 1)}
        row["now / before"] = round(first[HERE] / first[earlier], 2)
        for name, words in (("random", game), ("rules", ("rules", title))):
            took: dict[Path, list[float]] = {earlier: [], HERE: []}
            for turn in range(WARM):
                for at in (earlier, HERE) if turn % 2 else (HERE, earlier):
                    took[at].append(processor_time(caches[at], *words, checkout=at))
            middle = {at: statistics.median(times) for at, times in took.items()}
            row[f"{name}, s"] = round(middle[HERE], 2)
            row[f"{name}, now / before"] = round(middle[HERE] / middle[earlier], 2)
        return row


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--titles", nargs="*", default=list(TITLES), choices=TITLES)
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--json", help="file for the report")
    options = parser.parse_args()
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    if options.before:
        both = [compare(title, options.before.resolve()) for title in options.titles]
        show(f"Starts, processor time; warm ones are medians of {WARM}", both)
        write_json(options.json, {"start": both})
        return
    rows = [measure(title) for title in options.titles]
    show("Starts; warm ones are medians of five", rows)
    write_json(options.json, {"start": rows})


if __name__ == "__main__":
    main()
