"""How long a user waits: the first start ever, which compiles, and warm commands.

python3 dev.py bench start
"""

import argparse
import os
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks._report import conditions, median_of, show, timed, write_json
from tourelle.games import TITLES


def command(cache: str, *words: str) -> None:
    """Run one command with its own cache of compiled code."""
    subprocess.run(
        [sys.executable, "-m", "tourelle", *words],
        env={**os.environ, "TOURELLE_CACHE": cache},
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--titles", nargs="*", default=list(TITLES), choices=TITLES)
    parser.add_argument("--json", help="file for the report")
    options = parser.parse_args()
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    rows = [measure(title) for title in options.titles]
    show("Starts; warm ones are medians of five", rows)
    write_json(options.json, {"start": rows})


if __name__ == "__main__":
    main()
