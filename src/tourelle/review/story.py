"""The story of a game: what every turn added, by what it was for; why it was won, where it turned.

Points are told as the game itself counts them: the terms of its score, and what its actions say
that they were made by. No title is named here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Record, replay
from tourelle.core.words import Outcome, Seat
from tourelle.games import game_of
from tourelle.languages import catalogue, say
from tourelle.languages.narration import translated
from tourelle.review.judged import Review, Turn
from tourelle.review.parts import Part, parts
from tourelle.review.spans import Span, turns
from tourelle.review.telling import DOMAIN, Cited

ON_THE_WAY: Final = "way"
"""Points that no term of the score names."""
POINTS_OF_TURNING: Final = 3
LEAST: Final = 0.02
"""Chance, with two seats, from which on a turn or a draw may have turned a game."""
Worth = dict[str, int]
"""Points by what they are for."""


@dataclass(frozen=True)
class Gain:
    """What a turn, and the answers to it until its seat's next turn, added for its seat.

    Turn 0 is what stood already when a part of the game began.
    """

    turn: int
    seat: int
    first: int
    last: int
    part: int
    points: Mapping[str, int]


@dataclass(frozen=True)
class TurningPoint:
    """A turn in which a game turned: by a decision, by what was drawn, by the points it made.

    `before` and `after` are its seat's: the chance to win where that was judged, else points.
    """

    turn: int
    seat: int
    first: int
    last: int
    by: Literal["decision", "luck", "points"]
    before: float
    after: float


@dataclass(frozen=True)
class Ending:
    """What stands when a game is over, and what every seat's points were for."""

    game: AnyGame
    position: AnyPosition
    outcome: Outcome
    totals: Sequence[Worth]
    clauses: Mapping[str, str] = field(default_factory=dict)
    """By which clause each source counts, where that is asked for."""


@dataclass(frozen=True)
class Story:
    """The story of a game that is over, or of as much of it as was played."""

    game: AnyGame
    position: AnyPosition
    """What stands in the end."""
    outcome: Outcome | None
    sources: Mapping[str, str]
    """Everything that gave points, the most telling first, with its clause."""
    gains: tuple[Gain, ...]
    parts: tuple[Part, ...]
    totals: tuple[Worth, ...]
    """Points by seat and source."""
    turning: tuple[TurningPoint, ...]
    turned: Turn | None = None
    """The turn that decided it, where a review knows one."""


def story(record: Record, review: Review | None = None) -> Story:
    """Tell the story of a record; a review knows better where it turned."""
    game = game_of(record.game, record.options, record.rules)
    positions = [game.copy(position) for position in replay(game, record)]
    actions = [game.parse_action(text) for text in record.actions]
    counted = Counted(game, positions, record.actions)
    spans = turns(game, positions, actions)
    gains = tuple(_gains(counted, spans))
    outcome = game.outcome(positions[-1])
    whole = review is not None and len(review.turns) == len(spans)
    return Story(
        game=game,
        position=positions[-1],
        outcome=outcome,
        sources=counted.sources,
        gains=gains,
        parts=tuple(counted.parts),
        totals=tuple(counted.after(len(actions), seat) for seat in range(game.seats)),
        turning=turning_points(review) if review and whole else _made_most(gains),
        turned=_turned(review, outcome) if review and whole and outcome else None,
    )


