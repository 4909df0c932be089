"""How long tests wait for what must happen: long, so that a busy machine fails none of them."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0


def wait_for(
    condition: Callable[[], object], what: str = "it never happened", patience: float = PATIENCE
) -> None:
    """Wait for something that happens elsewhere: in another thread, process or browser."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)
