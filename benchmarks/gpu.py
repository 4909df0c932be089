"""The same kernels on a GPU: random games, thousands at a time, against one CPU core.

    python3 dev.py bench gpu
    python3 dev.py bench gpu --titles torres --threads 32768 --json gpu.json

Needs an NVIDIA GPU and the package numba-cuda; says so where there is none.
"""

import argparse
import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

CPU_MEASURE = (
    "import json,sys;from benchmarks.engine import Runner;"
    "print(json.dumps(Runner(sys.argv[1],json.loads(sys.argv[2])).measure(0.5)))"
)


def unavailable() -> str:
    """Return why there is no GPU to measure on, or nothing."""
    try:
        from numba import cuda

        return "" if cuda.is_available() else "no CUDA device was found"
    except Exception as trouble:  # whatever is broken in a driver, the answer is the same
        return str(trouble)


def on_cpu(title: str, options: dict[str, Any]) -> dict[str, Any]:
    """Measure one CPU core of this machine, in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-c", CPU_MEASURE, title, json.dumps(options)],
        env={**os.environ, "TOURELLE_MACHINE": "cpu"},
        capture_output=True,
        text=True,
        check=True,
    )
    measured: dict[str, Any] = json.loads(answer.stdout)
    return measured


@cache
def kernel_of(title: str) -> Any:
    """Return the kernel that plays random games of a title in every thread."""
    from numba import cuda

    from tourelle.core import playouts
    from tourelle.games import game_class

    game_class(title)

    def play_in_thread(positions: Any, actions: Any, dice: Any, tally: Any, games: int) -> None:
        i = cuda.grid(1)
        if i < positions.shape[0]:
            dice[i][0] = i
            playouts.play_games(positions[i], actions[i], dice[i], tally[i], games, i * games)

    return cuda.jit(play_in_thread)


def on_gpu(title: str, options: dict[str, Any], threads: int, games: int) -> dict[str, Any]:
    """Play `games` games in each of many threads; return the best of three launches."""
    import numpy as np
    from numba import cuda

    from benchmarks._report import timed
    from tourelle.core.layout import dtype_of
    from tourelle.games import game_class

    game = game_class(title)(options)
    start = np.zeros(threads, dtype_of(game.position_class))
    start[:] = game.empty()
    positions = cuda.to_device(start)
    actions = cuda.device_array((threads, game.max_actions), np.int64)
    dice = cuda.to_device(np.zeros((threads, 1), np.int64))
    launch = kernel_of(title)[(threads + 127) // 128, 128]
    rates = []
    for _ in range(4):  # the first launch compiles
        tally = cuda.to_device(np.zeros((threads, 2), np.int64))

        def play(tally: Any = tally) -> None:
            launch(positions, actions, dice, tally, games)
            cuda.synchronize()

        took = timed(play)
        steps = int(tally.copy_to_host()[:, 0].sum())
        rates.append((threads * games / took, steps / took))
    games_rate, actions_rate = max(rates[1:])
    return {"games/s": games_rate, "actions/s": actions_rate}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--titles", nargs="*", default=["torres", "blox", "castellan"])
    parser.add_argument("--threads", type=int, default=32768)
    parser.add_argument("--games", type=int, default=10, help="a thread")
    parser.add_argument("--json", help="file for the report")
    chosen = parser.parse_args()
    if reason := unavailable():
        print(f"gpu: nothing measured: {reason}")
        return
    os.environ["TOURELLE_MACHINE"] = "gpu"
    from benchmarks._report import conditions, show, write_json
    from benchmarks.engine import label, option_sets

    rows = []
    for title in chosen.titles:
        for options in option_sets(title):
            core = on_cpu(title, options)
            card = on_gpu(title, options, chosen.threads, chosen.games)
            row = {"game": title, "options": label(options), "seats": options["seats"], **card}
            row |= {"x one core": card["games/s"] / core["games/s"]}
            rows.append(row)
            print(json.dumps(row), flush=True)
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    write_json(chosen.json, {"gpu": rows})
    show("Random games on a GPU", rows)


if __name__ == "__main__":
    main()
