"""How far reviews can be trusted, and what they cost: the same games reviewed twice, by other dice.

    python -m benchmarks.review TITLE [--seats N] [--games G] [--work W] [--jobs J] [--json FILE]
                                      [--write]

Bots that search little and bots that search more play games against each other. Every game is
reviewed twice with different dice: other worlds, other turns sought. Told are the share of turns
with the same verdict, how far costs and accuracies lie apart, what one review takes, and from
which loss on the second review bears the first out: nine in ten turns that one review finds to cost
so much cost at least half of it in the other. That loss is the threshold of an inaccuracy; a
mistake costs twice, a blunder four times as much. `--write` puts the thresholds into the title's
`calibration.json`.
"""

import argparse
import json
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks._report import conditions, show
from tourelle.bots.calibration import FILE
from tourelle.bots.hints import HINTER
from tourelle.core import plugins
from tourelle.core.compile import buffer
from tourelle.core.records import Record
from tourelle.games import game_class
from tourelle.play import Play
from tourelle.review.judged import Review
from tourelle.review.reviewing import WORK, Reviewing

BUDGETS = (300, 3000, 30_000, 1000)
"""States that the bots weigh for a turn, seat by seat: some err more than others."""
BORNE_OUT = 0.9
STEPS = [step / 200 for step in range(2, 41)]
"""Losses of chance, with two seats, that are tried as a threshold."""
FEWEST = 20
"""Turns that a threshold is found by at least."""


def game_between_bots(title: str, seats: int, seed: int) -> Record:
    """Return a game between bots of different budgets."""
    game = game_class(title)({"seats": seats})
    play = Play(game, game.deal(seed), seed)
    dice = buffer(1)
    dice[0] = seed
    bots = [
        HINTER.with_settings("review", seconds=0.0, work=BUDGETS[(seat + seed) % len(BUDGETS)])
        for seat in range(seats)
    ]
    while (seat := play.to_move) is not None:
        for action in bots[seat].turn(game, game.view(play.position, seat), seat, dice):
            play.apply(action)
    return play.record()


def reviewed(record: Record, work: int, salt: int, jobs: int) -> Review:
    """Return a review made with certain dice."""
    reviewing = Reviewing(record, work, salt=salt)
    with ThreadPoolExecutor(jobs) as pool:
        for place, found in enumerate(pool.map(reviewing.judged, range(len(reviewing.decisions)))):
            reviewing.take(place, found)
    return reviewing.review()


def compared(pairs: list[tuple[Review, Review]], seats: int) -> dict[str, Any]:
    """Return how far two reviews of the same games agree."""
    turns = [(a, b) for one, other in pairs for a, b in zip(one.turns, other.turns, strict=True)]
    mistakes = ("mistake", "blunder")
    either = [(a, b) for a, b in turns if a.mark in mistakes or b.mark in mistakes]
    exact = [
        abs(a.accuracy - b.accuracy)
        for one, other in pairs
        for a, b in zip(one.seats, other.seats, strict=True)
        if a.accuracy is not None and b.accuracy is not None
    ]
    apart = [seats / 2 * (a.cost.chance - b.cost.chance) for a, b in turns]
    return {
        "games": len(pairs),
        "turns": len(turns),
        "same verdict": round(sum(_verdict(a) == _verdict(b) for a, b in turns) / len(turns), 3),
        "marked in both, of mistakes in one": _share(
            [_verdict(a) is not None and _verdict(b) is not None for a, b in either]
        ),
        "costs apart (2 seats)": round(statistics.pstdev(apart), 4),
        "accuracy apart": round(statistics.fmean(exact), 2),
    }


def _verdict(turn: Any) -> str | None:
    """Return what a turn is blamed for."""
    return None if turn.mark == "only" else turn.mark


def _share(held: list[bool]) -> float | None:
    """Return in which share of cases something held."""
    return round(sum(held) / len(held), 3) if held else None


def threshold(pairs: list[tuple[Review, Review]], seats: int) -> float | None:
    """Return the least loss, with two seats, that the other review mostly bears out."""
    turns = [(a, b) for one, other in pairs for a, b in zip(one.turns, other.turns, strict=True)]
    costs = [(seats / 2 * a.cost.chance, seats / 2 * b.cost.chance) for a, b in turns]
    costs += [(b, a) for a, b in costs]
    for step in STEPS:
        marked = [other for cost, other in costs if cost >= step]
        if len(marked) < FEWEST:
            return None
        if sum(other >= step / 2 for other in marked) >= BORNE_OUT * len(marked):
            return step
    return None


def main() -> None:
    """Measure one title."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("title", nargs="?", default="blox")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--work", type=int, default=WORK)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    pairs, clock, processor = [], 0.0, 0.0
    for seed in range(given.games):
        record = game_between_bots(given.title, given.seats, seed)
        if not seed:
            reviewed(record, 1000, 0, given.jobs)  # compiled before it is timed
        began, spent = time.perf_counter(), time.process_time()
        both = [reviewed(record, given.work, salt, given.jobs) for salt in (0, 1)]
        clock += time.perf_counter() - began
        processor += time.process_time() - spent
        pairs.append((both[0], both[1]))
        print(f"{given.title} {given.seats}: {seed + 1}/{given.games}", flush=True)
    found = {
        **compared(pairs, given.seats),
        "threshold (2 seats)": threshold(pairs, given.seats),
        "seconds": round(clock / 2 / given.games, 1),
        "processor seconds": round(processor / 2 / given.games, 1),
    }
    show(
        f"{given.title}, {given.seats} seats, {given.work} states a decision, {given.jobs} threads",
        [{"what": what, "value": str(value)} for what, value in found.items()],
    )
    if given.json:
        given.json.write_text(json.dumps({"conditions": conditions(), **found}, indent=1) + "\n")
    if given.write and (least := found["threshold (2 seats)"]):
        _write(given.title, least)


def _write(title: str, least: float) -> None:
    """Put the thresholds into the title's folder."""
    file = Path(str(sys.modules[plugins.package_of(title)].__file__)).parent / FILE
    data = json.loads(file.read_text(encoding="utf-8"))
    data["thresholds"] = {"inaccuracy": least, "mistake": 2 * least, "blunder": 4 * least}
    file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
