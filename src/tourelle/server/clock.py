"""The clock that rules: it begins with the one on the wall and never jumps."""

import time
from threading import Lock
from typing import Final

NAP: Final = 1_000
"""Milliseconds of sleep that are worth a word."""


class SteadyClock:
    """Milliseconds since 1970, counted on from the start: the wall's clock may be set meanwhile."""

    def __init__(self) -> None:
        """Look at the wall once."""
        self.ahead = time.time_ns() // 1_000_000 - self._ticks()
        self.naps: tuple[tuple[int, int], ...] = ()
        """From when to when this machine slept."""
        self._asleep, self._waking = self.asleep(), Lock()

    @staticmethod
    def _ticks() -> int:
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Return the time."""
        return self.ahead + self._ticks()

    @staticmethod
    def asleep() -> int:
        """Return for how long this machine has slept since it was started, where it says so."""
        if not hasattr(time, "CLOCK_BOOTTIME"):
            return 0
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1_000_000

    def wake(self) -> None:
        """Go on by the time for which this machine has slept, and remember it."""
        with self._waking:
            asleep = self.asleep()
            slept, self._asleep = asleep - self._asleep, asleep
            if slept < NAP:
                self._asleep = asleep - max(0, slept)  # naps add up
                return
            since = self.now()
            self.forward(slept)
            self.naps = (*self.naps, (since, since + slept))

    def forward(self, milliseconds: int) -> None:
        """Go ahead by some time; back, where it is less than nothing."""
        self.ahead += milliseconds


CLOCK: Final = SteadyClock()
now = CLOCK.now
