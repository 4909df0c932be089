"""The engine and the plain reference side by side: play, texts that are refused, what was met."""

from collections import Counter
from random import Random
from typing import Any

from tests.alongside import agree, engine_clause, played
from tests.castellan import reference
from tests.castellan.reference.castle import Castle, castle
from tests.castellan.reference.notation import parse
from tests.castellan.reference.pieces import CARDS, Document, Piece, Point, cells_of
from tests.castellan.reference.refusals import card_texts, places
from tourelle.core.words import Seat

# ---------------------------------------------------------------- playing along


def engine_score(game: Any, position: Any) -> list[Document]:
    """Return the engine's score in the words of documents."""
    seats = []
    for seat in range(game.seats):
        terms = [
            {"what": term.what, "at": term.at, "clause": term.clause, "points": term.points}
            for term in game.score_terms(position, Seat(seat))
        ]
        total = sum(term.points for term in game.score_terms(position, Seat(seat)))
        seats.append({"seat": seat, "total": total, "terms": terms})
    return seats


def play(game: Any, position: Any, dice: Random, met: Counter[str], most: int) -> int:
    """Play on, comparing everything at every step; return the number of positions compared."""
    document = game.document(position)
    taste = dice.choice(TASTES)
    for number in range(most):
        texts = sorted(game.legal_texts(position))
        agree("legal", document, reference.legal(document), texts)
        agree("score", document, reference.score(document), engine_score(game, position))
        compare_refusals(game, position, document, texts, dice, met)
        if document["stage"] == "over":
            outcome = game.outcome(position)
            agree("winners", document, reference.winners(document), list(outcome.winners))
            totals = [line["total"] for line in reference.score(document)]
            agree("points", document, totals, list(outcome.points))
            met["shared victory"] += len(document["winners"]) > 1
            met["keeps decide"] += totals.count(max(totals)) > len(document["winners"])
            return number + 1
        if not texts:  # a made-up position that nobody could have left so: taken as it stands
            met["stuck"] += 1
            return number + 1
        text = choose(dice, document, texts, taste)
        after = played(game, position, document, text, reference.apply)
        note(document, text, after, met)
        document = after
    return most


# ---------------------------------------------------------------- choosing


TASTES = ["any", "close", "close", "inside", "towers", "everything"]


def choose(dice: Random, document: Document, texts: list[str], taste: str) -> str:
    """Choose an action: any, or more often one that closes, splits or leaves pieces over."""
    if taste == "any":
        return dice.choice(texts)
    if document["stage"] == "play":
        if taste == "towers":  # few walls for many towers
            return max(texts, key=lambda text: (text.count("T"), -text.count("W"), dice.random()))
        return max(texts, key=len) if taste == "everything" else dice.choice(texts)
    if document["stage"] != "build":
        return dice.choice(texts)
    stands = castle(document)
    return dice.choices(texts, [weight(stands, text, taste) for text in texts])[0]


def weight(stands: Castle, text: str, taste: str) -> float:
    """How much a place for a piece is liked."""
    piece = parse(text)
    assert isinstance(piece, Piece)
    if taste == "towers" and piece.kind == "tower":
        return 50
    inside = 40 if stands.faces_of(cells_of(piece)) != {None} else 1
    if piece.kind == "tower":
        return 3 * inside
    ends = [stands.towers.issuperset([end]) for end in piece.ends]
    if all(ends):
        return 60 * inside
    return 10 * inside if any(end in stands.open_ends for end in piece.ends) else inside


# ---------------------------------------------------------------- texts that are mostly not legal


def compare_refusals(
    game: Any, position: Any, document: Document, texts: list[str], dice: Random, met: Counter[str]
) -> None:
    """Try some texts; both sides cite the same clause, or take the action."""
    tried = [any_text(dice, document) for _ in range(10)]
    if document["stage"] in ("play", "draw") and texts:
        tried = tried[:5] + [other_order(dice, text) for text in dice.sample(texts, 1)]
    if document["opening"] and document["stage"] == "build":
        tried += map(str, places(castle(document)))
    tried.append(dice.choice(ODD))
    for text in tried:
        says = reference.refusal_clause(document, text)
        agree(f"refusal of {text}", document, says, engine_clause(game, position, text))
        if says:
            met[f"refused by {says}"] += 1
            met["refused in a last turn"] += says == "C6.1" and document["stage"] == "play"


ODD = ["", "pass", "play", "tower", "tower 1", "tower 1,2 E", "short 0,0 W", "long 0,0", "double"]
ODD += ["stays x,y", "keep 0,0", "draw", "draw X", "wall 0,0 E", "play X1", "short 0,0 S"]


