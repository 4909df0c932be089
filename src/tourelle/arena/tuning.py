"""Weights found by matches: simultaneous perturbation, with the search inside the loop.

Every step tries some directions. In a direction all weights are moved at once, each up or down by
chance, and the two ways play each other from the same deals with all seats rotated. What the better
way wins by moves the weights its way. The mean over the second half of all steps is the answer.
Everything is drawn from the seed, so the same command finds the same weights on any number of
cores; after each step the state is kept in a file, and a run that was stopped goes on from there.
"""

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from tourelle.arena.cluster import Cluster
from tourelle.arena.fingerprint import packages_of
from tourelle.arena.playing import default_opening, play_game
from tourelle.arena.processes import starting_processes
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.core.chance import below, dice_from
from tourelle.core.game import AnyGame
from tourelle.core.weights import Weights, make_weights
from tourelle.core.words import DocumentError, Refusal
from tourelle.games import game_class

DIRECTIONS: Final = 16  # tried in one step, whatever the number of cores
GAIN: Final = 0.5
STABILITY: Final = 0.1  # of all steps: before that the gain hardly falls
FINENESS: Final = 0.1  # a direction moves a position's worth by about this share of the spread
SAMPLE: Final = 40  # games from which features and spread are measured

Options = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """What is tuned, and how."""

    title: str
    seats: int
    options: tuple[Options, ...]
    """Option sets; deals take turns among them."""
    bot: str
    steps: int
    deals: int
    """Deals in one direction, each played from every seat."""
    seed: int
    only: tuple[str, ...] = ()
    """The features whose weights move; all but the points where none is named."""


@dataclass
class State:
    """How far a run is."""

    step: int
    weights: dict[str, float]
    reach: dict[str, float]
    """How far a direction moves each weight."""
    spread: float
    summed: dict[str, float] = field(default_factory=dict)
    """The weights of the second half of the steps, added up."""
    counted: int = 0

    def found(self) -> dict[str, float]:
        """Return the mean over the second half of the steps so far."""
        if not self.counted:
            return dict(self.weights)
        return {feature: total / self.counted for feature, total in self.summed.items()}


@dataclass(frozen=True)
class Comparison:
    """Two sets of weights and the deals from which they play each other."""

    task: Task
    plus: dict[str, float]
    minus: dict[str, float]
    spread: float
    deals: tuple[int, ...]
    sharpness: float = 0.0
    """The lead that counts as clear; the spread where none is given."""


def rules_of(task: Task, number: int) -> AnyGame:
    """Return the game of the deal with that number."""
    return game_class(task.title)({**task.options[number % len(task.options)], "seats": task.seats})


def seatings(seats: int) -> list[tuple[int, ...]]:
    """Return who sits where: both sides take every seat, and are as often in the minority.

    0 is the one side, 1 the other.
    """
    if seats % 2 == 0:
        return [tuple((seat + shift) % 2 for seat in range(seats)) for shift in range(2)]
    alone = [tuple(int(seat != chair) for seat in range(seats)) for chair in range(seats)]
    return alone + [tuple(1 - side for side in row) for row in alone]


def margin(points: Sequence[int], sides: Sequence[int], spread: float) -> float:
    """Return how clearly side 0 won, from -1 to 1: the mean over all pairs of opposed seats."""
    total = pairs = 0.0
    for mine, my_side in zip(points, sides, strict=True):
        for theirs, their_side in zip(points, sides, strict=True):
            if my_side == 0 and their_side == 1:
                total += math.tanh((mine - theirs) / (2 * spread))
                pairs += 1
    return total / pairs


def play_comparison(comparison: Comparison) -> float:
    """Return how clearly `plus` beats `minus`, from -1 to 1."""
    task = comparison.task
    total = games = 0.0
    for deal in comparison.deals:
        game = rules_of(task, deal)
        bots = [
            _bot(task, game, side, comparison.spread)
            for side in (comparison.plus, comparison.minus)
        ]
        for sides in seatings(task.seats):
            seated = [bots[side] for side in sides]
            played = play_game(game, seated, deal, deal, default_opening(game))
            clear = comparison.sharpness or comparison.spread
            total += margin(played.outcome.points, sides, clear)
            games += 1
    return total / games


