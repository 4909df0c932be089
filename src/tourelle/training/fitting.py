"""A net fitted to games: gradient steps on the chances of all seats and on their points.

Written for NumPy; where CuPy and a GPU are there, the same lines run on it. The batches are drawn
from the seed on the CPU, so both see the same ones.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from tourelle.training.selfplay import Rows

BATCH: Final = 16384
EPOCHS: Final = 12
LEAST_STEPS, MOST_STEPS = 600, 4000
RATE: Final = 4e-3  # of learning, at its highest
DECAY: Final = 1e-3
POINTS_WEIGHT: Final = 0.5  # of what is wrong about points, beside what is wrong about chances
HELD_OUT: Final = 10  # one game in so many is kept for the report
RARE: Final = 0.02  # an input that deviates less is told as if it deviated that much
BINS: Final = 10
PHASES: Final = 3

Array = Any
"""An array of NumPy, or of CuPy where there is a GPU: both have the same functions."""
Library = Any
"""NumPy or CuPy itself."""
Arrays = dict[str, Array]
Tell = Callable[[int, int], object]


def array_module() -> Library:
    """Return CuPy where it finds a GPU, otherwise NumPy."""
    try:
        cupy = import_module("cupy")
        if cupy.cuda.runtime.getDeviceCount() > 0:
            return cupy
    except Exception:  # CuPy is missing, or has no driver to speak to: each fails in its own way
        return np
    return np


@dataclass(frozen=True)
class Shape:
    """What is fitted: so many hidden units, and how far ahead a row's goal lies."""

    width: int
    depth: int
    trace: float = 1.0
    """Lambda of TD(lambda). 1: a row learns how its game ended. Less: a second net is fitted, each
    of whose rows learns mostly what the first one says of the rows that followed: one game ends
    one way by much luck, and says less of a position than all that are like what came next."""
    nets: int = 1
    """So many are fitted, from other first guesses and other batches, and asked as one that says
    the mean of them: what one of them overrates the others mostly don't."""
    foreseen: float = 0.0
    """So much of a goal that looks ahead is what the search foresaw at its row, where it did."""
    batch: int = BATCH
    steps: int = 0
    """Of each fit; 0: as many as the rows ask for."""


