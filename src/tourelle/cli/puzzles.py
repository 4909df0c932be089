"""Puzzles found in games: of bots, or of records; kept in a file after each, so that it goes on."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tourelle.bots.hints import HINTER
from tourelle.cli.precompile import precompile_bots
from tourelle.cli.reading import game_named, game_of, options_from, read_json
from tourelle.cli.voice import UserError, Voice
from tourelle.core.game import AnyGame, Rules
from tourelle.core.records import read_record, replay
from tourelle.core.words import about
from tourelle.review.mining import Miner, positions


def run(given: Namespace, voice: Voice) -> int:
    """Look at positions until there are enough puzzles or the time is over."""
    if given.count < 1 or (given.minutes is not None and given.minutes <= 0):
        raise UserError("not-positive", option="--count" if given.count < 1 else "--minutes")
    file = Path(given.out)
    with about(given.game):
        rules = game_named(given.game, voice)
        precompile_bots(given.game, [HINTER.name], voice)
        found = _kept(file)
        looked = _mine(given, voice, file, found, _positions(given, voice, rules, len(found)))
    if given.json:
        print(json.dumps({"file": str(file), "puzzles": len(found), "looked": looked}))
    else:
        print(voice("puzzles.done", found=len(found), file=file, looked=looked))
    return 0


def _kept(file: Path) -> list[dict[str, Any]]:
    """Return the puzzles that a file holds already."""
    if not file.exists():
        return []
    found = read_json(str(file))
    if not isinstance(found, list):
        raise UserError("not-json", file=str(file), line=1, column=1)
    return found


def _positions(
    given: Namespace, voice: Voice, rules: Rules, begin: int
) -> Iterator[tuple[AnyGame, Any]]:
    """Yield games with positions: those of records, or of bots for ever."""
    if given.records:
        for name in given.records:
            record = read_record(read_json(name))
            game = game_of(record, voice)
            for position in replay(game, record):
                yield game, game.copy(position)
        return
    game = rules(options_from(rules, given.option, given.seats))
    number = begin
    while True:
        number += 1
        skill = f"level-{3 + number % 4}"
        for position in positions(game, given.seed + 1_000_003 * number, skill):
            yield game, position


def _mine(
    given: Namespace,
    voice: Voice,
    file: Path,
    found: list[dict[str, Any]],
    source: Iterator[tuple[AnyGame, Any]],
) -> int:
    """Add puzzles to those found, and keep each at once; return how many positions were seen."""
    known = {puzzle["id"] for puzzle in found}
    until = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    looked = 0
    with _progress(given.count, len(found), voice) as tell:
        for game, position in source:
            if len(found) >= given.count or (until is not None and time.monotonic() > until):
                break
            looked += 1
            puzzle = Miner(game).puzzle(position)
            if puzzle is not None and puzzle.id not in known:
                known.add(puzzle.id)
                found.append(puzzle.to_json())
                write(file, found)
                tell(len(found))
    return looked


def write(file: Path, found: list[dict[str, Any]]) -> None:
    """Write puzzles, one a line."""
    lines = ",\n".join(json.dumps(puzzle, ensure_ascii=False) for puzzle in found)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


@contextmanager
def _progress(count: int, done: int, voice: Voice) -> Iterator[Callable[[int], Any]]:
    """Show on a terminal how many there are."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(voice("puzzles.progress"), total=count, completed=done)
        yield lambda found: bar.update(task, completed=found)
