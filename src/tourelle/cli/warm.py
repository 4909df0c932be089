"""The first start: the rules are compiled once, step by step, with visible progress."""

import sys
from pathlib import Path
from typing import Any, Final

from tourelle.cli.voice import Voice
from tourelle.core.compile import CPU, MACHINE, cache_folder
from tourelle.core.first_use import Step, steps
from tourelle.core.game import Game

warmed: Final[set[str]] = set()


def warm_up(rules: type[Game[Any]], voice: Voice) -> None:
    """Compile a title if these sources have never been compiled here; otherwise do nothing."""
    if MACHINE != CPU or rules.title in warmed:
        return
    warmed.add(rules.title)
    mark = cache_folder(rules.title) / "warm"
    if mark.exists():
        return
    message = voice("compiling", title=voice.label(rules.title, "title", rules.title))
    if sys.stderr.isatty():
        _with_progress(steps(rules), message)
    else:
        print(message, file=sys.stderr, flush=True)
        for step in steps(rules):
            step()
    _leave(mark)


def _with_progress(todo: list[Step], message: str) -> None:
    """Take the steps under a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    screen = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=screen, transient=True) as progress:
        for step in progress.track(todo, description=message):
            step()


def _leave(mark: Path) -> None:
    """Leave a mark that this title is compiled; without one the next start looks again."""
    try:
        mark.touch()
    except OSError:
        return