class Counted:
    """What every seat had, and would have had scored, after each action, by what it was for."""

    def __init__(
        self, game: AnyGame, positions: Sequence[AnyPosition], texts: Sequence[str]
    ) -> None:
        """Go through the game once."""
        self.game: Final = game
        self._positions: Final = positions
        self._clauses: Final[dict[str, str]] = {}
        self._banked: Final[list[list[Worth]]] = [[{} for _ in range(game.seats)]]
        self.parts, self.part_of = parts(game, positions, texts)
        for number, text in enumerate(texts):
            self._take(number, text)

    def _take(self, number: int, text: str) -> None:
        """Bank what an action scored."""
        game, before, after = self.game, self._positions[number], self._positions[number + 1]
        told = game.told(text, before, after)
        banked = [dict(worth) for worth in self._banked[-1]]
        scored = game.is_settled(after) and not game.is_settled(before)
        if told.source in game.source_clauses:
            for seat in range(game.seats):
                more = game.points(after, Seat(seat)) - game.points(before, Seat(seat))
                _add(banked[seat], told.source, more)
        elif scored:
            for seat in range(game.seats):
                for term in game.sources(before, Seat(seat)):
                    _add(banked[seat], term.what, term.points)
                    self._clauses.setdefault(term.what, term.clause)
        self._banked.append(banked)

    def opens(self, first: int) -> int:
        """Return from how many actions on the points of the part that holds action `first` count.

        After a scoring nothing more counts until the next part has begun.
        """
        part = self.part_of[first]
        while (
            self._scores
            and first < len(self.part_of)
            and self.part_of[first] == part
            and self.game.is_settled(self._positions[first])
        ):
            first += 1
        return first

    @property
    def _scores(self) -> bool:
        """Tell whether the game scores now and then, and not all along."""
        return not self.game.source_clauses and any(self._banked[-1])

    def after(self, number: int, seat: int) -> Worth:
        """Return what a seat has after so many actions, with what would be scored then."""
        game, position = self.game, self._positions[number]
        worth = dict(self._banked[number][seat])
        total = game.points(position, Seat(seat))
        if not game.source_clauses:
            settled = game.is_over(position) or game.is_settled(position)
            if not settled or not self._scores:
                for term in game.sources(position, Seat(seat)):
                    _add(worth, term.what, term.points)
                    self._clauses.setdefault(term.what, term.clause)
                    total += 0 if settled else term.points
        return {**worth, ON_THE_WAY: total - sum(worth.values())}

    @property
    def clauses(self) -> dict[str, str]:
        """Return the clause of every source that has been met."""
        return {**self._clauses, **self.game.source_clauses}

    @property
    def sources(self) -> dict[str, str]:
        """Return what gave anybody points in the end, the most first, with its clause."""
        sums: Worth = {}
        for seat in range(self.game.seats):
            for what, points in self.after(len(self._positions) - 1, seat).items():
                _add(sums, what, points)
        order = sorted(sums, key=lambda what: (what == ON_THE_WAY, -sums[what]))
        return {what: self.clauses.get(what, "") for what in order if sums[what]}


def _add(worth: Worth, what: str, points: int) -> None:
    """Count some points."""
    worth[what] = worth.get(what, 0) + points


def _gains(counted: Counted, spans: Sequence[Span]) -> Iterator[Gain]:
    """Yield what each turn of each seat added; sums are what everybody has in the end."""
    last = spans[-1].last if spans else 0
    for seat in range(counted.game.seats):
        mine = [(number, span) for number, span in enumerate(spans, 1) if span.seat == seat]
        known, part = Worth(), -1
        for place, (number, span) in enumerate(mine):
            opens = counted.opens(span.first)
            if opens >= span.last and opens < last:  # nothing counts yet: it sets the next part up
                continue
            if counted.part_of[span.first] != part:
                part, stood = counted.part_of[span.first], counted.after(opens, seat)
                if carried := _more(stood, known):
                    yield Gain(0, seat, span.first, span.first, part, carried)
                known = stood
            following = mine[place + 1][1].first if place + 1 < len(mine) else last
            has = counted.after(_part_end(counted, span.first, following), seat)
            yield Gain(number, seat, span.first, span.last, part, _more(has, known))
            known = has


def _part_end(counted: Counted, first: int, last: int) -> int:
    """Return how far a part of the game goes that holds action `first`, `last` at most."""
    part = counted.part_of[first]
    return next((n for n in range(first, last) if counted.part_of[n] != part), last)


def _more(has: Mapping[str, int], had: Mapping[str, int]) -> Worth:
    """Return by how much there is more of each."""
    more = {what: has.get(what, 0) - had.get(what, 0) for what in {**had, **has}}
    return {what: points for what, points in more.items() if points}


# ---------------------------------------------------------------- where it turned


def turning_points(review: Review) -> tuple[TurningPoint, ...]:
    """Return the turns that gave or took most chance, by decision or by luck, in their order."""
    least = LEAST * 2 / len(review.seats)
    found = list[tuple[float, TurningPoint]]()
    for turn in review.turns:
        best = turn.best.leads_to.chances[turn.seat]
        after = max(0.0, best - turn.cost.chance)
        place = (turn.number, turn.seat, turn.first, turn.last)
        if turn.mark not in (None, "only") and turn.cost.chance >= least:
            found.append((turn.cost.chance, TurningPoint(*place, "decision", best, after)))
        elif abs(turn.luck.chance) >= 2 * least:
            before = min(1.0, max(0.0, best - turn.luck.chance))
            found.append((abs(turn.luck.chance), TurningPoint(*place, "luck", before, best)))
    return _weightiest(found)


