"""Random games through batches and environments: steps a second, beside others' environments.

    python3 dev.py bench research
    pip install --target FOLDER pygame-ce chess pgx  # then, with PYTHONPATH=FOLDER, the same

A step of an environment asks for the last observation with its mask, draws a legal action and plays
it. A step of a batch plays one action in one game. All are measured in turns, in one process, by
the time that the processor spent on them; a batch on several threads (`--threads`) by the clock.
Environments are measured where the extra `research` is installed (`dev.py test` installs it),
PettingZoo's classics where pygame and chess are, and pgx's games, in batches of as many, where that
is: drawing an action, the next states, their masks and observations are one compiled function.
"""

import argparse
import random
import statistics
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Any

import numpy as np

from benchmarks._report import conditions, show, timed, write_json
from tourelle.batch import Batch
from tourelle.games import TITLES

SEATS = 2
SIZE = 1024
ROUNDS = 7
REPEATS = 200
CLASSICS = ("connect_four_v3", "chess_v6")
PGX = ("connect_four", "hex", "backgammon", "chess")
SPIELS = ("connect_four", "chess", "backgammon", "hex")

Runner = Callable[[float], float]
"""Runs for about so many seconds; returns the steps a second."""


def batch_runner(title: str, threads: int, masks: bool, observations: bool) -> Runner:
    """Return what plays random games in a batch."""
    batch = Batch(title, SIZE, threads=threads, seats=SEATS)
    batch.reset(range(SIZE))
    dice = np.random.default_rng(1)  # noqa: TID251 (not the rules' chance)
    rows = np.arange(SIZE)
    clock = process_time if threads == 1 else perf_counter
    seen = batch.observe() if observations else None
    if masks:
        batch.legal_mask()

    def step() -> None:
        picks = (dice.random(SIZE) * batch.counts).astype(np.int64)
        batch.step(batch.legal[rows, picks])
        if observations:
            batch.observe(out=seen)

    def run(seconds: float) -> float:
        steps, began = 0, clock()
        while clock() - began < seconds:
            step()
            steps += SIZE
        return steps / (clock() - began)

    for _ in range(300):  # compiled, warm, and games at all stages
        step()
    return run


def agent_runner(make: Callable[[], Any]) -> Runner:
    """Return what plays random games through a PettingZoo environment."""
    env, dice = make(), random.Random(1)

    def run(seconds: float) -> float:
        steps, began, seed = 0, process_time(), 1
        while process_time() - began < seconds:
            env.reset(seed=seed)
            seed += 1
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].view(bool).nonzero()[0]
                env.step(int(legal[int(dice.random() * len(legal))]))
                steps += 1
        return steps / (process_time() - began)

    return run


def spiel_runner(name: str) -> Runner:
    """Return what plays random games of OpenSpiel from Python, without observations."""
    game: Any = import_module("pyspiel").load_game(name)
    dice = random.Random(1)

    def run(seconds: float) -> float:
        steps, began = 0, process_time()
        while process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(dice.random() * len(actions))])
                steps += 1
        return steps / (process_time() - began)

    return run


def pgx_runner(name: str) -> Runner:
    """Return what plays random games of pgx in a batch on the CPU."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    again: Any = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def turn(state: Any, key: Any) -> Any:
        key, drawn, played = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(drawn, logits, axis=-1)
        return jax.vmap(again)(state, actions, jax.random.split(played, SIZE)), key

    step, key = jax.jit(turn), jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, SIZE))
    for _ in range(100):
        state, key = step(state, key)

    def run(seconds: float) -> float:
        nonlocal state, key
        steps, began = 0, process_time()
        while process_time() - began < seconds:
            state, key = step(state, key)
            jax.block_until_ready(state)
            steps += SIZE
        return steps / (process_time() - began)

    return run


def seat_runner(title: str) -> Runner:
    """Return what plays random games against random opponents through Gymnasium."""
    env = import_module("tourelle.research.gymnasium").SeatEnv(title, seats=SEATS)
    dice = random.Random(1)

    def run(seconds: float) -> float:
        steps, began, seed = 0, process_time(), 1
        while process_time() - began < seconds:
            observation, _ = env.reset(seed=seed)
            seed, over = seed + 1, False
            while not over:
                legal = observation["action_mask"].view(bool).nonzero()[0]
                action = int(legal[int(dice.random() * len(legal))])
                observation, _, over, _, _ = env.step(action)
                steps += 1
        return steps / (process_time() - began)

    return run


def runners(threads: int) -> dict[tuple[str, str], Runner]:
    """Return everything that is measured."""
    found: dict[tuple[str, str], Runner] = {}
    for title in TITLES:
        for cores in sorted({1, threads}):
            for masks, observations, what in (
                (False, False, "lists"),
                (True, False, "masks"),
                (True, True, "masks, observations"),
            ):
                name = f"batch, {cores} thread{'s' * (cores > 1)}, {what}"
                found[title, name] = batch_runner(title, cores, masks, observations)
        if find_spec("pettingzoo"):
            ours = import_module("tourelle.research.pettingzoo")
            found[title, "PettingZoo"] = agent_runner(partial(ours.env, title, seats=SEATS))
        if find_spec("gymnasium"):
            found[title, "Gymnasium, random opponents"] = seat_runner(title)
        if find_spec("pyspiel"):
            import_module("tourelle.research.openspiel")
            found[title, "OpenSpiel"] = spiel_runner(f"tourelle_{title}(seats={SEATS})")
    if all(map(find_spec, ("pettingzoo", "pygame", "chess"))):
        for name in CLASSICS:
            theirs = import_module(f"pettingzoo.classic.{name}")
            found[name, "PettingZoo"] = agent_runner(theirs.env)
    if find_spec("pyspiel"):
        found |= {(name, "OpenSpiel"): spiel_runner(name) for name in SPIELS}
    if find_spec("pgx"):
        found |= {(name, "pgx"): pgx_runner(name) for name in PGX}
    return found


def repeat(work: Callable[[], object]) -> None:
    """Do something so often that a clock can measure it."""
    for _ in range(REPEATS):
        work()


def mask_costs() -> list[dict[str, Any]]:
    """Return what one fresh mask and one observation of an environment cost, in microseconds."""
    single = import_module("tourelle.research.single").Single
    rows = []
    for title in TITLES:
        game = single(Batch(title, 1, seats=SEATS).game)
        game.reset(1)
        costs = {"game": title, "actions": game.actions, "numbers seen": len(game.observation(0))}
        for name, work in (("mask", game.mask), ("observation", partial(game.observation, 0))):
            timings = [timed(partial(repeat, work)) for _ in range(ROUNDS)]
            costs[f"{name}, us"] = 1e6 * statistics.median(timings) / REPEATS
        rows.append(costs)
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="a stretch; there are seven")
    parser.add_argument("--threads", type=int, default=1, help="for batches, beside one")
    parser.add_argument("--json", help="file for the report")
    given = parser.parse_args()
    measured = runners(given.threads)
    for run in measured.values():
        run(0.01)  # compiled and warm
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in measured}
    for _ in range(ROUNDS):
        for key, run in measured.items():
            rates[key].append(run(given.seconds))
    rows = [
        {"game": game, "through": way, "steps/s": statistics.median(rates[game, way])}
        for game, way in measured
    ]
    costs = mask_costs()
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    show("Steps a second, two seats, medians of seven stretches in turns", rows)
    show("What an environment pays for each step", costs)
    write_json(given.json, {"research": rows, "costs": costs})


if __name__ == "__main__":
    main()
