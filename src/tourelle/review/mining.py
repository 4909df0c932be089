"""Puzzles: positions in which one turn is clearly best, and a quick look misses it.

A position of a game passes when a shallow search plays something else than a deep one; when the
deep turn, followed by itself, stays ahead of every other turn in each of several sets of sampled
worlds; and when a second, deeper search with other dice finds it again. What a turn is worth is
always seen from its seat. Which levels solve it says how hard it is.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from tourelle.bots.calibration import calibration_of
from tourelle.bots.levels import LEVELS
from tourelle.bots.presets import opponents
from tourelle.bots.thinking import Candidate, SearchSettings, follow, think
from tourelle.core import line
from tourelle.core.bits import mix
from tourelle.core.chance import below
from tourelle.core.compile import buffer
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Action, Seat
from tourelle.neural.artefact import net_of
from tourelle.play import Play
from tourelle.review.judging import same_turn

NAME: Final = 10
SETS: Final = 3
"""Sets of worlds in which the best turn must be ahead."""
TRIES: Final = 3
"""How often each level is asked."""
EASIEST: Final = 600
STEP: Final = 150
"""What a level that fails adds to a puzzle's rating."""
AS_GOOD: Final = 0.02
"""A turn that costs less chance, with two seats, is as good as the best."""
MOST_AS_GOOD: Final = 3
RIVALS: Final = 3
"""Other turns that are followed."""


