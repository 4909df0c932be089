"""The clock that rules: it begins with the one on the wall and never jumps."""

import time
from typing import Final


class SteadyClock:
    """Milliseconds since 1970, counted on from the start: the wall's clock may be set meanwhile."""

    def __init__(self) -> None:
        """Look at the wall once."""
        self.ahead = time.time_ns() // 1_000_000 - self._ticks()

    @staticmethod
    def _ticks() -> int:
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Return the time."""
        return self.ahead + self._ticks()

    def forward(self, milliseconds: int) -> None:
        """Go ahead by some time; back, where it is less than nothing."""
        self.ahead += milliseconds


CLOCK: Final = SteadyClock()
now = CLOCK.now
