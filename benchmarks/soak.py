"""People play while servers and databases are killed, wires cut, disks filled: nothing may be lost.

python3 dev.py bench soak                    five minutes
python3 dev.py bench soak --seconds 3600     an hour
python3 dev.py bench soak --kills 1000       until so many processes were killed
python3 dev.py bench soak --file             one server at its file

Two server processes at a PostgreSQL (fsync on) behind a proxy, six tables with clocks and watchers.
Where a small disk may be mounted (by root) everything lies on one, which is filled now and then.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.server.soaking import soaking
from tests.small_disk import can_mount

PLAYERS = 6


def main() -> None:
    """Let faults happen until the time is over or enough was killed, then look everything over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, help="300, or as long as the kills take")
    parser.add_argument("--kills", type=int, help="processes killed with SIGKILL")
    parser.add_argument("--actions", type=int, default=60, help="between two faults, at most")
    parser.add_argument("--file", action="store_true", help="with the file, not PostgreSQL")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    seconds = given.seconds or (300.0 if given.kills is None else float("inf"))
    kills = given.kills or sys.maxsize
    settings = {} if given.file else {"fsync": "on", "full_page_writes": "on"}
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        soaking(
            Path(folder),
            players=PLAYERS,
            seed=given.seed,
            file=given.file,
            small=can_mount(),
            **settings,
        ) as made,
    ):
        while time.monotonic() - began < seconds and made.kills < kills and not made.faults:
            made.get_on(made.dice.randint(5, given.actions))
            made.harm(made.dice.choice(made.possible))
            if sum(made.done.values()) % 50 == 0:
                print(f"{made.kills} kills, {made.acknowledged} actions", flush=True)
    took, tables = time.monotonic() - began, sum(len(player.sent) for player in made.players)
    done = ", ".join(f"{many} x {fault}" for fault, many in sorted(made.done.items()))
    print(f"seed {given.seed}, {took:.0f} s, load {os.getloadavg()[0]:.0f}: {done}")
    print(f"{made.acknowledged} acknowledged actions at {tables} tables, none lost, none doubled,")
    print("no clock wrong, nothing told to watchers;")
    print(f"{made.refused} were refused as not kept, of which {made.doubtful} were kept after all")


if __name__ == "__main__":
    main()
