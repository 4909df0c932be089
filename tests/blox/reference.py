"""The rules of BLOX a second time: slow, plain, and written from the clauses alone.

Nothing here knows the engine. Whole position documents go in, action texts, clauses and new
documents come out; test_reference.py plays both sides against each other. Every key of a document
is expected.
"""

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import combinations, product
from typing import Any

Document = dict[str, Any]
Colours = dict[str, str]  # of all 81 squares
Towers = dict[str, str]  # of the squares with a tower: its blocks, in the order of COLOURS
Figures = dict[str, str]  # of the squares with a figure: a seat's digit, or NEUTRAL

COLOURS = "bgwp"  # in the order in which they are always written
NEUTRAL = "n"
FIGURES = 4  # B1.1, a seat
HAND = 5  # B2.3
LAST_PHASE = 4  # B11.1
BLOCKS_TOO_MANY_TO_DESTROY = 7  # B6.5
FEWEST_TO_HIT = 3  # B8.2
ROUND_LIMIT = 60  # B2.5, unless the options say otherwise

NOTATION = "notation"  # in the place of a clause: the text is no action

# ---------------------------------------------------------------------------------------------
# The board
# ---------------------------------------------------------------------------------------------

FILES = "abcdefghi"
RANKS = "123456789"
SQUARES = [file + rank for rank in RANKS for file in FILES]
STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
ENTRIES = [side + file for side in "NS" for file in FILES]
ENTRIES += [side + rank for side in "WE" for rank in RANKS]


