"""Reviews as messages, in the language of whoever asks."""

from collections.abc import Sequence

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.review import judged
from tourelle.review.parts import part_label
from tourelle.review.reviewing import Reviewing
from tourelle.review.telling import reason_sentence
from tourelle.server.protocol import Choice
from tourelle.server.protocol.reviews import (
    CitedSentence,
    Expectation,
    FollowedTurn,
    JudgedVariation,
    Review,
    ReviewedSeat,
    ReviewedTurn,
    ReviewEngine,
    Swing,
)
from tourelle.server.said.retelling import retold


def review(
    made: judged.Review, language: str, names: Sequence[str], of: Reviewing | None
) -> Review:
    """Return a review as its message; its turns are told whole where it is known what it is of."""

    def told(each: judged.Turn) -> ReviewedTurn:
        if of is None:
            return turn(each, made.title, language, names, None)
        start, part = (of.game, of.positions[each.played.at]), of.parts[each.number - 1]
        label = "" if part is None else part_label(made.title, language, part)
        return turn(each, made.title, language, names, start, label)

    return Review(
        title=made.title,
        record=made.record,
        seats=[seat(each) for each in made.seats],
        start=_expectation(made.start),
        turns=[told(each) for each in made.turns],
        end=None if made.end is None else [float(points) for points in made.end],
        engine=ReviewEngine(**vars(made.engine)),
    )


def turn(
    made: judged.Turn,
    title: str,
    language: str,
    names: Sequence[str],
    start: tuple[AnyGame, AnyPosition] | None,
    part: str = "",
) -> ReviewedTurn:
    """Return a turn that was judged, told from where it began, in a part of its game."""
    (played,) = retold(language, title, names, [made.played.actions], start)
    followed = [made.best.actions, *(each.actions for each in made.follows)]
    best, *follows = retold(language, title, names, followed, start)
    return ReviewedTurn(
        number=made.number,
        seat=made.seat,
        first=made.first,
        last=made.last,
        part=part,
        played=_variation(made.played, played),
        best=_variation(made.best, best),
        follows=[
            FollowedTurn(seat=each.seat, actions=actions)
            for each, actions in zip(made.follows, follows, strict=True)
        ],
        cost=_swing(made.cost),
        mark=made.mark,
        luck=_swing(made.luck),
        why=[
            CitedSentence(
                sentence=reason_sentence(language, title, reason, names), clause=reason.clause
            )
            for reason in made.why
        ],
    )


def seat(made: judged.SeatReview) -> ReviewedSeat:
    """Return how a seat has played."""
    return ReviewedSeat(
        accuracy=None if made.accuracy is None else round(made.accuracy, 1),
        inaccuracies=made.marks["inaccuracy"],
        mistakes=made.marks["mistake"],
        blunders=made.marks["blunder"],
        decided=_swing(made.decided),
        drawn=_swing(made.drawn),
    )


def _variation(made: judged.Variation, actions: list[Choice]) -> JudgedVariation:
    """Return a line with its actions in words."""
    expected = _expectation(made.leads_to)
    return JudgedVariation(
        at=made.at,
        actions=actions,
        chances=expected.chances,
        points=expected.points,
    )


def _expectation(made: judged.Expectation) -> Expectation:
    """Return what is expected, rounded."""
    return Expectation(
        chances=[round(chance, 3) for chance in made.chances],
        points=[round(points, 1) for points in made.points],
    )


def _swing(made: judged.Swing) -> Swing:
    """Return a swing, rounded."""
    return Swing(chance=round(made.chance, 3), points=round(made.points, 1))
