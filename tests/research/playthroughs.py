"""Playthroughs by OpenSpiel's own tool, made anew: `python -m tests.research.playthroughs`.

A whole one of ours has up to four megabytes, so what it says of a state is kept as a hash. What is
kept is still a playthrough: OpenSpiel reads from it which game it was and what was played.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import tourelle.research.openspiel  # noqa: F401 (registers the games)
from tourelle.games import TITLES

DATA = Path(__file__).resolve().parents[1] / "data"
EVERY_GAME = [(title, seats) for title in TITLES for seats in (2, 3, 4)]
SEED = 17
KEPT = ("# Apply action", "action:")


def place(title: str, seats: int) -> Path:
    """Where the playthrough of a game is kept."""
    return DATA / title / f"playthrough-{seats}.txt"


def shortened(lines: Sequence[str]) -> str:
    """A playthrough as it is kept: its actions, and a hash of all else that is said of a state."""
    state = -1

    def number(line: str) -> int:
        nonlocal state
        state += line.startswith("# State ")
        return state

    return "\n".join(row for at, block in groupby(lines, number) for row in _short(at, list(block)))


def _short(state: int, block: Sequence[str]) -> Iterator[str]:
    """What is kept of the lines about one state; all of what comes before the first."""
    if state < 0:
        yield from block
        return
    said = [line for line in block[1:] if line and not line.startswith(KEPT)]
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:16] if said else "not shown"
    yield f"# State {state}: {digest}"
    yield from (line for line in block if line.startswith(KEPT))


def replayed(path: Path) -> str:
    """A kept playthrough, played once more by OpenSpiel."""
    _parse_flags()
    _, again = generate_playthrough.replay(path)
    return shortened(again.splitlines())


def made(title: str, seats: int) -> str:
    """A new playthrough of a game."""
    _parse_flags()
    name = f"tourelle_{title}(deal_bytes=1,seats={seats})"
    return shortened(generate_playthrough.playthrough_lines(name, seed=SEED))


def _parse_flags() -> None:
    """Let OpenSpiel's tool find its settings, as its own programs do."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])


if __name__ == "__main__":
    for title, seats in EVERY_GAME:
        place(title, seats).write_text(made(title, seats) + "\n", encoding="utf-8")
