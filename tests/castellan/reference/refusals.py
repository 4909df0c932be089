"""C2 to C6: which clause refuses an action, and what is left that is legal."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tests.castellan.reference.castle import Castle, castle, castle_of, courtyard
from tests.castellan.reference.notation import NOTATION, in_order, parse
from tests.castellan.reference.pieces import CARDS, KINDS, Document, Piece, Point, cells_of

STAGE_CLAUSES = {"play": "C4.1", "build": "C4.4", "keep": "C5.3", "stays": "C5.4", "draw": "C4.5"}
STAGE_KINDS = {
    "play": ("play",),
    "build": ("tower", "long", "short"),
    "keep": ("keep", "double"),
    "stays": ("stays",),
    "draw": ("draw",),
}


def refusal_clause(document: Document, text: str) -> str | None:
    """Which clause a refusal cites: the first that fails. None if the action is legal."""
    stage = document["stage"]
    if stage == "over":
        return "C6.1"
    action = parse(text)
    if action is None:
        return NOTATION
    if action[0] not in STAGE_KINDS[stage]:
        return STAGE_CLAUSES[stage]
    if isinstance(action, Piece):
        return refuse_piece(document, action)
    kind, named = action
    if kind == "play":
        return refuse_play(document, list(named))
    if kind == "draw":
        return None if named.count("W") in walls_to_draw(document, len(named)) else "C4.5"
    if kind == "keep" or named[0] in asked_about(document):
        return None
    return STAGE_CLAUSES[stage]


def refuse_play(document: Document, cards: list[str]) -> str | None:
    """C4.1, C6.1, C4.3: one or more cards of the hand."""
    hand = card_texts(document)
    if not Counter(cards) <= Counter(hand):
        return "C4.1"
    if document["ending"] is not None and cards != hand:
        return "C6.1"
    if document["opening"]:
        towers = sum(CARDS[card][0] for card in cards)
        walls = sum(CARDS[card][1] + CARDS[card][2] for card in cards)
        if not (towers >= 1 and towers - 1 <= walls <= 3 * towers + 1):
            return "C4.3"
    return None


def card_texts(document: Document) -> list[str]:
    """Return the hand of the seat to move, in order."""
    hand = document["hands"][document["to_move"]]
    return in_order(hand["W"] + hand["T"])


def refuse_piece(document: Document, piece: Piece) -> str | None:
    """C2.2 to C2.4, C4.2 and C4.3: one piece in hand, to one place."""
    if not document["pieces_in_hand"][KINDS[piece.kind]]:
        return "C4.1"
    stands = castle(document)
    if piece.kind == "tower":
        point = piece.point(0)
        if stands.bare:
            return None if point == (0, 0) else "C2.4"
        if point not in stands.open_ends:
            return "C2.4"
    else:
        if stands.towers.isdisjoint(piece.ends):
            return "C2.2"
        if not stands.edges.isdisjoint(piece.edges):  # a
            return "C2.3"
        if not (stands.towers | stands.middles | stands.open_ends).isdisjoint(piece.middles):  # b
            return "C2.3"
        if not stands.middles.isdisjoint(piece.ends):  # c
            return "C2.3"
    [face] = stands.faces_of(cells_of(piece))  # C4.2: there is one only
    if face and courtyard(document, face)["seat"] != document["to_move"]:
        return "C4.2"
    return "C4.3" if document["opening"] and strands(document, piece) else None


def strands(document: Document, piece: Piece) -> bool:
    """C4.3: after the placement pieces in hand can't all be linked, and before it they could."""
    held = document["pieces_in_hand"]
    left = {kind: held[kind] - (kind == KINDS[piece.kind]) for kind in held}
    grown = castle_of((*document["pieces"], str(piece)))
    return too_many(left, grown) and not too_many(held, castle(document))


def too_many(held: dict[str, int], stands: Castle) -> bool:
    """C4.3: more towers than open ends and walls, or more walls than free sides and 3 a tower."""
    towers, walls = held["T"], held["L"] + held["S"]
    ends, sides = len(stands.open_ends), len(free_sides(stands))
    return towers > ends + walls or walls > sides + 3 * towers


def free_sides(stands: Castle) -> list[tuple[Point, Piece]]:
    """C4.3: the sides of towers at which a short wall would be legal by C2."""
    shorts = [
        (tower, Piece("short", tower[0] - (back == "W"), tower[1] - (back == "S"), way))
        for tower in stands.towers
        for way, back in (("E", ""), ("E", "W"), ("N", ""), ("N", "S"))
    ]
    return [
        (tower, wall)
        for tower, wall in shorts
        if stands.edges.isdisjoint(wall.edges) and stands.middles.isdisjoint(wall.ends)
    ]


def asked_about(document: Document) -> list[str]:
    """C5.3, C5.4: the courtyards of the question."""
    return [line["cell"] for line in document["courtyards"] if line["double"] is None]


def to_draw(document: Document) -> int:
    """C4.5: exactly the smaller of 1 + the extra-card symbols played and the cards left."""
    decks = document["decks"][document["to_move"]]
    return min(1 + int(document["extra"]), len(decks["W"]) + len(decks["T"]))


def walls_to_draw(document: Document, cards: int) -> list[int]:
    """C4.5: how many of so many cards may be wall cards."""
    decks = document["decks"][document["to_move"]]
    if cards != to_draw(document):
        return []
    return [
        walls
        for walls in range(cards + 1)
        if walls <= len(decks["W"]) and cards - walls <= len(decks["T"])
    ]


def legal(document: Document) -> list[str]:
    """Return the texts of all legal actions, sorted."""
    if document["stage"] == "over":
        return []
    texts = {text for text in candidates(document) if refusal_clause(document, text) is None}
    return sorted(texts)


def candidates(document: Document) -> Iterator[str]:
    """Everything that could be legal in this stage."""
    stage = document["stage"]
    if stage == "play":
        hand = Counter(card_texts(document))
        for numbers in product(*(range(copies + 1) for copies in hand.values())):
            cards = Counter(dict(zip(hand, numbers, strict=True))).elements()
            yield " ".join(["play", *cards])
    elif stage == "build":
        yield from map(str, places(castle(document)))
    elif stage == "draw":
        number = to_draw(document)
        for walls in range(number + 1):
            yield " ".join(["draw", *"W" * walls, *"T" * (number - walls)])
    else:
        yield "keep"
        for kind in ("double", "stays"):
            yield from (f"{kind} {cell}" for cell in asked_about(document))


def places(stands: Castle) -> Iterator[Piece]:
    """C2.2, C2.4: a tower on every open end, a wall on every side of every tower."""
    yield Piece("tower", 0, 0, "")
    for x, y in stands.open_ends:
        yield Piece("tower", x, y, "")
    for x, y in stands.towers:
        for kind, length in (("short", 1), ("long", 2)):
            yield Piece(kind, x, y, "E")
            yield Piece(kind, x - length, y, "E")
            yield Piece(kind, x, y, "N")
            yield Piece(kind, x, y - length, "N")
