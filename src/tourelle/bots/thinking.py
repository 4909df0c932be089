"""Thinking about a turn: worlds, beams and lines within a budget, on one thread or several.

Compiled code has no clock, so it works in small portions; between two of them the clock, the wish
to stop and the progress are looked at. Every thread has a tree of its own over the same first
turns, and what they learnt about these is added up in the end: under a budget of work the answer
depends on nothing but the view, the dice and the settings.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from tourelle.core.chance import next_word
from tourelle.core.compile import buffer
from tourelle.core.game import Game
from tourelle.core.weights import Weights
from tourelle.core.words import Action, Seat
from tourelle.search.tree import (
    NOTHING,
    Plan,
    Tree,
    add_turn,
    clear,
    find_root_turns,
    follow_lines,
    new_tree,
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
class Settings:
    """How a search thinks. All of it is data: bots and experiments differ in nothing else."""

    width: int = 64  # states kept in the beam at the root
    arms: int = 32  # first turns that are followed further
    worlds: int = 1  # imagined worlds in which first turns are sought
    root_share: float = 0.3  # of the budget goes into finding first turns, if lines follow
    rounds: int = 0  # how far lines go; 0: the beam alone decides
    reply_width: int = 8
    reply_turns: int = 12
    exploration: float = 0.6
    sharpness: float = 6.0
    trust: float = 0.0  # how much the beam's own judgement counts beside what lines have won
    noise: float = 0.0  # points by which positions are misjudged
    alike: int = MOST  # turns kept of those that promise exactly the same
    crowd: int = 1  # states worth exactly the same take no more than one place in so many of a beam
    merging: bool = True
    seconds: float = 0.0  # the budget: seconds, or states weighed; 0 means none
    work: int = 0
    threads: int = 1


@dataclass
class Thought:
    """A search under way: how far it is, and the wish that it stop."""

    share: float = 0.0
    """How much of the budget is spent, from 0 to 1."""
    stopped: bool = False

    def stop(self) -> None:
        """Ask the search to end; it answers with what it has."""
        self.stopped = True


@dataclass(frozen=True)
class Line:
    """A turn that was considered."""

    turn: tuple[Action, ...]
    """Its actions, up to the end or to what shows something hidden."""
    promise: float
    """How far ahead, in points, the beam thinks it leaves its seat."""
    tried: int
    """How many lines went through it."""
    chance: float
    """The chance that its seat wins."""
    points: tuple[float, ...]
    """What each seat may hope to have at the end."""


@dataclass(frozen=True)
class Findings:
    """What a search found, the best turn first."""

    lines: tuple[Line, ...]
    work: int
    """States weighed, and those replayed on the way to them."""
    seconds: float

    @property
    def best(self) -> Line:
        """Return the turn to play."""
        return self.lines[0]


@dataclass
class Room:
    """The room of one thread."""

    workspace: Workspace
    tree: Tree
    dice: Any = field(default_factory=lambda: buffer(1))


_free: dict[tuple[str, int], list[Room]] = {}
_lock = threading.Lock()


def borrow(game: Game[Any], width: int) -> Room:
    """Return a room for a title; give it back with `hand_back`."""
    with _lock:
        waiting = _free.setdefault((game.title, width), [])
        if waiting:
            return waiting.pop()
    made = workspace(game.position_class, game.max_actions, len(game.terms), width, MOST)
    return Room(made, new_tree(NODES, TURNS))


def hand_back(game: Game[Any], width: int, room: Room) -> None:
    """Let others use a room."""
    with _lock:
        _free[game.title, width].append(room)


def think(
    game: Game[Any],
    view: Any,
    seat: Seat,
    dice: list[int],
    settings: Settings,
    weights: Weights | None = None,
    thought: Thought | None = None,
) -> Findings:
    """Think about the turn of `seat`, which knows no more than `view`."""
    thought = thought or Thought()
    rooms = [borrow(game, settings.width) for _ in range(max(1, settings.threads))]
    try:
        return _Search(game, view, seat, dice, settings, weights or game.weights, thought).run(
            rooms
        )
    finally:
        for room in rooms:
            hand_back(game, settings.width, room)


class _Search:
    """One search: what all its threads share."""

    def __init__(
        self,
        game: Game[Any],
        view: Any,
        seat: Seat,
        dice: list[int],
        settings: Settings,
        weights: Weights,
        thought: Thought,
    ) -> None:
        self.game, self.view, self.seat, self.settings = game, view, seat, settings
        self.thought = thought
        self.began = time.perf_counter()
        self.seeds = [int(next_word(dice)) for _ in range(settings.threads + 2)]
        self.hidden = self._worlds_differ()
        self.judgement = Judgement(
            game.seats,
            weights.row,
            weights.spread,
            settings.noise,
            self.seeds[-1],
            settings.merging,
            settings.alike,
            settings.crowd,
        )
        self.plan = Plan(
            min(settings.reply_width, settings.width),
            min(settings.reply_turns, MOST),
            settings.rounds,
            settings.exploration,
            settings.sharpness,
            self.hidden,
            settings.trust
            / (4 * weights.spread),  # a lead of that much wins four points in a hundred
        )

    def _worlds_differ(self) -> bool:
        """Tell whether anything is hidden or left to chance: whether worlds differ."""
        game, view, seat = self.game, self.view, self.seat
        worlds = {game.identity(game.imagine(view, seat, seed)) for seed in range(WORLDS_COMPARED)}
        return len(worlds) > 1

    def run(self, rooms: list[Room]) -> Findings:
        """Find the first turns, follow lines until the budget is spent, and sum up."""
        self.find_turns(rooms[0])
        for room in rooms[1:]:  # whatever follows: they may hold what an earlier search left
            self._start(room, self.seeds[1])
        if self.settings.rounds and self._several(rooms[0].tree):
            for room in rooms[1:]:
                for turn in range(rooms[0].tree.counts[1]):
                    _copy_turn(rooms[0].tree, room.tree, turn)
            for number, room in enumerate(rooms):
                room.dice[0] = self.seeds[number]
            if len(rooms) == 1:
                self.follow(rooms[0], 1)
            else:
                with ThreadPoolExecutor(len(rooms)) as pool:
                    list(pool.map(lambda room: self.follow(room, len(rooms)), rooms))
        self.thought.share = 1.0
        work = sum(int(room.workspace.counts[WORK]) for room in rooms)
        return Findings(self._lines(rooms), work, time.perf_counter() - self.began)

    @staticmethod
    def _several(tree: Tree) -> bool:
        """Tell whether the root has a choice."""
        return int(tree.counts[1]) > 1

    def _start(self, room: Room, seed: int) -> None:
        """Put the view into a room, with an empty tree and no work done."""
        room.workspace.singles[ROOT] = self.view
        room.workspace.counts[:] = 0
        room.dice[0] = seed
        clear(room.tree)

    def find_turns(self, room: Room) -> None:
        """Find the first turns with a narrow beam, then with as wide a one as the budget allows."""
        settings = self.settings
        self._start(room, self.seeds[-2])
        worlds = settings.worlds if self.hidden else 1
        narrow = min(FIRST_WIDTH, settings.width)
        self._find(room, narrow)
        spent = max(1, int(room.workspace.counts[WORK]))
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
            clear(room.tree)
            for _ in range(worlds):
                if self.thought.stopped and room.tree.counts[1]:
                    break
                self._find(room, max(width, narrow))

    def _find(self, room: Room, width: int) -> None:
        """Seek first turns in one world."""
        find_root_turns(
            room.workspace,
            room.tree,
            self.seat,
            width,
            min(self.settings.arms, MOST),
            self.judgement,
            room.dice,
        )

    def follow(self, room: Room, threads: int) -> None:
        """Follow lines in one thread until its share of the budget is spent."""
        settings, counts = self.settings, room.workspace.counts
        done = self._clock(room, threads)
        lines, until = 1, settings.work // threads if settings.work else 1 << 60
        line = 0  # the work of the first one
        while not self.thought.stopped:
            share, left = done()
            self.thought.share = min(1.0, share)
            if left <= 0:
                return
            began, before = time.perf_counter(), int(counts[WORK])
            follow_lines(
                room.workspace,
                room.tree,
                self.seat,
                self.plan,
                self.judgement,
                room.dice,
                until,
                lines,
            )
            took = max(1e-6, (time.perf_counter() - began) / lines)
            lines = max(1, int(min(PORTION, left if settings.seconds else PORTION) / took))
            if not line:  # half a line may be missing in the end, or half a line too much
                line = int(counts[WORK]) - before
                until -= line // 2
            if settings.work and counts[WORK] >= until:
                return

    def _clock(self, room: Room, threads: int) -> Callable[[], tuple[float, float]]:
        """Return a function that tells the share of the budget spent, and what is left of it."""
        settings = self.settings

        def by_work() -> tuple[float, float]:
            spent = int(room.workspace.counts[WORK])
            return spent * threads / settings.work, settings.work / threads - spent

        def by_time() -> tuple[float, float]:
            spent = time.perf_counter() - self.began
            return spent / settings.seconds, settings.seconds - spent

        if settings.work:
            return by_work
        if settings.seconds:
            return by_time
        raise ValueError("a search that follows lines needs a budget: seconds or work")

    def _lines(self, rooms: list[Room]) -> tuple[Line, ...]:
        """Return the first turns with what all threads learnt, the best first."""
        tree = rooms[0].tree
        lines = []
        turn = int(tree.first[0])
        while turn != NOTHING:
            tried = sum(int(room.tree.tried[turn]) for room in rooms if self._followed(room))
            wins = sum(room.tree.wins[turn] for room in rooms if self._followed(room))
            hopes = sum(room.tree.hopes[turn] for room in rooms if self._followed(room))
            start, length = int(tree.start[turn]), int(tree.length[turn])
            actions = tuple(Action(int(a)) for a in tree.path[start : start + length])
            chance = float(wins[self.seat]) / tried if tried else 0.0
            hoped = tuple(float(h) / tried for h in hopes[: self.game.seats]) if tried else ()
            lines.append(Line(actions, float(tree.promise[turn]), tried, chance, hoped))
            turn = int(tree.next[turn])
        return tuple(sorted(lines, key=lambda line: (-line.tried, -line.chance, -line.promise)))

    def _followed(self, room: Room) -> bool:
        """Tell whether a room took part."""
        return bool(room.tree.counts[1])


def _copy_turn(source: Tree, target: Tree, turn: int) -> None:
    """Give another tree's root the same turn."""
    start, length = int(source.start[turn]), int(source.length[turn])
    add_turn(
        target,
        0,
        np.ascontiguousarray(source.path[start : start + length]),
        length,
        float(source.promise[turn]),
    )
