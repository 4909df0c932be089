"""The story of a game as part of the page of its review: how it ended, and where its points are."""

from collections.abc import Sequence
from html import escape

from tourelle.core.words import Seat
from tourelle.review.story import Story, TurningPoint, source_label, why_won
from tourelle.review.telling import page_words


def story_part(story: Story, names: Sequence[str], language: str) -> str:
    """Return why it was won, the final board, points by what they were for, and where it turned."""
    board = story.game.picture(story.position)
    told = " ".join(cited.sentence for cited in why_won(story, names, language))
    return (
        f'<section class="story"><h2>{escape(page_words(language, "story"))}</h2>'
        f'<div class="ending"><div>{board}</div><div><p class="told">{escape(told)}</p>'
        f"{_points(story, names, language)}{_turning(story, names, language)}</div></div></section>"
    )


def _points(story: Story, names: Sequence[str], language: str) -> str:
    """Return the points of every seat by what they were for, the best seat first."""
    title = story.game.title
    points = [sum(total.values()) for total in story.totals]
    order = sorted(range(story.game.seats), key=lambda seat: -points[seat])
    won = () if story.outcome is None else story.outcome.winners
    labels = [source_label(title, language, what) for what in story.sources]
    heads = [page_words(language, "seat"), *labels, page_words(language, "sum")]
    head = "".join(f'<th scope="col">{escape(label)}</th>' for label in heads)
    rows = ""
    for seat in order:
        crown = " ★" if Seat(seat) in won else ""
        cells = [str(story.totals[seat].get(what, 0)) for what in story.sources]
        rows += f'<tr><th scope="row">{escape(names[seat])}{crown}</th>'
        rows += "".join(f"<td>{cell}</td>" for cell in cells)
        rows += f"<td><b>{points[seat]}</b></td></tr>"
    return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'


def _turning(story: Story, names: Sequence[str], language: str) -> str:
    """Return the turns in which it turned, each with a link to it."""
    if not story.turning:
        return ""
    lines = "".join(
        f'<li><a href="#t{point.turn}">{escape(_point(point, names, language))}</a></li>'
        for point in story.turning
    )
    return f"<h3>{escape(page_words(language, 'turning'))}</h3><ul>{lines}</ul>"


def _point(point: TurningPoint, names: Sequence[str], language: str) -> str:
    """Return a turn in which it turned, in words."""
    by = 1 if point.by == "points" else 100
    return page_words(
        language,
        f"turning.{point.by}",
        turn=point.turn,
        name=names[point.seat],
        before=f"{by * point.before:.0f}",
        after=f"{by * point.after:.0f}",
    )
