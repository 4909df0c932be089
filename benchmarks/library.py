"""Random games from a Python loop: steps a second, beside OpenSpiel where that is installed.

    python3 dev.py bench library
    pip install --target FOLDER open_spiel && PYTHONPATH=FOLDER python3 dev.py bench library

A step asks for the legal actions and plays one of them. `push` checks it, `apply` trusts it. All
are measured in turns, in one process, by the time that the processor spent on them.
"""

import argparse
import random
import statistics
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

import tourelle
from benchmarks._report import conditions, show, write_json
from tourelle.games import TITLES, game_class

SEATS = 2
ROUNDS = 7
OTHERS = ("chess", "connect_four", "backgammon", "hex")

Steps = Callable[[int, random.Random], int]


def ours(title: str, way: str) -> Steps:
    """Play one game from the public object; return how many steps it took."""

    def play(seed: int, dice: random.Random) -> int:
        play = tourelle.start(title, seats=SEATS, seed=seed)
        step = getattr(play, way)
        while not play.is_over:
            actions = play.legal_actions()
            step(actions[int(dice.random() * len(actions))])
        return len(play)

    return play


def on_positions(title: str, way: str) -> Steps:
    """Play one game on a bare position, without a past; return how many steps it took."""
    game = game_class(title)({"seats": SEATS})

    def play(seed: int, dice: random.Random) -> int:
        position, steps, step = game.setup(seed), 0, getattr(game, way)
        while not game.is_over(position):
            actions = game.legal_actions(position)
            step(position, actions[int(dice.random() * len(actions))])
            steps += 1
        return steps

    return play


def theirs(name: str) -> Steps:
    """Play one of OpenSpiel's games; return how many steps it took."""
    game: Any = import_module("pyspiel").load_game(name)

    def play(seed: int, dice: random.Random) -> int:  # noqa: ARG001 (its chance is the dice's)
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(dice.random() * len(actions))])
            steps += 1
        return steps

    return play


def rate(play: Steps, seconds: float, seed: int) -> float:
    """Return the steps a second of processor time over a stretch of whole games."""
    dice, steps, began = random.Random(seed), 0, process_time()
    while process_time() - began < seconds:
        steps += play(seed, dice)
        seed += 1
    return steps / (process_time() - began)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="a stretch; there are seven")
    parser.add_argument("--json", help="file for the report")
    given = parser.parse_args()
    players: dict[tuple[str, str], Steps] = {}
    for title in TITLES:
        players[title, "Play.push"] = ours(title, "push")
        players[title, "Play.apply"] = ours(title, "apply")
        players[title, "Game.play"] = on_positions(title, "play")
        players[title, "Game.apply"] = on_positions(title, "apply")
    if find_spec("pyspiel"):
        players |= {(name, "OpenSpiel"): theirs(name) for name in OTHERS}
    for play in players.values():
        play(0, random.Random(0))  # compiled and warm
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in players}
    for number in range(ROUNDS):
        for key, play in players.items():
            rates[key].append(rate(play, given.seconds, 1000 * number))
    rows = [
        {"game": game, "way": way, "steps/s": statistics.median(rates[game, way])}
        for game, way in players
    ]
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    show("Steps a second from Python, two seats, medians of seven stretches in turns", rows)
    write_json(given.json, {"library": rows})


if __name__ == "__main__":
    main()
