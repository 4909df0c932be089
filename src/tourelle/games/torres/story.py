"""The story of Torres: steps, ways through castles, blocks, points, years."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from tourelle.core.board8 import NAMED, square_name
from tourelle.core.layout import unpacked
from tourelle.core.telling import Fact, Facts, News, Telling
from tourelle.games.torres.material import (
    ACTION_POINTS,
    CARDS,
    HAND,
    KNIGHT_COST,
    KNIGHTS,
    OWN,
    SHARED,
    SHARED_PICK,
    YEARS,
)
from tourelle.games.torres.position import (
    NO_KING,
    STAGE_KING,
    STAGE_KING_SETUP,
    STAGE_OVER,
    STAGE_START,
    Position,
)
from tourelle.games.torres.turns import rounds_of

PRICES: Final = {"knight": KNIGHT_COST, "move": 1, "block": 1, "point": 1, "buy": 1}


def facts(pos: Position) -> Facts:
    """Return rounds, years, knights of a seat, prices, how cards are held, and the castles."""
    rounds, pos = int(rounds_of(pos)), unpacked(pos)
    bought = pos.cards_option in (SHARED, SHARED_PICK, OWN)
    return {
        "rounds": rounds,
        "years": YEARS,
        "knights": KNIGHTS,
        "ap": ACTION_POINTS,
        "prices": PRICES,
        "secret": bought,
        "buying": bought,
        "ten": pos.cards_option == HAND,
        "cards": list(CARDS),
        "castles": [list(_squares(castle)) for castle in pos.castles[: pos.castle_count]],
    }


@lru_cache(maxsize=1 << 12)
def _squares(castle: int) -> tuple[str, ...]:
    """Return the squares of a castle by name, the lowest first."""
    return tuple(square_name(square) for square in range(64) if castle >> square & 1)


def is_settled(pos: Position) -> bool:
    """Tell whether the year has been scored: the King is being placed, or the game is over."""
    return bool(pos.stage in (STAGE_KING, STAGE_OVER))


def told(text: str, before: Position, after: Position) -> Telling:
    """Tell what an action did."""
    word, *rest = text.split()
    before, after = unpacked(before), unpacked(after)
    me = before.to_move
    same_turn = after.to_move == me and before.year == after.year and not is_settled(after)
    price = max(0, before.ap - after.ap) if same_turn else 0
    news = _news(before, after)
    if word == "move":
        return _moved(tuple(before.heights), rest, price)
    if word == "play" and len(rest) == 3 and rest[0] not in ("raise", "shift"):
        return Telling(way=(rest[1], rest[2]), price=price)
    if word in ("block", "knight"):
        level = after.heights[NAMED[rest[0]]]
        laid = _laid(word, rest)
        return Telling("level", _level(level), way=(rest[0],), price=price, facts=laid)
    if word == "point":
        gaps = {"before": str(before.scores[me]), "after": str(after.scores[me])}
        return Telling("from", gaps, price=price)
    if word == "king" and before.stage != STAGE_KING_SETUP and before.king != NO_KING:
        start = square_name(before.king)
        return Telling("moved", {"start": start}, way=(start, rest[0]), news=news)
    if word == "start":
        if int(rest[0]) == me:
            return Telling("self", news=news)
        return Telling("named", seats={"name": int(rest[0])}, news=news)
    return Telling(price=price, facts=_laid(word, rest), news=news)


def _laid(word: str, rest: list[str]) -> dict[str, Fact]:
    """Return where an action laid a block, if it did; one that is shifted comes to its end."""
    card = rest[0] if word == "play" else ""
    if word in ("block", "castle"):
        return {"laid": rest[0]}
    if card in ("raise", "supply"):
        return {"laid": rest[1]}
    return {"laid": rest[2]} if card == "shift" else {}


def foretold(texts: Sequence[str], before: Position, _: object) -> list[Telling]:
    """Tell what actions would do."""
    pos = unpacked(before)
    heights = tuple(pos.heights)
    return [
        _moved(heights, text.split()[1:], PRICES["move"])
        if text.startswith("move ")
        else _plainly(text, pos.seats)
        for text in texts
    ]


@lru_cache(maxsize=1 << 14)
def _plainly(text: str, seats: int) -> Telling:
    """Tell what an action would do, whatever stands on the board."""
    word, *rest = text.split()
    return _named(int(rest[0]), seats) if word == "start" else _priced(PRICES.get(word, 0))


@cache
def _named(seat: int, seats: int) -> Telling:
    """Tell who begins a year."""
    order = tuple((seat + i) % seats for i in range(seats))
    return Telling("named", seats={"name": seat}, facts={"order": order})


@cache
def _priced(price: int) -> Telling:
    """Tell what an action costs, and nothing else."""
    return Telling(price=price)


def _news(before: Position, after: Position) -> tuple[News, ...]:
    """Return which year ended or began."""
    found = []
    if is_settled(after) and not is_settled(before):
        found.append(News("news.year-ends", {"year": str(before.year)}))
    began = after.year != before.year and after.stage != STAGE_START
    named = before.stage == STAGE_START and after.stage != STAGE_START
    if began or named or (before.stage == STAGE_KING_SETUP and after.stage != STAGE_KING_SETUP):
        found.append(News("news.year-begins", {"year": str(after.year)}))
    return tuple(found)


def _level(level: int) -> dict[str, str]:
    """Return the gaps of a sentence that says how high something stands."""
    return {"level": str(level), "where": f"@told.level {level}" if level else "@told.ground"}


def _moved(heights: tuple[int, ...], rest: list[str], price: int) -> Telling:
    """Tell where a knight went, and how."""
    start, end = NAMED[rest[0]], NAMED[rest[1]]
    level, was = heights[end], heights[start]
    if end in _beside(start):
        return _stepped(rest[0], rest[1], was, level, price)
    way = way_through(heights, start, end) or [(start, was), (end, level)]
    return _passed(tuple(way), price)


@lru_cache(maxsize=1 << 13)
def _stepped(start: str, end: str, was: int, level: int, price: int) -> Telling:
    """Tell of a step to the square beside, up, down or level."""
    variant = "up" if level > was else "down" if level < was else "level"
    return Telling(variant, _level(level), way=(start, end), price=price)


@lru_cache(maxsize=1 << 13)
def _passed(way: tuple[tuple[int, int], ...], price: int) -> Telling:
    """Tell of a way through castles: its squares, and the floor on each."""
    names = tuple(square_name(square) for square, _ in way)
    floors = tuple(floor for _, floor in way)
    return Telling("through", _level(floors[-1]), way=names, floors=floors, price=price)


def way_through(heights: tuple[int, ...], start: int, end: int) -> list[tuple[int, int]]:
    """Return a shortest way through the castle next door, both ends included, with floors (T5.3).

    Inside, a knight is on a square and a floor below the roof there; he goes in at his own level,
    never up, and leaves onto a square that is not higher than his floor.
    """
    reached, came = _inside(heights, start)
    for here in reached:
        square, floor = here
        if end in _beside(square) and heights[end] <= floor:
            return [(start, heights[start]), *_trail(came, here), (end, heights[end])]
    return []


Inside = tuple[int, int]
"""A square of a castle, and a floor in it."""


@lru_cache(maxsize=256)
def _inside(
    heights: tuple[int, ...], start: int
) -> tuple[list[Inside], dict[Inside, Inside | None]]:
    """Return where a knight gets inside castles, nearest first, and from where to each of them."""
    floor = heights[start]
    reached = [(square, floor) for square in _beside(start) if heights[square] > floor]
    came: dict[Inside, Inside | None] = dict.fromkeys(reached)
    for here in reached:  # grows while it is walked
        square, floor = here
        inside = [(next_, floor) for next_ in _beside(square) if heights[next_] > floor]
        for step in [*inside, *([(square, floor - 1)] if floor > 0 else [])]:
            if step not in came:
                came[step] = here
                reached.append(step)
    return reached, came


def _trail(came: dict[Inside, Inside | None], last: Inside) -> list[Inside]:
    """Return the squares walked up to `last`, each once, with the floor on which it was left."""
    way: list[Inside] = []
    at: Inside | None = last
    while at is not None:
        if not way or way[-1][0] != at[0]:
            way.append(at)
        at = came[at]
    return way[::-1]


@cache
def _beside(square: int) -> tuple[int, ...]:
    """Return the squares that share a side with one."""
    file, rank = square % 8, square // 8
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return tuple(
        8 * (rank + up) + file + right
        for right, up in steps
        if 0 <= file + right < 8 and 0 <= rank + up < 8
    )
