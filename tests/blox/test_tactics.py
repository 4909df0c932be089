"""Positions with a clearly right action, which every bot that searches must find.

They are the last action of a game or the last but one, so that the rules alone say what is right:
seat 1 moves, and seat 0 is the first seat.
"""

from typing import Any

import pytest

from tests.blox.tables import Document, turn
from tests.marks import searches
from tourelle.bots.named import named
from tourelle.core.compile import buffer
from tourelle.games.blox.game import Blox

pytestmark = searches

SEARCHERS = ("turn", "reply:work=40000", "deep:work=60000")
NO_JOKERS = [False, False]
FIVE = "bgwwp"  # a hand that the seat to move does not see
FAR_TWOS = {"a9": "BW", "i9": "WP"}
FAR_THREES = {"a9": "BBB", "i9": "WWW"}


def cells(drawn: str) -> dict[str, str]:
    """Return squares with what stands there: `cells("e1:1 d1:GW")`."""
    return dict(cell.split(":") for cell in drawn.split())


def last(**keys: Any) -> Document:
    """Return a position in which seat 1 has the last action of the game (B11.2)."""
    return turn({"seats": 2}, **{"phase": 4, "to_move": 1, "jokers": NO_JOKERS, "e1": "1", **keys})


def last_but_one(squares: str, hand: str, points: list[int], /, **keys: Any) -> Document:
    """Return a position in which seat 1 has two actions left, and seat 0 one between (B11.4)."""
    options = {"seats": 2, "round_limit": 31}
    given = {"to_move": 1, "round": 30, "hands": [FIVE, hand], "points": points, **keys}
    return turn(options, **{"jokers": NO_JOKERS, **given}, **cells(squares))


# The lesson, the position, and the actions that are right.
TACTICS: dict[str, tuple[Document, tuple[str, ...]]] = {
    "the higher of two towers wins": (
        last(d1="GG", f1="WWW", hands=["", "ggwww"], points=[6, 4], blocks=["bbb", ""]),
        ("destroy e1 f1",),
    ),
    "five blocks built win, a tower of two does not": (
        last(d1="GG", hands=["", "bbgwp"], points=[10, 6], blocks=["", "bbgwp"], jokers=[True] * 2),
        ("build e1 bbgwp", *(f"build e1 bbgwp *{colour}" for colour in "bgwp")),
    ),
    "three cards of a colour are three points": (
        last(d1="0", f1="GG", hands=["", "pppgg"], points=[10, 8]),
        ("hit e1 d1 3",),
    ),
    "the joker is the third card of a hit": (
        last(d1="0", f1="G", hands=["", "ppgwb"], points=[10, 8], jokers=[False, True]),
        ("hit e1 d1 3 *",),
    ),
    "every card of a hit counts": (
        last(d1="0", hands=["", "ppppg"], points=[11, 8], blocks=["b", ""]),
        ("hit e1 d1 4",),
    ),
    "of two ways to draw level, the one that brings blocks wins (B11.3)": (
        last(d1="0", f1="GG", e2="GGP", hands=["", "pppgg"], points=[11, 8], blocks=["bb", ""]),
        ("destroy e1 e2",),
    ),
    "the joker ends the game while it is won": (
        last(
            d1="GGWW", a9="BBPP", f1="GG", hands=[FIVE, "ggwbp"], points=[20, 21], jokers=[True] * 2
        ),
        ("destroy e1 d1 *w",),
    ),
    "the tower that the next seat could take goes first": (
        turn(
            {"seats": 3},
            to_move=1,
            phase=4,
            c1="2",
            e1="1",
            d1="BG",
            f1="BG",
            hands=["", "bgwpp", FIVE],
            jokers=[False, False, True],
            points=[0, 10, 10],
        ),
        ("destroy e1 d1",),
    ),
    "of two towers in reach, the one that the opponent sees too goes first": (
        last_but_one("a1:0 e1:1 d1:GW f1:BG", "bggww", [10, 7], jokers=[True, False], **FAR_TWOS),
        ("destroy e1 d1",),
    ),
    "the joker is kept where cards can pay": (
        last_but_one(
            "e1:1 f1:BGG f2:BWP", "bggwp", [10, 5], phase=3, jokers=[False, True], **FAR_THREES
        ),
        ("destroy e1 f1",),
    ),
    "the joker pays in time for a phase in which the next tower can go": (
        last_but_one(
            "e1:1 d1:GW c1:BBP a9:BW i9:BWP i1:GGP",
            "bbgpp",
            [10, 6],
            jokers=[False, True],
            blocks=["", "bbp"],
        ),
        ("destroy e1 d1 *w",),
    ),
    "with seven blocks the figure that sees no tower builds (B6.5)": (
        last_but_one("e1:1 d1:PP i5:1", "bgwpp", [10, 6], blocks=["", "bgggggw"], **FAR_TWOS),
        ("build i5 bgw",),
    ),
    "a figure enters where its cards can destroy next": (
        last_but_one("e5:PPP", "pppgb", [5, 3], phase=3, **FAR_THREES),
        tuple(
            f"enter {entry}"
            for entry in ("W5 c5", "Nc c5", "E5 g5", "Sg g5", "Ne e6", "E6 e6", "Se e4", "W4 e4")
        ),
    ),
    "a figure moves to where its cards can destroy next": (
        last_but_one("a5:1 e5:PPP", "pppgb", [5, 3], phase=3, **FAR_THREES),
        (
            "move a5 c5",
            *(
                f"enter {entry}"
                for entry in ("Nc c5", "E5 g5", "Sg g5", "Ne e6", "E6 e6", "Se e4", "W4 e4")
            ),
        ),
    ),
    "changing cards turns the joker up and keeps what it completes": (
        last_but_one("e1:1 d1:PPP", "ppbwg", [5, 3], phase=3, **FAR_THREES),
        tuple(f"change {cards} *" for cards in ("b", "g", "w", "bg", "bw", "gw", "bgw")),
    ),
}

# The lesson, the position, and the beginnings of the actions that are wrong.
MISTAKES: dict[str, tuple[Document, tuple[str, ...]]] = {
    "who is behind does not end the game": (
        last(d1="GGWW", a9="BBPP", f1="BG", hands=[FIVE, "ggwwb"], points=[30, 20]),
        ("destroy e1 d1",),
    ),
    "a figure does not leave the only tower it can destroy": (
        last_but_one("e1:1 d1:PPP", "bgppp", [5, 3], phase=3, **FAR_THREES),
        ("move e1", "change bgppp", "change ppp", "change pp", "change p"),
    ),
}


def choice(document: Document, bot: str) -> tuple[str, set[str]]:
    """Return what a bot does, and all it could have done."""
    game, position = Blox.read(document)
    seat = game.to_move(position)
    assert seat is not None
    dice = buffer(1)
    dice[0] = 7
    (action,) = named(bot).turn(game, game.view(position, seat), seat, dice)
    return game.action_text(action), set(game.legal_texts(position))


@pytest.mark.parametrize("bot", SEARCHERS)
@pytest.mark.parametrize("tactic", TACTICS)
def test_a_searching_bot_finds_what_is_right(tactic: str, bot: str) -> None:
    document, right = TACTICS[tactic]
    chosen, legal = choice(document, bot)
    assert set(right) < legal
    assert chosen in right


@pytest.mark.parametrize("bot", SEARCHERS)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_searching_bot_makes_no_such_mistake(mistake: str, bot: str) -> None:
    document, wrong = MISTAKES[mistake]
    chosen, legal = choice(document, bot)
    assert all(any(text.startswith(beginning) for text in legal) for beginning in wrong)
    assert not chosen.startswith(wrong)
