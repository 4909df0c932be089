"""What games of bots are like, by title, number of seats and strength of play.

    python -m benchmarks.play_statistics play TITLE [--seats N] [--bot B] [--games N] [--jobs N]
    python -m benchmarks.play_statistics luck TITLE [--seats N] [--bot B] [--deals N] [--jobs N]
    python -m benchmarks.play_statistics page

With `--keep FILE` every game outlives the program, and the same command goes on where it stopped.

`play` lets a bot play itself and counts: how long games are, what they end with, where the points
come from, and what sitting first is worth. `luck` plays every deal many times between equals, who
differ in their dice alone: a deal that decides who wins makes the same seat win again. Both add
their rows to benchmarks/play_statistics.json; `page` writes docs/statistics.md from it.
"""

import argparse
import json
import math
import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks._report import processor
from tourelle.arena.playing import open_game, play_game, set_up_actions
from tourelle.arena.workers import dice_seed
from tourelle.bots.named import named
from tourelle.core.game import Game
from tourelle.games import OWN, game_class

KEPT = Path(__file__).with_suffix(".json")
PAGE = Path(__file__).parents[1] / "docs" / "statistics.md"
DEALS = 77_000_000  # where the deals of these games begin: no match plays them

Task = tuple[str, dict[str, Any], str, int, int]
"""Title, options, bot, deal and dice."""


def played(task: Task) -> dict[str, Any]:
    """Play one game and return what is counted in it: chance sets up, and draws no action more."""
    title, options, bot_name, deal, dice = task
    game = game_class(title)(options)
    bot = named(bot_name)
    opening = set_up_actions(game)
    found = play_game(game, [bot] * game.seats, deal, dice_seed(deal, dice), opening)
    row = {
        "first": first_to_move(game, deal, opening),
        "points": list(found.outcome.points),
        "winners": [int(seat) for seat in found.outcome.winners],
        "turns": sum(found.turns),
        "actions": len(found.actions),
        "clause": found.outcome.clause,
    }
    return row | sources(game, deal, found.actions)


def first_to_move(game: Game[Any], deal: int, opening: int) -> int:
    """Return who has the first turn, once the board is set up."""
    position = game.setup(deal)
    for text in open_game(game, deal, opening):
        game.play_text(position, text)
    return int(game.to_move(position) or 0)


def sources(game: Game[Any], deal: int, actions: tuple[str, ...]) -> dict[str, Any]:
    """Return where all points of a game came from, and the lines of the score in the end."""
    position, gains = game.setup(deal), Counter[str]()
    for text in actions:
        for _, source, points in gained(game, position, text):
            gains[source] += points
    lines = Counter(t.what for s in all_seats(game) for t in game.score_terms(position, s))
    return {"gains": dict(gains), "lines": dict(lines)}


def gained(game: Game[Any], position: Any, text: str) -> list[tuple[int, str, int]]:
    """Play an action; return who made points by it, from what, how many.

    Where a turn's end scores lines, these are the sources; otherwise the word of the action is.
    """
    found = []
    before = [(game.points(position, s), game.score_terms(position, s)) for s in all_seats(game)]
    action = game.play_text(position, text)
    for seat, (had, terms) in zip(all_seats(game), before, strict=True):
        gain = int(game.points(position, seat)) - int(had)
        scored = sum(term.points for term in terms)
        if gain and game.ends_turn(action) and 0 < scored <= gain:
            found += [(seat, term.what, term.points) for term in terms]
            gain -= scored
        if gain:
            found.append((seat, text.split()[0], gain))
    return found


def all_seats(game: Game[Any]) -> list[Any]:
    """Return every seat."""
    return list(range(game.seats))


def all_played(tasks: list[Task], jobs: int, keep: Path | None) -> list[dict[str, Any]]:
    """Return what is counted in every game; those that a file holds are not played again."""
    lines = keep.read_text(encoding="utf-8").splitlines() if keep and keep.exists() else []
    games = [json.loads(line) for line in lines][: len(tasks)]
    for row in in_processes(tasks[len(games) :], jobs):
        games.append(row)
        if keep:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    return games


def in_processes(tasks: list[Task], jobs: int) -> Iterator[dict[str, Any]]:
    """Play games on so many cores, in their order."""
    if jobs == 1 or not tasks:
        yield from map(played, tasks)
        return
    played(tasks[0])  # once, before many processes would compile the same
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(played, tasks, chunksize=4)


def spread_of(numbers: list[float]) -> dict[str, float]:
    """Return mean, deviation and the middle nine tenths."""
    ordered, count = sorted(numbers), len(numbers)
    mean = sum(numbers) / count
    deviation = math.sqrt(sum((number - mean) ** 2 for number in numbers) / count)
    low, high = ordered[int(0.05 * count)], ordered[min(count - 1, int(0.95 * count))]
    return {"mean": round(mean, 2), "deviation": round(deviation, 2), "low": low, "high": high}


