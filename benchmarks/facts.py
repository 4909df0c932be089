"""What a page is told of the rules at a position: processor time of `Game.facts` and documents.

    python -m benchmarks.facts [--games N]

Positions are every seventh of games at random with four seats. A table's listeners are told what
was asked for once, so this is what one action costs a server besides its other work.
"""

import argparse
import random
import statistics
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from benchmarks._report import conditions, show
from tourelle.core.game import AnyGame
from tourelle.games import OWN, game_class

SEATS, EVERY, TIMES = 4, 7, 20


def positions(game: AnyGame, games: int) -> Iterator[Any]:
    """Yield positions from random games."""
    for seed in range(games):
        position, dice, number = game.setup(seed), random.Random(seed), 0
        while not game.is_over(position):
            game.apply(position, dice.choice(game.legal_actions(position)))
            number += 1
            if number % EVERY == 0:
                yield game.copy(position)


def microseconds(ask: Callable[[Any], object], where: list[Any]) -> list[float]:
    """Return what an answer takes at each position."""
    took = []
    for position in where:
        ask(position)
        began = process_time()
        for _ in range(TIMES):
            ask(position)
        took.append(1e6 * (process_time() - began) / TIMES)
    return took


def main() -> None:
    """Measure every title."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    rows = []
    for title in OWN:
        game = game_class(title)({"seats": SEATS})
        where = list(positions(game, given.games))
        row: dict[str, Any] = {"game": title, "positions": len(where)}
        for name, ask in (("facts", game.facts), ("document", game.document)):
            took = microseconds(ask, where)
            row[f"{name}, µs"] = f"{statistics.median(took):.0f}"
            row[f"{name}, µs at most"] = f"{max(took):.0f}"
        rows.append(row)
    show(f"Facts of a position; {conditions()}", rows)


if __name__ == "__main__":
    main()
