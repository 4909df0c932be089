"""Objects that hold each other are looked for among the newest, and everywhere in quiet seconds."""

import subprocess
import sys

import pytest

from tourelle.server import cycles
from tourelle.server.cycles import ENOUGH, TOO_MANY, Cycles
from tourelle.server.metrics import Metrics


@pytest.mark.parametrize(
    ("added", "asks", "time"),
    [
        (ENOUGH - 1, False, False),
        (ENOUGH, False, True),
        (ENOUGH, True, False),
        (TOO_MANY - 1, True, False),
        (TOO_MANY, True, True),
    ],
)
def test_everything_is_looked_at_in_a_quiet_second_or_when_it_is_too_much(
    monkeypatch: pytest.MonkeyPatch, added: int, asks: bool, time: bool
) -> None:
    metrics = Metrics()
    metrics.count("messages", 'type="submit"')
    when = Cycles(metrics.asked)
    monkeypatch.setattr(cycles, "added", lambda: added)
    if asks:
        metrics.count("entries", 'kind="action"')
    metrics.note("durable", 1.0)
    metrics.count("notices", 'way="push"')  # nobody waits for that
    assert when.is_time() is time


LOOKING = """
import asyncio, gc, weakref
from tourelle.server import cycles

class Thing: pass

def made(count):
    things = []
    for _ in range(count):
        thing = Thing()
        thing.itself = thing
        things.append(thing)
    return things

there = made(1)
lasting = weakref.ref(there[0])
cycles.look_at_the_newest()
assert gc.get_freeze_count() > 1000
del there
seen = []
gc.callbacks.append(lambda phase, about: phase == "stop" and seen.append(about["generation"]))
watched = [weakref.ref(each) for each in made(1)]
kept = made(110 * cycles.NEWEST)
assert set(seen) == {0} and len(seen) >= 100, seen
assert watched[0]() is None, "what was new and held itself is gone"
assert cycles.added() >= cycles.ENOUGH
old = weakref.ref(kept[0])
del kept
assert old() is not None
cycles.LOOK = 0.01

async def run():
    looking = asyncio.create_task(cycles.Cycles(lambda: 0).run())
    while old() is not None:
        await asyncio.sleep(0.01)
    looking.cancel()

asyncio.run(asyncio.wait_for(run(), 20))
assert 2 in seen and cycles.added() < cycles.ENOUGH
assert lasting() is not None, "what was there before is not looked at"
print("looked")
"""


def test_the_newest_are_looked_at_alone_and_all_others_when_it_is_time() -> None:
    command = [sys.executable, "-c", LOOKING]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "looked\n", done.stderr
