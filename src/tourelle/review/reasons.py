"""Why a turn is better: what the evaluation's terms say, and the line that follows."""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import Final

from tourelle.bots.presets import TURN
from tourelle.bots.thinker import Thinker
from tourelle.core.bits import mix
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Seat
from tourelle.review.judged import Decision, Followed, Mark, Reason
from tourelle.review.story import Counted, Worth

MOST: Final = 3
LEAST: Final = 0.45
"""Points from which on a difference is a reason."""
WORLDS: Final = 8
"""In so many worlds what follows a turn is averaged."""
QUICK: Final = Thinker("turn", TURN)
"""Who plays the line that follows."""


def reasons(
    game: AnyGame, before: AnyPosition, decision: Decision, mark: Mark | None
) -> tuple[Reason, ...]:
    """Return why the best turn is better than the one played, the weightiest first.

    What its seat could not know counts for nothing.
    """
    if mark == "only":
        return (Reason("why.only"),)
    seat = Seat(decision.seat)
    ends = _ends(game, before, decision)
    found = _scored(game, before, decision, ends)
    found += _weighed(game, seat, ends, len(found))
    found += _others(game, seat, ends)
    if not found:
        return (Reason("why.later"),)
    found.sort(key=lambda one: -one[0])
    return tuple(reason for _, reason in found[:MOST])


def played_out(game: AnyGame, before: AnyPosition, texts: Sequence[str]) -> AnyPosition:
    """Return what stands after some actions."""
    return along(game, before, texts)[-1]


def along(game: AnyGame, before: AnyPosition, texts: Sequence[str]) -> list[AnyPosition]:
    """Return what stands before some actions, and after each of them."""
    found = [game.copy(before)]
    for text in texts:
        found.append(game.copy(found[-1]))
        game.apply(found[-1], game.parse_action(text))
    return found


Weighed = list[tuple[float, Reason]]
"""Reasons with what they weigh, in points."""
Ends = Sequence[tuple[AnyPosition, AnyPosition]]
"""What stands after the better turn and after the one played, in one world after the other."""


def _ends(game: AnyGame, before: AnyPosition, decision: Decision) -> Ends:
    """Play both turns out in worlds that the seat may imagine, the same ones each time."""
    seat = Seat(decision.seat)
    view = game.view(before, seat)
    worlds = [game.imagine(view, seat, number) for number in range(WORLDS)]
    lines = decision.best.actions, decision.played.actions
    return [(played_out(game, each, lines[0]), played_out(game, each, lines[1])) for each in worlds]


def _ahead(ends: Ends, worth: Callable[[AnyPosition], float]) -> float:
    """Return by how much the better turn is worth more, on average."""
    return fmean(worth(better) - worth(played) for better, played in ends)


def _scored(game: AnyGame, before: AnyPosition, decision: Decision, ends: Ends) -> Weighed:
    """Return by how much more the better turn would be scored at once."""
    seat = Seat(decision.seat)
    more = _ahead(ends, partial(game.points_now, seat=seat))
    if more < 1:
        return []
    world = game.imagine(game.view(before, seat), seat, 0)
    clause = _most_scored(game, seat, world, decision)
    return [(more, Reason("why.score", {"points": f"{more:.0f}"}, clause=clause))]


def _most_scored(game: AnyGame, seat: Seat, world: AnyPosition, decision: Decision) -> str:
    """Return the clause by which the better turn scores most more; empty where none says so."""
    clauses, worths = dict[str, str](), list[Worth]()
    for texts in (decision.best.actions, decision.played.actions):
        counted = Counted(game, along(game, world, texts), texts)
        worths.append(counted.after(len(texts), seat))
        clauses |= counted.clauses
    worth, less = worths
    most = max(worth, key=lambda what: worth[what] - less.get(what, 0))
    return clauses.get(most, "")


def _weighed(game: AnyGame, seat: Seat, ends: Ends, told: int) -> Weighed:
    """Return the terms in which the better turn is ahead; those scored at once are told before."""
    found = []
    rows = [[game.features(end, seat) for end in both] for both in ends]
    weights = game.weights.row
    counted = set(game.scored_now or game.feature_names[:1]) if told else set[str]()
    for number, term in enumerate(game.feature_names):
        ahead = fmean(better[number] - played[number] for better, played in rows)
        more = float(weights[number]) * ahead
        if more >= LEAST and term not in counted:
            gaps = {"points": f"{more:.1f}", "what": f"@weighs.{term}"}
            found.append((more, Reason("why.term", gaps)))
    return found


def _others(game: AnyGame, seat: Seat, ends: Ends) -> Weighed:
    """Return which other seat has less to hope for after the better turn."""
    found = []
    for other in map(Seat, range(game.seats)):
        if other != seat:
            less = -_ahead(ends, partial(game.evaluate, seat=other))
            if less >= 1:
                gaps = {"points": f"{less:.1f}"}
                found.append((less, Reason("why.other", gaps, {"name": other})))
    return sorted(found, key=lambda one: -one[0])[:1]


def follow_up(
    game: AnyGame, before: AnyPosition, decision: Decision, seed: int
) -> tuple[Followed, ...]:
    """Return what might follow the best turn: its rest, then a turn of every other seat."""
    position = played_out(game, before, decision.best.actions)
    dice = dice_from(int(mix(seed, decision.played.at)))
    found: list[Followed] = []
    while len(found) < game.seats and (seat := game.to_move(position)) is not None:
        if seat == decision.seat and len(found) > 1:
            break
        texts = list[str]()
        while game.to_move(position) == seat:
            for action in QUICK.turn(game, game.view(position, seat), seat, dice):
                texts.append(game.action_text(action))
                game.apply(position, action)
        found.append(Followed(seat, tuple(texts)))
    return tuple(found)
