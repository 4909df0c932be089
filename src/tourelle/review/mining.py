"""Puzzles: positions in which one turn is clearly best, and a quick look misses it.

A position of a game passes when a shallow search plays something else than a deep one; when the
deep turn, followed by itself, stays ahead of every other turn in each of several sets of sampled
worlds; when a second, deeper search with other dice finds it again, and the strongest bot too; and
when no level of our bots plays another turn that is nearly as good. What a turn is worth is always
seen from its seat. Which levels solve it says how hard it is.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tourelle.bots.driving import turns_to_plan
from tourelle.bots.levels import LEVELS
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import Candidate
from tourelle.core import line
from tourelle.core.bits import mix
from tourelle.core.chance import Dice, dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Action, Seat
from tourelle.games import game_class
from tourelle.play import Play
from tourelle.review.puzzles import Puzzle, rating_of, solved_by
from tourelle.review.searching import Searcher, same_turn

NAME: Final = 10
SETS: Final = 3
"""Sets of worlds in which the best turn must be ahead."""
TRIES: Final = 3
"""How often each level is asked."""
SLOW: Final = 0.2
"""A level that thinks for so many seconds is asked a third time only where it was of two minds."""
LONG: Final = 2.0
"""One that thinks so long is asked once, and not at all where the level before it never failed: it
is the same search with more time."""
AS_GOOD: Final = 0.02
"""A turn that costs less chance, with two seats, is as good as the best."""
MOST_AS_GOOD: Final = 3
RIVALS: Final = 3
"""Other turns that are followed."""
LEAST_CHOICE: Final = 5
"""Fewer legal actions are no puzzle."""

LEAST_LEAD: Final = 0.01
"""Points by which the lead must grow too: less is told as nothing."""

Turn = tuple[Action, ...]


@dataclass(frozen=True)
class Effort:
    """States weighed at each step, and by how much chance the best turn must be ahead."""

    shallow: int = 3_000
    first: int = 30_000
    deep: int = 200_000
    follow: int = 60_000
    verify: int = 1_000_000
    gap: float = 0.045


def positions(game: AnyGame, seed: int, skill: str = "level-5") -> Iterator[AnyPosition]:
    """Yield what stood at the start of every turn of a game that bots play.

    The opening is varied, and belongs to no puzzle.
    """
    play, dice = Play(game, game.deal(seed), seed), dice_from(seed)
    bot = next(level for level in LEVELS if level.name == skill)
    mover: Seat | None = None
    for seat, opened in turns_to_plan(play, dice):
        if opened and seat != mover:
            yield game.copy(play.position)
        mover = seat
        for action in bot.turn(game, game.view(play.position, seat), seat, dice):
            play.apply(action)
            if game.ends_turn(action):
                mover = None


def mined(
    written: str, effort: Effort | None = None, theme: str | None = None, up_to: int | None = None
) -> Puzzle | None:
    """Return the puzzle that a position, written as one line, is, if it is one (as wanted)."""
    given = line.read(written)
    game, position = game_class(given["game"]).read(given)
    return Miner(game, effort or Effort(), theme, up_to).puzzle(position)


def rerated(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle as the levels of today find it, with the themes that its title tells today.

    The strongest, which finds every puzzle, is not asked again; nor is the solution doubted.
    """
    given = line.read(puzzle.line)
    game, position = game_class(given["game"]).read(given)
    return Miner(game).rerated(puzzle, position)


