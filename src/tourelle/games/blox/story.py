"""The story of BLOX: ways along rows and columns, whose figure was hit, phases."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from typing import Final

from tourelle.core.game import python_numbers
from tourelle.core.layout import unpacked
from tourelle.core.telling import Fact, Facts, Near, News, Telling
from tourelle.games.blox.material import FEWEST_HIT, FIGURES, LAST_PHASE, MOST_BLOCKS, TALLEST
from tourelle.games.blox.narration import JOKER
from tourelle.games.blox.piles import COLOURS, letters_of, total
from tourelle.games.blox.position import NEUTRAL, PLAYED, TOWER, Position
from tourelle.games.blox.refusals import refusal
from tourelle.games.blox.sights import look, target_of
from tourelle.games.blox.squares import (
    DIRECTIONS,
    ENTRIES,
    ENTRY_SQUARES,
    SIDE,
    SQUARES,
    square_name,
    square_named,
)
from tourelle.games.blox.text import parse_action

SOURCES: Final = {"destroy": "destroyed", "build": "built", "hit": "hits"}
SOURCE_CLAUSES: Final = {"destroyed": "B6.4", "built": "B7.2", "hits": "B8.3"}


def facts(pos: Position) -> Facts:
    """Return the heights of every phase, the towers that stand, and what a seat has and may have.

    Of a phase: how high towers it lets destroy and build, and how many hold it back (B11.1).
    """
    heights = Counter(int(total(tower)) for tower in python_numbers(pos.towers))
    standing = Counter(python_numbers(pos.pieces))
    return {
        "towers": [heights[height] for height in range(1, TALLEST + 1)],
        "phases": [
            {"destroy": phase, "build": phase + 1, "towers": heights[phase]}
            for phase in range(1, LAST_PHASE + 1)
        ],
        "reserve": [FIGURES - standing[seat + 1] for seat in range(int(pos.seats))],
        "most_blocks": MOST_BLOCKS,
        "fewest_hit": FEWEST_HIT,
    }


def told(text: str, before: Position, after: Position) -> Telling:
    """Tell what an action did."""
    telling = foretold(text, before, after)
    return replace(telling, span=str(int(before.phase)), news=_news(before, after))


def foretold(text: str, before: Position, after: Position | None) -> Telling:  # noqa: ARG001
    """Tell what an action would do."""
    word, *rest = text.split()
    source, wild = SOURCES.get(word, ""), rest.pop() if JOKER in text else ""
    joker = {"joker": "@told.joker" if wild else ""}
    if word == "change":  # B9: the joker is turned up, and stands for no card
        return Telling(facts={"pays": "".join(rest), "joker": bool(wild)})
    if word == "build":
        return Telling(way=(rest[0],), source=source, facts=_paid(rest[1], wild))
    end = square_named(rest[1]) or 0
    if word == "enter":
        edge = square_name(int(ENTRY_SQUARES[ENTRIES.index(rest[0])]))
        paid = _paid(COLOURS[before.colours[end]], wild)
        return Telling(way=_line(edge, rest[1]), facts={**paid, "entry": rest[0]})
    way = _line(rest[0], rest[1])
    if word == "destroy":
        tower = letters_of(int(before.towers[end]))
        gaps = {"height": str(len(tower)), **joker}
        return Telling("height", gaps, way=way, source=source, facts=_paid(tower, wild))
    colour = COLOURS[before.colours[end]]
    if word == "hit":
        paid, figure = _paid(colour * int(rest[2]), wild), int(before.pieces[end])
        if figure == NEUTRAL:
            return Telling("neutral", joker, way=way, source=source, facts=paid)
        seats = {"whose": figure - 1}
        return Telling("whose", joker, seats=seats, way=way, source=source, facts=paid)
    return Telling(way=way, facts=_paid(colour, wild))


def _paid(cards: str, wild: str) -> dict[str, Fact]:
    """Return the cards that leave the hand, less the one that the joker stands for (B10)."""
    pays = cards.replace(wild[1:] or cards[0], "", 1) if wild else cards
    return {"pays": pays, "joker": bool(wild)}


def nearly(pos: Position, legal: Collection[str]) -> list[Near]:
    """Return the towers and figures in sight that one rule alone keeps from the seat to move."""
    possible = {tuple(text.split()[:3]) for text in legal}
    found, seen = [], unpacked(pos)
    for text in _in_sight(pos):
        words = text.split()
        if tuple(words[:3]) not in possible and (near := _near(pos, seen, text, *words[:3])):
            found.append(near)
    return found


def _in_sight(pos: Position) -> list[str]:
    """Return what the seat's figures would do to what they see: destroy it, or hit it."""
    found, pieces, own = [], python_numbers(pos.pieces), int(pos.to_move) + 1
    for square in range(SQUARES):
        if pieces[square] != own:
            continue
        for direction in range(DIRECTIONS):
            target = int(target_of(look(pos, square, direction)))
            if target < 0 or pieces[target] == own:
                continue
            ends = f"{square_name(square)} {square_name(target)}"
            tower = pieces[target] == TOWER
            found.append(f"destroy {ends}" if tower else f"hit {ends} {FEWEST_HIT}")
    return found


def _near(real: Position, pos: Position, text: str, word: str, start: str, end: str) -> Near | None:
    """Return why an action is refused, where that is a matter of one card, square or block.

    `pos` is the `real` position in plain numbers.
    """
    at = square_named(end) or 0
    colour = COLOURS[pos.colours[at]]
    wanted = letters_of(pos.towers[at]) if word == "destroy" else colour * FEWEST_HIT
    lacks = list((Counter(wanted) - Counter(letters_of(pos.hands[pos.to_move]))).elements())
    short = len(lacks) - bool(pos.jokers[pos.to_move])
    if short > 1:
        return None
    why = refusal(real, parse_action(text))
    barred = [name for name in _line(start, end)[1:-1] if _colour(pos, name) in wanted]
    gaps: dict[str, str] = {}
    if why.reason == "way-coloured" and short <= 0 and len(barred) == 1 and _may(pos, word, wanted):
        gaps = {"square": barred[0], "colour": f"@colour.{_colour(pos, barred[0])}"}
    elif why.reason == "missing-cards" and short == 1:
        gaps = {"cards": _names(wanted), "missing": _names(sorted(set(lacks), key=lacks.index))}
    elif why.reason in ("tower-above-phase", "seven-blocks") and short <= 0:
        gaps = {name: str(value) for name, value in why.params.items()}
    return Near(text, f"nearly.{word}.{why.reason}", gaps, why.clause) if gaps else None


def _may(pos: Position, word: str, wanted: str) -> bool:
    """Tell whether height and blocks allow what the way forbids."""
    full = len(letters_of(pos.blocks[pos.to_move])) >= MOST_BLOCKS
    return word == "hit" or (len(wanted) <= pos.phase and not full)


def _colour(pos: Position, square: str) -> str:
    """Return the letter of a square's colour."""
    return COLOURS[pos.colours[square_named(square) or 0]]


def _names(letters: Collection[str]) -> str:
    """Return colours by name, to be looked up."""
    return ", ".join(f"@colour.{letter}" for letter in letters)


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


@cache
def _line(start: str, end: str) -> tuple[str, ...]:
    """Return the squares of a straight way, both ends included."""
    one, other = square_named(start) or 0, square_named(end) or 0
    if one == other:
        return (start,)
    step = SIDE if one % SIDE == other % SIDE else 1
    step = step if other > one else -step
    return tuple(square_name(square) for square in range(one, other + step, step))
