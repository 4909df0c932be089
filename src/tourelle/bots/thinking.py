"""Thinking about a turn: worlds, beams and simulations within a budget, on one thread or several.

Compiled code has no clock, so it works in small portions; between two of them the clock, the wish
to stop and the progress are looked at. Every thread has a tree of its own over the same first
turns, and what they learnt about these is added up in the end: under a budget of work the answer
depends on nothing but the view, the dice and the settings.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from tourelle.core.chance import Dice, next_word
from tourelle.core.compile import Rows, buffer, row_of
from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.weights import Weights
from tourelle.core.words import Action, Seat
from tourelle.search.net import NO_NET, Net
from tourelle.search.tree import (
    Plan,
    Tree,
    actions_of,
    add_turn,
    clear,
    find_root_turns,
    new_tree,
    principal_variation,
    run_simulations,
    turn_count,
    turns_of,
)
from tourelle.search.turns import ROOT, WORK, Judgement, Workspace, workspace

PORTION: Final = 0.008  # seconds of compiled work between two looks at the clock
FIRST_WIDTH: Final = 8
NODES: Final = 8192
TURNS: Final = 32768
WORLDS_COMPARED: Final = 6
MOST: Final = 128
"""No more turns are found at once."""


@dataclass(frozen=True)
class SearchSettings:
    """How a search thinks. All of it is data: bots and experiments differ in nothing else."""

    width: int = 64  # states kept in the beam at the root
    arms: int = 32  # first turns that are followed further
    worlds: int = 1  # imagined worlds in which first turns are sought
    root_share: float = 0.3  # of the budget goes into finding first turns, if simulations follow
    rounds: int = 0  # how far simulations go; 0: the beam alone decides
    reply_width: int = 8
    reply_turns: int = 12
    exploration: float = 0.6
    sharpness: float = 6.0
    trust: float = 0.0  # how much the beam's own estimate counts beside what simulations have won
    noise: float = 0.0  # points by which positions are misjudged
    alike: int = MOST  # turns kept of those with exactly the same estimate
    crowd: int = 1  # states worth exactly the same take no more than one place in so many of a beam
    merging: bool = True
    asks: str = "none"  # where a learnt net judges instead of weights: see neural.artefact.ASKED
    seconds: float = 0.0  # the budget: seconds, or states weighed; 0 means none
    work: int = 0
    threads: int = 1


@dataclass
class Progress:
    """A search under way: how far it is, and the wish that it stop."""

    share: float = 0.0
    """How much of the budget is spent, from 0 to 1."""
    stopped: bool = False

    def stop(self) -> None:
        """Ask the search to end; it answers with what it has."""
        self.stopped = True


@dataclass(frozen=True)
class Candidate:
    """A turn that was considered."""

    turn: tuple[Action, ...]
    """Its actions, up to the end or to what shows something hidden."""
    estimate: float
    """How far ahead, in points, the beam thinks it leaves its seat."""
    visits: int
    """How many simulations went through it."""
    chance: float
    """The chance that its seat wins."""
    points: tuple[float, ...]
    """What each seat may hope to have at the end."""
    principal_variation: tuple[tuple[Action, ...], ...] = ()
    """The turn, then those that most simulations went on with, in the worlds they imagined."""
    chances: tuple[float, ...] = ()
    """The chance of every seat to win; empty where no simulation went through it."""


@dataclass(frozen=True)
class Findings:
    """What a search found, the best turn first."""

    candidates: tuple[Candidate, ...]
    work: int
    """States weighed, and those replayed on the way to them."""
    seconds: float

    @property
    def best(self) -> Candidate:
        """Return the turn to play."""
        return self.candidates[0]


@dataclass
class Scratch:
    """What one thread works in."""

    workspace: Workspace
    tree: Tree
    dice: Dice = field(default_factory=lambda: buffer(1))


_free: dict[tuple[str, int, int], list[Scratch]] = {}
_lock = threading.Lock()


def borrow(game: AnyGame, width: int) -> Scratch:
    """Return what a thread needs for a title; give it back with `hand_back`."""
    with _lock:
        waiting = _free.setdefault((game.title, game.seats, width), [])
        if waiting:
            return waiting.pop()
    told = len(game.input_names(game.seats))
    made = workspace(
        game.position_class, game.max_actions, len(game.feature_names), width, MOST, told
    )
    return Scratch(made, new_tree(NODES, TURNS))


def hand_back(game: AnyGame, width: int, scratch: Scratch) -> None:
    """Let others use it."""
    with _lock:
        _free[game.title, game.seats, width].append(scratch)


def think(
    game: AnyGame,
    view: View,
    seat: Seat,
    dice: list[int],
    settings: SearchSettings,
    weights: Weights | None = None,
    progress: Progress | None = None,
    net: Net | None = None,
) -> Findings:
    """Think about the turn of `seat`, which knows no more than `view`."""
    progress = progress or Progress()
    scratches = [borrow(game, settings.width) for _ in range(max(1, settings.threads))]
    try:
        judges = weights or game.weights, net or NO_NET
        return _Search(game, view, seat, dice, settings, *judges, progress).run(scratches)
    finally:
        for scratch in scratches:
            hand_back(game, settings.width, scratch)


def follow(
    game: AnyGame,
    view: View,
    seat: Seat,
    turn: Sequence[Action],
    dice: list[int],
    settings: SearchSettings,
    progress: Progress | None = None,
    net: Net | None = None,
) -> Candidate:
    """Think about one turn of `seat` alone: what it leads to, knowing no more than `view`.

    With the same dice every turn meets the same worlds in the same order.
    """
    scratch = borrow(game, settings.width)
    try:
        judges = game.weights, net or NO_NET
        search = _Search(game, view, seat, dice, settings, *judges, progress or Progress())
        return search.follow(scratch, turn)
    finally:
        hand_back(game, settings.width, scratch)


class _Search:
    """One search: what all its threads share."""

    def __init__(
        self,
        game: AnyGame,
        view: View,
        seat: Seat,
        dice: list[int],
        settings: SearchSettings,
        weights: Weights,
        net: Net,
        progress: Progress,
    ) -> None:
        self.game, self.view, self.seat, self.settings = game, view, seat, settings
        self.progress = progress
        self.began = time.perf_counter()
        self.seeds = [int(next_word(dice)) for _ in range(settings.threads + 2)]
        several = settings.rounds or settings.worlds > 1  # otherwise one world is all there is
        self.hidden = bool(several) and self._worlds_differ()
        self.judgement = Judgement(
            seats=game.seats,
            weights=weights.row,
            spread=weights.spread,
            noise=settings.noise,
            salt=self.seeds[-1],
            merging=settings.merging,
            alike=settings.alike,
            crowd=settings.crowd,
            net=net,
        )
        self.plan = Plan(
            width=min(settings.reply_width, settings.width),
            turns=min(settings.reply_turns, MOST),
            rounds=settings.rounds,
            exploration=settings.exploration,
            sharpness=settings.sharpness,
            hidden=self.hidden,
            # so that a lead of one spread adds a quarter of the trust
            trust=settings.trust / (4 * weights.spread),
        )

    def _worlds_differ(self) -> bool:
        """Tell whether anything is hidden or left to chance: whether worlds differ."""
        game, view, seat = self.game, self.view, self.seat
        worlds = {game.identity(game.imagine(view, seat, seed)) for seed in range(WORLDS_COMPARED)}
        return len(worlds) > 1

    def run(self, scratches: list[Scratch]) -> Findings:
        """Find the first turns, run simulations until the budget is spent, and sum up."""
        self.find_turns(scratches[0])
        for scratch in scratches[1:]:  # whatever follows: they may hold what an earlier search left
            self._start(scratch, self.seeds[1])
        if self.settings.rounds and self._several(scratches[0].tree):
            for scratch in scratches[1:]:
                for turn in range(turn_count(scratches[0].tree)):
                    _copy_turn(scratches[0].tree, scratch.tree, turn)
            for number, scratch in enumerate(scratches):
                scratch.dice[0] = self.seeds[number]
            if len(scratches) == 1:
                self.simulate(scratches[0], 1)
            else:
                with ThreadPoolExecutor(len(scratches)) as pool:
                    list(
                        pool.map(lambda scratch: self.simulate(scratch, len(scratches)), scratches)
                    )
        self.progress.share = 1.0
        work = sum(int(scratch.workspace.counts[WORK]) for scratch in scratches)
        return Findings(self._candidates(scratches), work, time.perf_counter() - self.began)

    def follow(self, scratch: Scratch, turn: Sequence[Action]) -> Candidate:
        """Run simulations through one turn until the budget is spent."""
        self._start(scratch, self.seeds[0])
        add_turn(scratch.tree, 0, row_of(turn), len(turn), 0.0)
        self.simulate(scratch, 1)
        return self._candidates([scratch])[0]

    @staticmethod
    def _several(tree: Tree) -> bool:
        """Tell whether the root has a choice."""
        return int(turn_count(tree)) > 1

    def _start(self, scratch: Scratch, seed: int) -> None:
        """Begin with the view, an empty tree and no work done."""
        scratch.workspace.singles[ROOT] = self.view
        for place in range(len(scratch.workspace.counts)):
            scratch.workspace.counts[place] = 0
        scratch.dice[0] = seed
        clear(scratch.tree)

    def find_turns(self, scratch: Scratch) -> None:
        """Find the first turns with a narrow beam, then with as wide a one as the budget allows."""
        settings = self.settings
        self._start(scratch, self.seeds[-2])
        worlds = settings.worlds if self.hidden else 1
        narrow = min(FIRST_WIDTH, settings.width)
        self._find(scratch, narrow)
        spent = max(1, int(scratch.workspace.counts[WORK]))
        if settings.work:
            budget = settings.work
        elif settings.seconds:
            budget = int(spent * settings.seconds / max(1e-6, time.perf_counter() - self.began))
        else:
            budget = 1 << 60
        share = settings.root_share if settings.rounds else 0.9
        most = int(narrow * share * budget / spent)
        while worlds > 1 and most < worlds * narrow:
            worlds -= 1
        width = min(settings.width, most // worlds)
        if width > narrow or worlds > 1:
            clear(scratch.tree)
            for _ in range(worlds):
                if self.progress.stopped and turn_count(scratch.tree):
                    break
                self._find(scratch, max(width, narrow))

    def _find(self, scratch: Scratch, width: int) -> None:
        """Seek first turns in one world."""
        find_root_turns(
            scratch.workspace,
            scratch.tree,
            self.seat,
            width,
            min(self.settings.arms, MOST),
            self.judgement,
            scratch.dice,
        )

    def simulate(self, scratch: Scratch, threads: int) -> None:
        """Run simulations in one thread until its share of the budget is spent."""
        settings, counts = self.settings, scratch.workspace.counts
        done = self._clock(scratch, threads)
        batch, until = 1, settings.work // threads if settings.work else 1 << 60
        first = 0  # the work of the first simulation
        while not self.progress.stopped:
            share, left = done()
            self.progress.share = min(1.0, share)
            if left <= 0:
                return
            began, before = time.perf_counter(), int(counts[WORK])
            run_simulations(
                scratch.workspace,
                scratch.tree,
                self.seat,
                self.plan,
                self.judgement,
                scratch.dice,
                until,
                batch,
            )
            took = max(1e-6, (time.perf_counter() - began) / batch)
            batch = max(1, int(min(PORTION, left if settings.seconds else PORTION) / took))
            if not first:  # in the end half a simulation may be missing, or half of one too much
                first = int(counts[WORK]) - before
                until -= first // 2
            if settings.work and counts[WORK] >= until:
                return

    def _clock(self, scratch: Scratch, threads: int) -> Callable[[], tuple[float, float]]:
        """Return a function that tells the share of the budget spent, and what is left of it."""
        settings = self.settings

        def by_work() -> tuple[float, float]:
            spent = int(scratch.workspace.counts[WORK])
            return spent * threads / settings.work, settings.work / threads - spent

        def by_time() -> tuple[float, float]:
            spent = time.perf_counter() - self.began
            return spent / settings.seconds, settings.seconds - spent

        if settings.work:
            return by_work
        if settings.seconds:
            return by_time
        raise ValueError("a search with simulations needs a budget: seconds or work")

    def _candidates(self, scratches: list[Scratch]) -> tuple[Candidate, ...]:
        """Return the first turns with what all threads learnt, the best first."""
        tree = scratches[0].tree
        trees = [scratch.tree for scratch in scratches if turn_count(scratch.tree)]
        found = []
        for turn in turns_of(tree, 0):
            if not self.settings.rounds:  # no simulation has anything to say
                actions = _actions(tree, turn)
                estimate = float(tree.estimate[turn])
                found.append(Candidate(actions, estimate, 0, 0.0, (), (actions,)))
                continue
            visits = sum(int(each.visits[turn]) for each in trees)
            chances = self._means([each.values for each in trees], turn, visits)
            variation = [_actions(tree, each) for each in principal_variation(tree, turn)]
            found.append(
                Candidate(
                    turn=variation[0],
                    estimate=float(tree.estimate[turn]),
                    visits=visits,
                    chance=chances[self.seat] if visits else 0.0,
                    points=self._means([each.points for each in trees], turn, visits),
                    chances=chances,
                    principal_variation=tuple(variation),
                )
            )
        return tuple(sorted(found, key=lambda one: (-one.visits, -one.chance, -one.estimate)))

    def _means(self, sums: list[Rows[float]], turn: int, visits: int) -> tuple[float, ...]:
        """Return what all trees added up for every seat, by visit; nothing without any."""
        if not visits:
            return ()
        seats = range(self.game.seats)
        return tuple(sum(float(each[turn, seat]) for each in sums) / visits for seat in seats)


def _actions(tree: Tree, turn: int) -> tuple[Action, ...]:
    """Return the actions of a turn."""
    return tuple(Action(action) for action in actions_of(tree, turn))


def _copy_turn(source: Tree, target: Tree, turn: int) -> None:
    """Give another tree's root the same turn."""
    actions = row_of(actions_of(source, turn))
    add_turn(target, 0, actions, len(actions), float(source.estimate[turn]))
