"""Torres positions with a right answer by arithmetic, which every bot that searches must find.

In most of them seat 1 has the last turn of the game, with few action points left, and only the best
turn wins. The other seat's points are chosen so that the second best is not enough.
"""

from dataclasses import dataclass
from typing import Any, Final

import pytest

from tests.marks import searches
from tests.torres.tables import Document, turn
from tourelle.bots.named import named
from tourelle.core.compile import buffer
from tourelle.core.game import Game
from tourelle.core.words import Seat
from tourelle.games.torres.game import Torres

pytestmark = searches

BOTS: Final = ["turn", "reply:work=15000", "deep:work=15000"]
WIDE: Final = "turn:width=4000"  # drops next to nothing


def cells(drawn: str) -> dict[str, Any]:
    """Return squares with what stands there: `cells("c3:21 h8:1K")`."""
    return dict(cell.split(":") for cell in drawn.split())


@dataclass(frozen=True)
class Tactic:
    """A position and what the seat to move must reach there."""

    name: str
    document: Document
    scores: list[int]
    """The final points of both seats after the right turn."""


def last_turn(
    name: str,
    scores: list[int],
    /,
    *,
    ap: int,
    points: list[int],
    hand: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    **keys: Any,
) -> Tactic:
    """Return a tactic for the last turn of the game, with the points before it."""
    document = turn(
        {"seats": 2, "cards": "shared", **(options or {})},
        year=3,
        round=4,
        to_move=1,
        ap=ap,
        scores=points,
        hands=[[], list(hand)],
        **keys,
    )
    return Tactic(name, document, scores)


# seat 1 on c3, two steps below the top
STAIRS: Final[dict[str, Any]] = cells("c3:21 c4:3. c5:4. d3:1. d4:1. h1:.0 h8:1K")
# seat 1 on c1; beyond d1 three by three squares without a knight
EMPTY_CASTLE: Final[dict[str, Any]] = cells(
    "c1:21 b1:1. a1:1. e1:1. f1:1. g1:1. e2:1. f2:1. g2:1. e3:1. f3:1. g3:1. h8:.0 a8:1K"
)

