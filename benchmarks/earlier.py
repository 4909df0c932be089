"""Whether `deep` without a net still plays the turns of an earlier version, and as fast.

    git worktree add --detach FOLDER COMMIT
    python -m benchmarks.earlier --before FOLDER [--positions N] [--work N] [--only TITLE]

Each version thinks in a process of its own about the same positions, from games of the quick bot
under the older version's rules, with the same dice and the same budget of work: what counts is how
many of the turns are the same, action by action, and how long both took for them. Where all are,
a match against `deep:asks=none` is a match against the `deep` of that version.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
    from tourelle.bots import BOTS
    from tourelle.core.compile import buffer
    from tourelle.games import game_class

    for line in sys.stdin:
        title, options, rules, deal, actions, dice_seed, states = json.loads(line)
        known = game_class(title).rules_version
        if rules is None:
            print(json.dumps(known), flush=True)
            continue
        game: Any = game_class(title)(options, *([rules] if rules != known else []))
        position, dice = game.setup(deal), buffer(1)
        for text in actions:
            game.play_text(position, text)
        dice[0], seat = dice_seed, game.to_move(position)
        deep: Any = BOTS["deep"]
        changes: dict[str, Any] = {"seconds": 0.0, "work": states}
        if hasattr(deep.settings[title], "asks"):
            changes["asks"] = "none"
        bot = deep.with_settings("deep", **changes)
        found = bot.findings(game, game.view(position, seat), seat, dice)
        turn = [game.action_text(action) for action in found.best.turn]
        print(json.dumps([turn, found.work, found.seconds]), flush=True)


class Version:
    """One version in its process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Take the process that thinks for it."""
        self.process = process

    def asked(self, *wish: object) -> Any:
        """Return what the process answers."""
        into, out = self.process.stdin, self.process.stdout
        if into is None or out is None:
            raise OSError("the version can't be talked to")
        print(json.dumps(wish), file=into, flush=True)
        return json.loads(out.readline())

    def rules(self, title: str) -> int:
        """Return the version of the rules that it plays by itself."""
        return int(self.asked(title, {}, None, 0, [], 0, 0))


@contextmanager
def version(checkout: Path) -> Iterator[Version]:
    """Start the version of a checkout, with a cache of its own unless it is ours."""
    ours = checkout == HERE.parents[1]
    with TemporaryDirectory() as cache:
        kept = {} if ours else {"TOURELLE_CACHE": cache}
        path = os.pathsep.join([str(checkout / "src"), os.environ.get("PYTHONPATH", "")])
        process = subprocess.Popen(
            [sys.executable, str(HERE), "--answer"],
            env={**os.environ, "PYTHONPATH": path, **kept},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            yield Version(process)


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
    old: Version, new: Version, title: str, options: dict[str, Any], given: argparse.Namespace
) -> dict[str, Any]:
    """Return how many turns are the same, and how long they take now as a share of before."""
    rules, same, ratios, work = old.rules(title), 0, [], 0
    where = list(positions(title, options, rules, given.positions))
    for each in (old, new):  # compiled
        each.asked(title, options, rules, *where[0], 1, given.work)
    for number, (deal, actions) in enumerate(where):
        answers = {}
        for each in (old, new) if number % 2 else (new, old):
            answers[each] = each.asked(title, options, rules, deal, actions, 7 + deal, given.work)
        same += answers[old][0] == answers[new][0]
        work += answers[old][1] == answers[new][1]
        ratios.append(answers[new][2] / answers[old][2])
    return {
        "game": title,
        "seats": options["seats"],
        "options": options.get("preset", ""),
        "positions": len(where),
        "same turns": same,
        "same work": work,
        "time now / before": f"{statistics.median(ratios):.3f}",
    }


def main() -> None:
    """Compare two versions, or be one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of the earlier version")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--work", type=int, default=50_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        work()
        return
    from benchmarks._report import conditions, show

    rows = []
    with ExitStack() as open_until_done:
        old = open_until_done.enter_context(version(given.before))
        new = open_until_done.enter_context(version(HERE.parents[1]))
        for title, options in TABLES:
            if given.only in title:
                rows.append(compare(old, new, title, options, given))
                print(rows[-1], flush=True)
    show("deep without a net, against an earlier version", rows)
    print(conditions())


if __name__ == "__main__":
    main()
