"""Event loops of tests that share a process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loop_put_aside() -> Iterator[None]:
    """Let the block run loops of its own, though that of an open browser is marked as running."""
    marked = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(marked)