def step(square: str, by: tuple[int, int]) -> str | None:
    """Return the square so many files and ranks away, if it is on the board."""
    file, rank = FILES.index(square[0]) + by[0], RANKS.index(square[1]) + by[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 9 and 0 <= rank < 9 else None


def ray(square: str, by: tuple[int, int]) -> list[str]:
    """Return the squares from the next one to the edge, in one direction."""
    squares = []
    here = step(square, by)
    while here:
        squares.append(here)
        here = step(here, by)
    return squares


SIDES = {square: [near for by in STEPS if (near := step(square, by))] for square in SQUARES}
BORDER = [square for square in SQUARES if len(SIDES[square]) < 4]
RAYS = {square: [ray(square, by) for by in STEPS] for square in SQUARES}
LINES = {square: [end for way in RAYS[square] for end in way] for square in SQUARES}


def way_to(start: str, end: str) -> list[str] | None:
    """Return the squares after `start` up to and including `end`; None if they share no line."""
    for squares in RAYS[start]:
        if end in squares:
            return squares[: squares.index(end) + 1]
    return None


def way_in(entry: str) -> list[str]:
    """B4: the row or column that begins at an entry, the edge square first."""
    side, name = entry[0], entry[1]
    if side == "N":
        return [name + rank for rank in reversed(RANKS)]
    if side == "S":
        return [name + rank for rank in RANKS]
    if side == "W":
        return [file + name for file in FILES]
    return [file + name for file in reversed(FILES)]


def in_order(colours: str) -> str:
    """Write cards or blocks in the order of colours."""
    return "".join(sorted(colours, key=COLOURS.index))


@lru_cache(maxsize=1000)
def read_diagram(diagram: str) -> tuple[Colours, Towers, Figures]:
    """Read nine rows, rank 9 first."""
    colours: Colours = {}
    towers: Towers = {}
    figures: Figures = {}
    for rank, row in zip(reversed(RANKS), diagram.split("\n"), strict=True):
        for file, cell in zip(FILES, row.split(), strict=True):
            square = file + rank
            colours[square] = cell[0]
            if cell[1:].isupper():
                towers[square] = in_order(cell[1:].lower())
            elif cell[1:] != ".":
                figures[square] = cell[1:]
    return colours, towers, figures


def read_board(document: Document) -> tuple[Colours, Towers, Figures]:
    """Return the colours of the squares, the towers and the figures, free to be changed."""
    colours, towers, figures = read_diagram(document["board"])
    return dict(colours), dict(towers), dict(figures)


def write_board(document: Document, colours: Colours, towers: Towers, figures: Figures) -> None:
    """Draw the diagram into the document."""

    def cell(square: str) -> str:
        content = in_order(towers.get(square, "")).upper() or figures.get(square, ".")
        return colours[square] + content

    rows = (" ".join(cell(file + rank) for file in FILES) for rank in reversed(RANKS))
    document["board"] = "\n".join(rows)


def empty(document: Document, square: str) -> bool:
    """B3: a square holds one tower or one figure, or nothing."""
    _, towers, figures = read_diagram(document["board"])
    return square not in towers and square not in figures


def towers_of(document: Document, height: int) -> int:
    """Return how many towers of a height stand."""
    _, towers, _ = read_diagram(document["board"])
    return sum(len(blocks) == height for blocks in towers.values())


def all_accessible(towers: frozenset[str]) -> bool:
    """B7.3: next to every tower lies a square that can be reached from the border."""
    reached = {square for square in BORDER if square not in towers}
    edge = list(reached)
    while edge:
        for near in SIDES[edge.pop()]:
            if near not in towers and near not in reached:
                reached.add(near)
                edge.append(near)
    return all(not reached.isdisjoint(SIDES[tower]) for tower in towers)


# ---------------------------------------------------------------------------------------------
# The state of the game
# ---------------------------------------------------------------------------------------------


def seats_of(document: Document) -> int:
    """Return the number of seats."""
    return len(document["points"])


def first_seat(document: Document) -> int:
    """B2.3."""
    seat: int = document["options"].get("first_seat", 0)
    return seat


def round_limit(document: Document) -> int:
    """B11.4: 0 is none."""
    limit: int = document["options"].get("round_limit", ROUND_LIMIT)
    return limit


def last_towers_fell(document: Document) -> bool:
    """B11.2: the last phase, and at most one tower of 4 stands."""
    return document["phase"] == LAST_PHASE and towers_of(document, LAST_PHASE) <= 1


def over_by(document: Document) -> str | None:
    """Return the clause that ended the game, if it is over."""
    if document["to_move"] in (None, first_seat(document)) and last_towers_fell(document):
        return "B11.2"
    return "B11.4" if document["to_move"] is None else None


def winners(document: Document) -> list[int]:
    """B11.3: most points, then most blocks, then all of those."""
    ranks = [
        (points, len(blocks))
        for points, blocks in zip(document["points"], document["blocks"], strict=True)
    ]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def score(document: Document) -> list[int]:
    """B11.3: the points so far."""
    return list(document["points"])


def reserve(document: Document, seat: int) -> int:
    """Return how many of a seat's figures are not on the board."""
    _, _, figures = read_diagram(document["board"])
    return FIGURES - list(figures.values()).count(str(seat))


# ---------------------------------------------------------------------------------------------
# Actions: what the texts say
# ---------------------------------------------------------------------------------------------

SQUARE = "([a-i][1-9])"
SHAPES = {
    "enter": re.compile(rf"enter ([NS][a-i]|[WE][1-9]) {SQUARE}( \*)?"),
    "move": re.compile(rf"move {SQUARE} {SQUARE}( \*)?"),
    "destroy": re.compile(rf"destroy {SQUARE} {SQUARE}( \*[bgwp])?"),
    "build": re.compile(rf"build {SQUARE}(?: ([bgwp]+))?( \*[bgwp])?"),
    "hit": re.compile(rf"hit {SQUARE} {SQUARE} ([0-9]+)( \*)?"),
    "change": re.compile(r"change(?: ([bgwp]+))?( \*)?"),
}


@lru_cache(maxsize=100_000)
def parse(text: str) -> tuple[str, tuple[str, ...], str] | None:
    """Return the kind, what is named, and the joker's ` *` or ` *w` or nothing.

    No blocks or no cards at all is an action that breaks B7.1 or B9; any run of spaces is one.
    """
    for kind, shape in SHAPES.items():
        if match := shape.fullmatch(" ".join(text.split())):
            *named, joker = match.groups(default="")
            return kind, tuple(named), joker
    return None


def cards_for(document: Document, text: str) -> str | None:
    """Return the hand cards that an action costs; None if the joker replaces none of its cards."""
    parsed = parse(text)
    assert parsed
    kind, named, joker = parsed
    colours, towers, _ = read_diagram(document["board"])
    if kind == "change":  # B9: what is named; the joker is turned, not used
        return named[0]
    if kind in ("enter", "move"):  # B4, B5: one card of the colour of the square
        price = colours[named[1]]
    elif kind == "destroy":  # B6.2: one card a block
        price = towers[named[1]]
    elif kind == "build":  # B7.1: one card a block
        price = named[1]
    else:  # B8.2: so many cards of the colour of the target's square
        price = colours[named[1]] * int(named[2])
    if joker:  # B10: it stands for one of them
        replaced = joker[2:] or price[:1]
        if replaced not in price:
            return None
        price = price.replace(replaced, "", 1)
    return price


def can_pay(document: Document, text: str) -> bool:
    """Tell whether the hand holds the cards that an action costs."""
    cards = cards_for(document, text)
    return cards is not None and Counter(cards) <= Counter(document["hands"][document["to_move"]])


# ---------------------------------------------------------------------------------------------
# Which clause an action breaks first
# ---------------------------------------------------------------------------------------------


def refusal_clause(document: Document, text: str) -> str | None:
    """Return the first clause that fails, or NOTATION; None if the action is legal."""
    over = over_by(document)
    if over:
        return over
    parsed = parse(text)
    if not parsed:
        return NOTATION
    kind, named, joker = parsed
    if joker and kind != "change" and not document["jokers"][document["to_move"]]:
        return "B10"
    if kind == "enter":
        return refuse_enter(document, text, *named)
    if kind == "move":
        return refuse_move(document, text, *named)
    if kind == "destroy":
        return refuse_destroy(document, text, *named)
    if kind == "build":
        return refuse_build(document, text, *named)
    if kind == "hit":
        return refuse_hit(document, text, *named)
    return refuse_change(document, text, *named)


def goes_to_first_of_colour(document: Document, way: list[str]) -> bool:
    """B4, B5: all squares empty, and none before the last of the last one's colour."""
    colours, _, _ = read_diagram(document["board"])
    free = all(empty(document, square) for square in way)
    return free and all(colours[square] != colours[way[-1]] for square in way[:-1])


def is_own(document: Document, square: str) -> bool:
    """Tell whether a figure of the seat to move stands on a square."""
    _, _, figures = read_diagram(document["board"])
    return figures.get(square) == str(document["to_move"])


def refuse_enter(document: Document, text: str, entry: str, end: str) -> str | None:
    """B4."""
    way = way_in(entry)
    if reserve(document, document["to_move"]) == 0 or end not in way:
        return "B4"
    if not goes_to_first_of_colour(document, way[: way.index(end) + 1]):
        return "B4"
    return None if can_pay(document, text) else "B4"


def refuse_move(document: Document, text: str, start: str, end: str) -> str | None:
    """B5."""
    way = way_to(start, end)
    if not is_own(document, start) or way is None:
        return "B5"
    if not goes_to_first_of_colour(document, way):
        return "B5"
    return None if can_pay(document, text) else "B5"


def reaches(document: Document, start: str, end: str, barred: str) -> bool:
    """B6.1, B8.1: in line, every square between is empty and of none of the barred colours."""
    colours, _, _ = read_diagram(document["board"])
    way = way_to(start, end)
    if way is None:
        return False
    between = way[:-1]
    return all(empty(document, square) and colours[square] not in barred for square in between)


def refuse_destroy(document: Document, text: str, start: str, end: str) -> str | None:
    """B6."""
    _, towers, _ = read_diagram(document["board"])
    if not is_own(document, start) or end not in towers:
        return "B6.1"
    if not reaches(document, start, end, barred=towers[end]):
        return "B6.1"
    if len(towers[end]) > document["phase"]:  # never one of 5: there is no phase 5
        return "B6.3"
    if len(document["blocks"][document["to_move"]]) >= BLOCKS_TOO_MANY_TO_DESTROY:
        return "B6.5"
    return None if can_pay(document, text) else "B6.2"


def refuse_build(document: Document, text: str, square: str, blocks: str) -> str | None:
    """B7."""
    _, towers, _ = read_diagram(document["board"])
    owned = document["blocks"][document["to_move"]]
    if not is_own(document, square) or not Counter(blocks) <= Counter(owned):
        return "B7.1"
    if len(blocks) != document["phase"] + 1 or not can_pay(document, text):
        return "B7.1"
    return None if all_accessible(frozenset(towers) | {square}) else "B7.3"


def refuse_hit(document: Document, text: str, start: str, end: str, number: str) -> str | None:
    """B8."""
    colours, _, figures = read_diagram(document["board"])
    if not is_own(document, start) or end not in figures or is_own(document, end):
        return "B8.1"
    if not reaches(document, start, end, barred=colours[end]):
        return "B8.1"
    most = HAND + 1 if text.endswith("*") else HAND  # B8.2: five cards and the joker make six
    if not FEWEST_TO_HIT <= int(number) <= most:
        return "B8.2"
    return None if can_pay(document, text) else "B8.2"


def refuse_change(document: Document, text: str, cards: str) -> str | None:
    """B9."""
    face_up = document["jokers"][document["to_move"]]
    if (text.endswith("*") and face_up) or not 1 <= len(cards) <= HAND:
        return "B9"
    return None if can_pay(document, text) else "B9"


# ---------------------------------------------------------------------------------------------
# All legal actions
# ---------------------------------------------------------------------------------------------


def legal(document: Document) -> list[str]:
    """Return the texts of all legal actions, sorted."""
    if over_by(document):
        return []
    return sorted(text for text in candidates(document) if not refusal_clause(document, text))


def candidates(document: Document) -> Iterator[str]:
    """Yield every text that could be legal here, and many that are not."""
    _, towers, figures = read_diagram(document["board"])
    seat = document["to_move"]
    for entry in ENTRIES:
        for square, joker in product(way_in(entry), ("", " *")):
            yield f"enter {entry} {square}{joker}"
    for start in (square for square in figures if is_own(document, square)):
        for end, joker in product(LINES[start], ("", " *")):
            yield f"move {start} {end}{joker}"
        for end, colour in product(towers, ("", " *b", " *g", " *w", " *p")):
            yield f"destroy {start} {end}{colour}"
        for end, number in product(figures, range(FEWEST_TO_HIT, HAND + 2)):
            yield f"hit {start} {end} {number}"
            yield f"hit {start} {end} {number} *"
        for blocks in choices(document["blocks"][seat], document["phase"] + 1):
            yield f"build {start} {blocks}"
            yield from (f"build {start} {blocks} *{colour}" for colour in COLOURS)
    for number in range(1, HAND + 1):
        for cards in choices(document["hands"][seat], number):
            yield f"change {cards}"
            yield f"change {cards} *"


def choices(owned: str, number: int) -> list[str]:
    """Return all ways to take so many of these cards or blocks, colours in order."""
    return sorted({"".join(some) for some in combinations(in_order(owned), number)})


# ---------------------------------------------------------------------------------------------
# Doing an action
# ---------------------------------------------------------------------------------------------


def apply(document: Document, text: str, shuffled: str | None = None) -> Document:
    """Return the document after a legal action.

    `shuffled` is the discard pile in its new order, top card first, if it becomes the draw pile.
    """
    after = deepcopy(document)
    seat = document["to_move"]
    parsed = parse(text)
    assert parsed
    kind, named, joker = parsed
    cards = cards_for(document, text)
    assert cards is not None
    discard(after, seat, cards)  # B3: its cards are discarded,
    if kind == "change":
        after["jokers"][seat] = document["jokers"][seat] or bool(joker)  # B9
    elif joker:
        after["jokers"][seat] = False  # B10
    act(after, seat, kind, named)  # it is done,
    fill_hand(after, seat, shuffled)  # then the hand is filled to 5
    advance_phase(after)
    pass_turn(after)
    return after


def act(after: Document, seat: int, kind: str, named: tuple[str, ...]) -> None:
    """Do what the action does on the board, with blocks and with points."""
    colours, towers, figures = read_board(after)
    if kind == "enter":  # B4
        figures[named[1]] = str(seat)
    elif kind == "move":  # B5
        figures[named[1]] = figures.pop(named[0])
    elif kind == "destroy":  # B6.4
        blocks = towers.pop(named[1])
        after["blocks"][seat] = in_order(after["blocks"][seat] + blocks)
        after["points"][seat] += len(blocks)
        figures[named[1]] = figures.pop(named[0])
    elif kind == "build":  # B7.1, B7.2
        for block in named[1]:
            after["blocks"][seat] = after["blocks"][seat].replace(block, "", 1)
        after["points"][seat] += len(named[1])
        del figures[named[0]]
        towers[named[0]] = named[1]
    elif kind == "hit":  # B8.2, B8.3
        after["points"][seat] += int(named[2])
        figures[named[1]] = figures.pop(named[0])
    write_board(after, colours, towers, figures)


def discard(after: Document, seat: int, cards: str) -> None:
    """B3: put cards of the hand on the discard pile."""
    for card in cards:
        after["hands"][seat] = after["hands"][seat].replace(card, "", 1)
    after["discard"] = in_order(after["discard"] + cards)


def fill_hand(after: Document, seat: int, shuffled: str | None) -> None:
    """B3: draw one card at a time; shuffle the discard pile when one is to be drawn, not earlier.

    B9's "draw as many" is the same thing with a hand of five.
    """
    while len(after["hands"][seat]) < HAND:
        if not after["draw"]:
            if not after["discard"]:
                break
            assert shuffled is not None
            assert in_order(shuffled) == after["discard"]
            after["draw"], after["discard"] = shuffled, ""
        after["hands"][seat] = in_order(after["hands"][seat] + after["draw"][0])
        after["draw"] = after["draw"][1:]


def advance_phase(after: Document) -> None:
    """B11.1."""
    while after["phase"] < LAST_PHASE and towers_of(after, after["phase"]) <= 1:
        after["phase"] += 1


def pass_turn(after: Document) -> None:
    """B11.2: the next seat, the next round, or the end."""
    after["to_move"] = (after["to_move"] + 1) % seats_of(after)
    if after["to_move"] != first_seat(after):
        return
    limit = round_limit(after)
    if last_towers_fell(after) or (limit and after["round"] >= limit):  # B11.2, B11.4
        after["to_move"] = None
        after["winners"] = winners(after)
    else:
        after["round"] += 1
