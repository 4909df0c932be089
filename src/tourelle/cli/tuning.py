"""Tuning: the weights of an evaluation found by matches, step by step, kept on the way."""

import json
import os
from argparse import Namespace
from pathlib import Path

from tourelle.arena import tuning
from tourelle.cli.clusters import cluster_of
from tourelle.cli.progress import counted
from tourelle.cli.reading import game_named, options_from
from tourelle.cli.voice import UserError, Voice
from tourelle.core.words import about


def run(given: Namespace, voice: Voice) -> int:
    """Tune the weights of a title for a number of seats."""
    if min(given.steps, given.deals, given.check) < 0 or given.seed < 0:
        raise UserError("negative")
    rules = game_named(given.game, voice)
    with about(given.game):
        sets = tuple(options_from(rules, wishes.split(), None) for wishes in given.set or [""])
        for options in sets:
            rules({**options, "seats": given.seats})
        only = tuple(filter(None, given.only.split(",")))
        task = tuning.Task(
            given.game, given.seats, sets, given.bot, given.steps, given.deals, given.seed, only
        )
        try:
            return _tune(task, given, voice)
        except OSError as trouble:
            place = trouble.filename or given.out
            raise UserError("unwritable", file=place, trouble=trouble.strerror or "") from trouble


def command_of(task: tuning.Task, given: Namespace) -> str:
    """Return the command that finds these weights again."""
    sets = "".join(f' --set "{wishes}"' for wishes in given.set or [])
    only = f" --only {','.join(task.only)}" if task.only else ""
    return (
        f"tourelle tune {task.title} --seats {task.seats} --bot {task.bot} --steps {task.steps}"
        f" --deals {task.deals} --seed {task.seed}{only}{sets}"
    )


def _tune(task: tuning.Task, given: Namespace, voice: Voice) -> int:
    """Take the steps that are left, keep each, and write what was found."""
    kept = Path(given.out) / "state.json"
    kept.parent.mkdir(parents=True, exist_ok=True)  # what can't be kept is not begun
    state = tuning.read_state(kept, task) or tuning.begin(task)
    start = begin_weights(task)
    jobs = given.jobs or os.cpu_count() or 1
    with cluster_of(given) as cluster, tuning.workers(jobs, task, cluster) as play:
        with counted(voice("tune.progress"), task.steps, state.step) as tell:
            while state.step < task.steps:
                drawn = tuning.directions(task, state)
                results = play([comparison for _, comparison in drawn])
                signs = [signs for signs, _ in drawn]
                state = tuning.advance(task, state, list(zip(signs, results, strict=True)))
                tuning.write_state(kept, task, state)
                tell(state.step)
        weights = tuning.finish(task, state, command_of(task, given))
        wins, games = tuning.compare(task, weights, start, given.check, play)
    target = Path(given.write) if given.write else Path(given.out) / "weights.json"
    tuning.write_weights(target, task.seats, weights)
    if given.json:
        found = {"weights": weights.named(), "spread": weights.spread, "command": weights.command}
        print(json.dumps({**found, "wins": wins, "games": games, "file": str(target)}))
        return 0
    for term, weight in weights.named().items():
        print(f"{term:20} {weight:9.3f}   {start[term]:9.3f}")
    print(voice("tune.done", wins=f"{wins:g}", games=games, file=target))
    return 0


def begin_weights(task: tuning.Task) -> dict[str, float]:
    """Return the weights that a title comes with: those that tuning starts from."""
    from tourelle.arena.tuning import rules_of

    return rules_of(task, 0).weights.named()
