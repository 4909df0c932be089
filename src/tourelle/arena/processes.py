"""Processes that play side by side, and what is said where a system can't start them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tourelle.core.words import DocumentError, Refusal


@contextmanager
def starting_processes() -> Iterator[None]:
    """Refuse by name what keeps processes from being started: no file of the match is to blame."""
    try:
        yield
    except (OSError, ImportError, NotImplementedError) as trouble:
        what = trouble.strerror if isinstance(trouble, OSError) else None
        raise DocumentError(
            Refusal("arena-no-processes", params={"trouble": what or str(trouble)})
        ) from trouble


def leave_with_parent() -> None:
    """Let this process end when the one that started it is gone, however it went; Ctrl-C is its."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    """End this process once its parent has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
