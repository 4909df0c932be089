"""How each character of a title plays beside the plain bot of its level: strength and habits.

    python -m benchmarks.styles TITLE [--games N] [--seats 2] [--jobs N] [--write]

Every character plays the plain bot of its level from the same deals, seats exchanged. What it does
otherwise is counted in those games: how often it takes each kind of action, where its points come
from, what each feature is where its turns end, its own and that of who is next (the mean of a
game), and how many lines its score has in the end; the differences that are surest (most standard
errors) are named. `--write` keeps the rows in benchmarks/styles.json; `--table` prints all that are
kept as docs/methods.md holds them.
"""

import argparse
import json
import math
import multiprocessing
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.play_statistics import gained
from benchmarks.play_statistics_page import TITLES
from tourelle.arena.playing import default_opening, play_game
from tourelle.arena.statistics import wilson
from tourelle.arena.workers import dice_seed
from tourelle.bots.bot import Bot
from tourelle.bots.named import named
from tourelle.bots.styles import styles
from tourelle.bots.thinker import Thinker
from tourelle.core.game import AnyGame
from tourelle.core.words import Seat
from tourelle.games import OWN, game_class

KEPT = Path(__file__).with_suffix(".json")
DEALS = 66_000_000
NAMED = 4
"""Habits of each that the page names."""
NEXT, AT_ENDS = " of who is next", ", where its turns end"
SURE = 3.0
"""Standard errors by which a habit must differ to be named."""


Habits = dict[str, float]
Task = tuple[str, dict[str, Any], str, float, str, int]
"""Title, options, character, its scale, the plain bot, the game's number."""


def character(title: str, name: str, scale: float) -> Bot:
    """Return a character, or one whose factors are raised to a power."""
    if scale == 1:
        return named(name)
    style = styles(title)[name]
    tamed = replace(style, factors={key: by**scale for key, by in style.factors.items()})
    bot = named(f"level-{style.level}")
    assert isinstance(bot, Thinker)
    own = {
        seats: tamed.weighing(game_class(title)({"seats": seats}).weights) for seats in (2, 3, 4)
    }
    document = {
        str(seats): {"weights": weights.named(), "spread": weights.spread, "command": ""}
        for seats, weights in own.items()
    }
    return bot.with_weights(name, document)


def played(task: Task) -> tuple[float, Habits, Any]:
    """Play one game; return what the character won, its habits and those of the plain bot."""
    title, options, style, scale, plain, number = task
    game = game_class(title)(options)
    own = number % game.seats
    bots = [
        character(title, style, scale) if seat == own else named(plain)
        for seat in range(game.seats)
    ]
    deal = DEALS + number // game.seats
    found = play_game(game, bots, deal, dice_seed(deal, number), default_opening(game))
    share = (own in found.outcome.winners) / len(found.outcome.winners)
    habits = habits_of(game, deal, found.actions)
    for seat, points in enumerate(found.outcome.points):
        habits[seat]["points"] = points
    rest = [habits[seat] for seat in range(game.seats) if seat != own]
    names = {name for each in rest for name in each}
    others = {name: sum(each[name] for each in rest) / len(rest) for name in names}
    return share, habits[own], others


def habits_of(game: AnyGame, deal: int, actions: tuple[str, ...]) -> list[Habits]:
    """Return what each seat did in a game, and what it had where its turns ended."""
    habits: list[Habits] = [defaultdict(float) for _ in range(game.seats)]
    seen: list[list[list[float]]] = [[] for _ in range(game.seats)]
    position = game.setup(deal)
    for text in actions:
        mover = game.to_move(position)
        if mover is not None:
            habits[mover][f"{text.split()[0]}, times"] += 1
        for seat, source, points in gained(game, position, text):
            habits[seat][f"{source}, points"] += points
        after = game.to_move(position)
        if mover is not None and after not in (None, mover):
            left = game.features(position, Seat(after or 0))
            seen[mover].append([*game.features(position, mover), *left])
    names = [f"{name}{AT_ENDS}" for name in game.feature_names]
    names += [f"{name}{NEXT}{AT_ENDS}" for name in game.feature_names]
    for seat, rows in enumerate(seen):
        for name, column in zip(names, zip(*rows, strict=True), strict=True):
            habits[seat][name] = sum(column) / len(column)
        for term in game.score_terms(position, Seat(seat)):
            habits[seat][f"{term.what} in the end"] += 1
    return habits


