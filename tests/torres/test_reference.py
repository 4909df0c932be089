"""The engine and the plain reference play the same games, and agree at every step.

Random games from the start rarely grow tall castles or play cards, so most of the ground is
covered from made-up positions in the middle of things: high towers, scattered knights, odd
stacks, short decks, full hands, the last turns of a year.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.alongside import agree, played
from tests.torres import reference
from tests.torres.reference.board import (
    SIDES,
    SQUARES,
    Document,
    Figures,
    Heights,
    place_of,
    read_board,
    with_block,
    write_board,
)
from tests.torres.reference.castles import (
    castles,
    extends_a_castle,
    fits_its_area,
    obeys_height_and_merge,
)
from tests.torres.reference.knights import steps
from tests.torres.reference.material import BLOCKS, CARDS, option, supply
from tests.torres.reference.scoring import king_points, master_points
from tests.torres.reference.stacks import STACKS, year_stacks
from tourelle.core.words import Seat
from tourelle.games.torres import GAME

MASTERS = ["castles", "line", "diagonals", "same-level", "square", "levels", "border", "chain"]
OPTION_NAMES = [" ".join(map(str, options.values())) for options in GAME.option_sets]

# ---------------------------------------------------------------------------------------------
# Playing along
# ---------------------------------------------------------------------------------------------


def kind(text: str) -> str:
    """Return `move`, `play lift`, `play raise open`, ..."""
    words = text.split()
    open_stack = words[-1:] if words[-1] == "open" else []
    return " ".join(words[:2] + open_stack) if words[0] == "play" else words[0]


def choose(dice: Random, texts: list[str], met: Counter[str], haste: float) -> str:
    """Choose a kind of action, often the rarest, then one of them; `end` as the haste says."""
    kinds = sorted({kind(text) for text in texts})
    if "end" in kinds and len(kinds) > 1:
        kinds = ["end"] if dice.random() < haste else [k for k in kinds if k != "end"]
    rarest = min(kinds, key=lambda each: met[each])
    chosen = dice.choice((rarest, dice.choice(kinds), dice.choice(kinds)))
    return dice.choice([text for text in texts if kind(text) == chosen])


def play(game: Any, position: Any, dice: Random, met: Counter[str], haste: float, most: int) -> int:
    """Play on, comparing everything at every step; return the number of positions compared."""
    document = game.document(position)
    for step in range(most):
        texts = sorted(game.legal_texts(position))
        agree("legal", document, reference.legal(document), texts)
        compare_scores(game, position, document, met)
        note_shifts(document, texts, met)
        if not texts:
            return step + 1
        text = choose(dice, texts, met, haste)
        after = played(game, position, document, text, reference.apply)
        note(document, text, after, met)
        document = after
    return most


def compare_scores(game: Any, position: Any, document: Document, met: Counter[str]) -> None:
    """Compare what every seat would score now."""
    seats = range(len(document["scores"]))
    terms = [game.score_terms(position, Seat(seat)) for seat in seats]
    totals = [sum(term.points for term in lines) for lines in terms]
    agree("score", document, reference.score(document), totals)
    for seat in seats:
        met[f"King in year {document['year']}"] += king_points(document, seat) > 0
        if master_points(document, seat):
            met[f"{document['master']} in year {document['year']}"] += 1


# ---------------------------------------------------------------------------------------------
# What was met
# ---------------------------------------------------------------------------------------------


def note(document: Document, text: str, after: Document, met: Counter[str]) -> None:
    """Count an action, and the special cases it is one of."""
    word, *words = text.split()
    heights, figures = read_board(document)
    met[kind(text)] += 1
    if word == "move" and words[1] not in steps(heights, figures, words[0]):
        floor = min(heights[words[0]], 3)
        met[f"through a castle from floor {floor}"] += 1
        met["through a castle, down"] += heights[words[1]] < heights[words[0]]
    elif word in ("block", "end"):
        met[f"{word}, stack {words[-1] if words[-1:] and words[-1].isdigit() else 'unnamed'}"] += 1
        met["tower of ten or more"] += max(heights.values()) >= 10
    elif word == "keep":
        met[f"keep of {len(document['drawn'])}"] += 1
        met["keep of equals"] += len(set(document["drawn"])) < len(document["drawn"])
    elif word == "point":
        seat = document["to_move"]
        met["point with a jump"] += after["scores"][seat] > document["scores"][seat] + 1
    elif text.startswith("play raise"):
        met["raise empties a stack"] += words[-1] == "1"
        met["raise founds"] += count_castles(after) > count_castles(document)
    elif text.startswith("play shift"):
        met[f"shift, castles {count_castles(after) - count_castles(document):+}"] += 1
    if sum(document["kept"]):
        met["kept into a new year"] += after["year"] > document["year"]
    if after["stage"] in ("king", "over"):
        met[f"end of year {document['year']}"] += 1
        met["lowest of several on 0"] += sorted(after["scores"])[1] == 0


def count_castles(document: Document) -> int:
    """Return the number of castles."""
    return len(castles(read_board(document)[0]))


def note_shifts(document: Document, texts: list[str], met: Counter[str]) -> None:
    """Count whole castles that may be moved, and castles too high until the block lies again."""
    heights, _ = read_board(document)
    for source in {text.split()[2] for text in texts if text.startswith("play shift")}:
        taken = with_block(heights, source, -1)
        left = castles(taken)
        met["shift of a whole castle"] += len(left) < count_castles(document)
        met["shift repairs its own castle"] += not all(
            fits_its_area(taken, castle) for castle in left
        )


# What one run over all option sets must meet, and how often at least.
TO_MEET = {
    100: ["block", "end", "move", "point"],
    50: ["block, stack unnamed", "end, stack unnamed", "knight"],
    20: ["buy", "keep"],
    10: [
        *("King in year 1", "King in year 2", "King in year 3"),
        *("end of year 1", "end of year 2", "end of year 3", "king", "stay", "start", "return"),
        *("point with a jump", "through a castle from floor 0", "through a castle, down"),
        *("play six", "play seven", "play raise", "play supply", "play diagonal", "play shift"),
        *("kept into a new year", "chain in year 3", "levels in year 3"),
        "shift repairs its own castle",
    ],
    3: [
        *("store", "play lift", "play leap"),
        *("end, stack 0", "end, stack 1", "end, stack 2", "end, stack 3", "play summon"),
        *("through a castle from floor 1", "through a castle from floor 2"),
        *("through a castle from floor 3", "keep of 3", "keep of 2"),
    ],
    1: [
        *("block, stack 1", "block, stack 2", "block, stack 3"),
        *("castles in year 3", "line in year 3", "same-level in year 3", "diagonals in year 3"),
        *("keep of 1", "keep of equals", "play climb", "lowest of several on 0"),
        *("raise founds", "raise empties a stack", "play raise open"),
        *("shift, castles +0", "shift, castles +1", "shift of a whole castle"),
        *("square in year 3", "border in year 3", "tower of ten or more"),
    ],
}

# ---------------------------------------------------------------------------------------------
# Made-up positions
# ---------------------------------------------------------------------------------------------


def rich(dice: Random, given: dict[str, Any], seats: int, number: int) -> Document:
    """Make up a position in the middle of a turn, all keys written.

    Of sixteen numbers in a row every master card gets one in year 3 and one in an earlier year.
    """
    document: Document = {"game": "torres", "options": {**given, "seats": seats}, "stage": "turn"}
    document |= {"drawn": [], "left": 0, "seed": dice.randrange(100)}
    document["scores"] = made_up_scores(dice, seats)
    document["year"] = 3 if number % 16 < 8 else dice.choice((1, 2))
    document |= made_up_time(dice, document)
    document |= made_up_cards(dice, document)
    document["master"] = made_up_master(document, MASTERS[number % 8])
    document |= made_up_stacks(dice, document)
    document |= {"board": "", "supply": 0}
    heights = made_up_heights(dice, blocks_to_build(document))
    write_board(document, heights, made_up_figures(dice, heights, document))
    document["supply"] = supply(document)
    return document


def made_up_scores(dice: Random, seats: int) -> list[int]:
    """Markers close together, some of them still on 0."""
    scores = dice.sample(range(1, 9), seats)
    zeros = dice.choice((0, 0, 0, 1, 2, seats))
    return [0 if seat < zeros else scores[seat] for seat in dice.sample(range(seats), seats)]


def made_up_time(dice: Random, document: Document) -> Document:
    """Mostly the last round of the year, any seat to move."""
    seats = len(document["scores"])
    rounds = len(year_stacks(document))
    year_start = option(document, "year_start")
    stays = year_start == "same" or (year_start == "last-names" and document["year"] == 1)
    fixed = stays or (year_start == "leader" and not any(document["scores"]))
    return {
        "round": dice.choice((rounds, rounds, dice.randint(1, rounds))),
        "first_seat": 0 if fixed else dice.randrange(seats),
        "to_move": dice.randrange(seats),
        "ap": dice.choice((0, 1, 2, 3, 4, 5, 5, 5)),
    }


def made_up_cards(dice: Random, document: Document) -> Document:
    """Full hands, short decks."""
    cards = option(document, "cards")
    seats = len(document["scores"])
    hands: list[list[str]] = [[] for _ in range(seats)]
    decks: list[list[str]] = []
    bought: list[str] = []
    piles = {"none": 0, "hand": seats, "own": seats}.get(cards, 1)
    copies = seats if document["options"].get("deck") == "seats" else 4
    for pile in range(piles):
        rest = CARDS * (copies if piles == 1 else 1)
        dice.shuffle(rest)
        for seat in range(seats) if piles == 1 else [pile]:
            hands[seat] = in_order(rest[: dice.randint(0, 8)])
            del rest[: len(hands[seat])]
        if cards != "hand":
            if piles == 1 or pile == document["to_move"]:
                bought = in_order(rest[: dice.choice((0, 0, 1, 2))])
                del rest[: len(bought)]
            top = rest[: dice.choice((0, 1, 2, 3, 4, 40))]
            decks.append(dice.choice((top, in_order(top))))  # equal cards are drawn together
    played = dice.random() < 0.3
    return {"hands": hands, "decks": decks, "bought": bought, "card_played": played}


def in_order(cards: list[str]) -> list[str]:
    """Return cards in the order of T7.4."""
    return sorted(cards, key=CARDS.index)


def made_up_master(document: Document, drawn: str) -> str | None:
    """The option's card, or the one drawn."""
    master = option(document, "master")
    return {"none": None, "drawn": drawn}.get(master, master)


