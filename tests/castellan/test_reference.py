"""The engine and the plain reference play the same games, and agree at every step.

Games from the start seldom split a doubled courtyard or leave pieces over, so most of the ground is
covered from made-up positions: crowded castles with courtyards of all seats, short decks, last
turns. At every step texts that are mostly not legal are tried too.
"""

import json
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.castellan import reference
from tests.castellan.reference.castle import Castle, castle
from tests.castellan.reference.notation import in_order, parse
from tests.castellan.reference.pieces import CARDS, Document, Piece, Point, cells_of, read_point
from tests.castellan.reference.refusals import card_texts, places
from tourelle.core.words import RefusedError, Seat
from tourelle.games import game_class

GAME = game_class("castellan")

# ---------------------------------------------------------------------------------------------
# Playing along
# ---------------------------------------------------------------------------------------------


def agree(what: str, document: Document, reference_says: Any, engine_says: Any) -> None:
    """Fail with the whole document when the two sides differ."""
    if reference_says != engine_says:
        told = {"reference": reference_says, "engine": engine_says, "document": document}
        pytest.fail(f"{what}: {json.dumps(told)}")


def engine_clause(game: Any, position: Any, text: str) -> str | None:
    """Return the clause the engine cites, or `notation`; None if it plays the action."""
    try:
        game.play_text(game.copy(position), text)
    except RefusedError as error:
        return error.refusal.clause or error.refusal.reason
    return None


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
        game.play_text(position, text)
        after = game.document(position)
        agree(text, document, reference.apply(document, text), after)
        note(document, text, after, met)
        document = after
    return most


# ---------------------------------------------------------------------------------------------
# Choosing
# ---------------------------------------------------------------------------------------------

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


# ---------------------------------------------------------------------------------------------
# Texts that are mostly not legal
# ---------------------------------------------------------------------------------------------


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


# ---------------------------------------------------------------------------------------------
# What was met
# ---------------------------------------------------------------------------------------------


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


# ---------------------------------------------------------------------------------------------
# Made-up positions
# ---------------------------------------------------------------------------------------------


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


# ---------------------------------------------------------------------------------------------
# The tests
# ---------------------------------------------------------------------------------------------


def play_whole_game(seats: int, seed: int, met: Counter[str]) -> int:
    """Play a game from the start to the end."""
    dice = Random(f"whole {seats} {seed}")
    game: Any = GAME({"seats": seats})
    position = game.setup(seed)
    compared = play(game, position, dice, met, most=10_000)
    assert game.is_over(position)
    return compared


def play_rich_position(seats: int, seed: int, met: Counter[str]) -> int:
    """Make up a position and play on from it."""
    dice = Random(f"rich {seats} {seed}")
    document = rich(dice, seats)
    game, position = GAME.read(deepcopy(document))
    agree("reading", document, document, game.document(position))
    return play(game, position, dice, met, most=15)


# What the made-up positions of one number of seats must meet, and how often at least.
TO_MEET = {
    10: [
        *(
            "play",
            "tower",
            "short",
            "long",
            "keep",
            "double",
            "draw",
            "asked keep",
            "asked nothing",
        ),
        *("no draw", "last turn", "built inside", "built outside", "1 new outside by tower"),
        *("refused by C2.2", "refused by C2.3", "refused by C2.4", "refused by C4.1"),
        *("refused by C4.2", "refused by C4.4", "refused by C4.5", "refused by C5.3"),
        *("refused by C5.4", "refused by C6.1", "refused by notation"),
        "refused in a last turn",
    ],
    2: [
        *("stays", "asked stays", "ran out", "pieces handed over"),
        *("1 new outside by short", "1 new outside by long"),
        *("2 new inside by short", "2 new inside by long", "2 new inside by tower"),
    ],
}
# Those of all together.
RARE = ["a ring", "2 new outside by tower", "3 new inside by tower", "nothing can be placed"]
RARE += ["ran out with pieces left", "shared victory", "pieces out"]
RICH = 50  # made-up positions for each number of seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_openings_are_alike(seats: int) -> None:
    met: Counter[str] = Counter()
    game: Any = GAME({"seats": seats})
    for seed in range(40):
        play(game, game.setup(seed), Random(f"opening {seats} {seed}"), met, most=3)
    assert met["refused by C4.3"] > 5


@pytest.mark.parametrize("seats", [2, 4])
def test_C4_3_openings_are_built_alike(seats: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(150):
        dice = Random(f"linking {seats} {seed}")
        document = opening(dice, seats)
        game, position = GAME.read(deepcopy(document))
        agree("reading", document, document, game.document(position))
        play(game, position, dice, met, most=12)
    assert met["refused by C4.3"] > 30


@pytest.mark.parametrize(("hand", "positions"), [("W4", 4), ("T1", 2)])
def test_keeps_decide_alike(hand: str, positions: int) -> None:
    corners = ["0,0", "1,0", "0,1"]
    around = ["1,1", "2,1", "3,1", "3,2", "3,3", "2,3", "1,3", "1,2"]
    walls = ["0,0 E", "0,0 N", "0,1 E", "1,0 N", "1,1 E", "2,1 E", "3,1 N", "3,2 N"]
    walls += ["1,1 N", "1,2 N", "1,3 E", "2,3 E"]
    document = {
        "game": "castellan",
        "pieces": [f"tower {at}" for at in corners + around] + [f"short {at}" for at in walls],
        "courtyards": [
            {"cell": "0,0", "seat": 0, "double": True},
            {"cell": "2,2", "seat": 1, "double": False},
        ],
        "hands": [{"W": [], "T": []}, {"W": [], "T": []} | {hand[0]: [hand]}],
        "to_move": 1,
        "ending": 0,
    }
    met: Counter[str] = Counter()
    game, position = GAME.read(document)
    assert play(game, position, Random(0), met, most=10) == positions
    assert met["keeps decide"] == 1
    assert met["pieces out"] == (hand == "T1")  # no open end for its towers


def test_games_are_played_alike() -> None:
    met: Counter[str] = Counter()
    compared = sum(play_whole_game(seats, 0, met) for seats in (2, 3, 4))
    assert compared > 300
    for seats in (2, 3, 4):
        own: Counter[str] = Counter()
        compared = sum(play_rich_position(seats, seed, own) for seed in range(RICH))
        assert compared > 10 * RICH
        wanted = {what: least for least, names in TO_MEET.items() for what in names}
        assert not {what: own[what] for what, least in wanted.items() if own[what] < least}
        met += own
    assert not [what for what in RARE if not met[what]]