def other_order(dice: Random, text: str) -> str:
    """Name the same cards in another order."""
    kind, *cards = text.split()
    dice.shuffle(cards)
    return " ".join([kind, *cards])


def any_text(dice: Random, document: Document) -> str:
    """Make up a text that is well-formed and sometimes nearly legal."""
    stage = document["stage"]
    kinds = ["play", "tower", "short", "long", "keep", "double", "stays", "draw"]
    likely = {"build": ["tower", "short", "long", "long"], "keep": ["double"], "over": kinds}
    kind = dice.choice(kinds if dice.random() < 0.2 else likely.get(stage, [stage]))
    if kind == "keep":
        return kind
    if kind == "play":
        return " ".join([kind, *some_cards(dice, document)])
    if kind == "draw":
        walls = dice.randint(0, 3)
        return " ".join([kind, *"W" * walls, *"T" * dice.randint(walls == 0, 3)])
    x, y = dice.choice(points(document))
    if kind in ("double", "stays"):
        cells = [line["cell"] for line in document["courtyards"]]
        return f"{kind} {dice.choice(cells) if cells and dice.random() < 0.7 else f'{x},{y}'}"
    if kind == "tower":
        return f"tower {x},{y}"
    way, back = dice.choice("EN"), dice.choice((0, 0, 1, 2))
    return f"{kind} {x - back * (way == 'E')},{y - back * (way == 'N')} {way}"


def some_cards(dice: Random, document: Document) -> list[str]:
    """Cards mostly of the hand, in any order."""
    hand = card_texts(document) if document["to_move"] is not None else []
    if not hand or dice.random() < 0.3:
        hand = hand + dice.choices(sorted(CARDS), k=3)
    return dice.sample(hand, dice.randint(1, min(len(hand), 5)))


def points(document: Document) -> list[Point]:
    """Points of the castle, and some near them."""
    stands = castle(document)
    near = sorted(stands.towers | stands.open_ends | stands.middles)
    return [*near * 3, *((x + 1, y - 1) for x, y in near), (0, 0), (1, 0), (300, -300)]


# ---------------------------------------------------------------- what was met


def note(document: Document, text: str, after: Document, met: Counter[str]) -> None:
    """Count an action, and the special cases it is one of."""
    action = parse(text)
    assert action
    met[action[0]] += 1
    met["no draw"] += document["stage"] != "draw" and after["to_move"] != document["to_move"]
    left = sum(after["pieces_in_hand"].values())
    met["pieces handed over"] += after["stage"] == "play" and left > 0
    if after["stage"] == "over":
        in_hand = sum(document["pieces_in_hand"].values())
        met["pieces out"] += document["stage"] == "play" or in_hand > (document["stage"] == "build")
    if after["ending"] is not None and document["ending"] is None:
        met["ran out"] += 1
        met["ran out with pieces left"] += left > 0
    met["last turn"] += document["ending"] is not None and action[0] == "play"
    if isinstance(action, Piece):
        note_piece(document, action, after, met)
    elif action[0] == "play":
        met["nothing can be placed"] += after["stage"] in ("draw", "play", "over")


def note_piece(document: Document, piece: Piece, after: Document, met: Counter[str]) -> None:
    """Count the courtyards a piece makes."""
    before, stands = castle(document), castle(after)
    new = set(stands.faces.items()) - set(before.faces.items())
    [face] = before.faces_of(cells_of(piece))
    inside = "inside" if face else "outside"
    met[f"built {inside}"] += 1
    if new:
        met[f"{min(len(new), 3)} new {inside} by {piece.kind}"] += 1
        asked = after["stage"] if after["stage"] in ("keep", "stays") else "nothing"
        met[f"asked {asked}"] += 1
        met["a ring"] += any(ring(cells) for _, cells in new)


def ring(cells: frozenset[Point]) -> bool:
    """Tell whether a face surrounds another (C5.2): cells outside it that can't get away."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    corner = (min(xs) - 1, min(ys) - 1)
    away, ahead = {corner}, [corner]
    while ahead:
        x, y = ahead.pop()
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                cell = (x + dx, y + dy)
                inside = corner[0] <= cell[0] <= max(xs) + 1 and corner[1] <= cell[1] <= max(ys) + 1
                if inside and cell not in cells and cell not in away:
                    away.add(cell)
                    ahead.append(cell)
    box = (max(xs) + 2 - corner[0]) * (max(ys) + 2 - corner[1])
    return box > len(cells) + len(away)
