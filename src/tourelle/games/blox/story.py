"""The story of BLOX: ways along rows and columns, whose figure was hit, phases."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from tourelle.core.compile import compiled, scratch, taken
from tourelle.core.layout import Cells, unpacked
from tourelle.core.layout import cells as cells_holding
from tourelle.core.telling import Fact, Facts, Near, News, Telling
from tourelle.games.blox.material import FEWEST_HIT, FIGURES, LAST_PHASE, MOST_BLOCKS, TALLEST
from tourelle.games.blox.narration import JOKER
from tourelle.games.blox.piles import COLOURS, letters_of
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
    pos = unpacked(pos)
    heights = Counter(len(letters_of(tower)) for tower in pos.towers)
    standing = Counter(pos.pieces)
    return {
        "towers": [heights[height] for height in range(1, TALLEST + 1)],
        "phases": [
            {"destroy": phase, "build": phase + 1, "towers": heights[phase]}
            for phase in range(1, LAST_PHASE + 1)
        ],
        "reserve": [FIGURES - standing[seat + 1] for seat in range(pos.seats)],
        "most_blocks": MOST_BLOCKS,
        "fewest_hit": FEWEST_HIT,
    }


def told(text: str, before: Position, after: Position) -> Telling:
    """Tell what an action did."""
    [telling] = foretold([text], before, [after])
    before, after = unpacked(before), unpacked(after)
    return replace(telling, span=str(before.phase), news=_news(before, after))


def foretold(texts: Sequence[str], before: Position, _: object) -> list[Telling]:
    """Tell what actions would do."""
    pos = unpacked(before)
    colours, towers, pieces = pos.colours, pos.towers, pos.pieces
    return [
        _foretold(text, colours[end], towers[end], pieces[end])
        for text, end in zip(texts, map(_end, texts), strict=True)
    ]


@lru_cache(maxsize=1 << 14)
def _end(text: str) -> int:
    """Return the square to which an action leads, where it leads anywhere."""
    words = text.split()
    return square_named(words[2] if len(words) > 2 else "") or 0


@lru_cache(maxsize=1 << 14)
def _foretold(text: str, hue: int, pile: int, figure: int) -> Telling:
    """Tell what an action would do: colour, tower and figure are those of its last square."""
    word, *rest = text.split()
    source, wild = SOURCES.get(word, ""), rest.pop() if JOKER in text else ""
    joker = {"joker": "@told.joker" if wild else ""}
    if word == "change":  # B9: the joker is turned up, and stands for no card
        return Telling(facts={"pays": "".join(rest), "joker": bool(wild)})
    if word == "build":
        return Telling(way=(rest[0],), source=source, facts=_paid(rest[1], wild))
    colour = COLOURS[hue]
    if word == "enter":
        edge = square_name(int(ENTRY_SQUARES[ENTRIES.index(rest[0])]))
        paid = _paid(colour, wild)
        return Telling(way=_line(edge, rest[1]), facts={**paid, "entry": rest[0]})
    way = _line(rest[0], rest[1])
    if word == "destroy":
        tower = letters_of(pile)
        gaps = {"height": str(len(tower)), **joker}
        return Telling("height", gaps, way=way, source=source, facts=_paid(tower, wild))
    if word == "hit":
        paid = _paid(colour * int(rest[2]), wild)
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
    possible = {_aim(text) for text in legal}
    found, seen = [], unpacked(pos)
    for text in _in_sight(pos):
        aim = _aim(text)
        if aim not in possible and (near := _near(pos, seen, text, *aim)):
            found.append(near)
    return found


@lru_cache(maxsize=1 << 14)
def _aim(text: str) -> tuple[str, ...]:
    """Return what an action does from where to where, whatever is paid for it."""
    return tuple(text.split()[:3])


def _in_sight(pos: Position) -> list[str]:
    """Return what the seat's figures would do to what they see: destroy it, or hit it."""
    out = scratch(2 * DIRECTIONS * SQUARES)
    found, pieces = [], unpacked(pos).pieces
    sights = taken(out, list_sights(cells_holding(pos), out))
    for i in range(0, len(sights), 2):
        square, target = sights[i], sights[i + 1]
        ends = f"{square_name(square)} {square_name(target)}"
        tower = pieces[target] == TOWER
        found.append(f"destroy {ends}" if tower else f"hit {ends} {FEWEST_HIT}")
    return found


@compiled
def list_sights(cells: Cells, out: list[int]) -> int:
    """Write every square from which a figure to move sees something else, and what it sees."""
    pos = cells[0]
    n = 0
    for square in range(SQUARES):
        if pos.pieces[square] == pos.to_move + 1:
            for direction in range(DIRECTIONS):
                target = target_of(look(pos, square, direction))
                if target >= 0 and pos.pieces[target] != pos.to_move + 1:
                    out[n] = square
                    out[n + 1] = target
                    n += 2
    return n


def _near(real: Position, pos: Position, text: str, word: str, start: str, end: str) -> Near | None:
    """Return why an action is refused, where that is a matter of one card, square or block.

    `pos` is the `real` position in plain numbers.
    """
    at = square_named(end) or 0
    colour = COLOURS[pos.colours[at]]
    wanted = letters_of(pos.towers[at]) if word == "destroy" else colour * FEWEST_HIT
    lacks = _lacking(wanted, letters_of(pos.hands[pos.to_move]))
    short = len(lacks) - bool(pos.jokers[pos.to_move])
    if short > 1:
        return None
    why = refusal(real, parse_action(text))
    gaps: dict[str, str] = {}
    if why.reason == "way-coloured" and short <= 0 and _may(pos, word, wanted):
        barred = [name for name in _line(start, end)[1:-1] if _colour(pos, name) in wanted]
        if len(barred) == 1:
            gaps = {"square": barred[0], "colour": f"@colour.{_colour(pos, barred[0])}"}
    elif why.reason == "missing-cards" and short == 1:
        gaps = {"cards": _names(wanted), "missing": _names(sorted(set(lacks), key=lacks.index))}
    elif why.reason in ("tower-above-phase", "seven-blocks") and short <= 0:
        gaps = {name: str(value) for name, value in why.params.items()}
    return Near(text, f"nearly.{word}.{why.reason}", gaps, why.clause) if gaps else None


@lru_cache(maxsize=1 << 14)
def _lacking(wanted: str, hand: str) -> tuple[str, ...]:
    """Return the cards of those wanted that a hand does not hold."""
    return tuple((Counter(wanted) - Counter(hand)).elements())


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
        phase = after.phase
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
