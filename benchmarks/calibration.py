"""How true chances and points are: positions judged, games played out, a small map fitted to it.

    python -m benchmarks.calibration TITLE [--seats N] [--option O=V] [--games G] [--work W]
                                     [--keep F] [--write] [--plot F]

Bots with a fixed budget of work play against each other. Before every turn it is noted what the
search says of all seats, and in the end how the game went. At some knots of the game's progress the
sharpness of the chances (least log-loss) and the line from points to final points (least squares,
no slope below 0) are fitted; each quarter of the games is held out once and tells what that brings:
chances that gain less than two standard errors, or points that are no better, are left as they are.
`--write` puts the map into the title's `calibration.json`, under the net that judged or the
features, `--plot` draws what was foretold against what came true. A run with `--keep` goes on where
it was stopped.
"""

import argparse
import json
import sys
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np

from tourelle.bots.calibration import FILE, LEAST, Calibration, Knot, evaluator_of
from tourelle.bots.driving import turns_to_plan
from tourelle.bots.hints import hinter
from tourelle.core import plugins
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.games import game_class
from tourelle.play import Play

KNOTS = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
QUARTERS = 4
PHASES = ("beginning", "middle", "end")
SIDE, GAP = 220, 24
FEW = 20
"""Chances in a tenth below which nothing is drawn for it."""
Row = tuple[int, float, tuple[float, ...], tuple[float, ...], tuple[float, ...], tuple[int, ...]]
"""Game, progress, chances and points foretold, shares of the victory and points in the end."""


