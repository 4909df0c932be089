"""States weighed a second by the searches of every title, on one thread and on two.

    python -m benchmarks.search [--seconds S] [--positions N] [--json FILE]

Positions come from the middle of games between `turn` bots. The beam alone is `turn` with a wide
beam; the tree is `deep`. Figures are medians over the positions.
"""

import argparse
import statistics
from dataclasses import replace
from typing import Any

from benchmarks._report import conditions, show, write_json
from tourelle.bots import BOTS
from tourelle.bots.presets import DEEP, TURN
from tourelle.bots.thinking import SearchSettings, think
from tourelle.core.chance import dice_from
from tourelle.core.game import Game
from tourelle.games import game_class

CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("torres", {"cards": "none"}),
    ("torres", {"preset": "classic"}),
    ("torres", {"preset": "modern"}),
    ("torres", {"preset": "master"}),
    ("blox", {}),
    ("castellan", {}),
)
WIDE = 128


def positions(game: Game[Any], count: int) -> list[Any]:
    """Return positions from the middle of games, before a turn."""
    found = []
    for seed in range(count):
        position, dice = game.setup(seed), dice_from(seed)
        for _ in range(8 + 2 * (seed % 4)):
            seat = game.to_move(position)
            if seat is None:
                break
            for action in BOTS["turn"].turn(game, game.view(position, seat), seat, dice):
                game.apply(position, action)
        found.append(position)
    return found


def speed(game: Game[Any], where: list[Any], settings: SearchSettings) -> float:
    """Return the median of the states weighed a second."""
    speeds = []
    for number, position in enumerate(where):
        seat = game.to_move(position)
        if seat is None:
            continue
        dice = dice_from(number)
        found = think(game, game.view(position, seat), seat, dice, settings)
        speeds.append(found.work / found.seconds)
    return statistics.median(speeds)


def row(title: str, options: dict[str, Any], seats: int, given: argparse.Namespace) -> Any:
    """Return the figures of one title."""
    game = game_class(title)({**options, "seats": seats})
    where = positions(game, given.positions)
    beam = replace(TURN[title], width=WIDE, worlds=1)
    one = replace(DEEP[title], seconds=given.seconds)
    two = replace(one, threads=2)
    speed(game, where[:1], replace(two, seconds=0.1))  # loads what is compiled
    alone, together = speed(game, where, one), speed(game, where, two)
    return {
        "title": title,
        "options": ", ".join(f"{key}: {value}" for key, value in options.items()),
        "seats": seats,
        "beam, states/s": speed(game, where, beam),
        "tree, states/s": alone,
        "two threads": together,
        "times one": together / alone,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--json")
    given = parser.parse_args()
    rows = [row(title, options, 2, given) for title, options in CASES]
    rows += [row(title, options, 4, given) for title, options in (CASES[0], CASES[4], CASES[5])]
    show("states weighed a second", rows)
    print(conditions())
    write_json(given.json, {"rows": rows})


if __name__ == "__main__":
    main()
