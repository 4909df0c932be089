"""A review under way: the decisions of a record, judged one by one in any order and any thread."""

import hashlib
import json
import math
import threading
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from tourelle.bots.calibration import Thresholds, calibration_of
from tourelle.bots.thinking import Progress
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Record, check_rules, replay, seed_json
from tourelle.core.words import Action, Refusal, RefusedError
from tourelle.games import game_of
from tourelle.review import spans
from tourelle.review.judged import (
    NOTHING,
    Decision,
    Engine,
    Expectation,
    Mark,
    Review,
    SeatReview,
    Swing,
    Turn,
    swing,
)
from tourelle.review.judging import Judge
from tourelle.review.parts import Part, parts
from tourelle.review.reasons import follow_up, reasons
from tourelle.review.spans import Span

FORMAT: Final = 4
"""Grows when a review of the same record would say something else."""
NAME: Final = 32
"""Digits of a record's hash that name a review."""
WORK: Final = 1_000_000
"""States weighed for a decision where nobody says otherwise."""
STEEPNESS: Final = 0.04354
FULL: Final = 103.1669
REST: Final = 3.1669
"""Accuracy falls with the chance given away, in per cent, as it does on lichess."""


def record_hash(record: Record) -> str:
    """Return a name for all that is played in a record, whoever played it and when."""
    told = {
        "game": record.game,
        "rules": record.rules,
        "options": dict(record.options),
        "seed": seed_json(record.seed),
        "actions": list(record.actions),
    }
    text = json.dumps(told, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:NAME]


def name_of(record: str, work: int) -> str:
    """Return what names the review of a record, by its hash, with so much work."""
    return f"{record}-{work}-{FORMAT}"