def games(game: AnyGame, count: int, work: int, keep: Path | None) -> list[Row]:
    """Return what was foretold in some games, and what came true."""
    there = keep.read_text(encoding="utf-8").splitlines() if keep and keep.is_file() else []
    played = [json.loads(line) for line in there][:count]
    for number in range(len(played), count):
        played.append(foretold(game, number, work))
        if keep:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(played[-1]) + "\n")
        print(f"\r{game.title} {game.seats}: {number + 1}/{count}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return [row for rows in played for row in rows]


def foretold(game: AnyGame, number: int, work: int) -> list[Row]:
    """Play a game; return what was foretold before every turn, and what came true."""
    bot = hinter(game, work=work)
    play, dice = Play(game, game.deal(number), number), dice_from(number)
    seen = []
    for seat, opened in turns_to_plan(play, dice):
        view = game.view(play.position, seat)
        best = bot.findings(game, view, seat, dice).best
        if best.visits and opened:
            seen.append((game.progress(view), best.chances, best.points))
        for action in best.turn:
            play.apply(action)
    outcome = play.outcome()
    assert outcome is not None
    won = tuple((s in outcome.winners) / len(outcome.winners) for s in range(game.seats))
    return [(number, *each, won, outcome.points) for each in seen]


def hats(progress: Any) -> Any:
    """Return how much each knot but the last counts at some points of the game."""
    found = np.zeros((len(progress), len(KNOTS)))
    for at, (left, right) in enumerate(pairwise(KNOTS)):
        inside = (progress >= left) & ((progress < right) | (right == 1.0))
        part = (progress - left) / (right - left)
        found[inside, at] += (1 - part)[inside]
        found[inside, at + 1] += part[inside]
    return found[:, :-1]


def log_loss(sharpness: Any, hat: Any, logs: Any, won: Any) -> float:
    """Return how badly chances of such sharpness foretell who wins; it stays near 1."""
    power = 1 + hat @ (sharpness - 1)
    scaled = power[:, None] * logs
    scaled -= np.log(np.exp(scaled).sum(1, keepdims=True))
    return float(-(won * scaled).sum(1).mean() + 0.0005 * ((sharpness - 1) ** 2).sum())


def fitted(rows: list[Row]) -> Calibration:
    """Return the map that foretells these rows best."""
    hat = hats(np.array([row[1] for row in rows]))
    logs = np.log(np.maximum(LEAST, np.array([row[2] for row in rows])))
    said, final = np.array([row[3] for row in rows]), np.array([row[5] for row in rows])
    won = np.array([row[4] for row in rows])
    sharpness = np.ones(len(KNOTS) - 1)
    for step in (0.4, 0.2, 0.1, 0.05, 0.02, 0.01):
        for _ in range(6):
            for knot in range(len(sharpness)):
                tries = [sharpness.copy() for _ in range(3)]
                tries[1][knot] = max(0.05, sharpness[knot] - step)
                tries[2][knot] = sharpness[knot] + step
                sharpness = min(tries, key=lambda each: log_loss(each, hat, logs, won))
    mean = float(said.mean())
    slopes, offsets = line(np.repeat(hat, said.shape[1], axis=0), said.ravel() - mean, final - said)
    knots = tuple(
        Knot(at, round(float(sharp), 3), round(float(slope), 4), round(float(offset), 3))
        for at, sharp, slope, offset in zip(KNOTS, sharpness, slopes, offsets, strict=False)
    )
    return Calibration(knots, round(mean, 2))


def line(hat: Any, flat: Any, missing: Any) -> tuple[Any, Any]:
    """Return the slopes and offsets at the knots that leave the least missing, no slope below 0.

    More points never mean fewer in the end: of all choices of knots whose slope is 0, each solved
    for the rest, the best that keeps to that is taken. What is hardly seen stays 1 and 0.
    """
    knots = hat.shape[1]
    design = np.hstack([hat * flat[:, None], hat])
    square = design.T @ design + len(flat) * 0.05**2 * np.eye(2 * knots)
    toward = design.T @ missing.ravel()
    best, least = np.zeros(2 * knots), np.inf
    for pinned in product((False, True), repeat=knots):
        free = ~np.array([*pinned, *[False] * knots])
        found = np.where(free, 0.0, -1.0)
        found[free] = np.linalg.solve(square[free][:, free], (toward - square @ found)[free])
        left = found @ square @ found - 2 * toward @ found
        if found[:knots].min() >= -1 and left < least:
            best, least = found, left
    return 1 + best[:knots], best[knots:]


def held_out(rows: list[Row]) -> list[tuple[Row, Calibration]]:
    """Return every row with the map that the games of the other quarters give."""
    return [
        (row, right)
        for quarter in range(QUARTERS)
        for right in [fitted([row for row in rows if row[0] % QUARTERS != quarter])]
        for row in rows
        if row[0] % QUARTERS == quarter
    ]


def figures(tried: list[tuple[Row, Calibration]]) -> dict[str, float]:
    """Return log-loss and error in points, as it is said and set right, and how sure the gain is.

    The gain in log-loss stands beside its standard error, over games.
    """
    told: dict[str, float] = {}
    losses = np.zeros((2, len(tried)))
    for name, line in (("before", 0), ("after", 1)):
        square = []
        for at, ((_, progress, chances, points, won, final), right) in enumerate(tried):
            used = right if line else Calibration()
            found = np.maximum(LEAST, used.chances(chances, progress))
            losses[line, at] = -(np.array(won) * np.log(found)).sum()
            square.append((np.array(used.points(points, progress)) - final) ** 2)
        told[f"log_loss_{name}"] = round(float(losses[line].mean()), 4)
        told[f"points_off_{name}"] = round(float(np.sqrt(np.mean(square))), 2)
    numbers = np.array([row[0] for row, _ in tried])
    gains = losses[0] - losses[1]
    sums = np.array([(gains - gains.mean())[numbers == game].sum() for game in set(numbers)])
    told["gain"] = round(float(gains.mean()), 4)
    told["gain_error"] = round(float(np.sqrt((sums**2).sum()) / len(gains)), 4)
    return told


def proven(right: Calibration, told: dict[str, float]) -> Calibration:
    """Return what of a map made the games better that it was not fitted to, and not by luck."""
    knots = right.knots
    if told["gain"] <= 2 * told["gain_error"]:
        knots = tuple(replace(knot, sharpness=1.0) for knot in knots)
    if told["points_off_after"] >= told["points_off_before"]:
        knots = tuple(replace(knot, slope=1.0, offset=0.0) for knot in knots)
    return replace(right, knots=knots)


def plot(tried: list[tuple[Row, Calibration]], title: str) -> str:
    """Return foretold against come true, in tenths, as SVG: a square for each part of the game.

    Open discs are chances as the search says them, full ones set right.
    """
    squares = []
    for number, name in enumerate(PHASES):
        first, last = number / len(PHASES), (number + 1) / len(PHASES)
        inside = [pair for pair in tried if first <= pair[0][1] < last or pair[0][1] == last == 1]
        x = number * (SIDE + GAP)
        squares.append(f'<g transform="translate({x})">{square(inside, name)}</g>')
    wide, middle = len(PHASES) * (SIDE + GAP) - GAP, SIDE // 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -30 {wide + 60} {SIDE + 80}" '
        f'font-family="sans-serif" font-size="12"><rect x="-40" y="-30" width="{wide + 60}" '
        f'height="{SIDE + 80}" fill="#fff"/>{"".join(squares)}'
        f'<text x="{wide / 2}" y="{SIDE + 38}" text-anchor="middle">foretold: {title}</text>'
        f'<text x="-12" y="{middle}" text-anchor="middle" '
        f'transform="rotate(-90 -12 {middle})">come true</text></svg>\n'
    )


