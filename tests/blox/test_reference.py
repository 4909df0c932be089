"""The engine and the plain reference play the same games, and agree at every step.

Random games from the start seldom build, hit or end by B11.2, so most of the ground is covered
from made-up positions in the middle of things: clusters of towers, many blocks, hands of few
colours, short piles, the last rounds. At every step texts that are mostly not legal are tried too.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.alongside import agree, engine_clause
from tests.blox import reference
from tests.blox.reference.board import (
    BORDER,
    COLOURS,
    ENTRIES,
    LINES,
    NEUTRAL,
    SIDES,
    SQUARES,
    Colours,
    Document,
    Figures,
    Towers,
    in_order,
    read_board,
    way_in,
    write_board,
)
from tests.blox.reference.cards import HAND, cards_for
from tests.blox.reference.notation import parse
from tourelle.core.words import Seat
from tourelle.games import game_class

GAME = game_class("blox")

# ---------------------------------------------------------------------------------------------
# Playing along
# ---------------------------------------------------------------------------------------------


def shuffled_pile(document: Document, text: str, after: Document) -> str | None:
    """Return the order in which the engine shuffled the discard pile, if it had to."""
    seat = document["to_move"]
    kept = Counter(document["hands"][seat])
    kept -= Counter(cards_for(document, text))
    if kept.total() + len(document["draw"]) >= HAND:
        return None
    drawn = Counter(after["hands"][seat])
    drawn -= kept
    drawn -= Counter(document["draw"])
    return "".join(drawn.elements()) + str(after["draw"])


def play(game: Any, position: Any, dice: Random, met: Counter[str], most: int) -> int:
    """Play on, comparing everything at every step; return the number of positions compared."""
    document = game.document(position)
    prefers = dice.choice((ALIKE, PURPOSEFUL, PURPOSEFUL))
    for number in range(most):
        texts = sorted(game.legal_texts(position))
        agree("legal", document, reference.legal(document), texts)
        terms = [game.score_terms(position, Seat(seat)) for seat in range(game.seats)]
        totals = [sum(term.points for term in lines) for lines in terms]
        agree("score", document, reference.score(document), totals)
        compare_refusals(game, position, document, dice, met)
        if not texts:
            outcome = game.outcome(position)
            agree("over", document, reference.over_by(document), outcome.clause)
            agree("winners", document, document["winners"], list(outcome.winners))
            met["shared victory"] += len(document["winners"]) > 1
            best = document["points"].count(max(document["points"]))
            met["blocks decide"] += best > len(document["winners"])
            return number + 1
        text = choose(dice, texts, prefers)
        game.play_text(position, text)
        after = game.document(position)
        shuffled = shuffled_pile(document, text, after)
        expected = reference.apply(document, text, shuffled)
        if shuffled:
            expected["seed"] = after["seed"]
        agree(text, document, expected, after)
        note(document, text, after, met)
        met["shuffled"] += bool(shuffled)
        document = after
    return most


ALIKE: dict[str, int] = {}
PURPOSEFUL = {"destroy": 30, "build": 30, "hit": 10, "enter": 4, "move": 4}  # over `change`


def choose(dice: Random, texts: list[str], prefers: dict[str, int]) -> str:
    """Choose first a kind of action, then one of them."""
    kinds = sorted({text.split()[0] for text in texts})
    kind = dice.choices(kinds, [prefers.get(kind, 1) for kind in kinds])[0]
    chosen = [text for text in texts if text.split()[0] == kind]
    dearest = [text for text in chosen if text.split()[3:4] == chosen[-1].split()[3:4]]
    return dice.choice(dearest if kind == "hit" and prefers else chosen)


# ---------------------------------------------------------------------------------------------
# Texts that are mostly not legal
# ---------------------------------------------------------------------------------------------


def compare_refusals(
    game: Any, position: Any, document: Document, dice: Random, met: Counter[str]
) -> None:
    """Try some texts; both sides cite the same clause, or take the action."""
    texts = [any_text(dice, document) for _ in range(16)]
    for text in (*texts, dice.choice(ODD)):
        says = reference.refusal_clause(document, text)
        agree(f"refusal of {text}", document, says, engine_clause(game, position, text))
        met[f"refused by {says}"] += says is not None


ODD = ["", "pass", "move a1", "enter Xa a1", "hit a1 a2", "build a1 bx", "destroy a1 a2 *"]
ODD += ["change", "change *", "build a1", "build a1 *b", "change  wb", "change bbbbbb"]


def any_text(dice: Random, document: Document) -> str:
    """Make up a text that is well-formed and sometimes nearly legal."""
    seat = document["to_move"] or 0  # any, when the game is over
    _, towers, figures = read_board(document)
    own = [square for square, figure in figures.items() if figure == str(seat)]
    others = [square for square in figures if square not in own]
    kind = dice.choice(("enter", "move", "destroy", "destroy", "build", "build", "hit", "change"))
    start = dice.choice(own) if own and dice.random() < 0.9 else dice.choice(SQUARES)
    ends = dice.choice((LINES[start], LINES[start], SQUARES))
    wanted = {"destroy": list(towers), "hit": others}.get(kind, [])
    if dice.random() < 0.8:
        ends = [end for end in ends if end in wanted] or ends
    end = dice.choice(ends)
    joker = dice.random() < (0.4 if document["jokers"][seat] else 0.1)
    if kind == "enter":
        entry = dice.choice(ENTRIES)
        end = dice.choice(way_in(entry) if dice.random() < 0.9 else SQUARES)
        return f"enter {entry} {end}" + " *" * joker
    if kind == "move":
        return f"move {start} {end}" + " *" * joker
    if kind == "destroy":
        replaced = dice.choice(towers.get(end, COLOURS))
        return f"destroy {start} {end}" + f" *{replaced}" * joker
    if kind == "build":
        blocks = some(dice, document["blocks"][seat], document["phase"] + 1, 5)
        return f"build {start} {blocks}" + f" *{dice.choice(blocks)}" * joker
    if kind == "hit":
        return f"hit {start} {end} {dice.choice((1, 2, 3, 3, 3, 4, 5, 6, 7))}" + " *" * joker
    return f"change {some(dice, document['hands'][seat], 3, 5)}" + " *" * joker


def some(dice: Random, owned: str, number: int, most: int) -> str:
    """Return about so many colours, in any order, mostly of those owned."""
    if dice.random() < 0.3:
        number = dice.randint(1, most)
    if owned and dice.random() < 0.8:
        return "".join(dice.sample(owned, min(number, len(owned))))
    return "".join(dice.choices(COLOURS, k=number))


# ---------------------------------------------------------------------------------------------
# What was met
# ---------------------------------------------------------------------------------------------


def note(document: Document, text: str, after: Document, met: Counter[str]) -> None:
    """Count an action, and the special cases it is one of."""
    parsed = parse(text)
    assert parsed
    kind, named, joker = parsed
    seat = document["to_move"]
    _, towers, figures = read_board(document)
    met[f"{kind} with joker" if joker else kind] += 1
    if kind == "enter":
        met["enter a corner"] += len(SIDES[named[1]]) == 2
    elif kind == "destroy":
        height, phase = len(towers[named[1]]), document["phase"]
        met["destroy below the phase" if height < phase else f"destroy {height} in its phase"] += 1
        met["destroy to 7 blocks or more"] += len(after["blocks"][seat]) >= 7
    elif kind == "build":
        met[f"build {len(named[1])}"] += 1
        met["build on the border"] += named[0] in BORDER
    elif kind == "hit":
        met[f"hit with {named[2]}"] += 1
        met["hit a neutral figure"] += figures[named[1]] == NEUTRAL
    if after["phase"] > document["phase"]:
        met[f"phase {document['phase']} to {after['phase']}"] += 1
    if len(after["hands"][seat]) < HAND:
        met["too few cards to draw"] += 1
    if after["to_move"] is None:
        met[f"ended by {reference.over_by(after)}"] += 1


# What one run over made-up positions must meet, and how often at least.
TO_MEET = {
    10: [
        *("enter", "enter with joker", "move", "move with joker", "destroy", "destroy with joker"),
        *("build", "build with joker", "hit", "change", "change with joker", "shuffled"),
        *("refused by B4", "refused by B5", "refused by B6.1", "refused by B6.2"),
        *("refused by B6.3", "refused by B6.5", "refused by B7.1", "refused by B8.1"),
        *("refused by B8.2", "refused by B9", "refused by B10", "refused by notation"),
        *("refused by B11.2", "refused by B11.4"),
    ],
    5: [
        *("refused by B7.3", "ended by B11.2", "ended by B11.4", "hit with joker"),
        *("build 3", "build 4", "build 5", "build on the border", "enter a corner"),
        *("destroy to 7 blocks or more", "too few cards to draw", "hit with 3", "hit with 4"),
        "destroy below the phase",
    ],
    1: [
        *("destroy 2 in its phase", "destroy 3 in its phase", "destroy 4 in its phase"),
        *("hit with 5", "hit with 6", "phase 2 to 3", "phase 2 to 4", "phase 3 to 4"),
        *("shared victory", "blocks decide"),
    ],
}
ONLY_TWO_SEATS = {5: ["hit a neutral figure"]}
ONLY_MORE_SEATS = {5: ["build 2", "destroy 1 in its phase"], 1: ["phase 1 to 2"]}

# ---------------------------------------------------------------------------------------------
# Made-up positions
# ---------------------------------------------------------------------------------------------


def rich(dice: Random, seats: int) -> Document:
    """Make up a position, all keys written."""
    phase = dice.randint(2 if seats == 2 else 1, 4)
    first = dice.randrange(seats)
    limit = dice.choice((60, 30, 3, 0))
    document: Document = {
        "game": "blox",
        "options": {"seats": seats, "first_seat": first, "round_limit": limit},
        "board": "",
        "phase": phase,
        "points": [dice.choice((3, 3, 3, 4)) for _ in range(seats)],
    }
    blocks = [colour for colour in COLOURS for _ in range(10)]
    dice.shuffle(blocks)
    document["blocks"] = [
        in_order(take(dice, blocks, (0, 3, 5, 6, 6, 6, 7, 8))) for _ in range(seats)
    ]
    document |= made_up_cards(dice, seats)
    document["jokers"] = [dice.random() < 0.6 for _ in range(seats)]
    document["to_move"] = dice.randrange(seats)
    document["round"] = dice.randint(1, limit or 100)
    document["seed"] = dice.randrange(1000)
    towers = made_up_towers(dice, blocks, phase)
    figures = made_up_figures(dice, towers, seats)
    write_board(document, made_up_colours(dice), towers, figures)
    return document


def take(dice: Random, pile: list[str], numbers: tuple[int, ...]) -> str:
    """Take one of these numbers from the pile."""
    taken = pile[: dice.choice(numbers)]
    del pile[: len(taken)]
    return "".join(taken)


def made_up_cards(dice: Random, seats: int) -> Document:
    """Hands of few colours, some of them short; a short draw pile, sometimes no other cards."""
    cards = [colour for colour in COLOURS for _ in range(15)]
    dice.shuffle(cards)
    hands = []
    for _ in range(seats):
        if dice.random() < 0.6:
            liked = Counter(cards).most_common(1)[0][0]
            first = [card for card in cards if card == liked][: dice.choice((3, 4, 5))]
            cards = first + list((Counter(cards) - Counter(first)).elements())
        hands.append(in_order(take(dice, cards, (5,) * 8 + (4, 3, 1))))
    dice.shuffle(cards)
    draw = take(dice, cards, (0, 1, 3, 8, 60))
    pile = in_order(take(dice, cards, (0, 2, 60, 60)))
    return {"hands": hands, "draw": draw, "discard": pile}


def made_up_colours(dice: Random) -> Colours:
    """The default board, or squares of any colours."""
    start = GAME({"seats": 4})
    colours, _, _ = read_board(start.document(start.setup(0)))
    if dice.random() < 0.4:
        return {square: dice.choice(COLOURS) for square in SQUARES}
    return colours


def made_up_towers(dice: Random, blocks: list[str], phase: int) -> Towers:
    """Towers mostly of heights that matter in this phase; scattered, or close together."""
    near = [dice.choice(SQUARES)]
    while len(near) < 25:
        near += [side for side in SIDES[dice.choice(near)] if side not in near]
    squares = dice.choice((SQUARES, near, near))
    towers: Towers = {}
    most = dice.choice((3, 8, 16, 24, 30))
    few = dice.random() < 0.5  # the phase is about to change
    for square in dice.sample(squares, min(most, len(squares))):
        heights = [1, 1, 2, 3, 4, 5, phase, phase, phase]
        if few:
            high = sum(len(tower) == phase for tower in towers.values())
            heights = [height for height in heights if height != phase or high < 2]
        built = take(dice, blocks, tuple(heights))
        if built:
            towers[square] = in_order(built)
    return towers


def made_up_figures(dice: Random, towers: Towers, seats: int) -> Figures:
    """Figures of all seats on squares beside towers, or anywhere."""
    beside = [near for tower in towers for near in SIDES[tower] if near not in towers]
    free = [square for square in SQUARES if square not in towers]
    names = [str(seat) for seat in range(seats) for _ in range(dice.choice((0, 2, 3, 4, 4)))]
    if seats == 2:
        names += [NEUTRAL] * dice.choice((0, 2, 8))
    figures: Figures = {}
    for name in names:
        figures[dice.choice(beside if beside and dice.random() < 0.5 else free)] = name
    return figures


# ---------------------------------------------------------------------------------------------
# The tests
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_game_is_played_alike(seats: int) -> None:
    met: Counter[str] = Counter()
    dice = Random(f"whole {seats}")
    game: Any = GAME({"seats": seats})
    position = game.setup(dice.randrange(1000))
    play(game, position, dice, met, most=10_000)
    assert game.is_over(position)
    assert met["destroy"] + met["destroy with joker"] > 3


def play_rich_positions(seats: int, seed: int, number: int, met: Counter[str]) -> int:
    """Make up positions and play on from them."""
    compared = 0
    dice = Random(f"rich {seats} {seed}")
    for _ in range(number):
        document = rich(dice, seats)
        game, position = GAME.read(document)
        expected = document
        if reference.over_by(document):
            expected = {**document, "to_move": None, "winners": reference.winners(document)}
        agree("reading", document, expected, game.document(position))
        compared += play(game, position, dice, met, most=12)
    return compared


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_made_up_positions_are_played_alike(seats: int) -> None:
    met: Counter[str] = Counter()
    assert play_rich_positions(seats, seed=0, number=80, met=met) > 500
    tables = (TO_MEET, ONLY_TWO_SEATS if seats == 2 else ONLY_MORE_SEATS)
    wanted = {what: least for table in tables for least, names in table.items() for what in names}
    missed = {what: met[what] for what, least in wanted.items() if met[what] < least}
    assert not missed
