"""The same kernels on a GPU: batches of games step by step, and random games to their end.

    python3 dev.py bench gpu
    python3 dev.py bench gpu --titles torres --sizes 262144 --seconds 2 --json gpu.json

A step of a batch draws a legal action in each of its games, plays it and lists what is legal then;
with masks it brings those up to date, with observations it writes what the seat to move sees. The
actions are drawn on the GPU as well. Random games are compared with one core of the same machine.
Needs an NVIDIA GPU and the package numba-cuda; says so where there is none.
"""

import argparse
import json
from functools import cache, partial
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks._report import conditions, show, timed, write_json
from benchmarks.engine import Runner, label, option_sets
from tourelle.batch import Batch
from tourelle.core import gpu, playouts
from tourelle.core.chance import below
from tourelle.core.layout import dtype_of
from tourelle.games import TITLES, game_class

THREADS = 128
WARM = 150
"""Steps before measuring, so that games are at all stages."""
MEASURES = (("lists", False, False), ("masks", True, False), ("masks, observations", True, True))


@cache
def picking() -> Any:
    """Return the kernel that draws a legal action in every game."""
    cuda = gpu.cuda()

    def pick(legal: Any, counts: Any, dice: Any, actions: Any) -> None:
        row = cuda.grid(1)
        if row < len(counts):
            actions[row] = legal[row, below(dice[row], counts[row])]

    return cuda.jit(pick)


@cache
def playing() -> Any:
    """Return the kernel that plays random games in every thread."""
    cuda = gpu.cuda()

    def play(positions: Any, actions: Any, dice: Any, tally: Any, games: int) -> None:
        i = cuda.grid(1)
        if i < positions.shape[0]:
            dice[i][0] = i
            playouts.play_games(positions[i], actions[i], dice[i], tally[i], games, i * games)

    return cuda.jit(play)


def blocks(threads: int) -> int:
    """Return how many blocks hold so many threads."""
    return -(-threads // THREADS)


def batches(title: str, size: int, seconds: float) -> list[dict[str, Any]]:
    """Return the steps a second of a batch of two seats, and how long its kernels compiled."""
    cuda = gpu.cuda()
    began = perf_counter()
    batch: Any = Batch(title, size, device="cuda", seats=2)
    batch.reset(np.arange(size))
    dice = cuda.to_device(np.arange(size, dtype=np.int64).reshape(size, 1))
    actions = cuda.to_device(np.zeros(size, np.int64))
    pick = picking()[blocks(size), THREADS]

    def step() -> None:
        pick(batch.legal, batch.counts, dice, actions)
        batch.step(actions)

    step()
    cuda.synchronize()
    compiled = perf_counter() - began
    for _ in range(WARM):
        step()
    rows = []
    for what, masks, observations in MEASURES:
        if masks:
            batch.legal_mask()
        if observations:
            batch.observe()
        cuda.synchronize()
        steps, began = 0, perf_counter()
        while perf_counter() - began < seconds:
            step()
            if observations:
                batch.observe()
            steps += size
        cuda.synchronize()
        rate = steps / (perf_counter() - began)
        rows.append({"game": title, "games": size, "with": what, "million steps/s": rate / 1e6})
        rows[-1] |= {"first step, s": compiled}
    return rows


def random_games(title: str, options: dict[str, Any], threads: int, games: int) -> dict[str, Any]:
    """Play `games` games in each of many threads; return the best of three launches."""
    cuda = gpu.cuda()
    game = game_class(title)(options)
    start = np.zeros(threads, dtype_of(game.position_class))
    start[:] = game.empty()
    positions = cuda.to_device(start)
    actions = cuda.device_array((threads, game.max_actions), np.int64)
    dice = cuda.to_device(np.zeros((threads, 1), np.int64))
    launch = playing()[blocks(threads), THREADS]
    rates = []
    for _ in range(4):  # the first launch compiles
        tally = cuda.to_device(np.zeros((threads, 2), np.int64))

        def play(tally: Any) -> None:
            launch(positions, actions, dice, tally, games)
            cuda.synchronize()

        took = timed(partial(play, tally))
        steps = int(tally.copy_to_host()[:, 0].sum())
        rates.append((threads * games / took, steps / took))
    games_rate, actions_rate = max(rates[1:])
    core = Runner(title, options).measure(0.5)
    row = {"game": title, "options": label(options), "seats": options["seats"]}
    row |= {"games/s": games_rate, "actions/s": actions_rate}
    return row | {"x one core": games_rate / core["games/s"]}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--titles", nargs="*", default=list(TITLES))
    parser.add_argument("--sizes", type=int, nargs="*", default=[65536], help="of batches")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a stretch with a batch")
    parser.add_argument("--threads", type=int, default=32768, help="for random games")
    parser.add_argument("--games", type=int, default=10, help="a thread; 0: no random games")
    parser.add_argument("--json", help="file for the report")
    chosen = parser.parse_args()
    if reason := gpu.unavailable():
        print(f"gpu: nothing measured: {reason}")
        return
    stepped, played = [], []
    for title in chosen.titles:
        for size in chosen.sizes:
            stepped += batches(title, size, chosen.seconds)
            print(json.dumps(stepped[-len(MEASURES) :]), flush=True)
        for options in option_sets(title) if chosen.games else ():
            played.append(random_games(title, options, chosen.threads, chosen.games))
            print(json.dumps(played[-1]), flush=True)
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    write_json(chosen.json, {"batches": stepped, "games": played})
    show("Steps of batches on a GPU, two seats", stepped)
    if played:
        show("Random games on a GPU", played)


if __name__ == "__main__":
    main()