LAST_TURNS: Final = [
    # 5 squares x level 3 + 15; climbing on to c7 would lose the King
    last_turn(
        "the lift wins the King's bonus, a block enlarges his castle",
        [49, 50],
        ap=1,
        points=[49, 20],
        hand=("lift",),
        **cells("c6:3. c7:4. d6:1K d7:1. b6:.1 h1:.0 g2:1."),
    ),
    # 4 x 2 for the knight who stays, 6 x 1 for the one who walked through the castle
    last_turn(
        "through the doors to another castle",
        [33, 34],
        ap=2,
        points=[33, 20],
        stacks=[[], [0]],
        **cells("a4:11 b4:21 c4:2. d4:2. f4:1. f5:1. f6:1. f7:1. f8:1. g8:1. h1:.0 d1:1K"),
    ),
    # 5 x 4; a climb and a block are 6 x 3, two blocks 7 x 2
    last_turn("to the top, rather than placing blocks", [39, 40], ap=2, points=[39, 20], **STAIRS),
    # 6 x 4 + 6 x 1
    last_turn(
        "blocks for the castle with the highest knight",
        [49, 50],
        ap=2,
        points=[49, 20],
        **cells("b7:41 b8:1. a7:1. c7:1. e4:11 e3:1. e2:1. f2:1. f3:1. f4:1. h8:.0 h6:1K"),
    ),
    # a point, and 3 x 2; a block would give 2, and the other seat, four levels high, 4
    last_turn(
        "no block where it helps the other more",
        [29, 30],
        ap=1,
        points=[17, 22],
        **cells("b2:21 b3:40 b4:1. h8:1K"),
    ),
    # 9 -> 11, over the marker on 10; then 1 for the castle, over the marker on 12
    last_turn(
        "a point to jump over the marker",
        [12, 13],
        ap=1,
        points=[10, 9],
        **cells("b2:11 e5:10 e6:1. h8:1K"),
    ),
    # 3 x 2 + 9 x 1
    last_turn(
        "a new knight for a castle without one", [34, 35], ap=3, points=[34, 20], **EMPTY_CASTLE
    ),
    # the same, with one action point, a card, and no blocks
    last_turn(
        "seven action points when they gain",
        [34, 35],
        ap=1,
        points=[34, 20],
        hand=("seven", "diagonal"),
        stacks=[[], [0]],
        **EMPTY_CASTLE,
    ),
    # 5 x 4, twice up: one step is paid, one comes with the card
    last_turn(
        "six action points when they gain",
        [39, 40],
        ap=1,
        points=[39, 20],
        hand=("six", "supply"),
        **STAIRS,
    ),
    # 5 x 3 + 2 x 1; under the other knight it would be 5 x 2 + 2 x 2
    last_turn(
        "a block under the top knight",
        [36, 37],
        ap=0,
        points=[36, 20],
        hand=("raise",),
        **cells("c3:21 c4:1. c5:1. d3:1. d4:1. g6:11 g7:1. h1:.0 h8:1K"),
    ),
    # 6 x 4, from two levels below
    last_turn(
        "two levels at once",
        [43, 44],
        ap=0,
        points=[43, 20],
        hand=("climb",),
        **cells("c3:21 c4:4. c5:1. d3:1. d4:1. b3:1. h1:.0 h8:1K"),
    ),
    # 4 x 4 for the one at the top, 15 for the one who comes down to level 3
    last_turn(
        "down to the King's level with the second knight",
        [50, 51],
        ap=1,
        points=[50, 20],
        **cells("c3:41 c4:3. d4:41 d3:1K h1:.0"),
    ),
    # all knights on row 4: 50, and 2 x 1 + 1 x 1 for the castles left
    last_turn(
        "the line of the master card",
        [72, 73],
        ap=1,
        points=[72, 20],
        options={"cards": "none", "master": "line"},
        **cells("a4:11 b4:1. e4:11 h3:21 h2:1. h1:1. g1:.0 f3:.0 h8:1K"),
    ),
    # all knights in one chain: 40, and 3 x 1 for their castle
    last_turn(
        "the chain of the master card",
        [62, 63],
        ap=1,
        points=[62, 20],
        options={"cards": "none", "master": "chain"},
        **cells("c4:1. c5:11 c6:11 e6:21 e7:1. e8:1. h1:.0 g3:.0 h8:1K"),
    ),
    # over the other seat's knight up to level 3: 5 x 3
    last_turn(
        "over a knight to the top",
        [34, 35],
        ap=0,
        points=[24, 20],
        hand=("leap",),
        **cells("c2:21 c3:20 c4:3. d2:1. d3:1. h8:1K"),
    ),
]


def before_the_reply(scores: list[int], /, **keys: Any) -> Document:
    """Return the last turn but one of the game: seat 0 has one action point, seat 1 no blocks."""
    return turn(
        {"seats": 2, "cards": "none"},
        year=3,
        round=4,
        to_move=0,
        ap=1,
        scores=scores,
        stacks=[[3], [0]],
        **keys,
    )


REPLIES: Final = {
    # 6 on d3, and 7 on g6: but from d3 seat 1 is kept away, who would gain 6 there with one step
    "the tower that the other would climb": before_the_reply(
        [20, 26],
        **cells(
            "c3:20 d3:3. e3:21 c4:1. d4:1. e4:1. f6:10 g6:2. f7:1. g7:1. f8:1. g8:1. h8:1. h1:1K"
        ),
    ),
    # nothing gained, but seat 1 can't climb two levels; a block for the own castle gains only 2
    "a block that makes the other's tower too high": before_the_reply(
        [20, 11],
        **cells("c3:1. d3:3. e3:21 c4:1. d4:1. e4:1. f6:20 g6:1. f7:1. g7:1. h7:1. h1:1K"),
    ),
}
"""Seat 0 wins only if it takes from seat 1 what seat 1 would gain most from."""


