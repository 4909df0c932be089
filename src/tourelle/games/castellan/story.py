"""The story of Castellan: courtyards closed, split and doubled, and the last turns."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tourelle.core.compile import compiled, scratch, taken
from tourelle.core.layout import Cells, alike, unpacked
from tourelle.core.layout import cells as cells_holding
from tourelle.core.telling import Fact, Facts, News, Telling
from tourelle.core.words import Seat, Term
from tourelle.games.castellan.actions import (
    LONG_E,
    SHORT_E,
    STEPS,
    kind_of,
    length_of,
    point_of,
    side_of,
)
from tourelle.games.castellan.cards import (
    LONG_PER_SEAT,
    SHORT_PER_SEAT,
    TOWERS_PER_SEAT,
    Deck,
)
from tourelle.games.castellan.courtyards import cells_of, face_called
from tourelle.games.castellan.material import MAX_WALLS
from tourelle.games.castellan.narration import counted_cards
from tourelle.games.castellan.position import (
    ASKED,
    NO_SEAT,
    STAGE_KEEP,
    STAGE_STAYS,
    Position,
)
from tourelle.games.castellan.scoring import (
    Courtyard,
    courtyard_points,
    courtyards,
    score_terms,
)
from tourelle.games.castellan.text import parse_point, point_text

PIECES: Final = ("tower", "short", "long")


def facts(deck: Deck, pos: Position) -> Facts:
    """Return what the cards show, what pieces the box still holds (C1.1), and what walls enclose.

    `corners` are the points where walls meet without a tower: nothing is closed there (C5.1).
    `next` is the seat that gets what doesn't fit (C4.4).
    """
    out = scratch(3)
    towers, long, short = taken(out, count_out(cells_holding(pos), out))
    seats = int(pos.seats)
    return {
        "faces": [
            {key: getattr(face, key) for key in ("card", "towers", "long", "short", "extra")}
            for face in deck.faces
        ],
        "box": {
            "towers": max(0, TOWERS_PER_SEAT * seats - towers),
            "long": max(0, LONG_PER_SEAT * seats - long),
            "short": max(0, SHORT_PER_SEAT * seats - short),
        },
        "courtyards": _enclosed(pos),
        "corners": _open_corners(pos),
        "next": (int(pos.to_move) + 1) % seats,
    }


@compiled
def count_out(cells: Cells, out: list[int]) -> int:
    """Write how many towers, long and short walls are out of the box: placed, or in hand."""
    pos = cells[0]
    out[0] = pos.in_hand[0]
    out[1] = pos.in_hand[1]
    out[2] = pos.in_hand[2]
    for i in range(pos.piece_count):
        kind = kind_of(pos.pieces[i])
        if kind >= LONG_E:
            out[1] += 1
        elif kind >= SHORT_E:
            out[2] += 1
        else:
            out[0] += 1
    return 3


@compiled
def list_corners(cells: Cells, out: list[int]) -> int:
    """Write the points where two walls or more end without a tower."""
    pos = cells[0]
    n = 0
    for i in range(pos.open_count):
        walls = 0
        for j in range(pos.piece_count):
            kind = kind_of(pos.pieces[j])
            if kind >= SHORT_E:
                start = point_of(pos.pieces[j])
                end = start + length_of(kind) * STEPS[side_of(kind)]
                walls += (start == pos.open_points[i]) + (end == pos.open_points[i])
        if walls > 1:
            out[n] = pos.open_points[i]
            n += 1
    return n


def _enclosed(pos: Position) -> list[Facts]:
    """Return every courtyard with all its cells and how many towers it counts (C6.3)."""
    if pos.face_count == 0:
        return []
    cells = cells_of(pos)
    return [
        {"cell": yard.cell, "cells": list(cells[yard.face]), "towers": yard.towers}
        for yard in courtyards(pos)
    ]


def _open_corners(pos: Position) -> list[str]:
    """Return the points where two walls or more end without a tower."""
    out = scratch(MAX_WALLS)
    return [point_text(end) for end in taken(out, list_corners(cells_holding(pos), out))]


def told(text: str, before: Position, after: Position) -> Telling:
    """Tell what an action did."""
    word = text.split()[0]
    me, news = int(before.to_move), _news(before, after)
    if word in PIECES:
        return _placed(before, after, me, text, news)
    if word in ("double", "stays"):
        return replace(_foretold(text, before, after), news=news)
    if word == "play":
        return Telling("counted", {"cards": counted_cards(text)}, news=news)
    return Telling(source="courtyards", news=news)


def foretold(
    texts: Sequence[str], before: Position, afters: Sequence[Position | None]
) -> list[Telling]:
    """Tell what actions would do."""
    return [
        _at(text) if after is None and text.startswith(PIECES) else _foretold(text, before, after)
        for text, after in zip(texts, afters, strict=True)
    ]


def _foretold(text: str, before: Position, after: Position | None) -> Telling:
    """Tell what an action would do."""
    word, *rest = text.split()
    if word in PIECES and after is not None and not alike(before, after, "owners"):
        placed = _placed(before, after, unpacked(before).to_move, text, ())
        return placed if placed.variant != "plain" else _at(text)
    if word not in ("double", "stays"):
        return _at(text if word in PIECES else "")
    cell = parse_point(rest[0])
    face = int(face_called(before, cell)) if cell is not None else 0
    towers = int(courtyard_points(before, face))
    return Telling("worth", {"towers": str(towers), "points": str(2 * towers)})


@lru_cache(maxsize=1 << 14)
def _at(place: str) -> Telling:
    """Tell where something comes, and nothing else."""
    return Telling(way=(place,) if place else ())


def _placed(
    before: Position, after: Position, me: int, text: str, news: tuple[News, ...]
) -> Telling:
    """Tell what a piece closed, or into what it split a courtyard."""
    place = (text,)
    if alike(before, after, "owners"):  # nothing closed, nothing split
        return Telling("plain", way=place, news=news)
    were, are = courtyards(before), courtyards(after)
    new = len(are) - len(were)
    if new == 0:
        return Telling("plain", way=place, news=news)
    had, has = _owned(were, me), _owned(are, me)
    brings = sum(has.values()) - sum(had.values())
    facts = _closing(before, after, are, brings)
    split = set(had) - set(has) or after.stage == STAGE_STAYS or brings < 0
    closed = [worth for cell, worth in has.items() if cell not in had]
    if had and (split or len(closed) < new):
        return Telling("splits", way=place, facts=facts, news=news)
    gaps = {"towers": str(sum(closed) or brings)}
    return Telling("closes", gaps, way=place, facts=facts, news=news)


def _closing(
    before: Position, after: Position, are: list[Courtyard], brings: int
) -> dict[str, Fact]:
    """Return the cells of every courtyard that is new, and what they bring if one is doubled."""
    known = set(cells_of(before).values())
    new = tuple(cells for cells in cells_of(after).values() if cells not in known)
    facts: dict[str, Fact] = {"closes": new}
    if after.stage == STAGE_KEEP:  # C5.3: the double keep may be placed now
        facts["doubled"] = brings + max(yard.towers for yard in are if yard.keep == ASKED)
    return facts


def _owned(yards: list[Courtyard], seat: int) -> dict[str, int]:
    """Return the courtyards of a seat by their first cell, with what they are worth."""
    return {yard.cell: yard.points for yard in yards if yard.seat == seat}


def sources(pos: Position, seat: int) -> list[Term]:
    """Return what the courtyards of a seat are worth by their towers, and what doubling adds."""
    found = []
    for term, yard in zip(score_terms(pos, Seat(seat)), _yards_of(pos, seat), strict=True):
        extra = yard.points - yard.towers
        found.append(replace(term, points=term.points - extra))
        if extra:
            found.append(replace(term, what="double", points=extra))
    return found


def _yards_of(pos: Position, seat: int) -> list[Courtyard]:
    """Return the courtyards of a seat, in the order of their cells."""
    return [yard for yard in courtyards(pos) if yard.seat == seat]


def decided(pos: Position, winner: int, second: int) -> News | None:
    """Return by what courtyards one seat was ahead of another."""
    gaps = {**_yards(pos, winner, ""), **_yards(pos, second, "their_")}
    return News("decided", gaps, {"name": winner, "other": second})


def _yards(pos: Position, seat: int, whose: str) -> dict[str, str]:
    """Return how many courtyards a seat has, their towers, and what the doubled one adds."""
    yards = _yards_of(pos, seat)
    extra = sum(yard.points - yard.towers for yard in yards)
    double = f"@decided.plus {extra} @decided.double" if extra else "@decided.none"
    return {
        f"{whose}courtyards": str(len(yards)),
        f"{whose}towers": str(sum(yard.towers for yard in yards)),
        f"{whose}double": double,
    }


def _news(before: Position, after: Position) -> tuple[News, ...]:
    """Return whether the last turns began."""
    if before.ending == NO_SEAT and after.ending != NO_SEAT:
        return (News("news.last", seats={"name": int(after.ending)}),)
    return ()