@dataclass(frozen=True)
class Effort:
    """States weighed at each step, and by how much chance the best turn must be ahead."""

    shallow: int = 3_000
    first: int = 30_000
    deep: int = 200_000
    follow: int = 60_000
    verify: int = 600_000
    gap: float = 0.06


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as `puzzles.json` holds it."""

    id: str
    line: str
    seat: int
    solution: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    """Other turns that are as good."""
    missed: tuple[str, ...]
    """What a quick look plays."""
    gain: dict[str, float]
    """What the solution is ahead of the best turn that is not as good: chance, points."""
    rating: int
    themes: tuple[str, ...]
    solved_by: int | None
    """The lowest level that finds it more often than not; None: none does."""
    levels: tuple[float, ...]
    """How often each level found it."""
    verified: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return asdict(self)


def positions(game: AnyGame, seed: int, skill: str = "level-5") -> Iterator[Any]:
    """Yield what stood before every turn of a game that bots play, after a varied opening."""
    play = Play(game, game.deal(seed), seed)
    dice = buffer(1)
    dice[0] = seed
    varied = game.varied_opening()
    bot = next(level for level in LEVELS if level.name == skill)
    while (seat := play.to_move) is not None:
        legal = play.legal_actions()
        if varied and not game.sets_up(legal[0]):
            varied -= 1
            play.apply(legal[int(below(dice, len(legal)))])
            continue
        if not varied:
            yield game.copy(play.position)
        for action in bot.turn(game, game.view(play.position, seat), seat, dice):
            play.apply(action)


@dataclass(frozen=True)
class Miner:
    """Looks at positions of one game."""

    game: AnyGame
    effort: Effort = Effort()

    def puzzle(self, position: AnyPosition) -> Puzzle | None:
        """Return the puzzle that a position is, if it is one."""
        game = self.game
        seat = game.to_move(position)
        if seat is None or len(game.legal_actions(position)) < 5:
            return None
        view = game.view(position, seat)
        seed = int.from_bytes(hashlib.sha256(game.identity(view)).digest()[:7], "big")
        missed = self._best(view, seat, self.effort.shallow, seed)
        if same_turn(missed, self._best(view, seat, self.effort.first, seed + 1)):
            return None
        found = self._search(view, seat, self.effort.deep, seed + 2)
        best = found[0]
        if same_turn(missed, best):
            return None
        others = _distinct([missed, *found[1:]], best)[:RIVALS]
        weighed = self._weighed(view, seat, best, others, seed)
        if weighed is None:
            return None
        alike, gain = weighed
        again = self._best(view, seat, self.effort.verify, seed + 3)
        if not any(same_turn(again, turn) for turn in (best, *alike)):
            return None
        if not self._stays_ahead(view, seat, best, missed, seed + 4):
            return None
        return self._told(position, view, seat, best, alike, missed, gain, seed)

    # ------------------------------------------------------------ searching

    def _settings(self, work: int) -> SearchSettings:
        return replace(opponents(self.game.title).deep, seconds=0.0, threads=1, work=work)

    def _search(
        self, view: AnyPosition, seat: Seat, work: int, seed: int
    ) -> list[tuple[Action, ...]]:
        """Return the turns that a search finds, the best first."""
        settings = self._settings(work)
        net = net_of(self.game, settings.asks)
        thought = think(self.game, view, seat, _dice(seed), settings, net=net)
        return [candidate.turn for candidate in thought.candidates if candidate.turn]

    def _best(self, view: AnyPosition, seat: Seat, work: int, seed: int) -> tuple[Action, ...]:
        """Return the best turn that a search finds."""
        return self._search(view, seat, work, seed)[0]

    def followed(
        self, view: AnyPosition, seat: Seat, turn: Sequence[Action], seed: int
    ) -> Candidate:
        """Return what a turn leads to."""
        settings = self._settings(self.effort.follow)
        net = net_of(self.game, settings.asks)
        found = follow(self.game, view, seat, turn, _dice(seed), settings, net=net)
        return calibration_of(self.game).candidate(found, seat, self.game.progress(view))

    def _weighed(
        self,
        view: AnyPosition,
        seat: Seat,
        best: tuple[Action, ...],
        others: Sequence[tuple[Action, ...]],
        seed: int,
    ) -> tuple[list[tuple[Action, ...]], dict[str, float]] | None:
        """Return the turns as good as the best, and by how much it is ahead of all the others.

        None where it is not clearly ahead in every set of worlds, or of what a quick look plays.
        """
        share = 2 / self.game.seats
        alike = list[tuple[Action, ...]]()
        gap, points = 1.0, 0.0
        first = self.followed(view, seat, best, seed)
        for number, turn in enumerate(others):
            other = self.followed(view, seat, turn, seed)
            ahead = first.chance - other.chance
            if number and ahead < AS_GOOD * share:
                alike.append(turn)
            elif ahead < self.effort.gap * share:
                return None
            elif ahead < gap:
                gap, points = ahead, first.points[seat] - other.points[seat]
        if len(alike) > MOST_AS_GOOD or gap == 1.0:
            return None
        rivals = [turn for turn in others if turn not in alike]
        for number in range(1, SETS):
            first = self.followed(view, seat, best, seed + 100 * number)
            for turn in rivals[:2]:
                other = self.followed(view, seat, turn, seed + 100 * number)
                if first.chance - other.chance < self.effort.gap * share / 2:
                    return None
        return alike, {"chance": round(gap, 4), "points": round(points, 2)}

    def _stays_ahead(
        self,
        view: AnyPosition,
        seat: Seat,
        best: tuple[Action, ...],
        missed: tuple[Action, ...],
        seed: int,
    ) -> bool:
        """Tell whether a deeper look still prefers the best turn to what a quick one plays."""
        deeper = Miner(self.game, replace(self.effort, follow=4 * self.effort.follow))
        ahead = deeper.followed(view, seat, best, seed).chance
        ahead -= deeper.followed(view, seat, missed, seed).chance
        return ahead >= self.effort.gap * 2 / self.game.seats

    # ------------------------------------------------------------ telling

    def _told(
        self,
        position: AnyPosition,
        view: AnyPosition,
        seat: Seat,
        best: tuple[Action, ...],
        alike: Sequence[tuple[Action, ...]],
        missed: tuple[Action, ...],
        gain: dict[str, float],
        seed: int,
    ) -> Puzzle:
        """Return the puzzle with everything that is told of it."""
        game = self.game
        written = line.written(game.document(position))
        levels = self.levels(view, seat, (best, *alike), seed)
        after = [position]
        for action in best:
            after.append(game.copy(after[-1]))
            game.apply(after[-1], action)
        texts = [game.action_text(action) for action in best]
        return Puzzle(
            id=hashlib.sha256(written.encode()).hexdigest()[:NAME],
            line=written,
            seat=seat,
            solution=tuple(texts),
            alternatives=tuple(
                tuple(game.action_text(action) for action in turn) for turn in alike
            ),
            missed=tuple(game.action_text(action) for action in missed),
            gain=gain,
            rating=rating_of(levels),
            themes=game.themes(texts, after),
            solved_by=solved_by(levels),
            levels=tuple(levels),
            verified={"work": self.effort.verify, "sets": SETS, "rules": game.rules},
        )

    def levels(
        self, view: AnyPosition, seat: Seat, turns: Sequence[Sequence[Action]], seed: int
    ) -> list[float]:
        """Return how often each level finds one of some turns."""
        found = []
        for level in LEVELS:
            hits = 0
            for number in range(TRIES):
                played = level.turn(self.game, view, seat, _dice(seed + 1000 + number))
                hits += any(same_turn(played, turn) for turn in turns)
            found.append(round(hits / TRIES, 2))
        return found


def rating_of(levels: Sequence[float]) -> int:
    """Return how hard a puzzle is: more for every level that fails, in part for each that may."""
    return EASIEST + round(STEP * sum(1 - share for share in levels))


def solved_by(levels: Sequence[float]) -> int | None:
    """Return the lowest level that finds it more often than not."""
    return next((number for number, share in enumerate(levels, 1) if share > 0.5), None)


def _distinct(
    turns: Sequence[tuple[Action, ...]], best: tuple[Action, ...]
) -> list[tuple[Action, ...]]:
    """Return turns that differ from the best and from each other."""
    found = list[tuple[Action, ...]]()
    for turn in turns:
        if not any(same_turn(turn, other) for other in (best, *found)):
            found.append(turn)
    return found


def _dice(seed: int) -> list[int]:
    """Return a generator that begins at a seed."""
    dice = buffer(1)
    dice[0] = int(mix(7, seed))
    return dice