@dataclass(frozen=True)
class Weighed:
    """A turn that stands as the best: what is as good, and by how much it is ahead of the rest."""

    best: Turn
    alike: tuple[Turn, ...]
    chance: float
    points: float

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return every turn that solves it."""
        return (self.best, *self.alike)


@dataclass(frozen=True)
class Miner:
    """Looks at positions of one game."""

    game: AnyGame
    effort: Effort = Effort()
    theme: str | None = None
    """What puzzles must be about; None: anything."""
    up_to: int | None = None
    """How they may be rated at most; what a low level misses is then enough. None: any."""

    def puzzle(self, position: AnyPosition) -> Puzzle | None:
        """Return the puzzle that a position is, if it is one."""
        game = self.game
        seat = game.to_move(position)
        if seat is None or len(game.legal_actions(position)) < LEAST_CHOICE:
            return None
        at = self._at(position, seat)
        better = at.best(self.effort.first, 1)
        missed = self._missed(at, better)
        if missed is None or not self._fits(at, better):
            return None
        if not at.promises(better, missed):
            return None
        found = at.searched(self.effort.deep, 2)
        if at.same(missed, found[0]) or not self._fits(at, found[0]):
            return None
        weighed = at.weighed(found[0], at.distinct([missed, *found[1:]], found[:1])[:RIVALS])
        if weighed is None or not at.stays(weighed, missed):
            return None
        rated = at.rated(weighed)
        if rated is None or self._too_hard(rated[1]):
            return None
        return self._told(at, missed, *rated)

    def _missed(self, at: "_At", better: Turn) -> Turn | None:
        """Return what a quick look plays instead of a turn, or else the highest level that errs.

        None where nobody misses it, or too many for how puzzles may be rated.
        """
        quick = at.best(self.effort.shallow, 0)
        missed = None if at.same(quick, better) else quick
        if self.up_to is None:
            return missed
        others, found = list[Turn](), list[float]()
        for level in LEVELS:
            if level.settings.of(self.game).rounds:
                break  # those above think ahead, as the quick look does
            played = at.tried(level)
            wrong = [turn for turn in played if not at.same(turn, better)]
            found.append(1 - len(wrong) / len(played))
            others += wrong
            if self._too_hard(found):
                return None
        return missed or (others[-1] if others else None)

    def _too_hard(self, levels: Sequence[float]) -> bool:
        """Tell whether what levels find so often, from the lowest on, is rated too high."""
        return self.up_to is not None and rating_of(levels) > self.up_to

    def rerated(self, puzzle: Puzzle, position: AnyPosition) -> Puzzle:
        """Return a puzzle with its levels, rating and themes found anew."""
        at = self._at(position, Seat(puzzle.seat))
        best, *alike = (
            tuple(self.game.parse_action(text) for text in turn)
            for turn in (puzzle.solution, *puzzle.alternatives)
        )
        weighed = Weighed(best, tuple(alike), puzzle.gain["chance"], puzzle.gain["points"])
        levels = (*(at.share(weighed, level) for level in LEVELS[:-1]), 1.0)
        return replace(
            puzzle,
            levels=levels,
            rating=rating_of(levels),
            solved_by=solved_by(levels),
            themes=self._themes(at, best),
        )

    def _at(self, position: AnyPosition, seat: Seat) -> "_At":
        """Return a position as its seat sees it, with dice of its own."""
        view = self.game.view(position, seat)
        seed = int.from_bytes(hashlib.sha256(self.game.identity(view)).digest()[:7], "big")
        return _At(self, position, view, seat, seed)

    def _themes(self, at: "_At", turn: Turn) -> tuple[str, ...]:
        """Return what a turn is about."""
        texts = [self.game.action_text(action) for action in turn]
        return tuple(self.game.themes(texts, at.along(turn)))

    def _fits(self, at: "_At", turn: Turn) -> bool:
        """Tell whether a turn is about what puzzles must be about."""
        return self.theme is None or self.theme in self._themes(at, turn)

    @property
    def searcher(self) -> Searcher:
        """Return who searches for it."""
        return Searcher(self.game)

    def followed(
        self, view: View, seat: Seat, turn: Sequence[Action], seed: int, times: float = 1
    ) -> Candidate:
        """Return what a turn leads to."""
        work = int(times * self.effort.follow)
        return self.searcher.followed(view, seat, turn, work, _dice(seed))

    def _told(self, at: "_At", missed: Turn, weighed: Weighed, levels: Sequence[float]) -> Puzzle:
        """Return the puzzle with everything that is told of it."""
        game = self.game
        written = line.written(game.document(at.position))
        texts = tuple(game.action_text(action) for action in weighed.best)
        return Puzzle(
            id=hashlib.sha256(written.encode()).hexdigest()[:NAME],
            line=written,
            seat=at.seat,
            solution=texts,
            alternatives=tuple(
                tuple(game.action_text(action) for action in turn) for turn in weighed.alike
            ),
            missed=tuple(game.action_text(action) for action in missed),
            gain={"chance": round(weighed.chance, 4), "points": round(weighed.points, 2)},
            rating=rating_of(levels),
            themes=self._themes(at, weighed.best),
            solved_by=solved_by(levels),
            levels=tuple(levels),
            verified={"work": self.effort.verify, "sets": SETS, "rules": game.rules},
        )


@dataclass(frozen=True)
class _At:
    """One position that a miner looks at, as its seat sees it."""

    miner: Miner
    position: AnyPosition
    view: View
    seat: Seat
    seed: int
    known: dict[tuple[Turn, int, float], Candidate] = field(default_factory=dict)

    # ------------------------------------------------------------ turns

    def along(self, turn: Sequence[Action]) -> list[AnyPosition]:
        """Return the positions before and after every action of a turn."""
        game, found = self.miner.game, [self.position]
        for action in turn:
            found.append(game.copy(found[-1]))
            game.apply(found[-1], action)
        return found

    def same(self, one: Turn, other: Turn) -> bool:
        """Tell whether two turns play the same actions, or come to the same position."""
        if same_turn(one, other):
            return True
        identity = self.miner.game.identity
        return bool(identity(self.along(one)[-1]) == identity(self.along(other)[-1]))

    def distinct(self, turns: Sequence[Turn], known: Sequence[Turn]) -> list[Turn]:
        """Return turns that differ from some known ones and from each other."""
        found = list[Turn]()
        for turn in turns:
            if turn and not any(self.same(turn, other) for other in (*known, *found)):
                found.append(turn)
        return found

    # ------------------------------------------------------------ searching

    def searched(self, work: int, number: int) -> list[Turn]:
        """Return the turns that a search finds, the best first; each number has its own dice."""
        return self.miner.searcher.turns(self.view, self.seat, work, _dice(self.seed + number))

    def best(self, work: int, number: int) -> Turn:
        """Return the best turn that a search finds."""
        return self.searched(work, number)[0]

    def ahead(
        self, best: Turn, other: Turn, number: int = 0, times: float = 1
    ) -> tuple[float, float]:
        """Return by how much chance and lead a turn is ahead of another in the same worlds."""
        first, second = (self._followed(turn, number, times) for turn in (best, other))
        lead = _lead(first.points, self.seat) - _lead(second.points, self.seat)
        return first.chance - second.chance, lead

    def _followed(self, turn: Turn, number: int, times: float) -> Candidate:
        """Return what a turn leads to in a set of worlds, followed once."""
        key = turn, number, times
        if key not in self.known:
            seed = self.seed + 100 * number
            self.known[key] = self.miner.followed(self.view, self.seat, turn, seed, times)
        return self.known[key]

    def promises(self, better: Turn, missed: Turn) -> bool:
        """Tell, at a third of the cost, whether a turn may be clearly ahead of another."""
        return self.ahead(better, missed, SETS + 1, times=1 / 3)[0] >= self._thresholds()[0] / 2

    def weighed(self, best: Turn, others: Sequence[Turn]) -> Weighed | None:
        """Return how a turn stands against others, of which the first is what a quick look plays.

        None where it is not clearly ahead in every set of worlds.
        """
        gap, as_good = self._thresholds()
        alike, rivals = list[Turn](), list[Turn]()
        least = 1.0, 0.0
        for number, turn in enumerate(others):
            ahead = self.ahead(best, turn)
            if number and abs(ahead[0]) < as_good:
                alike.append(turn)
                continue
            if ahead[0] < gap:
                return None
            rivals.append(turn)
            least = min(least, ahead)
        if len(alike) > MOST_AS_GOOD or not rivals:
            return None
        for number in range(1, SETS):
            if any(self.ahead(best, turn, number)[0] < gap / 2 for turn in rivals[:2]):
                return None
        return Weighed(best, tuple(alike), *least)

    def stays(self, weighed: Weighed, missed: Turn) -> bool:
        """Tell whether deeper looks with other dice find it again and stay with it."""
        if self.ahead(weighed.best, missed, SETS, times=4)[0] < self._thresholds()[0]:
            return False
        again = self.best(self.miner.effort.verify, 3)
        return any(self.same(again, turn) for turn in weighed.turns)

    def _thresholds(self) -> tuple[float, float]:
        """Return what a turn must be ahead by to be clearly best, and less than what is as good."""
        share = 2 / self.miner.game.seats
        return self.miner.effort.gap * share, AS_GOOD * share

    # ------------------------------------------------------------ levels

    def rated(self, weighed: Weighed) -> tuple[Weighed, list[float]] | None:
        """Return how a turn stands once all levels have tried, and how often each found it.

        None where one of them plays another turn that is nearly as good, or the strongest another.
        """
        tries = list[list[Turn]]()
        for level in LEVELS:
            settings = level.settings.of(self.miner.game)
            if settings.seconds >= LONG and self._found(weighed, tries[-1]) == 1.0:
                tries.append(tries[-1])
                continue
            tries.append(self.tried(level))
            challenged = self._challenged(weighed, tries[-1])
            if challenged is None:
                return None
            weighed = challenged
        if self._found(weighed, tries[-1]) < 1.0:
            return None
        return weighed, [round(self._found(weighed, turns), 2) for turns in tries]

    def share(self, weighed: Weighed, level: Thinker) -> float:
        """Return how often a level finds the best turn, from 0 to 1."""
        return round(self._found(weighed, self.tried(level)), 2)

    def tried(self, level: Thinker) -> list[Turn]:
        """Return what a level plays, as often as it is asked."""
        seconds = level.settings.of(self.miner.game).seconds
        played = list[Turn]()
        for number in range(1 if seconds >= LONG else TRIES):
            if seconds >= SLOW and number == TRIES - 1 and self.same(*played):
                break
            dice = _dice(self.seed + 1000 + number)
            played.append(tuple(level.turn(self.miner.game, self.view, self.seat, dice)))
        return played

    def _challenged(self, weighed: Weighed, turns: Sequence[Turn]) -> Weighed | None:
        """Follow every new one of some turns; None where one is nearly as good as the best."""
        gap, as_good = self._thresholds()
        alike = list(weighed.alike)
        least = weighed.chance, weighed.points
        for turn in self.distinct(turns, weighed.turns):
            ahead = self.ahead(weighed.best, turn)
            if abs(ahead[0]) < as_good:
                alike.append(turn)
            elif ahead[0] < gap:
                return None
            else:
                least = min(least, ahead)
        if len(alike) > MOST_AS_GOOD or least[1] < LEAST_LEAD:
            return None
        return Weighed(weighed.best, tuple(alike), *least)

    def _found(self, weighed: Weighed, turns: Sequence[Turn]) -> float:
        """Return how many of some turns solve it, from 0 to 1."""
        right = [any(self.same(turn, best) for best in weighed.turns) for turn in turns]
        return sum(right) / len(right)


def _lead(points: Sequence[float], seat: Seat) -> float:
    """Return by how many points a seat is ahead of the best other."""
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def _dice(seed: int) -> Dice:
    """Return a generator that begins at a seed."""
    return dice_from(int(mix(7, seed)))
