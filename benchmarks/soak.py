"""People play while servers are killed, wires cut and the database restarted: nothing may be lost.

python3 dev.py bench soak                    five minutes
python3 dev.py bench soak --seconds 3600     an hour

Two server processes at a PostgreSQL (fsync on) behind a proxy, six tables with clocks and watchers.
"""

import argparse
import random
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

from tests.postgres import own_cluster
from tests.server.soaking import Forked, Soak

PLAYERS = 6


def main() -> None:
    """Let faults happen until the time is over, then look everything over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    seconds, seed = given.seconds, given.seed
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        forked = stack.enter_context(closing(Forked(folder)))
        database = stack.enter_context(own_cluster(fsync="on", full_page_writes="on"))
        made = Soak(forked, database, PLAYERS, seed)
        end = time.monotonic() + seconds
        try:
            made.start()
            while time.monotonic() < end and not made.faults:
                made.get_on(made.dice.randint(5, 60))
                made.harm(made.dice.choice(Soak.FAULTS))
            made.get_on(30)
        finally:
            made.stop()
        tables = made.check()
        done = ", ".join(f"{many} x {fault}" for fault, many in sorted(made.done.items()))
        print(f"seed {seed}, {seconds:.0f} s: {made.acknowledged} acknowledged actions at {tables}")
        print(f"tables, none lost, none doubled, no clock wrong, nothing told to watchers; {done}")


if __name__ == "__main__":
    main()