def row_of(title: str, style: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return how a character fares, and what it does otherwise."""
    level = f"level-{styles(title)[style].level}"
    options = {"seats": given.seats}
    tasks: list[Task] = [
        (title, options, style, given.scale, level, number) for number in range(given.games)
    ]
    played(tasks[0])  # once, before many processes would compile the same
    if given.jobs == 1:
        games = [played(task) for task in tasks]
    else:
        with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
            games = pool.map(played, tasks)
    won = sum(share for share, _, _ in games)
    low, high = wilson(won, len(games))
    habits = []
    for name in sorted({name for _, own, _ in games for name in own}):
        own = mean_and_error([own.get(name, 0) for _, own, _ in games])
        other = mean_and_error([others.get(name, 0) for _, _, others in games])
        error = math.hypot(own[1], other[1])
        if error and abs(own[0] - other[0]) / error >= SURE:
            sure = abs(own[0] - other[0]) / error
            habits.append((sure, name, round(own[0], 2), round(other[0], 2)))
    return {
        "title": title,
        "style": style,
        "scale": given.scale,
        "against": level,
        "seats": given.seats,
        "games": len(games),
        "won": won,
        "low": round(low, 4),
        "high": round(high, 4),
        "habits": [list(habit[1:]) for habit in sorted(habits, reverse=True)],
        "factors": dict(styles(title)[style].factors),
    }


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    mean = sum(numbers) / len(numbers)
    squares = sum((number - mean) ** 2 for number in numbers)
    return mean, math.sqrt(squares / len(numbers) / max(1, len(numbers) - 1))


def keep(rows: list[dict[str, Any]]) -> None:
    """Put rows in the place of those of the same characters."""
    kept: list[dict[str, Any]] = json.loads(KEPT.read_text()) if KEPT.exists() else []
    same = ("title", "style", "seats")
    new = [[row[name] for name in same] for row in rows]
    kept = [row for row in kept if [row[name] for name in same] not in new] + rows
    KEPT.write_text("[\n" + ",\n".join(json.dumps(row) for row in kept) + "\n]\n")


def worth_naming(row: dict[str, Any]) -> list[list[Any]]:
    """Return the surest habits; what the other one has is told where it does not mirror them."""
    own = {name for name, _, _ in row["habits"] if NEXT not in name}
    told = [habit for habit in row["habits"] if habit[0].replace(NEXT, "") not in own - {habit[0]}]
    return told[:NAMED]


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a table in Markdown: every character, with its surest habits."""
    lines = [
        "| title | character | games | share | what it does otherwise |",
        "|---|---|---|---|---|",
    ]
    for title in OWN:
        for row in rows:
            if row["title"] == title:
                share = f"{100 * row['won'] / row['games']:.1f} %"
                between = f"[{100 * row['low']:.1f}-{100 * row['high']:.1f}]"
                habits = [
                    f"{name.replace(AT_ENDS, '')} {own} : {other}"
                    for name, own, other in worth_naming(row)
                ]
                told = (TITLES[title], row["style"], row["games"], f"{share} {between}")
                lines.append("| " + " | ".join(map(str, (*told, "; ".join(habits)))) + " |")
    return lines


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", nargs="?", choices=OWN)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--scale", type=float, default=1.0, help="power of all factors")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        print(*table(json.loads(KEPT.read_text())), sep="\n")
        return
    rows = []
    for style in styles(given.title):
        if given.only in style:
            rows.append(row_of(given.title, style, given))
            print(json.dumps(rows[-1]), flush=True)
    if given.write:
        keep(rows)


if __name__ == "__main__":
    main()
