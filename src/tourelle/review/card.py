"""A picture of a finished game to share: the board, who played, how it ended; dark, 1200 by 630."""

import re
from collections.abc import Sequence
from typing import Any, Final

from tourelle.core import picture
from tourelle.core.game import Game
from tourelle.core.words import Outcome
from tourelle.languages import say

WIDE, HIGH = 1200, 630
MARGIN: Final = 40
BOARD: Final = HIGH - 2 * MARGIN
LEFT: Final = 2 * MARGIN + BOARD + 10
PLACE: Final = 92
INK, QUIET, NIGHT, DUSK = "#f6f2ea", "#b9b1c6", "#181321", "#3a2a4a"
TOWER: Final = "M4 3h4v3h3V3h4v3h3V3h4v8l-2.5 2v8L22 24v5h-7v-5a2 2 0 0 0-4 0v5H4v-5l2.5-3v-8L4 11Z"
LONGEST: Final = 16
SERIF: Final = "font-family='Georgia,DejaVu Serif,serif' font-weight='700'"


def card(
    game: Game[Any], position: Any, outcome: Outcome, names: Sequence[str], language: str
) -> str:
    """Return the card as SVG, with names in place of "you"."""
    order = sorted(range(game.seats), key=lambda seat: -outcome.points[seat])
    title = say(language, game.title, "title")
    top = 208
    parts = [
        _night(),
        _inside(game.picture(position), MARGIN, MARGIN, BOARD),
        f"<g transform='translate({LEFT - 6} 40) scale(1.2)'>{picture.path(TOWER, '#e58cc4')}</g>",
        _serif(LEFT + 36, 68, 28, "Tourelle", QUIET),
        _serif(LEFT - 4, 172, 54, title, INK),
        *(
            _row(top + place * PLACE, seat, outcome, names[seat])
            for place, seat in enumerate(order)
        ),
    ]
    scores = " : ".join(str(outcome.points[seat]) for seat in order)
    return picture.drawing((0, 0, WIDE, HIGH), parts, f"{title} {scores}")


def _night() -> str:
    """Return what lies behind everything."""
    return (
        "<defs><radialGradient id='night' cx='.3' cy='.4' r='.9'>"
        f"<stop offset='0' stop-color='{DUSK}'/><stop offset='1' stop-color='{NIGHT}'/>"
        "</radialGradient></defs>" + picture.rect(0, 0, WIDE, HIGH, "url(#night)")
    )


def _inside(drawn: str, x: float, y: float, side: float) -> str:
    """Return a whole picture fitted into a square of another."""
    opened = re.match(r"<svg [^>]*?viewBox='([^']*)'[^>]*>", drawn)
    if opened is None:
        raise ValueError("a picture says what it shows in its viewBox")
    return (
        f"<svg x='{x:g}' y='{y:g}' width='{side:g}' height='{side:g}' viewBox='{opened[1]}'>"
        + drawn[opened.end() :]
    )


def _serif(x: float, y: float, size: float, text: str, fill: str) -> str:
    """Return a title."""
    plain = picture.words(x, y, size, text, fill, "start")
    return plain.replace(picture.FACE, SERIF)


def _row(y: float, seat: int, outcome: Outcome, name: str) -> str:
    """Return a seat with its points; who won stands out."""
    won = seat in outcome.winners
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    fill = INK if won else QUIET
    behind = picture.rect(
        LEFT - 14,
        y - 8,
        WIDE - LEFT - MARGIN + 14,
        PLACE - 22,
        "#ffffff",
        rx=14,
        fill_opacity=0.12 if won else 0,
    )
    return (
        behind
        + picture.shield(LEFT + 4, y, 42, seat)
        + picture.words(LEFT + 64, y + 36, 32, shown, fill, "start")
        + picture.words(WIDE - MARGIN - 16, y + 39, 44, str(outcome.points[seat]), fill, "end")
    )
