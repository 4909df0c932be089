"""How far something is that takes a while, as a bar on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counted(message: str, total: int, done: int = 0) -> Iterator[Callable[[int], object]]:
    """Show how many of all are done, and yield what is to be told that; nothing without one."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(message, total=total, completed=done)
        yield lambda now: bar.update(task, completed=now)
