"""A curve of learning: printed as it grows, then kept as figures and as a picture."""

import csv
from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter
from typing import NamedTuple


class Point(NamedTuple):
    """How good somebody was after so many steps."""

    steps: int
    seconds: float
    score: float
    wins: float


def arguments_of_a_title(description: str, out: str, **lengths: int):
    """Return what was asked for, and the options of the game: Torres without cards for two."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--title", default="torres")
    parser.add_argument("--options", nargs="*", default=["cards=none"])
    add_arguments(parser, out, **lengths)
    given = parser.parse_args()
    return given, {"seats": 2, **dict(option.split("=") for option in given.options)}


def add_arguments(parser: ArgumentParser, out: str, steps: int, every: int, games: int) -> None:
    """Let the length of a run, how often it is measured and where it is kept be chosen."""
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--every", type=int, default=every)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--out", default=out)


class Curve:
    """The points of one run."""

    def __init__(self, title: str, score: str) -> None:
        """Begin a curve; `score` says what is measured beside the share of games won."""
        self.title, self.score = title, score
        self.points: list[Point] = []
        self._began = perf_counter()

    def add(self, steps: int, score: float, wins: float) -> None:
        """Add a point, and print it."""
        self.points.append(Point(steps, perf_counter() - self._began, score, wins))
        print(
            f"{steps:>8} steps {self.points[-1].seconds:>6.0f} s: "
            f"{self.score} {score:+.2f}, won {wins:.0%}",
            flush=True,
        )

    def save(self, stem: str) -> None:
        """Write the figures as CSV; draw them as SVG where Matplotlib is."""
        with Path(f"{stem}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("steps", "seconds", self.score, "won"))
            for steps, seconds, score, wins in self.points:
                writer.writerow((steps, round(seconds), round(score, 3), round(wins, 3)))
        try:
            from matplotlib import pyplot
        except ImportError:
            return
        figure, axis = pyplot.subplots(figsize=(6, 3))
        axis.plot([p.steps for p in self.points], [100 * p.wins for p in self.points], marker="o")
        axis.set(title=self.title, xlabel="steps", ylabel="games won, %", ylim=(0, 100))
        axis.axhline(50, color="grey", linewidth=0.5)
        figure.tight_layout()
        figure.savefig(f"{stem}.svg", metadata={"Date": None})