def _bot(task: Task, game: AnyGame, weights: dict[str, float], spread: float) -> Thinker:
    """Return the bot that plays with these weights."""
    bot = named(task.bot)
    if not isinstance(bot, Thinker):
        raise DocumentError(Refusal("bot-takes-nothing", params={"bot": task.bot}))
    return bot.with_weights(task.bot, make_weights(game.feature_names, weights, spread, ""))


def begin(task: Task, start: dict[str, float] | None = None) -> State:
    """Return the state before the first step: features measured on games between equals."""
    game = rules_of(task, 0)
    if unknown := sorted(set(task.only) - set(game.feature_names)):
        raise DocumentError(Refusal("weights-features", params={"features": ", ".join(unknown)}))
    given = game.weights
    weights = start or given.named()
    sums = [0.0] * len(game.feature_names)
    count = 0
    leads: list[tuple[float, float]] = []
    for deal in range(SAMPLE):
        game = rules_of(task, deal)
        bot = _bot(task, game, weights, given.spread)
        for differences, lead, won in _sampled(game, bot, deal, weights):
            leads.append((lead, won))
            for i, difference in enumerate(differences):
                sums[i] += difference * difference
            count += 1
    spread = fitted_spread(leads)
    reach = {}
    for i, feature in enumerate(game.feature_names):
        size = math.sqrt(sums[i] / max(1, count))
        moves = i > 0 and size > 0 and (not task.only or feature in task.only)
        reach[feature] = _reach(weights[feature], FINENESS * spread / size) if moves else 0.0
    return State(0, dict(weights), reach, spread)


def _reach(weight: float, step: float) -> float:
    """Return how far to move a weight whose feature makes `step` felt.

    Never far beyond the weight itself: moves that turn many signs at once favour large weights,
    whatever they are worth.
    """
    return min(step, 0.25 * abs(weight) + 0.15 * step)


def _sampled(
    game: AnyGame, bot: Thinker, deal: int, weights: dict[str, float]
) -> Iterator[tuple[list[float], float, float]]:
    """Yield from one game: how the features of two seats differ, the lead, and who of them won."""
    played = play_game(game, [bot] * game.seats, deal, deal, default_opening(game))
    points = played.outcome.points
    position, dice = game.setup(deal), dice_from(deal)
    row = [weights[feature] for feature in game.feature_names]
    for number, text in enumerate(played.actions):
        if number % 3 == 2:
            first = int(below(dice, game.seats))
            other = (first + 1 + int(below(dice, game.seats - 1))) % game.seats
            mine = game.features(position, first)  # type: ignore[arg-type]
            theirs = game.features(position, other)  # type: ignore[arg-type]
            differences = [a - b for a, b in zip(mine, theirs, strict=True)]
            lead = sum(w * t for w, t in zip(row, differences, strict=True))
            won = 0.5 + 0.5 * ((points[first] > points[other]) - (points[first] < points[other]))
            yield differences, lead, won
        game.apply(position, game.parse_action(text))


def fitted_spread(leads: Sequence[tuple[float, float]]) -> float:
    """Return the spread under which the leads explain the wins best (one-parameter logistic)."""
    best, lowest = 1.0, math.inf
    for number in range(60):
        spread = 0.5 * 1.1**number
        loss = 0.0
        for lead, won in leads:
            likely = 1 / (1 + math.exp(-max(-30.0, min(30.0, lead / spread))))
            loss -= won * math.log(likely + 1e-12) + (1 - won) * math.log(1 - likely + 1e-12)
        if loss < lowest:
            best, lowest = spread, loss
    return best


def directions(task: Task, state: State) -> list[tuple[dict[str, int], Comparison]]:
    """Return what the next step tries: signs for all weights, and what compares them."""
    chance = random.Random(task.seed * 1_000_003 + state.step)
    drawn = []
    for _ in range(DIRECTIONS):
        signs = {feature: chance.choice((-1, 1)) for feature in state.weights}
        deals = tuple(chance.randrange(1 << 40) for _ in range(task.deals))
        moved = [
            {
                feature: w + way * signs[feature] * state.reach[feature]
                for feature, w in state.weights.items()
            }
            for way in (1, -1)
        ]
        drawn.append((signs, Comparison(task, moved[0], moved[1], state.spread, deals)))
    return drawn


