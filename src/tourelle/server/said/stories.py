"""Stories of games as messages, in the language of whoever asks."""

from collections.abc import Mapping, Sequence

from tourelle.review import story as told
from tourelle.review.judged import Review
from tourelle.review.parts import part_label
from tourelle.server.protocol.reviews import (
    CitedSentence,
    Story,
    StoryGain,
    StoryPoint,
    StorySource,
)
from tourelle.server.said.judgements import seat


def story(made: told.Story, review: Review | None, language: str, names: Sequence[str]) -> Story:
    """Return a story as its message."""
    title, sources = made.game.title, made.sources
    return Story(
        told=[CitedSentence(**vars(each)) for each in told.why_won(made, names, language)],
        sources=[
            StorySource(what=what, label=told.source_label(title, language, what), clause=clause)
            for what, clause in sources.items()
        ],
        gains=[
            StoryGain(
                turn=gain.turn,
                seat=gain.seat,
                first=gain.first,
                last=gain.last,
                part=gain.part,
                points=_row(gain.points, sources),
            )
            for gain in made.gains
        ],
        parts=[part_label(title, language, part) for part in made.parts],
        totals=[_row(total, sources) for total in made.totals],
        turning=[
            StoryPoint(
                **{**vars(point), "before": _rounded(point.before), "after": _rounded(point.after)}
            )
            for point in made.turning
        ],
        seats=None if review is None else [seat(each) for each in review.seats],
    )


def _row(points: Mapping[str, int], sources: Mapping[str, str]) -> list[int]:
    """Return points in the order of the sources."""
    return [points.get(what, 0) for what in sources]


def _rounded(value: float) -> float:
    """Return a chance as it is told."""
    return round(value, 3)
