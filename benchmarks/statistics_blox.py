"""Games of BLOX by seats: `python -m benchmarks.statistics_blox [--games N] [--purposeful N]`.

Random players draw every action evenly from the legal ones. Purposeful players look one action
ahead, in a world imagined from their own view, and take what is weighed best. Prints tables,
and JSON after them.
"""

import argparse
import json
from typing import Any, Final

import numpy as np

from benchmarks._report import conditions, show
from tourelle.core.chance import below, dice_from
from tourelle.core.compile import buffer, compiled
from tourelle.core.kernel import apply, blank, deal, features, imagine, is_over, legal_actions
from tourelle.core.layout import dtype_of
from tourelle.core.weights import numbers
from tourelle.games.blox.game import Blox
from tourelle.games.blox.position import ENDED_BY_LIMIT, Position

# What is counted in each game: a row of the buffer.
ACTIONS, CHOICES, MOST_CHOICES, ROUNDS, PHASE, LIMIT = range(6)
PHASE_ROUND: Final = 6  # the round in which phase 1 to 4 began, 0 for never
POINTS: Final = PHASE_ROUND + 5
COLUMNS: Final = POINTS + 4
SEED: Final = 1
DICE: Final = 2008
RANDOM, PURPOSEFUL = range(2)


@compiled
def best_action(
    arena: Any, actions: list[int], choices: int, dice: list[int], weights: Any, values: Any
) -> int:
    """Return the action of `arena[0]` after which its seat stands best in an imagined world."""
    seat = arena[0].to_move
    arena[1] = arena[0]
    blank(arena[1], seat)
    imagine(arena[1], seat, dice)
    best = actions[0]
    highest = -1e9
    for i in range(choices):
        arena[2] = arena[1]
        apply(arena[2], actions[i])
        features(arena[2], seat, values)
        worth = 0.0
        for feature in range(len(values)):
            worth += weights[feature] * values[feature]
        if worth > highest:
            highest = worth
            best = actions[i]
    return best


@compiled
def count_game(
    arena: Any,
    actions: list[int],
    dice: list[int],
    row: Any,
    players: int,
    weights: Any,
    values: Any,
) -> None:
    """Play the game of `arena[0]` and write what is counted into `row`."""
    pos = arena[0]
    while not is_over(pos):
        if row[PHASE_ROUND + pos.phase] == 0:
            row[PHASE_ROUND + pos.phase] = pos.round_number
        choices = legal_actions(pos, actions)
        row[ACTIONS] += 1
        row[CHOICES] += choices
        row[MOST_CHOICES] = max(row[MOST_CHOICES], choices)
        if players == RANDOM:
            apply(pos, actions[below(dice, choices)])
        else:
            apply(pos, best_action(arena, actions, choices, dice, weights, values))
    row[ROUNDS] = pos.round_number
    row[PHASE] = pos.phase
    row[LIMIT] = 1 if pos.ended == ENDED_BY_LIMIT else 0
    for seat in range(pos.seats):
        row[POINTS + seat] = pos.points[seat]


@compiled
def count_games(
    arena: Any,
    actions: list[int],
    dice: list[int],
    rows: Any,
    seed: int,
    players: int,
    weights: Any,
    values: Any,
) -> None:
    """Deal and count as many games as there are rows."""
    for game in range(len(rows)):
        deal(arena[0], seed + game)
        count_game(arena, actions, dice, rows[game], players, weights, values)


def statistics(seats: int, games: int, players: int) -> dict[str, Any]:
    """Return the figures for one number of seats."""
    game = Blox({"seats": seats})
    dice = dice_from(DICE)
    arena: Any = np.zeros(3, dtype_of(Position))
    arena[:] = game.setup(SEED)
    rows = np.zeros((games, COLUMNS), dtype=np.int64)
    weights, values = game.weights.row, numbers([0.0] * len(game.feature_names))
    count_games(arena, buffer(game.max_actions), dice, rows, SEED, players, weights, values)
    scores = rows[:, POINTS : POINTS + seats]
    phases = {
        f"ended in phase {phase}": _share(rows[:, PHASE] == phase)
        for phase in range(2 if seats == 2 else 1, 5)
    }
    return {
        "seats": seats,
        "actions": round(float(rows[:, ACTIONS].mean()), 1),
        "rounds": round(float(rows[:, ROUNDS].mean()), 1),
        "rounds 5-95 %": _span(rows[:, ROUNDS]),
        "ended by the round limit": _share(rows[:, LIMIT] == 1),
        **({"ended in phase 1": "-"} if seats == 2 else {}),
        **phases,
        **{f"phase {phase} from round": _began(rows, phase) for phase in (2, 3, 4)},
        "choices": round(float(rows[:, CHOICES].sum() / rows[:, ACTIONS].sum()), 1),
        "most choices": int(rows[:, MOST_CHOICES].max()),
        "points a seat": round(float(scores.mean()), 1),
        "points 5-95 %": _span(scores.ravel()),
        "winner's points": round(float(scores.max(axis=1).mean()), 1),
        "most points": int(scores.max()),
    }


def _began(rows: Any, phase: int) -> str:
    """Return the mean round in which a phase began, of the games that reached it."""
    rounds = rows[:, PHASE_ROUND + phase]
    return f"{rounds[rounds > 0].mean():.1f}" if (rounds > 0).any() else "-"


def _share(flags: Any) -> str:
    """Return how many of the games that is, in percent."""
    return f"{100 * float(flags.mean()):.1f} %"


def _span(values: Any) -> str:
    """Return the middle nine tenths."""
    low, high = np.percentile(values, [5, 95])
    return f"{low:.0f}-{high:.0f}"


def table(title: str, games: int, players: int) -> list[dict[str, Any]]:
    """Count games for every number of seats, and print them."""
    found = [statistics(seats, games, players) for seats in (2, 3, 4)]
    rows = [
        {"": key, **{f"{row['seats']} seats": str(row[key]) for row in found}}
        for key in found[0]
        if key != "seats"
    ]
    show(f"{games:,} {title}", rows)
    return found


def main() -> None:
    """Count the games and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="random games, by seats")
    parser.add_argument("--purposeful", type=int, default=1_000, help="purposeful games, by seats")
    chosen = parser.parse_args()
    report = {"conditions": conditions(), "random": table("random games", chosen.games, RANDOM)}
    if chosen.purposeful:
        report["purposeful"] = table("purposeful games", chosen.purposeful, PURPOSEFUL)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
