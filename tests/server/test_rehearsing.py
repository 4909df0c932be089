"""A server that says it is ready makes nobody wait for the compiler."""

import asyncio
import subprocess
import sys

import pytest

from tests.patience import PATIENCE
from tourelle.bots.precompile import STAGES
from tourelle.core.compile import CPU, MACHINE
from tourelle.core.precompile import Step
from tourelle.games import TITLES
from tourelle.server.bots import precompile
from tourelle.server.bots.precompile import Precompiler

ANOTHER_GAME = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from tourelle.bots.precompile import RULES
from tourelle.server.bots.precompile import steps
from tourelle.server.live.rehearsing import rehearse

def known():
    found = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    return {(each.py_func.__qualname__, str(kind)) for each in found for kind in each.signatures}

for step in steps(sys.argv[1], RULES):
    step()
before = known()
rehearse(sys.argv[1], seed=1)
print(*sorted(known() - before), sep="\\n")
print(len(before), "kernels")
"""


@pytest.mark.skipif(MACHINE != CPU, reason="nothing is compiled under TOURELLE_PLAIN=1")
@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_told_with_what_was_compiled_before_the_first(title: str) -> None:
    command = [sys.executable, "-c", ANOTHER_GAME, title]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    *late, last = done.stdout.splitlines()
    assert int(last.split()[0]) > 5, "kernels are seen at all"
    assert late == [""], "asked for the first time by somebody at a table"


def test_a_title_that_fails_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ValueError("an author's mistake")

    def some(title: str, _: int) -> list[Step]:
        return [fail] if title == "blox" else [lambda: None]

    monkeypatch.setattr(precompile, "steps", some)
    monkeypatch.setattr(Precompiler, "_leave_mark", lambda *_: None)
    monkeypatch.setattr(precompile, "look_at_the_newest", lambda: None)

    async def wait_for_all() -> None:
        compiler = Precompiler()
        compiler.start()
        for title in TITLES:
            for stage in STAGES:
                await asyncio.wait_for(compiler.wait(title, stage), PATIENCE)

    asyncio.run(wait_for_all())