def play(given: argparse.Namespace) -> dict[str, Any]:
    """Play a bot against itself and return its row."""
    options = {"seats": given.seats, **dict(wish.split("=", 1) for wish in given.option)}
    tasks: list[Task] = [
        (given.title, options, given.bot, DEALS + number, number) for number in range(given.games)
    ]
    games = all_played(tasks, given.jobs, given.keep)
    seats = given.seats
    shares = [0.0] * seats  # by the place in the first round
    for game in games:
        for seat in game["winners"]:
            shares[(seat - game["first"]) % seats] += 1 / len(game["winners"])
    gains, lines = Counter[str](), Counter[str]()
    for game in games:
        gains.update(game["gains"])
        lines.update(game["lines"])
    total = sum(gains.values()) or 1
    return {
        "games": len(games),
        "turns_a_seat": spread_of([game["turns"] / seats for game in games]),
        "actions": spread_of([game["actions"] for game in games]),
        "points": spread_of([points for game in games for points in game["points"]]),
        "winner": spread_of([max(game["points"]) for game in games]),
        "margin": spread_of([margin(game["points"]) for game in games]),
        "shared": sum(len(game["winners"]) > 1 for game in games),
        "wins_by_place": [round(share, 2) for share in shares],
        "clauses": dict(Counter(game["clause"] for game in games)),
        "sources": {name: round(points / total, 4) for name, points in gains.most_common()},
        "lines_a_seat": {n: round(c / len(games) / seats, 2) for n, c in lines.items()},
    }


def margin(points: list[int]) -> int:
    """Return by how much the best is ahead of the second."""
    best, second = sorted(points, reverse=True)[:2]
    return best - second


def luck(given: argparse.Namespace) -> dict[str, Any]:
    """Play deals again and again between equals; return how much of winning lies in the deal."""
    options = {"seats": given.seats, **dict(wish.split("=", 1) for wish in given.option)}
    tasks: list[Task] = [
        (given.title, options, given.bot, DEALS + deal, again)
        for deal in range(given.deals)
        for again in range(given.again)
    ]
    games = all_played(tasks, given.jobs, given.keep)
    shares, leads = [], []
    for deal in range(given.deals):
        same = games[deal * given.again : (deal + 1) * given.again]
        shares.append([1 / len(g["winners"]) if 0 in g["winners"] else 0.0 for g in same])
        leads.append([g["points"][0] - max(g["points"][1:]) for g in same])
    return {
        "deals": given.deals,
        "again": given.again,
        "of_winning": round(between(shares), 3),
        "of_winning_interval": resampled(shares),
        "of_the_lead": round(between(leads), 3),
        "of_the_lead_interval": resampled(leads),
        "of_the_seat": round(by_seat(leads), 3),
        "lead": spread_of([lead for row in leads for lead in row]),
    }


def resampled(rows: list[list[float]], times: int = 1000) -> list[float]:
    """Return the 95 % interval of what lies between rows, if other deals had been dealt."""
    chance = random.Random(8)
    found = sorted(between(chance.choices(rows, k=len(rows))) for _ in range(times))
    return [round(found[int(times * part)], 3) for part in (0.025, 0.975)]


def by_seat(leads: list[list[float]]) -> float:
    """Return the share of the leads' mean square that sitting first makes in all deals alike."""
    flat = [lead for row in leads for lead in row]
    square = sum(lead**2 for lead in flat) / len(flat)
    return (sum(flat) / len(flat)) ** 2 / square if square else 0.0


def between(rows: list[list[float]]) -> float:
    """Return the share of the variance that lies between rows, freed of what chance adds to it."""
    count, each = len(rows), len(rows[0])
    means = [sum(row) / each for row in rows]
    mean = sum(means) / count
    within = sum((x - m) ** 2 for row, m in zip(rows, means, strict=True) for x in row)
    within /= count * (each - 1)
    among = sum((m - mean) ** 2 for m in means) / (count - 1) - within / each
    return max(0.0, among / (among + within)) if among + within else 0.0


# ---------------------------------------------------------------- keeping and telling


def keep(given: argparse.Namespace, row: dict[str, Any]) -> None:
    """Add a row to those that are kept, in the place of one like it."""
    kept: list[dict[str, Any]] = json.loads(KEPT.read_text()) if KEPT.exists() else []
    what = {
        "what": given.what,
        "title": given.title,
        "seats": given.seats,
        "option": given.option,
        "bot": given.bot,
    }
    kept = [old for old in kept if {key: old.get(key) for key in what} != what]
    kept.append({**what, **row, "machine": processor()})
    order = {title: number for number, title in enumerate(OWN)}
    kept.sort(
        key=lambda r: (r["what"], order.get(r["title"], 9), r["option"], r["seats"], r["bot"])
    )
    KEPT.write_text("[\n" + ",\n".join(json.dumps(each) for each in kept) + "\n]\n")


def main() -> None:
    """Play and keep, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "luck", "page"])
    parser.add_argument("title", nargs="?", choices=OWN)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--bot", default="level-5")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--again", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    if given.what == "page":
        from benchmarks.play_statistics_page import page

        PAGE.write_text(page(json.loads(KEPT.read_text())), encoding="utf-8")
        return
    row = play(given) if given.what == "play" else luck(given)
    keep(given, row)
    print(json.dumps(row, indent=1))


if __name__ == "__main__":
    main()
