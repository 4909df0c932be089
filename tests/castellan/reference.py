"""The rules of Castellan a second time: slow, plain, and written from the clauses alone.

Nothing here knows the engine. Whole position documents go in, action texts, clauses and new
documents come out; test_reference.py plays both sides against each other. Every key of a document
is expected. Decks are ordered, so that nothing is left to chance.
"""

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

Document = dict[str, Any]
Point = tuple[int, int]  # of a tower; or the name of a cell, by its south-western point (C5.6)
Edge = tuple[int, int, str]  # from a point one step to the east or to the north

NOTATION = "notation"  # in the place of a clause: the text is no action

KINDS = {"tower": "T", "long": "L", "short": "S"}

# C1.2: towers, long walls, short walls, extra cards
CARDS = {
    "W1": (1, 2, 1, 0),
    "W2": (1, 1, 2, 0),
    "W3": (0, 1, 1, 1),
    "W4": (0, 0, 2, 1),
    "T1": (2, 0, 0, 1),
    "T2": (1, 0, 1, 1),
    "T3": (2, 1, 0, 0),
    "T4": (2, 0, 1, 0),
    "T5": (2, 1, 1, 0),
    "T6": (1, 1, 1, 0),
}

# ---------------------------------------------------------------------------------------------
# Pieces
# ---------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A tower on its point, or a wall from its western or southern end."""

    kind: str
    x: int
    y: int
    way: str  # "E" or "N"; "" for a tower

    def __str__(self) -> str:
        """Write the action that places it."""
        return f"{self.kind} {self.x},{self.y} {self.way}".strip()

    def point(self, steps: int) -> Point:
        """Return the point so many steps from the first end."""
        return (self.x + steps, self.y) if self.way == "E" else (self.x, self.y + steps)

    @property
    def length(self) -> int:
        """C2.1: the number of edges."""
        return {"tower": 0, "short": 1, "long": 2}[self.kind]

    @property
    def edges(self) -> list[Edge]:
        """C2.1: the edges a wall covers."""
        return [(*self.point(step), self.way) for step in range(self.length)]

    @property
    def ends(self) -> list[Point]:
        """The two ends of a wall."""
        return [self.point(0), self.point(self.length)]

    @property
    def middles(self) -> list[Point]:
        """C2.3: the middle point of a long wall."""
        return [self.point(1)] if self.kind == "long" else []


def read_point(text: str) -> Point:
    """Read x,y."""
    x, y = text.split(",")
    return int(x), int(y)


def write_point(point: Point) -> str:
    """Write x,y."""
    return f"{point[0]},{point[1]}"


def cells_beside(edge: Edge) -> list[Point]:
    """Return the two cells between which an edge lies."""
    x, y, way = edge
    return [(x, y), (x, y - 1)] if way == "E" else [(x, y), (x - 1, y)]


def cells_around(point: Point) -> list[Point]:
    """Return the four cells around a point."""
    x, y = point
    return [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]


def sides(cell: Point) -> list[tuple[Point, Edge]]:
    """Return the four cells beside a cell, each with the edge between."""
    x, y = cell
    return [
        ((x + 1, y), (x + 1, y, "N")),
        ((x - 1, y), (x, y, "N")),
        ((x, y + 1), (x, y + 1, "E")),
        ((x, y - 1), (x, y, "E")),
    ]


# ---------------------------------------------------------------------------------------------
# The castle
# ---------------------------------------------------------------------------------------------


