"""Seeded random games as hashes of every position: `python -m tests.conformance.fingerprint`.

The same numbers must come out of plain Python, of compiled code and of code with bounds checks.
"""

import hashlib
import json
import sys

from tests.conformance.cases import CASES, Case, random_steps
from tourelle.core.words import Seat


def fingerprint(case: Case, seed: int = 11) -> list[str]:
    """Return a hash for every position of one random game, with views and imagined worlds."""
    game = case.game()
    hashes = []
    for number, step in enumerate(random_steps(game, seed)):
        digest = hashlib.sha256(game.identity(step.position))
        digest.update(json.dumps(step.legal).encode())
        if number % 10 == 0:
            for seat in map(Seat, range(game.seats)):
                view = game.view(step.position, seat)
                digest.update(game.identity(view))
                digest.update(game.identity(game.imagine(view, seat, 1000 + number)))
                digest.update(f"{game.evaluate(step.position, seat):.9f}".encode())
        hashes.append(digest.hexdigest()[:16])
    return hashes


if __name__ == "__main__":
    titles = sys.argv[1:]
    print(json.dumps({str(c): fingerprint(c) for c in CASES if not titles or c.title in titles}))
