"""Whether the search without a net still plays the turns of an earlier version, and as fast.

    git worktree add --detach FOLDER COMMIT
    python -m benchmarks.earlier --before FOLDER [--bots turn,deep] [--positions N] [--work N]
    python -m benchmarks.earlier --before FOLDER --match TITLE --bot B --seconds S [--pairs N]

Each version thinks in a process of its own about the same positions, from games of the quick bot
under the older version's rules, with the same dice and the same budget of work: what counts is how
many of the turns are the same, action by action, and how much processor time both took for them:
`turn` is the beam alone, `deep` the tree over it. Where all are the same,
a match against `deep:asks=none` is one against the `deep` of that version. The second form plays
such a match itself: a bot of this version against the `deep` of the earlier one, both at so many
seconds a turn, under the older version's rules, seats exchanged. With `--out` the games are kept,
and a match that was broken off goes on.
"""

import argparse
import json
import random
import statistics
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks._beside import Version

HERE = Path(__file__).resolve()
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("torres", {"seats": 2, "preset": "classic"}),
    ("torres", {"seats": 2, "preset": "modern"}),
    ("torres", {"seats": 4, "preset": "classic"}),
    ("blox", {"seats": 2}),
    ("blox", {"seats": 4}),
    ("castellan", {"seats": 2}),
    ("castellan", {"seats": 4}),
)


def work() -> None:
    """Answer positions on standard input with a turn, what it weighed and how long it took.

    Only what both versions understand is used.
    """
    from time import process_time

    from tourelle.bots import BOTS
    from tourelle.core.compile import buffer
    from tourelle.games import game_class

    for line in sys.stdin:
        title, options, rules, deal, actions, dice_seed, wished = json.loads(line)
        known = game_class(title).rules_version
        if rules is None:
            print(json.dumps(known), flush=True)
            continue
        game: Any = game_class(title)(options, *([rules] if rules != known else []))
        position, dice = game.setup(deal), buffer(1)
        for text in actions:
            game.play_text(position, text)
        dice[0], seat = dice_seed, game.to_move(position)
        if isinstance(wished, str):
            bot: Any = import_module("tourelle.bots.named").named(wished)
        else:
            name = wished.pop("bot", "deep")
            bot = BOTS[name]
            own = {"asks": "none"} if hasattr(bot.settings[title], "asks") else {}
            bot = bot.with_settings(name, **own, **wished)
        began = process_time()
        found = bot.findings(game, game.view(position, seat), seat, dice)
        took = process_time() - began
        turn = [game.action_text(action) for action in found.best.turn]
        print(json.dumps([turn, found.work, found.seconds, took]), flush=True)


@contextmanager
def version(checkout: Path, cache: str) -> "Iterator[Version]":
    """Start the version of a checkout; what another one than ours compiles is kept in `cache`."""
    from benchmarks import _beside

    ours = checkout == HERE.parents[1]
    with _beside.version(HERE, "--answer", checkout, None if ours else cache) as asked:
        yield asked


def rules_of(version: "Version", title: str) -> int:
    """Return the version of a title's rules that it plays by itself."""
    return int(version.asked(title, {}, None, 0, [], 0, {}))


def positions(title: str, options: dict[str, Any], rules: int, count: int) -> Iterator[Any]:
    """Yield deals and the actions that lead somewhere into their games, by quick bots."""
    from tourelle.arena.playing import default_opening, open_game
    from tourelle.bots.named import named
    from tourelle.core.compile import buffer
    from tourelle.games import game_class

    known = game_class(title).rules_version
    game: Any = game_class(title)(options, *([rules] if rules != known else []))
    bot, dice = named("turn:width=4:worlds=1"), buffer(1)
    for deal in range(count):
        chance = random.Random(f"{title} {deal}")
        position = game.setup(deal)
        actions = open_game(game, deal, default_opening(game))
        for text in actions:
            game.play_text(position, text)
        for _ in range(chance.randrange(30)):
            seat = game.to_move(position)
            turn = bot.turn(game, game.view(position, seat), seat, dice) if seat is not None else []
            after = game.copy(position)
            for action in turn:
                game.apply(after, action)
            if seat is None or game.is_over(after):
                break
            actions += [game.action_text(action) for action in turn]
            position = after
        yield deal, actions


def compare(
    old: "Version",
    new: "Version",
    title: str,
    options: dict[str, Any],
    bot: str,
    given: argparse.Namespace,
) -> dict[str, Any]:
    """Return how many turns are the same, and what they take now as a share of before."""
    rules, same, ratios, work, took = rules_of(old, title), 0, [], 0, 0.0
    budget = {"bot": bot, "seconds": 0.0, "work": given.work}
    where = list(positions(title, options, rules, given.positions))
    for each in (old, new):  # compiled
        each.asked(title, options, rules, *where[0], 1, budget)
    for number, (deal, actions) in enumerate(where):
        answers = {}
        for each in (old, new) if number % 2 else (new, old):
            answers[each] = each.asked(title, options, rules, deal, actions, 7 + deal, budget)
        same += answers[old][0] == answers[new][0]
        work += answers[new][1]
        took += answers[new][3]
        ratios.append(answers[new][3] / answers[new][1] / answers[old][3] * answers[old][1])
    return {
        "bot": bot,
        "game": title,
        "seats": options["seats"],
        "options": options.get("preset", ""),
        "positions": len(where),
        "same turns": same,
        "weighed a second": f"{work / took:,.0f}",
        "processor time now / before": f"{statistics.median(ratios):.3f}",
    }