class Reviewing:
    """A review of one record: what is to be judged, and what was judged so far."""

    def __init__(
        self, record: Record, work: int = WORK, version: str = "", *, salt: int = 0
    ) -> None:
        """Take a record that is checked on the way; a `RefusedError` says what is wrong.

        Another `salt` rolls other dice: whoever measures how far reviews agree needs two.
        """
        self.record: Final = record
        self.game: Final[AnyGame] = game_of(record.game, record.options, record.rules)
        check_rules(self.game, record)
        self.positions: Final = [self.game.copy(each) for each in replay(self.game, record)]
        self.actions: Final = [self.game.parse_action(text) for text in record.actions]
        self.hash: Final = record_hash(record)
        self.judge: Final = Judge(self.game, work, int(self.hash[:15], 16) ^ salt)
        self._version: Final = version
        self._found: Final[dict[int, Decision]] = {}
        self._told: Final[dict[int, Turn]] = {}
        self._lock: Final = threading.Lock()

    @property
    def name(self) -> str:
        """Return what names this very review: record, budget and format."""
        return name_of(self.hash, self.judge.work)

    @cached_property
    def turns(self) -> list[Span]:
        """Every turn: actions of one seat up to one that ends its turn, or to another seat's."""
        return spans.turns(self.game, self.positions, self.actions)

    @cached_property
    def decisions(self) -> list[Span]:
        """What is judged: turns, cut where an action shows its seat something hidden."""
        return spans.decisions(self.game, self.positions, self.actions)

    @cached_property
    def parts(self) -> list[Part | None]:
        """The part of the game in which each turn was played; None where it has no name."""
        found, part_of = parts(self.game, self.positions, self.record.actions)
        named = dict(enumerate(found))
        return [named.get(part_of[span.first]) for span in self.turns]

    # ------------------------------------------------------------ judging

    def asked(self, number: int) -> tuple[AnyPosition, int, tuple[Action, ...]]:
        """Return what a judge is asked of a decision: the position, its place, what was played."""
        span = self.decisions[number]
        actions = tuple(self.actions[span.first : span.last])
        return self.positions[span.first], span.first, actions

    def judged(self, number: int, progress: Progress | None = None) -> Decision:
        """Judge a decision; any thread may."""
        return self.judge.decision(*self.asked(number), progress)

    def take(self, number: int, decision: Decision) -> None:
        """Keep what a decision was found to be."""
        self._found[number] = decision

    @property
    def share(self) -> float:
        """Return how much of the review is done."""
        return len(self._found) / max(1, len(self.decisions))

    @property
    def begun(self) -> bool:
        """Tell whether anything is judged."""
        return bool(self._found)

    # ------------------------------------------------------------ summing up

    def review(self) -> Review:
        """Return the review as far as it has come: the turns up to the first that is not judged."""
        decided = self._in_order()
        thresholds = self.judge.calibration.thresholds.of(self.game.seats)
        turns = list[Turn]()
        for number, span in enumerate(self.turns, 1):
            mine = [d for d in decided if span.first <= d.played.at < span.last]
            if len(mine) < sum(span.first <= d.first < span.last for d in self.decisions):
                break
            with self._lock:  # each is told once: reasons take their time
                if number not in self._told:
                    self._told[number] = self._turn(number, span, mine, decided, thresholds)
            turns.append(self._told[number])
        return Review(
            title=self.game.title,
            record=self.hash,
            seats=tuple(self._seat(seat, turns) for seat in range(self.game.seats)),
            start=decided[0].best.leads_to if decided else self._level(),
            turns=tuple(turns),
            end=self._end(),
            engine=self._engine(decided),
        )

    def _in_order(self) -> list[Decision]:
        """Return the decisions judged, up to the first that is not."""
        found = []
        for number in range(len(self.decisions)):
            if number not in self._found:
                break
            found.append(self._found[number])
        return found

    def _turn(
        self,
        number: int,
        span: Span,
        mine: Sequence[Decision],
        decided: Sequence[Decision],
        thresholds: Thresholds,
    ) -> Turn:
        """Return a turn, judged by the decisions in it; the costliest of them is shown."""
        cost = sum((decision.cost for decision in mine), NOTHING)
        cost = Swing(max(0.0, cost.chance), cost.points)
        shown = max(mine, key=lambda decision: decision.cost.chance)
        mark = mark_of(cost.chance, thresholds)
        if mark is None and len(mine) == 1 and shown.only:
            mark = "only"
        before = self.positions[shown.played.at]
        marked = mark is not None
        return Turn(
            number=number,
            seat=span.seat,
            first=span.first,
            last=span.last,
            played=shown.played,
            best=shown.best,
            cost=cost,
            mark=mark,
            luck=self._luck(mine, decided),
            why=reasons(self.game, before, shown, mark) if marked else (),
            follows=follow_up(self.game, before, shown, self.judge.seed) if marked else (),
        )

    def _luck(self, mine: Sequence[Decision], decided: Sequence[Decision]) -> Swing:
        """Return what was shown to a seat before each of its decisions has changed for it.

        Of the change since it last decided, what the others' decisions gave or took is theirs.
        """
        total = NOTHING
        for decision in mine:
            seat, at = decision.seat, decision.played.at
            earlier = [d for d in decided if d.played.at < at]
            own = [number for number, d in enumerate(earlier) if d.seat == seat]
            if not own:
                continue
            last = earlier[own[-1]]
            if not self._shown(last.played.at, at):
                continue
            gained = swing(decision.best.leads_to, last.played.leads_to, seat)
            for other in earlier[own[-1] + 1 :]:
                gained += -swing(other.played.leads_to, other.best.leads_to, seat)
            total += gained
        return total

    def _shown(self, first: int, last: int) -> bool:
        """Tell whether anything hidden was shown to anybody by some actions."""
        return any(
            self.game.reveals(self.positions[n], self.actions[n], self.positions[n + 1])
            for n in range(first, last)
        )

    def _seat(self, seat: int, turns: Sequence[Turn]) -> SeatReview:
        """Return how a seat has played."""
        mine = [turn for turn in turns if turn.seat == seat]
        exact = [accuracy(turn.cost.chance, self.game.seats) for turn in mine]
        marks = ("inaccuracy", "mistake", "blunder")
        return SeatReview(
            accuracy=sum(exact) / len(exact) if exact else None,
            marks={mark: sum(turn.mark == mark for turn in mine) for mark in marks},
            decided=-sum((turn.cost for turn in mine), NOTHING),
            drawn=sum((turn.luck for turn in mine), NOTHING),
        )

    def _level(self) -> Expectation:
        """Return what is expected where nothing is known."""
        seats = self.game.seats
        return Expectation((1 / seats,) * seats, (0.0,) * seats)

    def _end(self) -> tuple[int, ...] | None:
        """Return the points at the end of a game that was played to it."""
        outcome = self.game.outcome(self.positions[-1])
        return None if outcome is None else outcome.points

    def _engine(self, decided: Sequence[Decision]) -> Engine:
        """Return with what the review is made."""
        worlds = [decision.played.worlds for decision in decided]
        return Engine(
            work=self.judge.work,
            worlds=sorted(worlds)[len(worlds) // 2] if worlds else 0,
            rules=self.game.rules,
            version=self._version,
            calibrated=self.judge.calibration.measured,
        )


def mark_of(cost: float, thresholds: Thresholds) -> Mark | None:
    """Return the mark of a turn that gave so much chance away."""
    if cost >= thresholds.blunder:
        return "blunder"
    if cost >= thresholds.mistake:
        return "mistake"
    return "inaccuracy" if cost >= thresholds.inaccuracy else None


def accuracy(cost: float, seats: int) -> float:
    """Return how exact a turn was, from 0 to 100; a fair share of the chance is one measure."""
    lost = 100 * cost * seats / 2
    return min(100.0, max(0.0, FULL * math.exp(-STEEPNESS * lost) - REST))


def judged_turn(
    game: AnyGame, position: AnyPosition, texts: Sequence[str], work: int = WORK
) -> Turn:
    """Judge a turn that somebody tries at a position, up to the first thing that it shows.

    A `RefusedError` says why an action can't be played.
    """
    at = game.copy(position)
    actions = list[Action]()
    interrupts = game.answer("interrupts")
    for text in texts:
        action = game.parse_action(text)
        interrupted = bool(interrupts(at, action))
        game.play(at, action)
        actions.append(action)
        if interrupted:
            break
    seat = game.to_move(position)
    if seat is None or not actions:
        raise RefusedError(Refusal("over"))
    seed = int.from_bytes(
        hashlib.sha256(game.identity(game.view(position, seat))).digest()[:7], "big"
    )
    found = Judge(game, work, seed).decision(position, 0, actions)
    cost = Swing(max(0.0, found.cost.chance), found.cost.points)
    thresholds = calibration_of(game).thresholds.of(game.seats)
    mark = mark_of(cost.chance, thresholds) or ("only" if found.only else None)
    why = reasons(game, position, found, mark) if mark else ()
    return Turn(1, seat, 0, len(actions), found.played, found.best, cost, mark, why=why)
