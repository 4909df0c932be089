"""The story of BLOX: ways along rows and columns, whose figure was hit, phases."""

from dataclasses import replace
from typing import Final

from tourelle.core.telling import Facts, News, Telling
from tourelle.games.blox.material import FIGURES, LAST_PHASE, MOST_BLOCKS
from tourelle.games.blox.narration import JOKER
from tourelle.games.blox.piles import total
from tourelle.games.blox.position import NEUTRAL, PLAYED, Position
from tourelle.games.blox.squares import (
    ENTRIES,
    ENTRY_SQUARES,
    SIDE,
    square_name,
    square_named,
)

SOURCES: Final = {"destroy": "destroyed", "build": "built", "hit": "hits"}
SOURCE_CLAUSES: Final = {"destroyed": "B6.4", "built": "B7.2", "hits": "B8.3"}


def facts(pos: Position) -> Facts:
    """Return the heights of the phase, and how many figures and blocks a seat may have."""
    return {
        "destroy": int(pos.phase),
        "build": int(pos.phase) + 1,
        "phases": LAST_PHASE,
        "figures": FIGURES,
        "most_blocks": MOST_BLOCKS,
    }


def told(text: str, before: Position, after: Position) -> Telling:
    """Tell what an action did."""
    return replace(foretold(text, before, after), news=_news(before, after))


def foretold(text: str, before: Position, after: Position | None) -> Telling:  # noqa: ARG001
    """Tell what an action would do."""
    word, *rest = text.split()
    source = SOURCES.get(word, "")
    joker = {"joker": "@told.joker" if JOKER in text else ""}
    if word == "change":
        return Telling()
    if word == "build":
        return Telling(way=(rest[0],), source=source)
    if word == "enter":
        edge = square_name(int(ENTRY_SQUARES[ENTRIES.index(rest[0])]))
        return Telling(way=_line(edge, rest[1]))
    way = _line(rest[0], rest[1])
    end = square_named(rest[1]) or 0
    if word == "destroy":
        height = str(int(total(before.towers[end])))
        return Telling("height", {"height": height, **joker}, way=way, source=source)
    if word == "hit":
        figure = int(before.pieces[end])
        if figure == NEUTRAL:
            return Telling("neutral", joker, way=way, source=source)
        return Telling("whose", joker, seats={"whose": figure - 1}, way=way, source=source)
    return Telling(way=way)


def _news(before: Position, after: Position) -> tuple[News, ...]:
    """Return which phase began, and whether these were the last towers."""
    found = []
    if after.phase != before.phase:
        phase = int(after.phase)
        gaps = {"phase": str(phase), "destroy": str(phase), "build": str(phase + 1)}
        found.append(News("news.phase", gaps))
    if after.ended != before.ended and before.ended == PLAYED:
        found.append(News("news.ends"))
    return tuple(found)


def _line(start: str, end: str) -> tuple[str, ...]:
    """Return the squares of a straight way, both ends included."""
    one, other = square_named(start) or 0, square_named(end) or 0
    if one == other:
        return (start,)
    step = SIDE if one % SIDE == other % SIDE else 1
    step = step if other > one else -step
    return tuple(square_name(square) for square in range(one, other + step, step))
