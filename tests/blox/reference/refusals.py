"""B4 to B10: which clause refuses an action, and what is left that is legal."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from tests.blox.reference.board import (
    COLOURS,
    ENTRIES,
    LINES,
    Document,
    all_accessible,
    empty,
    in_order,
    read_diagram,
    way_in,
    way_to,
)
from tests.blox.reference.cards import HAND, can_pay
from tests.blox.reference.notation import NOTATION, parse
from tests.blox.reference.phases import over_by

FIGURES = 4  # B1.1, a seat
BLOCKS_TOO_MANY_TO_DESTROY = 7  # B6.5
FEWEST_TO_HIT = 3  # B8.2


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


def reserve(document: Document, seat: int) -> int:
    """Return how many of a seat's figures are not on the board."""
    _, _, figures = read_diagram(document["board"])
    return FIGURES - list(figures.values()).count(str(seat))


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
