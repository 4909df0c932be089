"""Puzzles found in games: of bots, or of records; kept in a file after each, so that it goes on."""

import json
import os
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from tourelle.arena.pools import here, in_processes
from tourelle.bots.hints import HINTER
from tourelle.cli.precompile import precompile_bots
from tourelle.cli.reading import game_named, game_of, options_from, read_json
from tourelle.cli.voice import UserError, Voice
from tourelle.core import line
from tourelle.core.game import Rules
from tourelle.core.records import read_record, replay
from tourelle.core.words import about
from tourelle.review.mining import mined, positions, rerated
from tourelle.review.puzzles import Puzzle, read_puzzles

SKILLS: Final = ("level-3", "level-4", "level-5", "level-6")
"""Whose games are looked at, in turn."""


def run(given: Namespace, voice: Voice) -> int:
    """Look at positions until there are enough puzzles or the time is over."""
    for option in ("count", "minutes", "jobs"):
        if getattr(given, option) is not None and getattr(given, option) <= 0:
            raise UserError("not-positive", option=f"--{option}")
    file = Path(given.out)
    with about(given.game):
        rules = game_named(given.game, voice)
        precompile_bots(given.game, [HINTER.name], voice)
        found = kept(file)
        if given.rerate:
            return _rerate(given, voice, file, found)
        looked = _mine(given, voice, file, found, _positions(given, voice, rules))
    if given.json:
        print(json.dumps({"file": str(file), "puzzles": len(found), "looked": looked}))
    else:
        print(voice("puzzles.done", found=len(found), file=file, looked=looked))
    return 0


def _rerate(given: Namespace, voice: Voice, file: Path, found: list[Puzzle]) -> int:
    """Have every level of today try the puzzles of a file, and keep how hard they are for it."""
    jobs = given.jobs or os.cpu_count() or 1
    again = dict[str, Puzzle]()
    with _progress(len(found), 0, voice) as tell:
        source = iter(found)
        for puzzle in in_processes(rerated, source, jobs) if jobs > 1 else here(rerated, source):
            again[puzzle.id] = puzzle
            tell(len(again))
    changed = sum(again[puzzle.id] != puzzle for puzzle in found)
    write(file, [again[puzzle.id] for puzzle in found])
    if given.json:
        print(json.dumps({"file": str(file), "puzzles": len(found), "changed": changed}))
    else:
        print(voice("puzzles.rerated", found=len(found), file=file, changed=changed))
    return 0


def kept(file: Path) -> list[Puzzle]:
    """Return the puzzles that a file holds already."""
    if not file.exists():
        return []
    try:
        return read_puzzles(read_json(str(file)))
    except ValueError as trouble:
        raise UserError("not-puzzles", file=str(file), trouble=str(trouble)) from None


def _positions(given: Namespace, voice: Voice, rules: Rules) -> Iterator[str]:
    """Yield positions as one line: those of records or puzzles, or of bots' games for ever."""
    for name in given.records or ():
        document = read_json(name)
        if isinstance(document, list):
            yield from (puzzle.line for puzzle in kept(Path(name)))
            continue
        record = read_record(document)
        game = game_of(record, voice)
        for position in replay(game, record):
            yield line.written(game.document(position))
    if given.records:
        return
    game = rules(options_from(rules, given.option, given.seats))
    seed = secrets.randbits(40) if given.seed is None else given.seed
    for number in count(1):
        for position in positions(game, seed + 1_000_003 * number, SKILLS[number % len(SKILLS)]):
            yield line.written(game.document(position))


def _mine(
    given: Namespace, voice: Voice, file: Path, found: list[Puzzle], source: Iterator[str]
) -> int:
    """Add puzzles to those found, and keep each at once; return how many positions were seen."""
    known = {puzzle.id for puzzle in found}
    until = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    looked = 0
    jobs = given.jobs or os.cpu_count() or 1
    with _progress(given.count, len(found), voice) as tell:
        if len(found) >= given.count:
            return 0
        work = partial(mined, theme=given.theme, up_to=given.up_to)
        answers = in_processes(work, source, jobs, until) if jobs > 1 else here(work, source, until)
        for puzzle in answers:
            looked += 1
            if puzzle is None or puzzle.id in known:
                continue
            known.add(puzzle.id)
            found.append(puzzle)
            write(file, found)
            tell(len(found))
            if len(found) >= given.count:
                break
    return looked


def write(file: Path, found: list[Puzzle]) -> None:
    """Write puzzles, one a line; whoever stops it in the middle keeps those of before."""
    lines = ",\n".join(json.dumps(puzzle.to_json(), ensure_ascii=False) for puzzle in found)
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    beside.replace(file)


@contextmanager
def _progress(wanted: int, done: int, voice: Voice) -> Iterator[Callable[[int], object]]:
    """Show how many there are: as a bar on a terminal, as lines elsewhere."""
    if not sys.stderr.isatty():
        yield lambda found: print(f"{found}/{wanted}", file=sys.stderr, flush=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(voice("puzzles.progress"), total=wanted, completed=done)
        yield lambda found: bar.update(task, completed=found)
