"""The engine and the plain reference play the same games, and agree at every step.

Games from the start seldom split a doubled courtyard or leave pieces over, so most of the ground is
covered from made-up positions: crowded castles with courtyards of all seats, short decks, last
turns. At every step texts that are mostly not legal are tried too.
"""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.alongside import agree
from tests.castellan.alongside import play
from tests.castellan.made_up import opening, rich
from tourelle.games import game_class

GAME = game_class("castellan")


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
