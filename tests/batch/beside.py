"""A batch on a GPU beside the same batch on a CPU: every array, every step.

    python -m tests.batch.beside --titles torres --size 64 --steps 400
    python -m tests.batch.beside --write FILE  # what a CPU says; then, on another machine,
    python -m tests.batch.beside --read FILE  # whether its GPU says the same

Runs on a GPU, or tiny sizes on Numba's simulator of one (`NUMBA_ENABLE_CUDASIM=1`). There loops
run as they are compiled for a CPU, and what is tried is all that lies around them: where arrays
lie, which kernels run in which order, what is copied when.
"""

import argparse
import gzip
import hashlib
import json
import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.conformance.cases import CASES
from tourelle.batch import Batch, loops
from tourelle.batch.batch import Device
from tourelle.core import layout
from tourelle.core.game import Game
from tourelle.core.words import Seat
from tourelle.testing import Case

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def host(array: Any) -> NDArray[Any]:
    """An array as one of NumPy, wherever it lies."""
    copied: NDArray[Any] = array.copy_to_host() if hasattr(array, "copy_to_host") else array
    return copied


class Simulated:
    """The compiled loops, taking the simulator's arrays."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        work = getattr(loops, name)

        def run(*arguments: Any) -> Any:
            return work(*(getattr(getattr(a, "_item", a), "_ary", a) for a in arguments))

        return run


def prepare(size: int) -> None:
    """Let the simulator run compiled loops, with no more threads than games."""
    if not SIMULATED:
        return
    from tourelle.batch import cuda, kernels

    cuda.THREADS = size  # type: ignore[misc]
    setattr(kernels, "loops", Simulated())  # noqa: B010 (no module has it as its own)


Told = dict[str, str]
"""What a batch said after a step: a hash of each array."""


def hashed(array: Any) -> str:
    """A hash of an array, wherever it lies."""
    return hashlib.sha256(np.ascontiguousarray(host(array)).tobytes()).hexdigest()[:12]


def told(batch: Any, look: bool) -> Told:
    """What a batch says; with `look` what is legal and what is seen as well."""
    names = ("to_move", "counts", "seeds", "_positions")
    said = {name: hashed(getattr(batch, name)) for name in names}
    if look:
        legal, counts = host(batch.legal), host(batch.counts)
        lists = [legal[row, : counts[row]] for row in range(batch.size)]
        said["legal"] = hashed(np.concatenate(lists))
        said["packed"] = hashed(batch.legal_mask())
        said["dense"] = hashed(batch.legal_mask(packed=False))
        for seat in (None, *range(-1, batch.seats)):
            said[f"seen by {seat}"] = hashed(batch.observe(seat))
    return said


def trail(
    game: Game[Any], size: int, steps: int, every: int, device: Device, **more: Any
) -> list[Told]:
    """What a batch says after every step of random games, that its arrays alone decide."""
    batch: Any = Batch(game, size, device=device, **more)
    dice = np.random.default_rng(size)
    batch.reset(3 + np.arange(size))
    said = [told(batch, look=True)]
    for step in range(1, steps + 1):
        counts = host(batch.counts)
        picks = (dice.random(size) * counts).astype(np.int64)
        actions = host(batch.legal)[np.arange(size), picks].astype(np.int64)
        rewards, over, _ = batch.step(np.where(counts > 0, actions, 0))
        said.append(told(batch, look=step % every == 0))
        said[-1] |= {"over": hashed(over), "rewards": hashed(np.round(host(rewards), 4) + 0.0)}
        said[-1]["ended"] = str(host(over).sum())
    return said


def agree(ours: list[Told], theirs: list[Told]) -> int:
    """Compare two trails; return how many games ended."""
    assert len(ours) == len(theirs)
    for step, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        unlike = [name for name in one if one[name] != other.get(name)]
        assert not unlike, f"step {step}: {', '.join(unlike)}"
    return sum(int(one.get("ended", "0")) for one in ours)


def outcomes_agree(game: Game[Any], steps: int) -> int:
    """The results of games that end are those that a CPU tells; return how many ended."""
    prepare(2)
    here, there = Batch(game, 2), Batch(game, 2, device="cuda")
    for batch in (here, there):
        batch.reset([1, 2])
    ended = 0
    for _ in range(steps):
        actions = here.legal[:, 0].astype(np.int64)
        ours, theirs = here.step(actions), there.step(actions)
        assert dict(theirs.outcomes) == dict(ours.outcomes)
        assert np.allclose(host(theirs.rewards), ours.rewards)
        ended += len(ours.outcomes)
    return ended


def refuses(game: Game[Any]) -> None:
    """An illegal action changes nothing, nor do arrays of another size; games can be put in."""
    prepare(2)
    batch: Any = Batch(game, 2, device="cuda")
    batch.reset([1, 2])
    before = host(batch._positions).tobytes()
    legal = host(batch.legal)[:, 0].astype(np.int64)
    first = batch.step(legal)
    after = host(batch._positions).tobytes()
    assert after != before
    for wrong, reason in (([int(legal[0]), batch.actions], "game 1"), ([0], "takes 2 actions")):
        try:
            batch.step(wrong)
        except ValueError as trouble:
            assert reason in str(trouble)  # noqa: PT017 (runs without pytest too)
        else:
            raise AssertionError(f"{wrong} was played")
        assert host(batch._positions).tobytes() == after
    other = game.setup(7)
    batch.put(1, other)
    assert layout.to_bytes(batch.position(1)) == game.identity(other)
    index = int(host(batch.legal)[1, 0])
    assert batch.action(1, index) in game.legal_actions(other)
    assert int(batch.to_move[1]) == game.to_move(other)
    seen = batch.part(batch.observe(Seat(0)), batch.parts[0].name)
    assert seen.shape == (2, *batch.parts[0].shape)
    batch.step(host(batch.legal)[:, 0].astype(np.int64))
    try:
        len(first.outcomes)
    except RuntimeError as trouble:
        assert "until its next step" in str(trouble)  # noqa: PT017
    else:
        raise AssertionError("outcomes of before were still there")


def chosen_cases(titles: str, share: float) -> list[Case]:
    """Some of the option sets and seats of some titles, the same every time."""
    dice, found = random.Random(1), []
    for title in titles.split(","):
        cases = [case for case in CASES if case.title == title]
        found += dice.sample(cases, max(1, round(share * len(cases))))
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--titles", default="torres,blox,castellan")
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the option sets and seats")
    parser.add_argument("--write", help="file for what a CPU says")
    parser.add_argument("--read", help="file with what a CPU said")
    given = parser.parse_args()
    prepare(given.size)
    kept: dict[str, list[Told]] = {}
    if given.read:
        kept = json.loads(gzip.decompress(Path(given.read).read_bytes()))
    wrong = 0
    for case in chosen_cases(given.titles, given.share):
        number = CASES.index(case)
        more: dict[str, Any] = {"rewards": ("outcome", "points")[number % 2]}
        more["auto_reset"] = number % 3 > 0
        walk = partial(trail, case.game(), given.size, given.steps, given.every, **more)
        ours = kept[str(case)] if given.read else walk(device="cpu")
        if given.write:
            kept[str(case)] = ours
            continue
        began = perf_counter()
        try:
            ended = agree(ours, walk(device="cuda"))
            said = f"the same, {ended} games ended"
        except AssertionError as trouble:
            said, wrong = f"DIFFERS: {trouble}", wrong + 1
        print(f"{case} {more}: {said} ({perf_counter() - began:.1f} s)", flush=True)
    if given.write:
        Path(given.write).write_bytes(gzip.compress(json.dumps(kept).encode()))
    raise SystemExit(wrong)


if __name__ == "__main__":
    main()
