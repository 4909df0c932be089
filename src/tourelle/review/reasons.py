"""Why a turn is better: what the evaluation's terms say, and the line that follows."""

from collections.abc import Sequence
from typing import Final

from tourelle.bots.presets import TURN
from tourelle.bots.thinker import Thinker
from tourelle.core.bits import mix
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Seat
from tourelle.review.judged import Decision, Followed, Mark, Reason

MOST: Final = 3
LEAST: Final = 0.45
"""Points from which on a difference is a reason."""
QUICK: Final = Thinker("turn", TURN)
"""Who plays the line that follows."""


def reasons(
    game: AnyGame, before: AnyPosition, decision: Decision, mark: Mark | None
) -> tuple[Reason, ...]:
    """Return why the best turn is better than the one played, the weightiest first."""
    if mark == "only":
        return (Reason("why.only"),)
    seat = decision.seat
    better = played_out(game, before, decision.best.actions)
    played = played_out(game, before, decision.played.actions)
    found = _scored(game, seat, better, played)
    found += _weighed(game, seat, better, played, len(found))
    found += _others(game, seat, better, played)
    if not found:
        return (Reason("why.later"),)
    found.sort(key=lambda one: -one[0])
    return tuple(reason for _, reason in found[:MOST])


def played_out(game: AnyGame, before: AnyPosition, texts: Sequence[str]) -> AnyPosition:
    """Return what stands after some actions."""
    position = game.copy(before)
    for text in texts:
        game.apply(position, game.parse_action(text))
    return position


Weighed = list[tuple[float, Reason]]
"""Reasons with what they weigh, in points."""


def _scored(game: AnyGame, seat: int, better: AnyPosition, played: AnyPosition) -> Weighed:
    """Return by how much more the better turn would be scored at once."""
    more = game.points_now(better, Seat(seat)) - game.points_now(played, Seat(seat))
    if more < 1:
        return []
    return [(more, Reason("why.score", {"points": f"{more:.0f}"}))]


def _weighed(
    game: AnyGame, seat: int, better: AnyPosition, played: AnyPosition, told: int
) -> Weighed:
    """Return the terms in which the better turn is ahead; those scored at once are told before."""
    found = []
    rows = game.features(better, Seat(seat)), game.features(played, Seat(seat))
    weights = game.weights.row
    counted = set(game.scored_now or game.feature_names[:1]) if told else set[str]()
    for number, term in enumerate(game.feature_names):
        more = float(weights[number]) * (rows[0][number] - rows[1][number])
        if more >= LEAST and term not in counted:
            gaps = {"points": f"{more:.1f}", "what": f"@weighs.{term}"}
            found.append((more, Reason("why.term", gaps)))
    return found


def _others(game: AnyGame, seat: int, better: AnyPosition, played: AnyPosition) -> Weighed:
    """Return which other seat has less to hope for after the better turn."""
    found = []
    for other in range(game.seats):
        if other != seat:
            less = game.evaluate(played, Seat(other)) - game.evaluate(better, Seat(other))
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
