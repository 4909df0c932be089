"""The first start: the rules are compiled once, step by step, with visible progress."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tourelle.cli.voice import Voice
from tourelle.core.compile import CPU, MACHINE, cache_folder
from tourelle.core.game import Game
from tourelle.core.words import Action, Seat

Step = Callable[[], object]

warmed: Final[set[str]] = set()


def steps(rules: type[Game[Any]]) -> list[Step]:
    """Return calls that together compile whatever a command may need, the slow ones apart."""
    game = rules({})
    seat = Seat(0)
    empty = rules({}).setup  # the deal comes first: the other steps need its position
    table: list[Any] = []

    def position() -> Any:
        return table[0]

    return [
        lambda: table.append(empty(0)),
        lambda: game.to_move(position()),
        lambda: game.legal_actions(position()),
        lambda: game.apply(game.copy(position()), game.legal_actions(position())[0]),
        lambda: game.points(position(), seat),
        lambda: game.evaluate(position(), seat),
        lambda: game.imagine(game.view(position(), seat), seat, 0),
        lambda: rules.read(game.document(position())),
        lambda: [game.score_terms(position(), Seat(other)) for other in range(game.seats)],
        lambda: game.refusal(position(), Action(game.action_space - 1)),
    ]


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
