"""Matches between bots: plays them, shows how far they are, tells what they prove."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tourelle.arena.elo import check_anchors
from tourelle.arena.match import Match, check, play_match
from tourelle.arena.report import report
from tourelle.arena.results import Result
from tourelle.arena.sprt import read_sprt
from tourelle.bots.named import named
from tourelle.cli.arena_table import print_report
from tourelle.cli.clusters import cluster_of
from tourelle.cli.reading import game_named, options_from
from tourelle.cli.voice import UserError, Voice
from tourelle.core.words import about

EVERY: Final = 30.0  # seconds between two lines of progress where there is no terminal
BLINK: Final = 0.25  # seconds between two looks at a progress bar


def run(given: Namespace, voice: Voice) -> int:
    """Play a match and print what it has shown."""
    if given.records and not given.out:
        raise UserError("records-need-folder")
    rules = game_named(given.game, voice)
    with about(given.game):
        match = Match(
            given.game,
            tuple(named(text.strip()) for text in given.bots.split(",") if text.strip()),
            given.pairs,
            options_from(rules, given.option, given.seats),
            given.seed,
            given.opening,
        )
        sprt = read_sprt(given.sprt, given.alpha, given.beta) if given.sprt else None
        jobs = given.jobs if given.jobs is not None else _cores()
        check(match, jobs, sprt)
        anchors = dict(_anchor(text) for text in given.anchor)
        check_anchors([bot.name for bot in match.bots], anchors)
        folder = Path(given.out) if given.out else None
        try:
            with cluster_of(given) as cluster, _progress(voice) as watch:
                results = play_match(
                    match,
                    jobs,
                    folder,
                    records=given.records,
                    sprt=sprt,
                    watch=watch,
                    cluster=cluster,
                )
        except KeyboardInterrupt:
            if folder:
                print(voice("arena.kept"), file=sys.stderr)
            raise
        except OSError as trouble:
            if not folder:  # nothing is written, so no file is to blame
                raise
            place = trouble.filename or given.out
            raise UserError("unwritable", file=place, trouble=trouble.strerror or "") from trouble
        found = report(match, results, anchors, sprt)
    if given.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        print_report(found, voice)
    return 0


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _anchor(text: str) -> tuple[str, float]:
    """Read an anchor written `random=0`; a bot's own settings may hold `=` too."""
    name, equals, rating = text.rpartition("=")
    try:
        if equals:
            return name, float(rating)
    except ValueError:
        pass
    raise UserError("anchor-form", anchor=text)


# ---------------------------------------------------------------- progress

Watch = Callable[[Sequence[Result], int], None]


@contextmanager
def _progress(voice: Voice) -> Iterator[Watch]:
    """Show on standard error how far a match is: a bar on a terminal, now and then a line else."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining
    except ImportError:  # a match can be played without it
        yield _in_lines(voice)
        return
    if not sys.stderr.isatty():
        yield _in_lines(voice)
        return
    columns = (BarColumn(), MofNCompleteColumn(), Remaining(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(voice("arena.preparing"), total=None)
        looked = 0.0

        def watch(results: Sequence[Result], total: int) -> None:
            nonlocal looked
            if time.monotonic() - looked < BLINK and len(results) < total:
                return
            looked = time.monotonic()
            text = standing(results) or voice("arena.preparing")
            bar.update(task, completed=len(results), total=total, description=text)

        yield watch


def _in_lines(voice: Voice) -> Watch:
    """Return a watcher that writes a line now and then."""
    told = time.monotonic()

    def watch(results: Sequence[Result], total: int) -> None:
        nonlocal told
        if time.monotonic() - told < EVERY:
            return
        told = time.monotonic()
        text = voice("arena.progress", done=len(results), total=total, standing=standing(results))
        print(text, file=sys.stderr, flush=True)

    return watch


def standing(results: Sequence[Result]) -> str:
    """Return what every bot has won so far, in a few signs."""
    won: dict[str, float] = {}
    for result in results:
        for seat, name in enumerate(result.bots):
            won[name] = won.get(name, 0.0) + result.share(seat)
    return ", ".join(f"{name} {won[name]:g}" for name in sorted(won))
