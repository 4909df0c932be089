"""Made-up positions: crowded castles with courtyards of all seats, short decks, last turns."""

from random import Random

from tests.castellan import reference
from tests.castellan.alongside import choose
from tests.castellan.reference.notation import in_order, parse
from tests.castellan.reference.pieces import CARDS, Document, Piece, read_point


def rich(dice: Random, seats: int) -> Document:
    """Make up a position, all keys written."""
    document = rich_start(seats)
    if dice.random() < 0.7:
        document = walled(dice, document)
    document = shifted(dice, grown(dice, document))
    deal(dice, document)
    if document["stage"] != "build":  # a question
        document["extra"] = dice.randint(0, 3)
        document["pieces_in_hand"] = {kind: dice.randint(0, 2) for kind in "TLS"}
        return document
    document["pieces_in_hand"] = {"T": 0, "L": 0, "S": 0}
    if dice.random() < 0.7:
        document["stage"] = "play"
    else:
        document["extra"] = dice.randint(0, 3)
    for _ in range(dice.choice((0, 0, 1, 2)) if document["stage"] == "play" else 3):
        document["pieces_in_hand"][dice.choice("TLS")] += 1
    return document


def rich_start(seats: int) -> Document:
    """Return an empty table with a great stock of pieces, all keys written."""
    return {
        "game": "castellan",
        "options": {"seats": seats},
        "to_move": 0,
        "stage": "build",
        "pieces": [],
        "courtyards": [],
        "pieces_in_hand": {"T": 99, "L": 99, "S": 99},
        "hands": [{"W": ["W1"], "T": []} for _ in range(seats)],
        "decks": [{"W": [], "T": []} for _ in range(seats)],
        "double_used": [False] * seats,
        "extra": 0,
        "opening": False,
        "ending": None,
    }


def opening(dice: Random, seats: int) -> Document:
    """Make up a position in the middle of the opening: a small castle, few pieces in hand."""
    document = {**rich_start(seats), "opening": True}
    towers = dice.randint(1, 4)
    document["pieces_in_hand"] = {"T": towers, "L": 0, "S": 0}
    fewest, most = max(1, towers - 1), 3 * towers + 1
    for _ in range(dice.choice((fewest, fewest, most, most - 1, dice.randint(fewest, most)))):
        document["pieces_in_hand"][dice.choice("LS")] += 1
    for _ in range(dice.randint(0, 4)):
        texts = reference.legal(document)
        if document["stage"] != "build" or not texts:
            break
        document = reference.apply(document, dice.choice(texts))
    return document


def deal(dice: Random, document: Document) -> None:
    """Few cards, sometimes the last turns; the seat to move has some."""
    last_turns = dice.random() < 0.25
    others = [seat for seat in range(len(document["hands"])) if seat != document["to_move"]]
    document["ending"] = dice.choice(others) if last_turns else None
    for seat, (hand, decks) in enumerate(zip(document["hands"], document["decks"], strict=True)):
        for pile in "WT":
            cards = [card for card in CARDS if card[0] == pile]
            hand[pile] = in_order(dice.choices(cards, k=dice.choice((0, 1, 1, 2))))
            decks[pile] = dice.choices(cards, k=dice.choice((0, 0, 1, 2, 3)))
            if last_turns:
                decks[pile] = []
            if seat == document["ending"]:
                hand[pile] = []
        if seat != document["ending"] and not hand["W"] + hand["T"]:
            hand["W"] = ["W4"]


def walled(dice: Random, document: Document) -> Document:
    """A wall around a great courtyard, in it sometimes most of a small one on a spur (C5.2)."""
    width, height = dice.randint(3, 7), dice.randint(4, 7)
    document["to_move"] = dice.randrange(len(document["hands"]))
    texts = ["tower 0,0"]
    texts += row(dice, "E", 0, width) + row(dice, "N", width, height) + row(dice, "N", 0, height)
    texts += row(dice, "E", height, width)[:-1]  # the tower stands
    if dice.random() < 0.6:
        x = dice.choice([x for x in range(1, width) if f"tower {x},{height}" in texts] or [1])
        texts += [f"short {x},{height - 1} N", f"tower {x},{height - 1}"]
        inner = [f"short {x},{height - 1} E", f"tower {x + 1},{height - 1}"]
        inner += [f"short {x + 1},{height - 2} N", f"tower {x + 1},{height - 2}"]
        inner += [f"short {x},{height - 2} E", f"tower {x},{height - 2}"]
        texts += [*inner, f"short {x},{height - 2} N"][: dice.choice((3, 5, 6, 6, 7))]
    for text in texts:
        if reference.refusal_clause(document, text):
            break  # no tower or no room for the spur
        document = reference.apply(document, text)
        if document["stage"] != "build":
            document = reference.apply(document, dice.choice(reference.legal(document)))
    return document


def row(dice: Random, way: str, across: int, length: int) -> list[str]:
    """Walls and towers in a line, from west to east or from south to north."""
    texts, at = [], 0
    while at < length:
        kind = "short" if length - at == 1 or dice.random() < 0.5 else "long"
        texts.append(str(Piece(kind, *((at, across) if way == "E" else (across, at)), way)))
        at += 2 if kind == "long" else 1
        x, y = (at, across) if way == "E" else (across, at)
        texts.append(f"tower {x},{y}")
    return texts


def shifted(dice: Random, document: Document) -> Document:
    """Move the castle somewhere else: it need not contain 0,0."""
    by = dice.choice(((0, 0), (0, 0), (7, -3), (-20, 11), (30, 25)))
    pieces = [parse(text) for text in document["pieces"]]
    document["pieces"] = [
        str(piece._replace(x=piece.x + by[0], y=piece.y + by[1]))
        for piece in pieces
        if isinstance(piece, Piece)
    ]
    for line in document["courtyards"]:
        x, y = read_point(line["cell"])
        line["cell"] = f"{x + by[0]},{y + by[1]}"
    return document


def grown(dice: Random, document: Document) -> Document:
    """Let seats place pieces of a great stock in turn, close to the first tower."""
    reach = dice.choice((2, 3, 4, 6))
    taste = dice.choice(("close", "close", "inside", "any"))
    question = dice.choice(("", "", "", "keep", "stays"))
    towers_last = dice.random() < 0.3
    most = dice.choice((0, 0, 4, 12, 24)) if document["pieces"] else dice.choice((12, 24, 40, 60))
    for number in range(most):
        texts = [text for text in reference.legal(document) if near(text, reach)]
        if towers_last and number > 8:  # open ends, caught in courtyards too
            texts = [text for text in texts if text[0] != "t" or dice.random() < 0.1] or texts
        if not texts:
            break
        document = reference.apply(document, choose(dice, document, texts, taste))
        if document["stage"] != "build":
            if document["stage"] == question:
                break
            document = reference.apply(document, dice.choice(reference.legal(document)))
        elif dice.random() < 0.3:
            document["to_move"] = dice.randrange(len(document["hands"]))
    return document


def near(text: str, reach: int) -> bool:
    """Tell whether a piece stays so close to the first tower."""
    piece = parse(text)
    assert isinstance(piece, Piece)
    ends = piece.ends if piece.way else [piece.point(0)]
    return all(abs(x) <= reach and abs(y) <= reach for x, y in ends)