def fit(
    rows: Rows, shape: Shape, seed: int, xp: Library = np, tell: Tell = lambda *_: None
) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays of a net, and a report on games held out."""
    began = time.perf_counter()
    held = rows["game"] % HELD_OUT == 0
    if held.all() or not held.any():
        held = np.arange(len(held)) % HELD_OUT == 0
    told = xp.asarray(rows["told"])
    middle, reach = _measured(rows["points"][~held])
    mean, deviation = _spread(rows["told"][~held])
    usable = deviation > 0
    scale = np.where(usable, np.maximum(deviation, RARE), 1.0).astype(np.float32)
    centre, stretch = xp.asarray(mean), xp.asarray(usable / scale)

    def seen(chosen: Array) -> Array:
        return (told[chosen].astype(xp.float32) - centre) * stretch

    def said(nets: list[Arrays], which: Array) -> Array:
        parts = np.array_split(which, 1 + len(which) // 100_000)
        return np.concatenate([_numpy(_all_say(nets, seen(xp.asarray(p)), xp)) for p in parts])

    trained = np.flatnonzero(~held)
    asked = EPOCHS * math.ceil(len(trained) / shape.batch)
    steps = shape.steps or min(MOST_STEPS, max(LEAST_STEPS, asked))
    passes = 1 if shape.trace == 1 else 2
    chance = np.random.default_rng(seed)  # noqa: TID251 (no game: batches of millions of rows)
    goals = rows["share"], (rows["points"] - middle) / reach
    reports = []
    for number in range(passes):
        share, points = (xp.asarray(goal, dtype=xp.float32) for goal in goals)
        nets = []
        for member in range(shape.nets):
            net = _start(told.shape[1], shape.width, shape.depth, 2 * share.shape[1], chance, xp)
            slow = {name: xp.zeros_like(array) for name, array in net.items()}
            wide = {name: xp.zeros_like(array) for name, array in net.items()}
            for step in range(steps):
                drawn = chance.integers(len(trained), size=min(shape.batch, len(trained)))
                chosen = xp.asarray(trained[drawn])
                slopes = _slopes(net, seen(chosen), share[chosen], points[chosen], xp)
                _move(net, slopes, slow, wide, step, _rate(step, steps), xp)
                done = (number * shape.nets + member) * steps + step + 1
                tell(done, passes * shape.nets * steps)
            nets.append(net)
        out = said(nets, np.flatnonzero(held))
        reports.append(_report(out, {name: rows[name][held] for name in rows}, middle, reach))
        if number + 1 < passes:
            goals = looking_ahead(rows, goals, said(nets, np.arange(len(held))), shape.trace)
            if shape.foreseen:
                goals = with_foreseen(rows, goals, shape.foreseen, middle, reach)
    kept = joined([{name: _numpy(array) for name, array in net.items()} for net in nets])
    kept["first"] *= usable[:, None]
    kept["skip"] *= usable[:, None]
    report = reports[-1] | {"rows": len(trained), "steps": passes * steps, "machine": xp.__name__}
    if passes > 1:
        report["log_loss_before"] = reports[0]["log_loss"]
    report["seconds"] = round(time.perf_counter() - began, 1)
    return _in_points(kept, mean, scale, middle, reach), report


def joined(nets: Sequence[Arrays]) -> Arrays:
    """Return one net that says the mean of what several say, each of them of so many units."""
    count, depth = len(nets), len(nets[0]["second_bias"])
    width = len(nets[0]["first_bias"])
    second = np.zeros((count * width, count * depth), np.float32)
    for k, net in enumerate(nets):
        second[k * width : (k + 1) * width, k * depth : (k + 1) * depth] = net["second"]
    return {
        "first": np.concatenate([net["first"] for net in nets], 1),
        "first_bias": np.concatenate([net["first_bias"] for net in nets]),
        "second": second,
        "second_bias": np.concatenate([net["second_bias"] for net in nets]),
        "last": np.concatenate([net["last"] for net in nets]) / np.float32(count),
        "skip": np.mean([net["skip"] for net in nets], 0),
        "bias": np.mean([net["bias"] for net in nets], 0),
    }


def looking_ahead(
    rows: Rows, goals: tuple[Array, Array], out: Array, trace: float
) -> tuple[Array, Array]:
    """Return what every row should say, shares and points: TD(lambda) with what a net says of all.

    The last row of a game learns how it ended, one before it what the next row says, and, by
    `trace`, what that one learns.
    """
    seats = goals[0].shape[1]
    says = _chances(out[:, :seats], np), out[:, seats:]
    turned = (np.arange(seats)[None, :] - rows["mover"][:, None]) % seats  # by seat, not from mover
    ends = np.flatnonzero(np.append(rows["game"][1:] != rows["game"][:-1], True))
    lengths = np.diff(ends, prepend=-1)
    found = []
    for goal, said in zip(goals, says, strict=True):
        by_seat = np.take_along_axis(goal, turned, 1).astype(np.float32)
        said_by_seat = np.take_along_axis(said, turned, 1)
        for back in range(1, int(lengths.max())):
            here = ends[lengths > back] - back
            later = trace * by_seat[here + 1] + (1 - trace) * said_by_seat[here + 1]
            by_seat[here] = later
        back_again = (np.arange(seats)[None, :] + rows["mover"][:, None]) % seats
        found.append(np.take_along_axis(by_seat, back_again, 1))
    return found[0], found[1]


def with_foreseen(
    rows: Rows, goals: tuple[Array, Array], weight: float, middle: float, reach: float
) -> tuple[Array, Array]:
    """Return goals that go by the search as well: by what it saw ahead, not how one game went.

    How a game ended is no guess: its last row learns that alone.
    """
    seats, foresaw = goals[0].shape[1], rows["foresaw"]
    last = np.append(rows["game"][1:] != rows["game"][:-1], True)
    these = ~np.isnan(foresaw).any(1) & ~last
    seen = foresaw[these, :seats], (foresaw[these, seats:] - middle) / reach
    mixed = []
    for goal, here in zip(goals, seen, strict=True):
        both = goal.copy()
        both[these] = (1 - weight) * goal[these] + weight * here
        mixed.append(both)
    return mixed[0], mixed[1]


def _measured(points: Array) -> tuple[float, float]:
    """Return the mean of points and their deviation, at least one."""
    return float(points.mean()), max(1.0, float(points.std()))


def _spread(told: Array) -> tuple[Array, Array]:
    """Return mean and deviation of each input; 0 for one that is always the same."""
    total, squares = np.zeros(told.shape[1]), np.zeros(told.shape[1])
    for part in np.array_split(told, 1 + len(told) // 100_000):
        wide = part.astype(np.float64)
        total += wide.sum(0)
        squares += (wide * wide).sum(0)
    mean = total / len(told)
    deviation = np.sqrt(np.maximum(0.0, squares / len(told) - mean * mean))
    deviation[deviation < 1e-6] = 0.0
    return mean.astype(np.float32), deviation.astype(np.float32)


def _start(
    told: int,
    width: int,
    depth: int,
    says: int,
    chance: np.random.Generator,  # noqa: TID251 (no game: batches of millions of rows)
    xp: Library,
) -> Arrays:
    """Return the first guess: small weights, and nothing that goes past the layers."""

    def drawn(rows: int, *shape: int) -> Array:
        reach = 1 / math.sqrt(rows)
        return xp.asarray(chance.uniform(-reach, reach, shape).astype(np.float32))

    return {
        "first": drawn(told, told, width),
        "first_bias": drawn(told, width),
        "second": drawn(width, width, depth),
        "second_bias": drawn(width, depth),
        "last": drawn(depth, depth, says),
        "skip": xp.zeros((told, says), xp.float32),
        "bias": xp.zeros(says, xp.float32),
    }


def _forward(net: Arrays, x: Array, xp: Library) -> tuple[Array, Array, Array]:
    """Return what the net says, and its hidden units."""
    first = xp.maximum(x @ net["first"] + net["first_bias"], 0)
    second = xp.maximum(first @ net["second"] + net["second_bias"], 0)
    return second @ net["last"] + x @ net["skip"] + net["bias"], first, second


def _all_say(nets: Sequence[Arrays], x: Array, xp: Library) -> Array:
    """Return the mean of what nets say."""
    return sum(_forward(net, x, xp)[0] for net in nets) / xp.float32(len(nets))


def _chances(out: Array, xp: Library) -> Array:
    """Return the chances of the seats from their logarithms."""
    raised = xp.exp(out - out.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def _slopes(net: Arrays, x: Array, share: Array, points: Array, xp: Library) -> Arrays:
    """Return how the error of a batch grows with every weight."""
    out, first, second = _forward(net, x, xp)
    seats, rows = share.shape[1], len(x)
    wrong = xp.empty_like(out)
    wrong[:, :seats] = (_chances(out[:, :seats], xp) - share) / rows
    missed = xp.clip(out[:, seats:] - points, -1, 1)  # the slope of a smooth absolute error
    wrong[:, seats:] = POINTS_WEIGHT * missed / (rows * seats)
    behind = (wrong @ net["last"].T) * (second > 0)
    before = (behind @ net["second"].T) * (first > 0)
    return {
        "first": x.T @ before,
        "first_bias": before.sum(0),
        "second": first.T @ behind,
        "second_bias": behind.sum(0),
        "last": second.T @ wrong,
        "skip": x.T @ wrong,
        "bias": wrong.sum(0),
    }


def _rate(step: int, steps: int) -> float:
    """Return the rate of learning: up for a third of the steps, then down to nothing."""
    rise = 0.3 * steps
    if step < rise:
        return RATE * (0.04 + 0.96 * (1 - math.cos(math.pi * step / rise)) / 2)
    return RATE * (1 + math.cos(math.pi * (step - rise) / (steps - rise))) / 2


def _move(
    net: Arrays, slopes: Arrays, slow: Arrays, wide: Arrays, step: int, rate: float, xp: Library
) -> None:
    """Take one step (AdamW), in place."""
    for name, slope in slopes.items():
        slow[name] += 0.1 * (slope - slow[name])
        wide[name] += 0.001 * (slope * slope - wide[name])
        size = xp.sqrt(wide[name] / (1 - 0.999 ** (step + 1))) + 1e-8
        net[name] -= rate * (slow[name] / (1 - 0.9 ** (step + 1)) / size + DECAY * net[name])


def _numpy(array: Array) -> Array:
    """Return an array of any machine as NumPy's."""
    return array.get() if hasattr(array, "get") else array