def square(tried: list[tuple[Row, Calibration]], name: str) -> str:
    """Return one square of the picture."""
    parts = []
    for after, fill in ((False, "none"), (True, "#1f4fa3")):
        pairs = [
            (chance, share)
            for (_, progress, chances, _, won, _), right in tried
            for chance, share in zip(
                right.chances(chances, progress) if after else chances, won, strict=True
            )
        ]
        for tenth in range(10):
            inside = [pair for pair in pairs if tenth <= 10 * pair[0] < tenth + 1]
            if len(inside) >= FEW:
                x, y = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
                size = 2 + 6 * np.sqrt(len(inside) / len(pairs))
                parts.append(
                    f'<circle cx="{SIDE * x:.1f}" cy="{SIDE * (1 - y):.1f}" r="{size:.1f}" '
                    f'fill="{fill}" stroke="#1f4fa3"/>'
                )
    return (
        f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
        f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#bbb"/>{"".join(parts)}'
        f'<text x="{SIDE // 2}" y="-10" text-anchor="middle">{name}</text>'
        f'<text y="{SIDE + 16}">0</text><text x="{SIDE}" y="{SIDE + 16}" text-anchor="end">1</text>'
    )


def write(game: AnyGame, command: str, right: Calibration, told: dict[str, float]) -> None:
    """Put a map into the title's file, under what judged."""
    file = Path(str(sys.modules[plugins.package_of(game.title)].__file__)).parent / FILE
    document: dict[str, Any] = json.loads(file.read_text()) if file.is_file() else {}
    judge = evaluator_of(game)
    entry: dict[str, Any] = {"net": judge.digest} if judge.digest else {}
    knots = [dict(vars(knot)) for knot in right.knots]
    entry |= {"command": command, "mean": right.mean, **told, "knots": knots}
    document.setdefault(str(game.seats), {})[judge.name] = entry
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Play, fit, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--work", type=int, default=10_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    options = dict(wish.split("=", 1) for wish in given.option)
    game = game_class(given.title)({"seats": given.seats, **options})
    rows = games(game, given.games, given.work, given.keep)
    tried = held_out(rows)
    told = {"games": given.games, "rows": len(rows), **figures(tried)}
    print(json.dumps(told))
    right = proven(fitted(rows), told)
    if given.plot:
        name = ", ".join([given.title, f"{given.seats} seats", *given.option])
        given.plot.write_text(plot(tried, name), encoding="utf-8")
    if given.write:
        command = f"python -m benchmarks.calibration {given.title} --seats {given.seats}"
        command += "".join(f" --option {wish}" for wish in given.option)
        command += f" --games {given.games} --work {given.work} --write"
        write(game, command, right, told)


if __name__ == "__main__":
    main()