def made_up_stacks(dice: Random, document: Document) -> Document:
    """T6.1: as many stacks as turns left; of any size, empty ones too."""
    seats = len(document["scores"])
    rounds = len(year_stacks(document))
    keeps = option(document, "leftover") == "keep"
    played = (document["to_move"] - document["first_seat"]) % seats  # seats before this one
    stacks, kept = [], []
    open_stack = dice.choice((None, None, 0, 1, 2, 3))
    for seat in range(seats):
        has_chosen = seat == document["to_move"] and open_stack is not None
        has_played = (seat - document["first_seat"]) % seats < played
        turns = rounds - document["round"] + 1 - (has_chosen or has_played)
        sizes = [dice.choice((0, 1, 1, 2, 3)) for _ in range(turns)]
        stacks.append(sorted(sizes, reverse=True))
        ended = turns == 0 and seat != document["to_move"]
        kept.append(dice.randint(0, 3) if keeps and ended else 0)
    return {"stacks": stacks, "open_stack": open_stack, "kept": kept}


def blocks_to_build(document: Document) -> int:
    """Return how many blocks may lie on the board, so that later years have theirs."""
    seats = len(document["scores"])
    later = sum(map(sum, STACKS[seats][document["year"] :])) * seats
    before = sum(map(sum, document["stacks"])) + sum(document["kept"])
    spare = 4 if document["year"] < 3 else 0  # for cards
    return BLOCKS - before - (document["open_stack"] or 0) - later - spare