def _made_most(gains: Sequence[Gain]) -> tuple[TurningPoint, ...]:
    """Return the turns that added most points, in their order."""
    found = list[tuple[float, TurningPoint]]()
    had = dict[int, int]()
    for gain in gains:
        made = sum(gain.points.values())
        before = had.get(gain.seat, 0)
        had[gain.seat] = before + made
        if gain.turn and made > 0:
            point = TurningPoint(
                gain.turn, gain.seat, gain.first, gain.last, "points", before, before + made
            )
            found.append((made, point))
    return _weightiest(found)


def _weightiest(found: list[tuple[float, TurningPoint]]) -> tuple[TurningPoint, ...]:
    """Return the few that weigh most, in the order of the game."""
    found.sort(key=lambda one: -one[0])
    return tuple(sorted((p for _, p in found[:POINTS_OF_TURNING]), key=lambda point: point.turn))


def _turned(review: Review, outcome: Outcome) -> Turn | None:
    """Return the turn that decided: the last in which a loser gave an even chance or more away,
    else the costliest of all.
    """
    costly = [turn for turn in review.turns if turn.mark in ("mistake", "blunder")]
    lost = [
        turn
        for turn in costly
        if Seat(turn.seat) not in outcome.winners and turn.best.leads_to.chances[turn.seat] >= 0.5
    ]
    if lost:
        return lost[-1]
    return max(costly, key=lambda turn: turn.cost.chance, default=None)


# ---------------------------------------------------------------- in words


def why_won(found: Story, names: Sequence[str], language: str) -> list[Cited]:
    """Return how a game that is over ended and what its winner was ahead by, in a sentence or two.

    Where a review knows the turn that decided it, that comes first.
    """
    if found.outcome is None:
        return []
    turned, outcome = found.turned, found.outcome
    said = [] if turned is None else [Cited(_turn_told(turned, outcome, names, language))]
    over = Ending(found.game, found.position, outcome, found.totals, found.sources)
    return [*said, *ended(over, names, language)]


def _turn_told(turn: Turn, outcome: Outcome, names: Sequence[str], language: str) -> str:
    """Return which turn decided, as a sentence."""
    best = turn.best.leads_to.chances[turn.seat]
    missed = Seat(turn.seat) not in outcome.winners and best >= 0.5
    return say(
        language,
        DOMAIN,
        "story.missed" if missed else "story.turned",
        name=names[turn.seat],
        turn=turn.number,
        chance=f"{100 * (best if missed else turn.cost.chance):.0f}",
    )


def ended(ending: Ending, names: Sequence[str], language: str) -> list[Cited]:
    """Return how a game ended, and what its one winner was ahead by most."""
    game, outcome = ending.game, ending.outcome
    over = say(language, DOMAIN, "ending.over")
    known = catalogue(language, game.title).get(f"ending.{outcome.clause}", over)
    said = [Cited(known, outcome.clause)]
    others = [seat for seat in range(game.seats) if Seat(seat) not in outcome.winners]
    if len(outcome.winners) == 1 and others:
        winner = int(outcome.winners[0])
        second = max(others, key=lambda seat: outcome.points[seat])
        said.append(_decided(ending, names, language, winner, second))
    return said


def _decided(
    ending: Ending, names: Sequence[str], language: str, winner: int, second: int
) -> Cited:
    """Return by what one seat was ahead of another most."""
    game, points = ending.game, ending.outcome.points
    name, other = names[winner], names[second]
    if points[winner] == points[second]:
        return Cited(say(language, DOMAIN, "ending.tie", name=name))
    mine, theirs = ending.totals[winner], ending.totals[second]
    what = max(mine, key=lambda source: mine[source] - theirs.get(source, 0))
    clause = ending.clauses.get(what, "")
    if news := game.decided(ending.position, winner, second):
        gaps = {gap: translated(language, game.title, value) for gap, value in news.gaps.items()}
        seats = {gap: names[seat] for gap, seat in news.seats.items()}
        return Cited(say(language, game.title, news.key, **gaps, **seats), clause)
    label = source_label(game.title, language, what)
    gaps = {"what": label, "points": str(mine[what]), "less": str(theirs.get(what, 0))}
    return Cited(say(language, DOMAIN, "ending.by", name=name, other=other, **gaps), clause)


def source_label(title: str, language: str, what: str) -> str:
    """Return what a source of points is called."""
    known = catalogue(language, title)
    keys = (f"source.{what}", f"term.{what}", f"master.{what}")
    return next((known[key] for key in keys if key in known), say(language, DOMAIN, "ending.way"))
