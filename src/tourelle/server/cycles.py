"""When the interpreter looks for objects that hold each other: seldom, and while nobody waits.

Play leaves hardly any of them behind, connections that end leave some. To look among everything
takes half a second with a thousand tables, and among what came in the last seconds 70 ms: that was
what the slowest in a hundred waited for. So it is looked among the newest alone, few at a time; and
everywhere once enough has come, in a second in which nobody has asked for anything.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

NEWEST: Final = 500
"""How many objects more than before are looked at together: that takes 2 ms."""
NEVER: Final = 1_000_000_000
ENOUGH: Final = 50_000
"""Objects more than after the last look at everything, from which on another one is worthwhile."""
TOO_MANY: Final = 1_000_000
"""As many don't wait for a quiet second."""
LOOK: Final = 1.0
"""Seconds without a question that count as quiet."""


def look_at_the_newest() -> None:
    """Look at everything once; from now on, by itself, the interpreter looks at the newest alone.

    What is there at this moment, such as the compiler's objects, stays and is never looked at.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEWEST, NEVER, NEVER)


def added() -> int:
    """Return about how many objects have come since everything was looked at."""
    newest = gc.get_threshold()[0]
    return int(gc.get_count()[1]) * newest


class Cycles:
    """Looks at everything when it is time."""

    def __init__(self, asked: Callable[[], int]) -> None:
        """Take what counts the questions that people have asked so far."""
        self._asked: Final = asked
        self._before = asked()

    def is_time(self) -> bool:
        """Tell whether to look at everything now; asked once in a while."""
        before, self._before = self._before, self._asked()
        quiet = self._before == before
        return added() >= (ENOUGH if quiet else TOO_MANY)

    async def run(self) -> None:
        """Look whenever it is time, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            if gc.get_threshold()[1] == NEVER and self.is_time():
                gc.collect()
