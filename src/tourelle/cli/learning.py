"""Learning: a net for a title, round by round, kept on the way."""

import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tourelle.cli.clusters import cluster_of
from tourelle.cli.reading import game_named, options_from
from tourelle.cli.voice import UserError, Voice
from tourelle.core.words import about
from tourelle.training.rounds import Hands, Place, State, Task, Tell, found_net, learn

STAGES: Final = {"play": "learn.play", "fit": "learn.fit", "gate": "learn.gate"}
"""What each stage of a round is called."""


def run(given: Namespace, voice: Voice) -> int:
    """Learn a net for a title and a number of seats."""
    for name in ("rounds", "games", "pairs", "window", "width", "depth"):
        if getattr(given, name) < 1:
            raise UserError("not-positive", option=f"--{name}")
    if given.seed < 0:
        raise UserError("negative")
    rules = game_named(given.game, voice)
    with about(given.game):
        base = options_from(rules, given.option, given.seats)
        sets = [options_from(rules, wishes.split(), None) for wishes in given.set or [""]]
        games = [rules({**options, **base}) for options in sets]
        task = Task(
            title=given.game,
            seats=games[0].seats,
            sets=[
                {name: value for name, value in game.options.items() if name != "seats"}
                for game in games
            ],
            rounds=given.rounds,
            games=given.games,
            window=given.window,
            bot=given.bot,
            judge=given.judge,
            pairs=given.pairs,
            asks=given.asks,
            width=given.width,
            depth=given.depth,
            trace=given.trace,
            seed=given.seed,
        )
        place, origin = (
            Place(Path(given.out)),
            {"command": command_of(task, given), "commit": given.commit},
        )
        origin["commit"] = origin["commit"] or commit_here()
        try:
            with cluster_of(given) as cluster, _progress(voice) as tell:
                hands = Hands(given.jobs or os.cpu_count() or 1, cluster)
                state = learn(task, place.folder, hands, origin, tell)
            return _report(place, state, given, voice)
        except OSError as trouble:
            where = trouble.filename or given.out
            raise UserError("unwritable", file=where, trouble=trouble.strerror or "") from trouble


def command_of(task: Task, given: Namespace) -> str:
    """Return the command that learns this net again."""
    sets = "".join(f" --option {wish}" for wish in given.option)
    sets += "".join(f' --set "{wishes}"' for wishes in given.set or [])
    return (
        f"tourelle learn {task.title} --seats {task.seats} --rounds {task.rounds}"
        f" --games {task.games} --window {task.window} --bot {task.bot} --judge {task.judge}"
        f" --pairs {task.pairs} --asks {task.asks} --width {task.width} --depth {task.depth}"
        f" --trace {task.trace:g} --seed {task.seed}{sets}"
    )


def commit_here() -> str:
    """Return the commit of the sources that run, if they lie in a repository of git."""
    try:
        asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _report(place: Place, state: State, given: Namespace, voice: Voice) -> int:
    """Say what was found, and write it where it is wanted."""
    found = found_net(place, state)
    if found and given.write:
        Path(given.write).write_bytes(found.read_bytes())
        found = Path(given.write)
    if given.json:
        print(json.dumps({"best": state.best, "file": str(found or ""), "log": state.log}))
        return 0
    for row in state.log:
        if row["what"] == "gate":
            numbers = {key: row[key] for key in ("round", "games", "against")}
            shares = {key: f"{100 * row[key]:.1f}" for key in ("low", "high")}
            won = f"{row['won']:g}"
            print(
                voice("learn.kept" if row["kept"] else "learn.lost", won=won, **numbers, **shares)
            )
    print(voice("learn.done", file=found) if found else voice("learn.nothing"))
    return 0


@contextmanager
def _progress(voice: Voice) -> Iterator[Tell]:
    """Show how far the learning is: bars on a terminal, otherwise a line for each stage."""
    if not sys.stderr.isatty():
        yield (
            lambda what, number, done, most: (
                print(voice(STAGES[what], round=number), done, most, file=sys.stderr, flush=True)
                if done == most
                else None
            )
        )
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskID,
        TextColumn,
        TimeRemainingColumn,
    )

    rate = TextColumn("{task.speed:.1f}/s", table_column=None)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), rate)
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        bars: dict[tuple[str, int], TaskID] = {}

        def tell(what: str, number: int, done: int, most: int) -> None:
            if (what, number) not in bars:
                words = voice(STAGES[what], round=number)
                bars[what, number] = bar.add_task(words, total=most, completed=done)
            bar.update(bars[what, number], completed=done, total=most)

        yield tell
