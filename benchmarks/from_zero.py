"""How far a net comes that is told nothing made by hand: a curve over the minutes it has learnt.

    python -m benchmarks.from_zero castellan --out FOLDER --minutes 25 --jobs 4
    python -m benchmarks.from_zero castellan --out FOLDER --matches 100

The first form learns: rounds of games of the quick bot against itself, a net fitted to the last two
rounds, which judges in the next. Inside a turn the bot weighs points alone; a net is told what lies
on the table and who has scored what, but none of the features that the evaluation weighs, nor what
could be closed, built or hit: those inputs are the same for every position. The second form plays
the net of every round against the same bot with its weighed features at equal time, so many deals,
each with the seats exchanged; it can be stopped and goes on.
"""

import argparse
import json
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._report import conditions, show
from tourelle.arena.match import Match, play_match
from tourelle.arena.processes import leave_with_parent, starting_processes
from tourelle.arena.statistics import wilson
from tourelle.bots.named import named
from tourelle.core.game import AnyGame
from tourelle.core.inputs import SEATS
from tourelle.games import TITLES, game_class
from tourelle.neural.artefact import Learnt, rules_of, to_bytes
from tourelle.training.fitting import Shape, array_module, fit
from tourelle.training.selfplay import Chunk, Rows, chunk_file, pack_chunk, play_chunk, read_chunks

CHUNK = 100  # games in one file
SIGHTS = {
    "castellan": ("closed by ",),
    "blox": (" lacks ", "neutral figure: ", "figure of a seat: ", " sees ", "can build"),
    "torres": (),
}
"""Parts of the names of inputs that say what could be done next, beside the features."""
BOT = "turn:width=8:arms=8:worlds=1"


def by_hand(game: AnyGame) -> list[bool]:
    """Tell of every input whether it is hidden here: all features but the points, and sights."""
    features = set(game.feature_names) - {"points"}
    features |= {f"{seat} {name}" for seat in SEATS for name in features}
    sights = SIGHTS[game.title]
    return [
        name in features or any(part in name for part in sights)
        for name in game.input_names(game.seats)
    ]


def points_alone(game: AnyGame, folder: Path) -> Path:
    """Write weights under which nothing but points counts; return their file."""
    file = folder / "points.json"
    weights = {name: float(name == "points") for name in game.feature_names}
    known = {"command": "points alone", "spread": game.weights.spread, "weights": weights}
    file.write_text(json.dumps({str(game.seats): known}), encoding="utf-8")
    return file


def learn(game: AnyGame, given: argparse.Namespace) -> None:
    """Play and fit round after round as long as there is time; keep every net and when it came."""
    folder, began, number, net = Path(given.out), time.perf_counter(), 0, b""
    bot, hidden = f"{BOT}:weights={points_alone(game, folder)}", np.array(by_hand(game))
    options = {key: game.options[key] for key in game.options}
    play_chunk(Chunk(game.title, options, bot, "ends", net, 0, 0, 1))  # compiled once
    with starting_processes():
        pool = get_context("spawn").Pool(given.jobs, leave_with_parent)
    with pool:
        while time.perf_counter() - began < 60 * given.minutes:
            number += 1
            kept = folder / f"games-{number}"
            kept.mkdir()
            todo = [
                Chunk(
                    game.title, options, bot, "ends", net, given.seed * 1000 + number, chunk, CHUNK
                )
                for chunk in range(given.games // CHUNK)
            ]
            for packed in pool.imap_unordered(pack_chunk, todo):
                packed.keep(kept)
            rows = last_rounds(folder, number, given.games // CHUNK)
            rows["told"][:, hidden] = 0.0
            arrays, report = fit(rows, Shape(128, 32, given.trace), given.seed, array_module())
            names = game.input_names(game.seats)
            story = {"asks": "both", "gates": [], "games": number * given.games}
            learnt = Learnt(game.title, game.seats, names, [rules_of(game)], arrays, story)
            net = to_bytes(learnt)
            (folder / f"net-{number}.npz").write_bytes(net)
            minutes = round((time.perf_counter() - began) / 60, 2)
            row = {"round": number, "games": number * given.games, "minutes": minutes}
            row |= {key: report[key] for key in ("log_loss", "right", "points_off", "machine")}
            with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(row) + "\n")
            print(row, flush=True)


def last_rounds(folder: Path, number: int, chunks: int) -> Rows:
    """Return the rows of a round and of the one before it."""
    rounds = range(max(1, number - 1), number + 1)
    files = [chunk_file(folder / f"games-{n}", c) for n in rounds for c in range(chunks)]
    return read_chunks(files)


def curve(game: AnyGame, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield for every round how its net plays against the weighed features."""
    folder, weights = Path(given.out), points_alone(game, Path(given.out))
    judge = f"deep:seconds={given.seconds}"
    terms = named(f"{judge}:asks=none")
    for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if given.rounds and row["round"] not in given.rounds:
            continue
        net = folder / f"net-{row['round']}.npz"
        bot = named(f"{judge}:asks=both:net={net}:weights={weights}")
        options = {key: game.options[key] for key in game.options}
        match = Match(game.title, (bot, terms), given.matches, options, given.seed)
        results = play_match(match, given.jobs, folder / f"match-{row['round']}")
        won = sum(
            each.share(seat)
            for each in results
            for seat, who in enumerate(each.bots)
            if who == bot.name
        )
        low, high = wilson(won, len(results))
        yield {
            **{key: row[key] for key in ("round", "games", "minutes", "log_loss")},
            "played": len(results),
            "share": f"{100 * won / len(results):.1f} % [{100 * low:.1f}-{100 * high:.1f}]",
        }


def main() -> None:
    """Learn, or play the matches, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("title", choices=TITLES)
    parser.add_argument("--out", required=True, help="the folder of the run")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--preset", help="of the title's options")
    parser.add_argument("--minutes", type=float, default=25.0, help="how long to learn")
    parser.add_argument("--games", type=int, default=10_000, help="of every round")
    parser.add_argument("--trace", type=float, default=0.8, help="lambda of TD(lambda)")
    parser.add_argument("--jobs", type=int, default=2, help="cores")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=0, help="deals against the features")
    parser.add_argument("--rounds", type=int, nargs="*", help="play the nets of these alone")
    parser.add_argument("--seconds", type=float, default=0.05, help="a turn in the matches")
    given = parser.parse_args()
    chosen = {"preset": given.preset} if given.preset else {}
    game = game_class(given.title)({"seats": given.seats, **chosen})
    Path(given.out).mkdir(parents=True, exist_ok=True)
    if not given.matches:
        learn(game, given)
        return
    rows = list(curve(game, given))
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    show(f"{given.title}: a net told nothing made by hand, against weighed features", rows)


if __name__ == "__main__":
    main()