def made_up_heights(dice: Random, blocks: int) -> Heights:
    """Found five to ten castles, then build on by T5.4; sometimes all on few of them."""
    heights = dict.fromkeys(SQUARES, 0)
    seeds = dice.choice((5, 6, 6, 7, 7, 8, 8, 10))
    while sum(heights.values()) < min(seeds, blocks):
        square = dice.choice(SQUARES)
        heights[square] = int(not any(heights[near] for near in (square, *SIDES[square])))
    flatness = dice.choice((0.1, 0.3, 0.7))
    corner = dice.choice((SQUARES, [square for square in SQUARES if square[0] in "abcd"]))
    for _ in range(dice.choice((200, 600))):
        square = dice.choice(corner)
        if sum(heights.values()) >= blocks or (heights[square] == 0 and dice.random() > flatness):
            continue
        extends = extends_a_castle(heights, square)
        if extends and obeys_height_and_merge(heights, square):
            heights[square] += 1
    return heights


def made_up_figures(dice: Random, heights: Heights, document: Document) -> Figures:
    """One to six knights a seat, some in patterns that master cards reward, and the King."""
    king = dice.choice([square for square in SQUARES if heights[square]])
    figures = {king: "K"}
    for seat in range(len(document["scores"])):
        shape = dice.choice((*PATTERNS, document["master"], document["master"]))
        wanted = PATTERNS.get(shape, anywhere)(dice, heights)
        free = [square for square in wanted if square not in figures]
        free = free or [square for square in SQUARES if square not in figures]
        count = dice.choice((4, 5, 6) if shape in ("square", "castles") else (1, 2, 3, 4, 5, 6))
        figures |= dict.fromkeys(free[:count], str(seat))
    return figures


