"""Nets made otherwise than `tourelle learn` makes them: what was tried to find stronger ones.

    python -m benchmarks.nets_tried play TITLE FOLDER --net FILE --bot BOT --seed S --chunks 0-99
    python -m benchmarks.nets_tried fit TITLE FILE --games FOLDER --chunks 10-73 150-171 [--nets 2]
    python -m benchmarks.nets_tried foretold TITLE --of FILE --games FOLDER --chunks 0-9
    python -m benchmarks.nets_tried mean TITLE FILE --of FILE FILE
    python -m benchmarks.nets_tried bytes TITLE FILE --of FILE
    python -m benchmarks.nets_tried speed TITLE --of FILE --games FOLDER
    python -m benchmarks.nets_tried time TITLE --bots BOT BOT

`play` lets a bot that asks a net, or weighs features, play games to learn from, 100 in a chunk;
chunks that are there stay. `fit` fits a net to some of them: by what the search foresaw too
(`--foreseen`), several seeds as one (`--nets`), without hidden units worth the name (`--width 1
--depth 1`). `foretold` tells how well nets foretell the games of other chunks. `mean` makes one net
that says the mean of what several say. `bytes` rounds each column of weights to 255 steps. `speed`
tells what one question costs, and what the first layer alone would cost with weights of a byte.
`time` tells the processor time a turn that bots take in the same positions, in turns: what is equal
there is equal in a match.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from benchmarks._report import conditions
from benchmarks.judges import asked
from tourelle.arena.processes import leave_with_parent, starting_processes
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.cli.learning import commit_here
from tourelle.core.compile import buffer, floats
from tourelle.core.game import AnyGame
from tourelle.games import TITLES, game_class
from tourelle.neural.artefact import Learnt, from_bytes, rules_of, to_bytes
from tourelle.search.net import FIRST, SAYS, SECOND, judge
from tourelle.training.fitting import Shape, array_module, fit, joined
from tourelle.training.rounds import CHUNK
from tourelle.training.selfplay import Chunk, chunk_file, pack_chunk, play_chunk, read_chunks

COARSE = ("first", "second", "last", "skip")
STEPS = 127  # of a weight in a byte, to each side of nothing
QUESTIONS = 200_000
Arrays = dict[str, Any]


def read(file: str) -> Learnt:
    """Return the net in a file."""
    return from_bytes(Path(file).read_bytes(), file)


def chunks_of(ranges: list[str]) -> list[int]:
    """Return the chunks that ranges such as `10-73` name, in their order."""
    ends = [tuple(map(int, each.split("-"))) for each in ranges]
    return [number for first, last in ends for number in range(first, last + 1)]


def command(given: argparse.Namespace) -> str:
    """Return what made a net, as its story tells it: what was given `--after`, then this."""
    words = [word for word in sys.argv[1:] if word not in ("--after", given.after)]
    here = f"python -m benchmarks.nets_tried {' '.join(words)}"
    return f"{given.after}; {here}" if given.after else here


def play(game: AnyGame, given: argparse.Namespace) -> None:
    """Play the games of some chunks that are not there yet."""
    folder, options = Path(given.file), {key: game.options[key] for key in game.options}
    folder.mkdir(parents=True, exist_ok=True)
    net = Path(given.net).read_bytes() if given.net else b""
    todo = [
        Chunk(game.title, options, given.bot, given.asks, net, given.seed, number, CHUNK)
        for number in chunks_of(given.chunks)
        if not chunk_file(folder, number).exists()
    ]
    if not todo:
        return
    play_chunk(replace(todo[0], games=1))  # compiled once
    with starting_processes():
        pool = get_context("spawn").Pool(given.jobs, leave_with_parent)
    with pool:
        for packed in pool.imap_unordered(pack_chunk, todo):
            packed.keep(folder)
            print(packed.number, packed.rows, flush=True)


def fit_net(game: AnyGame, given: argparse.Namespace) -> None:
    """Fit a net to the games of some chunks."""
    files = [chunk_file(Path(given.games), number) for number in chunks_of(given.chunks)]
    shape = Shape(
        given.width,
        given.depth,
        given.trace,
        given.nets,
        given.foreseen,
        given.batch,
        given.steps,
    )
    arrays, report = fit(read_chunks(files), shape, given.seed, array_module())
    report = {key: value for key, value in report.items() if key != "calibration"}
    story = {"command": command(given), "commit": commit_here(), "seed": given.seed, "gates": []}
    story |= {"games": CHUNK * len(files), "asks": given.asks, "report": report}
    names = game.input_names(game.seats)
    learnt = Learnt(game.title, game.seats, names, [rules_of(game)], arrays, story)
    Path(given.file).write_bytes(to_bytes(learnt))
    print(json.dumps(report))


def foretold(_game: AnyGame, given: argparse.Namespace) -> None:
    """Tell how well nets foretell who wins and with how many points, in games of some chunks."""
    rows = read_chunks([chunk_file(Path(given.games), n) for n in chunks_of(given.chunks)])
    told = rows["told"].astype(np.float32)
    for file in given.of:
        net = read(file).net(1)
        first = np.maximum(told @ net.first + net.first_bias, 0)
        second = np.maximum(first @ net.second + net.second_bias, 0)
        says = second @ net.last + told @ net.skip + net.bias
        seats = rows["share"].shape[1]
        chances = np.exp(says[:, :seats] - says[:, :seats].max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        loss = -(rows["share"] * np.log(chances.clip(1e-4))).sum(1).mean()
        off = np.sqrt(((says[:, seats:] - rows["points"]) ** 2).mean())
        print(f"{file}: log-loss {loss:.4f}, points off by {off:.2f}, {len(told)} rows")


def mean(_game: AnyGame, given: argparse.Namespace) -> None:
    """Write one net that says the mean of what several say."""
    nets = [read(file) for file in given.of]
    base = nets[0].arrays
    alike = [_as_told_to(net, base) for net in nets]
    arrays = joined(alike) | {"mean": base["mean"], "deviation": base["deviation"]}
    made_of = [dict(net.story) for net in nets]
    ways = [net.story["command"] for net in nets] + [command(given)]
    story = {**made_of[0], "command": "; ".join(ways), "commit": commit_here(), "of": made_of}
    Path(given.file).write_bytes(to_bytes(replace(nets[0], arrays=arrays, story=story)))


def _as_told_to(net: Learnt, base: Any) -> Arrays:
    """Return the arrays of a net for inputs brought to the mean and deviation of another one."""
    wide = {name: np.asarray(array, np.float64) for name, array in net.arrays.items()}
    centre = np.asarray(base["mean"], np.float64)
    stretch = np.asarray(base["deviation"], np.float64)
    for layer, bias in (("first", "first_bias"), ("skip", "bias")):
        plain = wide[layer] / wide["deviation"][:, None]
        wide[bias] = wide[bias] - wide["mean"] @ plain + centre @ plain
        wide[layer] = plain * stretch[:, None]
    return wide


def in_bytes(array: Any) -> tuple[Any, Any]:
    """Return weights as whole numbers from -127 to 127, and what one step of each column is."""
    wide = np.asarray(array, np.float64)
    step = np.abs(wide).max(0) / STEPS
    step[step == 0] = 1.0
    return np.round(wide / step).astype(np.int8), step


def rounded(_game: AnyGame, given: argparse.Namespace) -> None:
    """Write a net whose weights are those that fit into a byte each."""
    net = read(given.of[0])
    found = {name: in_bytes(net.arrays[name]) for name in COARSE}
    changed = {name: (whole * step).astype(np.float32) for name, (whole, step) in found.items()}
    Path(given.file).write_bytes(to_bytes(replace(net, arrays={**net.arrays, **changed})))


@njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def _asked(net: Any, told: Any, first: Any, second: Any, judged: Any, times: int) -> float:
    """Ask a net so often."""
    total = 0.0
    for k in range(times):
        judge(net, told[k % len(told)], first, second, judged)
        total += judged[0]
    return total


@njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def _first_layer(weights: Any, told: Any, sums: Any, times: int) -> float:
    """Add up the first layer so often, what is told row by row as the judge does."""
    total = 0.0
    for k in range(times):
        row = told[k % len(told)]
        sums[:] = 0
        for i in range(len(weights)):
            x = row[i]
            if x != 0:
                for j in range(len(sums)):
                    sums[j] += x * weights[i, j]
        total += sums[0]
    return total


def speed(_game: AnyGame, given: argparse.Namespace) -> None:
    """Tell what questions cost, the least of five times."""
    net = read(given.of[0]).net(1)
    told = read_chunks(sorted(Path(given.games).glob("*.npz"))[:1])["told"][:1000]
    floating = np.ascontiguousarray(told, np.float32)
    whole = np.clip(np.round(4 * floating), -STEPS, STEPS).astype(np.int32)  # most are small counts
    weights = in_bytes(net.first)[0]
    rooms = [floats(size, np.float32) for size in (FIRST, SECOND, SAYS)]
    width = len(net.first_bias)
    asked: list[tuple[str, Callable[[int], float]]] = [
        ("a question", lambda times: float(_asked(net, floating, *rooms, times))),
        (
            "its first layer, 32 bits",
            lambda times: float(
                _first_layer(net.first, floating, np.zeros(width, np.float32), times)
            ),
        ),
        (
            "its first layer, bytes",
            lambda times: float(_first_layer(weights, whole, np.zeros(width, np.int32), times)),
        ),
    ]
    for name, ask in asked:
        ask(10)
        least = min(_took(ask) for _ in range(5))
        print(f"{name}: {1e9 * least / QUESTIONS:.0f} ns")


def _took(ask: Callable[[int], float]) -> float:
    """Return the processor time of QUESTIONS questions."""
    began = time.process_time()
    ask(QUESTIONS)
    return time.process_time() - began


def time_turns(game: AnyGame, given: argparse.Namespace) -> None:
    """Tell the processor time a turn of each bot."""
    bots = [named(text) for text in given.bots]
    spent, dice = [0.0] * len(bots), buffer(1)
    for number, deal, view, seat in asked(game, given.positions):
        for place in range(len(bots)):
            at = (place + number) % len(bots)
            bot = bots[at]
            assert isinstance(bot, Thinker)
            dice[0], began = deal + 1, time.process_time()
            bot.findings(game, view, seat, dice)
            spent[at] += (time.process_time() - began) if number else 0.0
    for text, took in zip(given.bots, spent, strict=True):
        print(f"{took / given.positions:.4f} s a turn, {took / spent[0]:.3f} times: {text}")


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    what = {"play": play, "fit": fit_net, "foretold": foretold, "mean": mean, "bytes": rounded}
    what |= {"speed": speed, "time": time_turns}
    parser.add_argument("what", choices=what)
    parser.add_argument("title", choices=TITLES)
    parser.add_argument("file", nargs="?", default="", help="to write: a net, a folder of games")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--of", nargs="+", default=[], help="files of nets")
    parser.add_argument("--games", default="", help="the folder of games")
    parser.add_argument("--chunks", nargs="+", default=["0-99"], help="of games: first-last")
    parser.add_argument("--after", default="", help="the command that was run before, for a story")
    parser.add_argument("--net", default="", help="that plays the games; none: features")
    parser.add_argument("--bot", default="deep:work=3000:seconds=0:root_share=0.5:arms=12")
    parser.add_argument("--bots", nargs="+", default=[])
    parser.add_argument("--asks", default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--depth", type=int, default=32)
    parser.add_argument("--nets", type=int, default=1)
    parser.add_argument("--trace", type=float, default=0.8)
    parser.add_argument("--foreseen", type=float, default=0.5)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=2000)
    given = parser.parse_args()
    wishes = dict(wish.split("=", 1) for wish in given.option)
    game = game_class(given.title)({"seats": given.seats, **wishes})
    print(conditions())
    what[given.what](game, given)


if __name__ == "__main__":
    main()
