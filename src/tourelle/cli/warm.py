"""The first start: the rules are compiled once, step by step, with visible progress."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from tourelle.bots import BOTS, first_use
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
    _take(steps(rules), message)
    _leave(mark)


def warm_up_bots(title: str, names: Iterable[str], voice: Voice) -> None:
    """Compile what some bots search with, if that has never been compiled here."""
    if MACHINE != CPU:
        return
    last = max((first_use.stage_of(BOTS[name]) for name in names), default=first_use.RULES)
    for stage in range(first_use.RULES + 1, last + 1):
        mark = first_use.mark(title, stage)
        if not mark.exists():
            message = voice("compiling.bots", title=voice.label(title, "title", title))
            _take(first_use.steps(title, stage), message)
            _leave(mark)


def _take(todo: list[Step], message: str) -> None:
    """Take some steps, and tell that it takes a while."""
    if sys.stderr.isatty():
        _with_progress(todo, message)
        return
    print(message, file=sys.stderr, flush=True)
    for step in todo:
        step()


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
