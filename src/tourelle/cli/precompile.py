"""The first start: the rules are compiled once, step by step, with visible progress."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tourelle.bots import BOTS, precompile
from tourelle.cli.voice import Voice
from tourelle.core.compile import CPU, MACHINE
from tourelle.core.game import Rules
from tourelle.core.precompile import Step

ready: Final[set[str]] = set()


def precompile_rules(rules: Rules, voice: Voice) -> None:
    """Compile a title if these sources have never been compiled here; otherwise do nothing."""
    if MACHINE != CPU or rules.title in ready:
        return
    ready.add(rules.title)
    _compile(rules.title, precompile.RULES, "compiling", voice)


def precompile_bots(title: str, names: Iterable[str], voice: Voice) -> None:
    """Compile what some bots search with, if that has never been compiled here."""
    if MACHINE != CPU:
        return
    stages = (precompile.stage_of(BOTS[name], title) for name in names)
    for stage in range(precompile.RULES + 1, max(stages, default=precompile.RULES) + 1):
        _compile(title, stage, "compiling.bots", voice)


def _compile(title: str, stage: int, message: str, voice: Voice) -> None:
    """Compile a stage of a title, unless a mark says that it is compiled."""
    mark = precompile.mark(title, stage)
    if not mark.exists():
        _take(
            precompile.steps(title, stage),
            voice(message, title=voice.label(title, "title", title)),
        )
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