class Castle:
    """What stands on the table, and the faces it makes."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        """Take the pieces in any order."""
        pieces = [piece for text in texts if isinstance(piece := parse(text), Piece)]
        walls = [piece for piece in pieces if piece.kind != "tower"]
        self.bare = not pieces
        self.towers = {piece.point(0) for piece in pieces if piece.kind == "tower"}
        self.edges = {edge for wall in walls for edge in wall.edges}
        self.middles = {point for wall in walls for point in wall.middles}
        self.open_ends = {point for wall in walls for point in wall.ends} - self.towers
        # C5.1: only the walls with a tower at both ends part cells
        self.parting = {
            edge for wall in walls if self.towers.issuperset(wall.ends) for edge in wall.edges
        }
        self.face_of: dict[Point, Point | None] = {}  # a cell's face by its name; None: outside
        self.faces: dict[Point, frozenset[Point]] = {}  # every bounded face, by its name
        self.flood(self.towers | self.open_ends)

    def flood(self, points: set[Point]) -> None:
        """C5.6: find the faces, over all cells of the castle and one more on every side."""
        if not points:
            return
        xs, ys = {x for x, _ in points}, {y for _, y in points}
        corner = (min(xs) - 1, min(ys) - 1)
        cells = list(product(range(corner[0], max(xs) + 1), range(corner[1], max(ys) + 1)))
        left = set(cells)
        for first in cells:  # by x, then by y: a face is met first in its smallest cell
            if first not in left:
                continue
            face, ahead = {first}, [first]
            while ahead:
                for cell, edge in sides(ahead.pop()):
                    if cell in left and cell not in face and edge not in self.parting:
                        face.add(cell)
                        ahead.append(cell)
            left -= face
            bounded = first != corner
            self.face_of |= dict.fromkeys(face, first if bounded else None)
            if bounded:
                self.faces[first] = frozenset(face)

    def faces_of(self, cells: list[Point]) -> set[Point | None]:
        """Return the faces that hold these cells; None is the outside."""
        return {self.face_of.get(cell) for cell in cells}

    def worth(self, face: Point) -> int:
        """C6.3: the towers with at least one of their four surrounding cells in a courtyard."""
        cells = self.faces[face]
        return sum(not cells.isdisjoint(cells_around(tower)) for tower in self.towers)


@lru_cache(maxsize=64)
def castle_of(texts: tuple[str, ...]) -> Castle:
    """Return the castle that these pieces make."""
    return Castle(texts)


def castle(document: Document) -> Castle:
    """Return the castle of a document."""
    return castle_of(tuple(document["pieces"]))


def courtyard(document: Document, face: Point) -> Document:
    """Return a document's line about a courtyard."""
    [line] = [line for line in document["courtyards"] if line["cell"] == write_point(face)]
    return dict(line)


# ---------------------------------------------------------------------------------------------
# Texts
# ---------------------------------------------------------------------------------------------

NUMBER = r"(0|-?[1-9][0-9]*)"
FORMS = [
    ("play", re.compile(r"play((?: [WT][1-9])+)")),
    ("tower", re.compile(rf"tower {NUMBER},{NUMBER}")),
    ("wall", re.compile(rf"(short|long) {NUMBER},{NUMBER} ([EN])")),
    ("keep", re.compile(r"keep")),
    ("name", re.compile(rf"(double|stays) ({NUMBER},{NUMBER})")),
    ("draw", re.compile(r"draw((?: [WT])+)")),
]

# A piece, or the kind of the action and the cards or the cell it names.
Action = Piece | tuple[str, tuple[str, ...]]


@lru_cache(maxsize=100_000)
def parse(text: str) -> Action | None:
    """Read an action; None if it is none."""
    for form, pattern in FORMS:
        match = pattern.fullmatch(text)
        if not match:
            continue
        if form == "tower":
            return Piece("tower", int(match[1]), int(match[2]), "")
        if form == "wall":
            return Piece(match[1], int(match[2]), int(match[3]), match[4])
        if form == "keep":
            return "keep", ()
        if form == "name":
            return match[1], (match[2],)
        cards = match[1].split()
        if form == "play" and not set(cards) <= set(CARDS):
            return None
        return form, tuple(in_order(cards))
    return None


def in_order(cards: list[str]) -> list[str]:
    """Wall cards first, then tower cards, each by number."""
    return sorted(cards, key=lambda card: (card[0] != "W", card))


def card_texts(document: Document) -> list[str]:
    """Return the hand of the seat to move, in order."""
    hand = document["hands"][document["to_move"]]
    return in_order(hand["W"] + hand["T"])


# ---------------------------------------------------------------------------------------------
# What is refused
# ---------------------------------------------------------------------------------------------

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
    if not document["pieces"]:
        towers = sum(CARDS[card][0] for card in cards)
        walls = sum(CARDS[card][1] + CARDS[card][2] for card in cards)
        if not (towers >= 1 and towers - 1 <= walls <= 3 * towers + 1):
            return "C4.3"
    return None


def refuse_piece(document: Document, piece: Piece) -> str | None:
    """C2.2 to C2.4 and C4.2: one piece in hand, to one place."""
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
    return None


def cells_of(piece: Piece) -> list[Point]:
    """C4.2: a wall lies in the face that holds its edges, a tower in that around its point."""
    if piece.kind == "tower":
        return cells_around(piece.point(0))
    return [cell for edge in piece.edges for cell in cells_beside(edge)]


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


# ---------------------------------------------------------------------------------------------
# What is legal
# ---------------------------------------------------------------------------------------------


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


# ---------------------------------------------------------------------------------------------
# What follows
# ---------------------------------------------------------------------------------------------