def _in_points(kept: Arrays, mean: Array, scale: Array, middle: float, reach: float) -> Arrays:
    """Return the arrays of a net whose points are points."""
    seats = len(kept["bias"]) // 2
    for name in ("last", "skip", "bias"):
        kept[name][..., seats:] *= reach
    kept["bias"][seats:] += middle
    return {**kept, "mean": mean, "deviation": scale}


def _report(out: Any, held: Rows, middle: float, reach: float) -> dict[str, Any]:
    """Return how well games that were held out are foretold."""
    seats = held["share"].shape[1]
    chances, share = _chances(out[:, :seats], np), held["share"]
    told = out[:, seats:] * reach + middle
    sure = share.max(1) > 0.99
    right = (chances.argmax(1) == share.argmax(1))[sure]
    return {
        "held_out": len(out),
        "log_loss": round(float(-(share * np.log(chances + 1e-9)).sum(1).mean()), 4),
        "right": round(float(right.mean()), 4),
        "points_off": round(float(np.sqrt(((told - held["points"]) ** 2).mean())), 2),
        "calibration": [
            _calibration(chances[:, 0], share[:, 0], told[:, 0], held["points"][:, 0], where)
            for where in _phases(held["phase"])
        ],
    }


def _phases(phase: Array) -> list[Array]:
    """Return which rows belong to each part of a game, beginning, middle and end."""
    number = np.minimum((phase * PHASES).astype(int), PHASES - 1)
    return [number == k for k in range(PHASES)]


def _calibration(
    chance: Array, share: Array, told: Array, points: Array, where: Array
) -> list[dict[str, float]]:
    """Return by the chance foretold: rows, that chance, the share won, points foretold and made."""
    number = np.minimum((chance * BINS).astype(int), BINS - 1)
    table = []
    for k in range(BINS):
        these = where & (number == k)
        if these.any():
            means = (float(a[these].mean()) for a in (chance, share, told, points))
            names = ("chance", "won", "points_told", "points")
            found = {name: round(mean, 3) for name, mean in zip(names, means, strict=True)}
            table.append({"rows": int(these.sum()), **found})
    return table
