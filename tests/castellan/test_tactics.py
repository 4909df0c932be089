"""Positions with a turn that is clearly right: every bot that searches has to find it."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

from tests.castellan.tables import CUT, NEARLY, NO_CARDS, WIDE, Document, building, points, yard
from tests.marks import searches
from tourelle.bots.named import named
from tourelle.core.compile import buffer
from tourelle.core.words import Seat
from tourelle.games.castellan.game import Castellan

pytestmark = searches

BOTS = ("turn", "reply:work=30000", "deep:work=60000")

# Two sides of a unit square.
CORNER = ["tower 0,0", "short 0,0 E", "tower 1,0", "short 0,0 N", "tower 0,1"]
# Two rooms that lack one long wall each: four towers around the left one, six around the right.
TWO_NEARLY = [
    *("tower 0,0", "long 0,0 E", "tower 2,0", "long 2,0 N", "tower 2,2", "long 2,2 N"),
    *("tower 2,4", "long 0,2 E", "tower 0,2"),
    *("long 2,0 E", "tower 4,0", "long 4,0 N", "tower 4,2", "long 4,2 N", "tower 4,4"),
]
# A wide room with a tower in the middle of its left side, and one with another on its right.
LEFT = [*(p for p in WIDE if p != "long 0,0 N"), "short 0,0 N", "tower 0,1", "short 0,1 N"]
BOTH = [*(p for p in LEFT if p != "long 4,0 N"), "short 4,0 N", "tower 4,1", "short 4,1 N"]
# The same with a lower one above it: eight towers around the first, six around the second.
UPPER = [
    *(*BOTH, "short 0,2 N", "tower 0,3", "long 0,3 E", "tower 2,3", "long 2,3 E"),
    *("tower 4,3", "short 4,2 N"),
]


def ending(pieces: list[str], in_hand: str, /, **keys: Any) -> Document:
    """Return a position in which seat 0 places the last pieces of the game."""
    return building(pieces, in_hand, **{"hands": NO_CARDS, "ending": 1, **keys})


def own(document: Document) -> int:
    """Return the points of seat 0."""
    return points(document)[0]


def best_by_force(document: Document, seat: int = 0) -> int:
    """Return the most points that a seat can have at the end of its turn: all turns are tried."""
    game, position = Castellan.read(document)
    seen: dict[int, int] = {}

    def best(state: Any) -> int:
        if game.to_move(state) != seat:
            return game.points(state, Seat(seat))
        key = int(game.answer("fingerprint")(state))
        if key not in seen:
            seen[key] = max(map(best, game.children(state, game.legal_actions(state))))
        return seen[key]

    return best(position)


def doubled(document: Document) -> list[str]:
    """Return the cells of the doubled courtyards."""
    return [found["cell"] for found in document["courtyards"] if found["double"]]


class Tactic(NamedTuple):
    """A position, and what has to be true once seat 0 has played its turn."""

    position: Document
    solved: Callable[[Document], bool]


MEETING = [*(p for p in WIDE if p != "tower 2,2"), CUT, "short 4,2 N"]
LAST_TURN = ending(CORNER, "TSSL")

TACTICS: dict[str, Tactic] = {
    "close with the last tower": Tactic(
        ending([p for p in NEARLY if p != "tower 2,2"] + ["long 2,0 N", "long -2,0 E"], "T"),
        lambda found: own(found) == 8,
    ),
    "play the card that closes": Tactic(
        {
            "pieces": NEARLY,
            "hands": [{"W": ["W4"], "T": ["T2", "T3"]}, {"W": ["W1"]}],
            "decks": [{"W": ["W1"]}, {}],
        },
        lambda found: own(found) >= 4,
    ),
    "play both cards where one does not close": Tactic(
        {
            "pieces": CORNER,
            "hands": [{"W": ["W4"], "T": ["T1"]}, {"W": ["W1"], "T": ["T5"]}],
            "decks": [{"W": ["W1"], "T": ["T6"]}, {"W": ["W1"], "T": ["T6"]}],
        },
        lambda found: own(found) >= 4,
    ),
    "close two courtyards with one tower": Tactic(
        building(MEETING, "T"), lambda found: len(found["courtyards"]) == 2
    ),
    "close the larger of two": Tactic(
        ending(TWO_NEARLY, "L", double_used=[True, True]), lambda found: own(found) == 6
    ),
    "close with a tower and two walls": Tactic(
        building(CORNER, "TSS"), lambda found: own(found) >= 4
    ),
    "double the larger courtyard": Tactic(
        ending(UPPER, "S", stage="keep", courtyards=[yard("0,0", 0, None), yard("0,2", 0, None)]),
        lambda found: doubled(found) == ["0,0"],
    ),
    "save the double for the larger courtyard of the same turn": Tactic(
        ending(TWO_NEARLY, "LL"), lambda found: own(found) == 16
    ),
    "let the double stay on the larger part": Tactic(
        ending(
            [*LEFT, CUT],
            "S",
            stage="stays",
            courtyards=[yard("0,0", 0, None), yard("2,0", 0, None)],
            double_used=[True, False],
        ),
        lambda found: doubled(found) == ["0,0"],
    ),
    "leave the doubled courtyard whole": Tactic(
        ending(BOTH, "L", courtyards=[yard("0,0", 0, True)]), lambda found: own(found) == 16
    ),
    "build where points count twice": Tactic(
        ending([*BOTH, CUT], "TS", courtyards=[yard("0,0", 0), yard("2,0", 0, True)]),
        lambda found: own(found) == 5 + 2 * 6,
    ),
    "split a courtyard of one's own": Tactic(
        ending(WIDE, "L", courtyards=[yard("0,0", 0)], double_used=[True, True]),
        lambda found: own(found) == 8,
    ),
    "leave nothing nearly closed": Tactic(
        building(
            ["tower 0,0", "long 0,0 E", "tower 2,0", "long 0,0 N", "tower 0,2"],
            "LT",
            hands=[{"W": ["W4"]}, {"T": ["T3"]}],
        ),
        lambda found: best_by_force(found, 1) == 0,
    ),
    "block what the next seat would close": Tactic(
        building(NEARLY, "S", hands=[{}, {"T": ["T3"]}]),
        lambda found: best_by_force(found, 1) == 0,
    ),
    "the best last turn": Tactic(LAST_TURN, lambda found: own(found) == best_by_force(LAST_TURN)),
}


@cache
def after_turn(bot: str, name: str) -> dict[str, Any]:
    """Return the document after the turn that a bot plays."""
    game, position = Castellan.read(TACTICS[name].position)
    dice = buffer(1)
    dice[0] = 1
    thinker = named(bot)
    while not game.is_over(position) and game.to_move(position) == 0:
        for action in thinker.turn(game, game.view(position, Seat(0)), Seat(0), dice):
            game.play(position, action)
    return game.document(position)


OPEN_TO_THE_END = {
    ("play both cards where one does not close", bot)
    for bot in ("reply:work=30000", "deep:work=60000")
}
"""Looking on to the end of so short a game, the cards kept are worth as much as the courtyard."""


@pytest.mark.parametrize(
    ("name", "bot"), [c for c in product(TACTICS, BOTS) if c not in OPEN_TO_THE_END]
)
def test_finds(name: str, bot: str) -> None:
    found = after_turn(bot, name)
    assert TACTICS[name].solved(found), found