def advance(task: Task, state: State, tried: Sequence[tuple[dict[str, int], float]]) -> State:
    """Return the state after a step whose directions came out like this."""
    early = STABILITY * task.steps
    gain = GAIN * ((early + 1) / (early + 1 + state.step)) ** 0.602
    weights = dict(state.weights)
    for signs, result in tried:
        for feature, sign in signs.items():
            weights[feature] += gain * result * sign * state.reach[feature] / math.sqrt(len(tried))
    step = state.step + 1
    if step <= task.steps // 2:
        return replace(state, step=step, weights=weights)
    summed = {
        feature: state.summed.get(feature, 0.0) + weight for feature, weight in weights.items()
    }
    return replace(state, step=step, weights=weights, summed=summed, counted=state.counted + 1)


Play = Callable[[Sequence[Comparison]], list[float]]


def compare(
    task: Task, found: Weights, start: dict[str, float], deals: int, play: Play
) -> tuple[float, int]:
    """Return the games that the weights found win against the first ones, and all games."""
    seen = [task.seed * 1_000_003 - 1 - number for number in range(deals)]
    sure = 1e-6  # a margin of points counts as a win, whatever its size
    comparisons = [
        Comparison(task, found.named(), start, found.spread, (deal & (1 << 40) - 1,), sure)
        for deal in seen
    ]
    games = deals * len(seatings(task.seats))
    wins = sum((1 + margin) / 2 for margin in play(comparisons)) * len(seatings(task.seats))
    return wins, games


@contextmanager
def workers(jobs: int, task: Task, cluster: Cluster | None = None) -> Iterator[Play]:
    """Give a way to play comparisons on so many cores, or on a cluster."""
    if cluster is not None:
        code = packages_of(task.title, [named(task.bot)])

        def play(comparisons: Sequence[Comparison]) -> list[float]:
            found = dict(cluster.answers(_numbered, enumerate(comparisons), code))
            return [found[number] for number in range(len(comparisons))]

        yield play
        return
    if jobs <= 1:
        yield lambda comparisons: [play_comparison(comparison) for comparison in comparisons]
        return
    with starting_processes():
        started = get_context("spawn").Pool(jobs)
    with started as pool:
        yield lambda comparisons: pool.map(play_comparison, comparisons, chunksize=1)


def _numbered(comparison: tuple[int, Comparison]) -> tuple[int, float]:
    """Return how a comparison came out, with its number: answers come in any order."""
    number, asked = comparison
    return number, play_comparison(asked)


def read_state(path: Path, task: Task) -> State | None:
    """Return the state that a run of the same task left, if any; of another task it is refused."""
    if not path.exists():
        return None
    kept = json.loads(path.read_text(encoding="utf-8"))
    if kept["task"] != json.loads(json.dumps(asdict(task))):
        raise DocumentError(Refusal("tune-other-task", params={"file": path.name}))
    return State(**kept["state"])


def write_state(path: Path, task: Task, state: State) -> None:
    """Keep a state; a run that is killed in the middle loses nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    waiting = path.with_suffix(".new")
    text = json.dumps({"task": asdict(task), "state": asdict(state)}, indent=1)
    waiting.write_text(text, encoding="utf-8")
    waiting.replace(path)


def finish(task: Task, state: State, command: str) -> Weights:
    """Return the weights found, rounded, with the spread measured on games played with them."""
    game = rules_of(task, 0)
    found = {feature: float(f"{weight:.3g}") for feature, weight in state.found().items()}
    spread = begin(task, found).spread
    return make_weights(game.feature_names, found, float(f"{spread:.3g}"), command)


def write_weights(path: Path, seats: int, weights: Weights) -> None:
    """Put weights for a number of seats into a title's document; the others stay."""
    document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    document[str(seats)] = {
        "command": weights.command,
        "spread": weights.spread,
        "weights": weights.named(),
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
