"""One game on every machine: seeded random games as hashes of each position.

The same hashes must come out of plain Python, of compiled code and of compiled code with bounds
checks. `python -m tourelle.testing.machines MODULE:CLASS` prints those of the machine it runs on.
"""

import hashlib
import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Final

from tourelle.core.game import Rules
from tourelle.core.words import Seat
from tourelle.testing.cases import Case, cases, random_steps

MACHINES: Final = {"plain": {"TOURELLE_PLAIN": "1"}, "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"}}
"""Machines other than the one that the tests run on, by what the environment says."""


def hashes(case: Case, seed: int = 11) -> list[str]:
    """Return a hash for every position of one random game, with views and imagined worlds."""
    game = case.game()
    found = []
    for number, step in enumerate(random_steps(game, seed)):
        digest = hashlib.sha256(game.identity(step.position))
        digest.update(json.dumps(step.legal).encode())
        if number % 10 == 0:
            told = " ".join(f"{value:.9f}" for value in game.inputs(step.position))
            digest.update(told.encode())
            for seat in map(Seat, range(game.seats)):
                view = game.view(step.position, seat)
                digest.update(game.identity(view))
                digest.update(game.identity(game.imagine(view, seat, 1000 + number)))
                digest.update(f"{game.evaluate(step.position, seat):.9f}".encode())
        found.append(digest.hexdigest()[:16])
    return found


def hashes_on(machine: str, rules: Rules) -> dict[str, list[str]]:
    """Return the hashes of every case of a game on another machine."""
    answer = subprocess.run(
        [sys.executable, "-m", __name__, f"{rules.__module__}:{rules.__qualname__}"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **MACHINES[machine]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    found: dict[str, list[str]] = json.loads(answer.stdout)
    return found


def machines_agree(machine: str, rules: Rules) -> None:
    """Law 5. Another machine plays the same games, byte for byte."""
    theirs = hashes_on(machine, rules)
    ours = {str(case): hashes(case) for case in cases(rules)}
    assert list(theirs) == list(ours)
    for case, found in ours.items():
        assert theirs[case] == found, case


def found_by(name: str) -> Rules:
    """Return the class that `module:class` names."""
    module, _, attribute = name.partition(":")
    found: Rules = getattr(import_module(module), attribute)
    return found


if __name__ == "__main__":
    print(json.dumps({str(case): hashes(case) for case in cases(found_by(sys.argv[1]))}))