def anywhere(dice: Random, _heights: Heights) -> list[str]:
    """All squares, in any order; the first ones are taken."""
    return dice.sample(SQUARES, 64)


def in_castles(dice: Random, heights: Heights) -> list[str]:
    """Built squares."""
    return [square for square in anywhere(dice, heights) if heights[square]]


def in_some_castles(dice: Random, heights: Heights) -> list[str]:
    """One square of each of some castles, then others of the same ones."""
    found = sorted(map(sorted, castles(heights)))
    chosen = dice.sample(found, min(dice.randint(3, 6), len(found)))
    first = [dice.choice(castle) for castle in chosen]
    return first + [square for castle in chosen for square in castle if square not in first]


def on_a_level(dice: Random, heights: Heights) -> list[str]:
    """Squares of one height."""
    start = dice.choice(SQUARES)
    return [square for square in anywhere(dice, heights) if heights[square] == heights[start]]


def in_a_line(dice: Random, _heights: Heights) -> list[str]:
    """A file, a rank or a diagonal."""
    file, rank = place_of(dice.choice(SQUARES))
    places = {square: place_of(square) for square in SQUARES}
    lines = (
        [square for square, place in places.items() if place[0] == file],
        [square for square, place in places.items() if place[1] == rank],
        [square for square, place in places.items() if place[0] - place[1] == file - rank],
        [square for square, place in places.items() if place[0] + place[1] == file + rank],
    )
    return dice.choice(lines)


def on_corners(dice: Random, _heights: Heights) -> list[str]:
    """The corners of a square, and something beside."""
    side = dice.randint(1, 7)
    file, rank = dice.randint(0, 7 - side), dice.randint(0, 7 - side)
    corners = [(file + f, rank + r) for f in (0, side) for r in (0, side)]
    beside = dice.sample(SQUARES, 2)
    return [square for square in SQUARES if place_of(square) in corners] + beside


def in_a_chain(dice: Random, _heights: Heights) -> list[str]:
    """Squares that hang together."""
    chain = [dice.choice(SQUARES)]
    while len(chain) < 6:
        chain += [near for near in SIDES[dice.choice(chain)] if near not in chain][:1]
    return chain


PATTERNS = {
    "anywhere": anywhere,
    "castles": in_some_castles,
    "in castles": in_castles,
    "line": in_a_line,
    "same-level": on_a_level,
    "square": on_corners,
    "chain": in_a_chain,
}

# ---------------------------------------------------------------------------------------------
# The tests
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", GAME.option_sets, ids=OPTION_NAMES)
def test_whole_game_is_played_alike(options: dict[str, Any], seats: int) -> None:
    game, _ = GAME.read({"game": "torres", "options": {**options, "seats": seats}})
    met: Counter[str] = Counter()
    dice = Random(f"{options} {seats}")
    position = game.setup(dice.randrange(1000))
    play(game, position, dice, met, haste=0.45, most=10_000)
    assert game.is_over(position)
    assert all(met[f"end of year {year}"] == 1 for year in (1, 2, 3))
    assert met["place"] == seats


def play_rich_positions(seats: int, seed: int, each: int, met: Counter[str]) -> int:
    """Make up positions for every option set and play on from them."""
    compared = 0
    for options in GAME.option_sets:
        dice = Random(f"{options} {seats} {seed}")
        for number in range(each):
            document = rich(dice, options, seats, number)
            game, position = GAME.read(document)
            agree("reading", document, document, game.document(position))
            compared += play(game, position, dice, met, dice.choice((0.1, 0.6)), most=12)
    return compared


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_made_up_positions_are_played_alike(seats: int) -> None:
    met: Counter[str] = Counter()
    assert play_rich_positions(seats, seed=0, each=24, met=met) > 1000
    wanted = {what: least for least, names in TO_MEET.items() for what in names}
    missed = {what: met[what] for what, least in wanted.items() if met[what] < least}
    assert not missed