def dice_from(seed: int) -> list[int]:
    dice = buffer(1)
    dice[0] = seed
    return dice


def played_out(document: Document, spec: str) -> tuple[Game[Any], Any, list[str]]:
    """Let a bot play the turn of the seat to move to its end."""
    game, position = Torres.read(document)
    seat, dice, texts = game.to_move(position), dice_from(1), []
    assert seat is not None
    while game.to_move(position) == seat:
        for action in named(spec).turn(game, game.view(position, seat), seat, dice):
            texts.append(game.action_text(action))
            game.play(position, action)
    return game, position, texts


def final(document: Document, spec: str) -> tuple[list[int], list[str]]:
    game, position, texts = played_out(document, spec)
    assert game.is_over(position)
    return [game.points(position, Seat(seat)) for seat in range(2)], texts


@pytest.mark.parametrize("spec", [WIDE, *BOTS])
@pytest.mark.parametrize("tactic", LAST_TURNS, ids=lambda tactic: tactic.name)
def test_the_last_turn_wins_the_game(tactic: Tactic, spec: str) -> None:
    scores, texts = final(tactic.document, spec)
    assert scores == tactic.scores, texts
    assert scores[1] > scores[0]


@pytest.mark.parametrize("spec", BOTS[1:])  # `turn` doesn't look at replies
@pytest.mark.parametrize("name", REPLIES)
def test_a_turn_takes_the_reply_into_account(name: str, spec: str) -> None:
    game, position, texts = played_out(REPLIES[name], spec)
    scores, reply = final(game.document(position), WIDE)
    assert scores[0] > scores[1], (texts, reply)


@pytest.mark.parametrize("name", REPLIES)
def test_without_looking_at_the_reply_seat_0_would_lose(name: str) -> None:
    """The positions ask for something: most points at once is not the answer."""
    game, position = Torres.read(REPLIES[name])
    most, worst = -1, ""
    for text in game.legal_texts(position):
        after = game.copy(position)
        game.play_text(after, text)
        if text == "end":
            continue
        game.play_text(after, "end")
        gained = game.points(after, Seat(0)) + sum(
            term.points for term in game.score_terms(after, Seat(0))
        )
        if gained > most:
            most, worst = gained, text
    game.play_text(position, worst)
    game.play_text(position, "end")
    scores, _ = final(game.document(position), WIDE)
    assert scores[0] < scores[1], worst


KING_SQUARES: Final = {
    # after year 1: level 2 counts next
    "to the castle with an own knight and none of the other": (
        turn(
            {"seats": 2, "cards": "none"},
            stage="king",
            year=1,
            round=4,
            to_move=1,
            scores=[30, 12],
            **cells("b2:21 b3:2. c2:1. f6:21 f7:20 g6:1. c7:20 c8:2K d7:1."),
        ),
        {"b3", "c2"},
    ),
    # after year 2: he is with both, and goes where the other has no knight
    "away from a castle with both": (
        turn(
            {"seats": 2, "cards": "none"},
            stage="king",
            year=2,
            round=4,
            to_move=0,
            scores=[40, 62],
            **cells("b2:30 b3:3. c2:1. d2:1. f6:31 f7:30 g6:3. g7:1K c7:31 c8:2. d7:1."),
        ),
        {"b3", "c2", "d2"},
    ),
}


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("name", KING_SQUARES)
def test_T9_4_the_king_goes_where_he_serves_his_seat_alone(name: str, spec: str) -> None:
    document, squares = KING_SQUARES[name]
    _, _, texts = played_out(document, spec)
    assert texts[0].split()[0] == "king"
    assert texts[0].split()[1] in squares