def apply(document: Document, text: str) -> Document:
    """Return the document after a legal action and the automatic steps after it (C4.7)."""
    assert refusal_clause(document, text) is None
    action = parse(text)
    assert action
    after = deepcopy(document)
    if isinstance(action, Piece):
        place(after, action)
        return after
    kind, named = action
    seat = after["to_move"]
    if kind == "play":
        take_pieces(after, list(named))
        build_on(after)
    elif kind == "draw":
        for pile in named:
            after["hands"][seat][pile].append(after["decks"][seat][pile].pop(0))
            after["hands"][seat][pile].sort()
        end_turn(after)
    else:
        for line in after["courtyards"]:
            if line["double"] is None:
                line["double"] = line["cell"] in named
        if kind == "double":
            after["double_used"][seat] = True
        build_on(after)
    return after


def take_pieces(after: Document, cards: list[str]) -> None:
    """C4.1, C4.6: the cards leave, their pieces join those handed over."""
    for card in cards:
        after["hands"][after["to_move"]][card[0]].remove(card)
        towers, longs, shorts, extra = CARDS[card]
        for kind, number in (("T", towers), ("L", longs), ("S", shorts)):
            after["pieces_in_hand"][kind] += number
        after["extra"] += extra


def place(after: Document, piece: Piece) -> None:
    """C5.1 to C5.4: the piece, the courtyards it makes, and the question if there is one."""
    seat = after["to_move"]
    before = castle(after)
    after["pieces"].append(str(piece))
    after["pieces_in_hand"][KINDS[piece.kind]] -= 1
    lines, question = [], ""
    for face, cells in castle(after).faces.items():
        if before.faces.get(face) == cells:
            lines.append(courtyard(after, face))
            continue
        [parent] = before.faces_of(list(cells))  # faces are only ever cut
        split = courtyard(after, parent) if parent else None
        assert split is None or split["seat"] == seat  # C4.2, C5.5
        if split and split["double"]:
            question = "stays"
        elif not after["double_used"][seat]:
            question = "keep"
        double = None if question else False
        lines.append({"cell": write_point(face), "seat": seat, "double": double})
    after["courtyards"] = sorted(lines, key=lambda line: read_point(line["cell"]))
    if question:
        after["stage"] = question
    else:
        build_on(after)


def build_on(after: Document) -> None:
    """C4.4: as long as any piece in hand has a legal place, one must be placed; then draw."""
    after["stage"] = "build"
    if any(refusal_clause(after, text) is None for text in candidates(after)):
        return
    if after["ending"] is None and to_draw(after) > 0:  # C4.5; C6.1: none in a last turn
        after["stage"] = "draw"
    else:
        end_turn(after)


def end_turn(after: Document) -> None:
    """C6.1, C6.2: the next seat, if it has a turn; what is left in hand is handed to it (C4.4)."""
    seat, seats = after["to_move"], len(after["hands"])
    after["extra"] = 0
    if after["ending"] is None and not cards_left(after, seat):
        after["ending"] = seat
        for other in range(seats):
            for pile in "WT":
                after["hands"][other][pile] += after["decks"][other][pile]
                after["hands"][other][pile].sort()
                after["decks"][other][pile] = []
    following = (seat + 1) % seats
    if following == after["ending"]:
        after["stage"], after["to_move"] = "over", None
        after["pieces_in_hand"] = {"T": 0, "L": 0, "S": 0}
        after["winners"] = winners(after)
    else:
        after["stage"], after["to_move"] = "play", following


def cards_left(document: Document, seat: int) -> int:
    """C6.1: the cards in hand and decks."""
    piles = (document["hands"][seat], document["decks"][seat])
    return sum(len(pile[kind]) for pile in piles for kind in "WT")


# ---------------------------------------------------------------------------------------------
# Points
# ---------------------------------------------------------------------------------------------


def score(document: Document) -> list[Document]:
    """C6.3: what each seat would score now, with its terms in the order of their cells."""
    stands = castle(document)
    seats: list[Document] = [
        {"seat": seat, "total": 0, "terms": []} for seat in range(len(document["hands"]))
    ]
    for line in document["courtyards"]:
        points = stands.worth(read_point(line["cell"])) * (2 if line["double"] else 1)
        term = {"what": "courtyard", "at": line["cell"], "clause": "C6.3", "points": points}
        seats[line["seat"]]["terms"].append(term)
        seats[line["seat"]]["total"] += points
    return seats


def keeps(document: Document, seat: int) -> int:
    """C6.4: courtyards owned, plus one if one is doubled."""
    return sum(1 + bool(line["double"]) for line in document["courtyards"] if line["seat"] == seat)


def winners(document: Document) -> list[int]:
    """C6.4: most points; then most keeps in play; then shared."""
    seats = range(len(document["hands"]))
    totals = [line["total"] for line in score(document)]
    ranks = [(totals[seat], keeps(document, seat)) for seat in seats]
    return [seat for seat in seats if ranks[seat] == max(ranks)]
