"""Reviews as messages, in the language of whoever asks."""

from collections.abc import Sequence

from tourelle.review import judged
from tourelle.review.telling import reason_sentence
from tourelle.server.protocol.reviews import (
    Expectation,
    FollowedTurn,
    JudgedVariation,
    Review,
    ReviewedSeat,
    ReviewedTurn,
    ReviewEngine,
    Swing,
)
from tourelle.server.said.telling import plain_choice


def review(made: judged.Review, language: str, names: Sequence[str]) -> Review:
    """Return a review as its message."""
    return Review(
        title=made.title,
        record=made.record,
        seats=[seat(each) for each in made.seats],
        start=_expectation(made.start),
        turns=[turn(each, made.title, language, names) for each in made.turns],
        end=None if made.end is None else [float(points) for points in made.end],
        engine=ReviewEngine(**vars(made.engine)),
    )


def turn(made: judged.Turn, title: str, language: str, names: Sequence[str]) -> ReviewedTurn:
    """Return a turn that was judged."""
    return ReviewedTurn(
        number=made.number,
        seat=made.seat,
        first=made.first,
        last=made.last,
        played=_variation(made.played, title, language),
        best=_variation(made.best, title, language),
        follows=[
            FollowedTurn(
                seat=each.seat,
                actions=[plain_choice(language, title, text) for text in each.actions],
            )
            for each in made.follows
        ],
        cost=_swing(made.cost),
        mark=made.mark,
        luck=_swing(made.luck),
        why=[reason_sentence(language, title, reason, names) for reason in made.why],
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


def _variation(made: judged.Variation, title: str, language: str) -> JudgedVariation:
    """Return a line with its actions in words."""
    expected = _expectation(made.leads_to)
    return JudgedVariation(
        at=made.at,
        actions=[plain_choice(language, title, text) for text in made.actions],
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
