"""Castellan played again from its documents alone, without a line of the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

Document = dict[str, Any]
Point = tuple[int, int]
Edge = frozenset[Point]

# card: copies, towers, long, short, extra (C1.2)
CARDS = {
    "W1": (3, 1, 2, 1, 0),
    "W2": (2, 1, 1, 2, 0),
    "W3": (1, 0, 1, 1, 1),
    "W4": (1, 0, 0, 2, 1),
    "T1": (1, 2, 0, 0, 1),
    "T2": (1, 1, 0, 1, 1),
    "T3": (1, 2, 1, 0, 0),
    "T4": (1, 2, 0, 1, 0),
    "T5": (1, 2, 1, 1, 0),
    "T6": (2, 1, 1, 1, 0),
}
BOX = {"T": 16, "L": 13, "S": 15}
WORDS = {"T": "tower", "L": "long", "S": "short"}


class Wall(NamedTuple):
    """A wall by the points it touches, from its western or southern end."""

    points: tuple[Point, ...]

    @property
    def ends(self) -> tuple[Point, Point]:
        return self.points[0], self.points[-1]

    @property
    def edges(self) -> list[Edge]:
        return [frozenset(pair) for pair in zip(self.points, self.points[1:], strict=False)]


def point(text: str) -> Point:
    """Read `3,2`."""
    x, y = text.split(",")
    return int(x), int(y)


def wall(text: str) -> Wall:
    """Read `long 2,1 N`."""
    word, start, direction = text.split()
    x, y = point(start)
    dx, dy = (1, 0) if direction == "E" else (0, 1)
    length = 2 if word == "long" else 1
    return Wall(tuple((x + i * dx, y + i * dy) for i in range(length + 1)))


class Castle:
    """What stands on the table."""

    def __init__(self, pieces: list[str]) -> None:
        self.towers = {point(text.split()[1]) for text in pieces if text.startswith("tower")}
        self.walls = [wall(text) for text in pieces if not text.startswith("tower")]
        self.edges = {edge for w in self.walls for edge in w.edges}
        self.middles = {w.points[1] for w in self.walls if len(w.points) == 3}
        self.open_ends = {end for w in self.walls for end in w.ends} - self.towers
        self.closed = {edge for w in self.walls if set(w.ends) <= self.towers for edge in w.edges}

    def regions(self) -> list[set[Point]]:
        """Return the bounded regions of cells (C5.6)."""
        touched = [*self.towers, *self.open_ends, (0, 0)]
        xs, ys = [x for x, _ in touched], [y for _, y in touched]
        left = set(product(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)))
        found = []
        outside = (min(xs) - 1, min(ys) - 1)
        while left:
            region, edge = set(), [outside if outside in left else next(iter(left))]
            left.discard(edge[0])
            while edge:
                cell = edge.pop()
                region.add(cell)
                for near in self.beside(cell):
                    if near in left:
                        left.discard(near)
                        edge.append(near)
            if outside not in region:
                found.append(region)
        return sorted(found, key=min)

    def beside(self, cell: Point) -> Iterator[Point]:
        """Yield the cells beside this one that no wall with two towers parts from it."""
        x, y = cell
        sides = {
            (x - 1, y): ((x, y), (x, y + 1)),
            (x + 1, y): ((x + 1, y), (x + 1, y + 1)),
            (x, y - 1): ((x, y), (x + 1, y)),
            (x, y + 1): ((x, y + 1), (x + 1, y + 1)),
        }
        for near, between in sides.items():
            if frozenset(between) not in self.closed:
                yield near

    def touching(self, region: set[Point]) -> int:
        """Return how many towers have one of their four cells in a region (C6.3)."""
        return sum(
            any((x - i, y - j) in region for i in (0, 1) for j in (0, 1)) for x, y in self.towers
        )

    def fits(self, new: Wall) -> bool:
        """Tell whether C2.2 and C2.3 allow a wall."""
        return (
            bool(self.towers.intersection(new.ends))
            and not self.edges.intersection(new.edges)
            and not self.middles.intersection(new.ends)
            and not (self.towers | self.middles | self.open_ends).intersection(new.points[1:-1])
        )


def courtyards(document: Document) -> list[tuple[set[Point], dict[str, Any]]]:
    """Return every courtyard as its cells and its entry; each bounded region is listed once."""
    regions = Castle(document["pieces"]).regions()
    entries = document["courtyards"]
    assert [min(region) for region in regions] == [point(entry["cell"]) for entry in entries]
    return list(zip(regions, entries, strict=True))


def totals(document: Document) -> list[int]:
    """Return the points of every seat (C6.3)."""
    castle = Castle(document["pieces"])
    points = [0] * document["options"]["seats"]
    for region, entry in courtyards(document):
        points[entry["seat"]] += castle.touching(region) * (2 if entry["double"] else 1)
    return points


def winners(document: Document) -> list[int]:
    """Return who has most points, then most keeps (C6.4)."""
    points = totals(document)
    keeps = [0] * len(points)
    for entry in document["courtyards"]:
        keeps[entry["seat"]] += 2 if entry["double"] else 1
    ranks = list(zip(points, keeps, strict=True))
    assert document["winners"] == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return list(document["winners"])


def check_box(document: Document) -> None:
    """Assert that pieces and cards add up (C1.1): played pieces are on the table or in hand."""
    seats = document["options"]["seats"]
    left = [
        Counter(
            card
            for where in (document["hands"], document["decks"])
            for d in "WT"
            for card in where[seat][d]
        )
        for seat in range(seats)
    ]
    on_table = Counter(text.split()[0] for text in document["pieces"])
    for i, piece in enumerate("TLS", 1):
        to_come = sum(CARDS[card][i] * number for cards in left for card, number in cards.items())
        there = on_table[WORDS[piece]] + document["pieces_in_hand"][piece] + to_come
        out = document["stage"] == "over" and there < BOX[piece] * seats
        assert there == BOX[piece] * seats or out, (piece, there)
    for cards in left:
        assert all(number <= CARDS[card][0] for card, number in cards.items())
    assert Castle(document["pieces"]).towers or not document["pieces"]


# ---------------------------------------------------------------- playing


def legal(document: Document) -> list[str]:
    """Return every legal action, found by trying everything."""
    me, stage = document["to_move"], document["stage"]
    if stage == "play":
        return plays(document)
    if stage == "build":
        return places(document)
    asked = [entry["cell"] for entry in document["courtyards"] if entry["double"] is None]
    if stage == "keep":
        return ["keep", *(f"double {cell}" for cell in asked)]
    if stage == "stays":
        return [f"stays {cell}" for cell in asked]
    if stage == "draw":
        walls, towers = (len(document["decks"][me][d]) for d in "WT")
        count = min(1 + document["extra"], walls + towers)
        return [
            " ".join(["draw", *["W"] * w, *["T"] * (count - w)])
            for w in range(count + 1)
            if count and w <= walls and count - w <= towers
        ]
    return []


def plays(document: Document) -> list[str]:
    """Return every choice of cards (C4.1, C4.3, C6.1)."""
    hand = document["hands"][document["to_move"]]
    cards = Counter([*hand["W"], *hand["T"]])
    found = []
    for numbers in product(*(range(number + 1) for number in cards.values())):
        chosen = [card for card, n in zip(cards, numbers, strict=True) for _ in range(n)]
        towers = sum(CARDS[card][1] for card in chosen)
        walls = sum(CARDS[card][2] + CARDS[card][3] for card in chosen)
        opens = towers >= 1 and towers - 1 <= walls <= 3 * towers + 1
        whole = len(chosen) == cards.total()
        may = opens or not document["opening"]
        if chosen and may and (whole or document["ending"] is None):
            found.append("play " + " ".join(chosen))
    return found


def places(document: Document) -> list[str]:
    """Return every place for the pieces in hand (C2, C4.2, C4.3)."""
    hand = document["pieces_in_hand"]
    if not document["pieces"]:
        return ["tower 0,0"] if hand["T"] else []
    castle = Castle(document["pieces"])
    foreign: set[Point] = set()
    for region, entry in courtyards(document):
        if entry["seat"] != document["to_move"]:
            foreign |= region
    found = []
    if hand["T"]:
        found += [f"tower {x},{y}" for x, y in castle.open_ends if (x, y) not in foreign]
    for piece, length in (("S", 1), ("L", 2)):
        starts = {
            (x - i * dx, y - i * dy, direction)
            for x, y in castle.towers
            for i in (0, length)
            for direction, dx, dy in (("E", 1, 0), ("N", 0, 1))
        }
        texts = [f"{WORDS[piece]} {x},{y} {d}" for x, y, d in starts if hand[piece]]
        found += [
            t
            for t in texts
            if castle.fits(wall(t)) and wall(t).points[0] not in foreign_cells(wall(t), foreign)
        ]
    if not document["opening"] or stranded(document["pieces"], hand):
        return found
    held = Counter[str](hand)
    return [
        text
        for text in found
        if not stranded([*document["pieces"], text], held - Counter(text[0].upper()))
    ]


def stranded(pieces: list[str], hand: Mapping[str, int]) -> bool:
    """Tell whether the pieces in hand are too many for open ends and free sides (C4.3)."""
    castle = Castle(pieces)
    towers, walls = hand.get("T", 0), hand.get("L", 0) + hand.get("S", 0)
    sides = sum(
        castle.fits(wall(f"short {x - i * (d == 'E')},{y - i * (d == 'N')} {d}"))
        for x, y in castle.towers
        for d in "EN"
        for i in (0, 1)
    )
    return towers > len(castle.open_ends) + walls or walls > sides + 3 * towers


def foreign_cells(new: Wall, foreign: set[Point]) -> set[Point]:
    """Return the first point of a wall if its edges lie in a foreign courtyard."""
    (x, y), (end_x, _) = new.points[0], new.points[1]
    other = (x, y - 1) if end_x > x else (x - 1, y)
    assert ((x, y) in foreign) == (other in foreign)
    return {(x, y)} & foreign


def after(document: Document, text: str) -> Document:
    """Return the document after an action, worked out from the rules alone."""
    new: Document = {**document, "pieces_in_hand": dict(document["pieces_in_hand"])}
    word, *rest = text.split()
    me = document["to_move"]
    if word == "play":
        hand = {d: list(document["hands"][me][d]) for d in "WT"}
        for card in rest:
            hand[card[0]].remove(card)
            _, towers, long, short, extra = CARDS[card]
            new["pieces_in_hand"]["T"] += towers
            new["pieces_in_hand"]["L"] += long
            new["pieces_in_hand"]["S"] += short
            new["extra"] += extra
        new["hands"] = [hand if seat == me else h for seat, h in enumerate(document["hands"])]
        new["stage"] = "build"
    elif word == "draw":
        hand = {d: list(document["hands"][me][d]) for d in "WT"}
        deck = {d: list(document["decks"][me][d]) for d in "WT"}
        for letter in rest:
            hand[letter] = sorted([*hand[letter], deck[letter].pop(0)])
        new["hands"] = [hand if seat == me else h for seat, h in enumerate(document["hands"])]
        new["decks"] = [deck if seat == me else d for seat, d in enumerate(document["decks"])]
        return end_turn(new)
    elif word in ("keep", "double", "stays"):
        new["courtyards"] = [
            {
                **entry,
                "double": [entry["cell"]] == rest if entry["double"] is None else entry["double"],
            }
            for entry in document["courtyards"]
        ]
        if rest:
            new["double_used"] = [u or seat == me for seat, u in enumerate(document["double_used"])]
        new["stage"] = "build"
    else:
        new["pieces"] = [*document["pieces"], text]
        new["pieces_in_hand"][word[0].upper()] -= 1
        claim(document, new)
    if new["stage"] == "build" and not places(new):
        left = sum(len(new["decks"][me][d]) for d in "WT")
        if left and new["ending"] is None:
            new["stage"] = "draw"
        else:
            return end_turn(new)
    return new


def claim(before: Document, new: Document) -> None:
    """Give every new courtyard to the seat to move and see what is asked (C5.1 to C5.4)."""
    me = before["to_move"]
    old = courtyards(before)
    new["courtyards"] = []
    fresh = []
    split_double = False
    for region in Castle(new["pieces"]).regions():
        mother = next((pair for pair in old if region <= pair[0]), None)
        name = "{},{}".format(*min(region))
        if mother and mother[0] == region:
            new["courtyards"].append({**mother[1], "cell": name})
            continue
        assert mother is None or mother[1]["seat"] == me
        split_double |= bool(mother and mother[1]["double"])
        entry = {"cell": name, "seat": me, "double": False}
        fresh.append(entry)
        new["courtyards"].append(entry)
    if fresh and (split_double or not before["double_used"][me]):
        new["stage"] = "stays" if split_double else "keep"
        for entry in fresh:
            entry["double"] = None


def end_turn(document: Document) -> Document:
    """Pass the turn on, and see whether the game ends (C6.1, C6.2)."""
    new = {**document, "extra": 0, "stage": "play", "opening": not document["pieces"]}
    me, seats = document["to_move"], document["options"]["seats"]
    cards = [*new["hands"][me].values(), *new["decks"][me].values()]
    if new["ending"] is None and not any(cards):
        new["ending"] = me
        new["hands"] = [
            {d: sorted([*hand[d], *deck[d]]) for d in "WT"}
            for hand, deck in zip(new["hands"], new["decks"], strict=True)
        ]
        new["decks"] = [{"W": [], "T": []} for _ in range(seats)]
    new["to_move"] = (me + 1) % seats
    if new["to_move"] == new["ending"]:
        new |= {"stage": "over", "to_move": None, "pieces_in_hand": {"T": 0, "L": 0, "S": 0}}
        points = totals(new)
        keeps = [0] * seats
        for entry in new["courtyards"]:
            keeps[entry["seat"]] += 1 + entry["double"]
        ranks = list(zip(points, keeps, strict=True))
        new["winners"] = [seat for seat in range(seats) if ranks[seat] == max(ranks)]
    return new


def check_step(before: Document, text: str, document: Document) -> None:
    """Assert that an action was legal and led here."""
    assert text in legal(before)
    assert after(before, text) == document


# ---------------------------------------------------------------- refusals

STAGE_OF = {"play": "play", "keep": "keep", "double": "keep", "stays": "stays", "draw": "draw"}
STAGE_CLAUSES = {"play": "C4.1", "build": "C4.4", "keep": "C5.3", "stays": "C5.4", "draw": "C4.5"}


def clause(document: Document, text: str) -> str:
    """Return the first clause, in the order of the rules, that an illegal action breaks."""
    word, *rest = text.split()
    stage = document["stage"]
    if stage == "over":
        return "C6.1"
    if STAGE_OF.get(word, "build") != stage:
        return STAGE_CLAUSES[stage]
    if word == "play":
        hand = document["hands"][document["to_move"]]
        if Counter(rest) - Counter(hand["W"] + hand["T"]):
            return "C4.1"
        whole = len(rest) == len(hand["W"] + hand["T"])
        return "C6.1" if document["ending"] is not None and not whole else "C4.3"
    if word in STAGE_OF:
        return STAGE_CLAUSES[stage]
    if not document["pieces_in_hand"][word[0].upper()]:
        return "C4.1"
    castle = Castle(document["pieces"])
    if word == "tower":
        first = not document["pieces"] and text == "tower 0,0"
        return "C4.2" if first or point(rest[0]) in castle.open_ends else "C2.4"
    if not castle.towers.intersection(wall(text).ends):
        return "C2.2"
    return "C4.2" if castle.fits(wall(text)) else "C2.3"
