"""The matches behind the tables of docs/methods.md.

    python -m benchmarks.matches strength TITLE [--pairs N] [--jobs N] [--out FOLDER]
    python -m benchmarks.matches ladder TITLE --seats N [--pairs N] [--jobs N] [--out FOLDER]
    python -m benchmarks.matches parts TITLE [--pairs N] [--jobs N] [--out FOLDER]

`strength` plays the best bot against greedy and random, with two seats, under every preset.
`ladder` plays each bot against those below it at the same time a turn. `parts` plays a bot against
the same one without one of its parts: a feature of its evaluation, merging, worlds, replies, the
tree, the bounds on what is alike. With three or four seats one of the first sits among others of
the second, and the other way round, equally often: an even share of the games won is a half.
Rows are printed as they are finished. In a folder the games are kept, and a match that was broken
off goes on; `--only WORDS` plays the matches in whose bots and options these words occur.
"""

import argparse
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks._report import conditions, write_json
from tourelle.arena.match import Match, play_match
from tourelle.arena.report import report
from tourelle.arena.statistics import wilson
from tourelle.bots.named import named
from tourelle.games import game_class

PRESETS: dict[str, tuple[dict[str, Any], ...]] = {
    "torres": (
        {"cards": "none"},
        {"preset": "classic"},
        {"preset": "modern"},
        {"preset": "master"},
    ),
    "blox": ({},),
    "castellan": ({},),
}

WITHOUT_CARDS: dict[str, dict[str, Any]] = {"torres": {"cards": "none"}}
"""Where parts are compared under other rules than the usual ones: chance would blur them."""

AT_ONE_MOVE = {"torres": "turn:width=1:worlds=1", "castellan": "turn:width=1:worlds=1"}
"""One action ahead with the whole evaluation; in BLOX that is the turn itself."""


@dataclass(frozen=True)
class Meeting:
    """Two bots that play each other."""

    better: str
    worse: str
    pairs: int
    options: dict[str, Any] = field(default_factory=dict)


def strength(title: str, given: argparse.Namespace) -> Iterator[Meeting]:
    """Yield the best bot against the yardsticks, and against one action with all its features."""
    best = f"deep:seconds={given.seconds}"
    for options in PRESETS[title]:
        yield Meeting(best, "greedy", given.pairs, options)
        yield Meeting(best, "random", 195, options)  # 390 victories in 390 prove 99 %
        yield Meeting(best, AT_ONE_MOVE.get(title, "turn:worlds=1"), given.pairs, options)


def ladder(title: str, given: argparse.Namespace) -> Iterator[Meeting]:
    """Yield each rung against the one below, and the highest against the beam alone."""
    seconds = given.seconds
    turn = f"turn:worlds=64:seconds={seconds}"
    if title != "blox":  # there a turn is one action: no beam could be wider
        turn = f"turn:width=2048:worlds=1:seconds={seconds}"
    reply, deep = f"reply:seconds={seconds}", f"deep:seconds={seconds}"
    steps = [("greedy", "random"), (turn, "greedy"), (reply, turn), (deep, turn), (deep, reply)]
    for better, worse in steps:
        yield Meeting(
            better, worse, given.pairs, {**WITHOUT_CARDS.get(title, {}), "seats": given.seats}
        )


def parts(title: str, given: argparse.Namespace) -> Iterator[Meeting]:
    """Yield a bot against itself with one part missing."""
    options = WITHOUT_CARDS.get(title, {})
    game = game_class(title)({**options, "seats": 2})
    yield Meeting("turn", "turn:merging=no", given.pairs, options)
    yield Meeting("turn:crowd=32", "turn:crowd=1", given.pairs, options)
    yield Meeting("turn:worlds=8", "turn:worlds=1", given.pairs, PRESETS[title][-1])
    work = "work=100000:seconds=0"
    yield Meeting(f"reply:{work}", "turn:width=128", given.pairs // 2, options)
    yield Meeting(f"deep:{work}", f"reply:{work}", given.pairs // 2, options)
    yield Meeting(f"deep:{work}", f"deep:{work}:merging=no", given.pairs // 2, options)
    yield Meeting(f"deep:{work}:alike=2", f"deep:{work}:alike=128", given.pairs // 2, options)
    for feature in game.feature_names[1:]:
        if weighs(game, feature):
            yield Meeting("turn", f"turn:without={feature}", given.pairs, options)


def weighs(game: Any, feature: str) -> bool:
    """Tell whether a feature can differ from nothing under the rules of a game."""
    cards = feature.endswith("_cards") or feature.startswith("master")
    return bool(game.weights.named()[feature]) and not (
        cards and game.options.get("cards") == "none"
    )


def played(title: str, meeting: Meeting, given: argparse.Namespace) -> dict[str, Any]:
    """Play a match and return its row."""
    bots = named(meeting.better), named(meeting.worse)
    options = {"seats": 2, **meeting.options}
    match = Match(title, bots, meeting.pairs, options, seed=given.seed)
    folder = None
    if given.out:
        words = hashlib.sha256(repr((title, meeting, given.seed)).encode()).hexdigest()[:12]
        folder = Path(given.out) / f"{title}-{options['seats']}-{words}"
    results = play_match(match, given.jobs, folder)
    found = report(match, results)
    row = {
        "title": title,
        "seats": options["seats"],
        "options": ", ".join(str(value) for value in meeting.options.values()),
        "first": meeting.better,
        "second": meeting.worse,
        "games": len(results),
        "points": " : ".join(f"{bot['points']:.0f}" for bot in found["table"]),
        "s a turn": " : ".join(f"{bot['seconds']:.3f}" for bot in found["table"]),
    }
    won = sum(
        result.share(seat)
        for result in results
        for seat, name in enumerate(result.bots)
        if name == meeting.better
    )
    low, high = wilson(won, len(results))
    share = won / len(results)
    return row | {"won": f"{100 * share:.1f} % [{100 * low:.1f}-{100 * high:.1f}]"}


def main() -> None:
    """Play, and print rows of a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", choices=["strength", "ladder", "parts"])
    parser.add_argument("title", choices=list(PRESETS))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--out")
    parser.add_argument("--json")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for meeting in {"strength": strength, "ladder": ladder, "parts": parts}[given.suite](
        given.title, given
    ):
        if given.only in f"{meeting.better} {meeting.worse} {meeting.options}":
            rows.append(played(given.title, meeting, given))
            print("| " + " | ".join(str(value) for value in rows[-1].values()) + " |", flush=True)
    print(conditions())
    write_json(given.json, {"rows": rows})


if __name__ == "__main__":
    main()
