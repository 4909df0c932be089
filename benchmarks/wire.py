"""What two listeners are told after every action: making it, its bytes, packing it for the wire.

    python3 dev.py bench wire

Random games of two linked seats; processor time a submit with two listeners, the best of some
rounds. `window` is the memory of the compression: what was sent a moment ago costs next to nothing
to send again while it lies in there.
"""

import argparse
import random
import time
import zlib
from typing import Any

from benchmarks._report import show, write_json
from tests.server.test_story import room_of
from tests.tables.toys import play, table
from tourelle.games import TITLES
from tourelle.server.gate.wire import DEFLATE
from tourelle.server.said.encoding import state_text
from tourelle.server.said.eyes import Eyes

OURS = (DEFLATE.server_max_window_bits or 15, (DEFLATE.compress_settings or {})["level"])
SETTINGS = ((12, 6), (12, 3), (14, 6), OURS, (15, 3))
MEMORY = 5
"""zlib's memLevel, as it is used."""


def told(title: str, seed: int, actions: int) -> tuple[list[tuple[bytes, bytes]], float]:
    """Return what both seats are told after each action of a game, and the time it took to make."""
    at_table, dice = table(title, "link link", seed=seed), random.Random(seed)
    room, took = room_of(at_table), 0.0
    found: list[tuple[bytes, bytes]] = []
    while not at_table.is_over and len(found) < actions:
        play(at_table, dice.choice(at_table.game.legal_texts(at_table.position)))
        room.tell()
        started = time.thread_time()
        since = at_table.number - 1
        first, second = (state_text(room, Eyes((seat,)), since).encode() for seat in (0, 1))
        took += time.thread_time() - started
        found.append((first, second))
    return found, took


def packed(texts: list[tuple[bytes, bytes]], window: int, level: int) -> tuple[int, float]:
    """Return the bytes of everything that both are sent, and the time that packing it took."""
    packers = [zlib.compressobj(level, zlib.DEFLATED, -window, MEMORY) for _ in (0, 1)]
    started, size = time.thread_time(), 0
    for pair in texts:
        for packer, text in zip(packers, pair, strict=True):
            size += len(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))
    return size, time.thread_time() - started


def row(title: str, actions: int, rounds: int) -> dict[str, Any]:
    """Return the figures of one title."""
    texts, _ = told(title, 1, actions)
    making = min(told(title, 1, actions)[1] for _ in range(rounds))
    submits = len(texts)
    sizes = [len(text) for pair in texts for text in pair]
    found: dict[str, Any] = {
        "title": title,
        "making ms": round(1000 * making / submits, 2),
        "bytes a message": sum(sizes) // len(sizes),
    }
    for window, level in SETTINGS:
        size, _ = packed(texts, window, level)
        spent = min(packed(texts, window, level)[1] for _ in range(rounds))
        name = f"window {window}, level {level}"
        found[name] = f"{1000 * spent / submits:.3f} ms, {size // len(sizes)} bytes"
    return found


def main() -> None:
    """Measure every title."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    rows = [row(title, given.actions, given.rounds) for title in TITLES]
    show("what two listeners are told after an action", rows)
    write_json(given.json, {"wire": rows})


if __name__ == "__main__":
    main()