# ---------------------------------------------------------------- a match


def played(
    old: "Version", new: "Version", given: argparse.Namespace, number: int
) -> dict[str, Any]:
    """Play one game between the versions; return who won."""
    from tourelle.arena.playing import default_opening, open_game
    from tourelle.games import game_class

    rules, options = rules_of(old, given.match), {"seats": 2}
    known = game_class(given.match).rules_version
    game: Any = game_class(given.match)(options, *([rules] if rules != known else []))
    deal, ours = 5_000_000 + number // 2, number % 2
    actions = open_game(game, deal, default_opening(game))
    position, seconds, asked = game.setup(deal), [0.0, 0.0], [0, 0]
    for text in actions:
        game.play_text(position, text)
    while (seat := game.to_move(position)) is not None:
        who, wished = (new, given.bot) if seat == ours else (old, {"seconds": given.seconds})
        turn, _, took, _ = who.asked(
            given.match, options, rules, deal, actions, 31 * number + len(actions), wished
        )
        seconds[seat == ours] += took
        asked[seat == ours] += 1
        for text in turn:
            game.play_text(position, text)
        actions += turn
    outcome = game.outcome(position)
    share = (ours in outcome.winners) / len(outcome.winners)
    points = [outcome.points[1 - ours], outcome.points[ours]]
    mean = [round(s / max(1, n), 4) for s, n in zip(seconds, asked, strict=True)]
    return {"game": number, "won": share, "points": points, "seconds": mean}


def match(given: argparse.Namespace) -> None:
    """Play the games that are not there yet, and tell what all of them say."""
    from tourelle.arena.statistics import wilson

    kept = Path(given.out) if given.out else None
    done = (
        [json.loads(line) for line in kept.read_text().splitlines()]
        if kept and kept.exists()
        else []
    )
    missing = sorted(set(range(2 * given.pairs)) - {row["game"] for row in done})
    todo, lock = iter(missing), threading.Lock()

    def play_some(first: int) -> None:
        with version(given.before, given.cache) as old, version(HERE.parents[1], "") as new:
            number: int | None = first
            while number is not None:
                row = played(old, new, given, number)
                with lock:
                    done.append(row)
                    if kept:
                        with kept.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(row) + "\n")
                    number = next(todo, None)

    if (first := next(todo, None)) is not None and given.jobs > 1:
        with version(given.before, given.cache) as old, version(HERE.parents[1], "") as new:
            for who, wished in ((old, {"seconds": 0.01}), (new, given.bot)):  # compiled once
                rules = rules_of(old, given.match)
                where = next(positions(given.match, {"seats": 2}, rules, 1))
                who.asked(given.match, {"seats": 2}, rules, *where, 1, wished)
    if first is not None:
        starts = [first, *(n for _, n in zip(range(given.jobs - 1), todo, strict=False))]
        with ThreadPoolExecutor(given.jobs) as pool:
            list(pool.map(play_some, starts))
    won, games = sum(row["won"] for row in done), len(done)
    low, high = wilson(won, games)
    row = {"title": given.match, "bot": given.bot, "games": games, "won": won}
    row |= {"share": round(100 * won / games, 1), "low": round(100 * low, 1)}
    row["high"] = round(100 * high, 1)
    for name in ("points", "seconds"):
        pairs = [sum(each[name][k] for each in done) / games for k in (1, 0)]
        row[name] = " : ".join(f"{number:.3f}" for number in pairs)
    print(json.dumps(row), flush=True)


def main() -> None:
    """Compare two versions, or be one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of the earlier version")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--work", type=int, default=50_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--bots", default="deep")
    parser.add_argument("--match", default="", help="the title to play a match in")
    parser.add_argument("--bot", default="deep:seconds=0.3", help="ours, as the arena names it")
    parser.add_argument("--seconds", type=float, default=0.3, help="of the earlier one")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", help="a file that keeps the games")
    parser.add_argument("--cache", default="", help="keeps what the earlier version compiles")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        work()
        return
    given.before = given.before.resolve()
    if not given.cache:
        given.cache = mkdtemp()
    if given.match:
        match(given)
        return
    from benchmarks._report import conditions, show

    rows = []
    with ExitStack() as open_until_done:
        old = open_until_done.enter_context(version(given.before, given.cache))
        new = open_until_done.enter_context(version(HERE.parents[1], ""))
        for title, options in TABLES:
            for bot in given.bots.split(",") if given.only in title else ():
                rows.append(compare(old, new, title, options, bot, given))
                print(rows[-1], flush=True)
    show("Search without a net, against an earlier version", rows)
    print(conditions())


if __name__ == "__main__":
    main()
