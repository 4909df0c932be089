"""The fingerprint of a position: equal exactly when a seat's turn has come to the same state."""

import json
from random import Random
from typing import Any

import pytest

from tests.castellan.tables import NEARLY, SQUARE, WIDE, Document, building, yard
from tourelle.core.words import Action, Seat
from tourelle.games.castellan.game import Castellan

ORDERS = 24


def meaning(game: Castellan, position: Any) -> str:
    """Return all that a position says, whatever the order in which pieces were placed."""
    document = game.document(position)
    return json.dumps({**document, "pieces": sorted(document["pieces"])}, sort_keys=True)


def hashed(document: Document) -> int:
    """Return the fingerprint of a document's position."""
    game, position = Castellan.read(document)
    return int(game.answer("fingerprint")(position))


def start_of_a_turn(game: Castellan, seed: int, chance: Random) -> Any:
    """Return a position some way into a random game, a turn about to begin."""
    position = game.setup(seed)
    for _ in range(chance.randrange(30, 90)):
        game.apply(position, chance.choice(game.legal_actions(position)))
    while game.document(position)["stage"] != "play":
        game.apply(position, chance.choice(game.legal_actions(position)))
    return position


def is_piece(game: Castellan, action: Action) -> bool:
    """Tell whether an action places a piece."""
    return game.action_text(action).split()[0] in ("tower", "short", "long")


def random_turn(game: Castellan, position: Any, chance: Random) -> list[Action]:
    """Return the actions of a whole turn."""
    position, seat, turn = game.copy(position), game.to_move(position), []
    while game.to_move(position) == seat:
        turn.append(chance.choice(game.legal_actions(position)))
        game.apply(position, turn[-1])
    return turn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_orders_of_a_turn_meet_and_nothing_else_does(seats: int) -> None:
    """Play the same pieces in many orders: equal fingerprints if and only if equal positions."""
    game, chance, visits = Castellan({"seats": seats}), Random(seats), 0
    met: set[str] = set()
    for seed in range(12):
        root = start_of_a_turn(game, seed, chance)
        if game.is_over(root):
            continue
        seat, turn = game.to_move(root), random_turn(game, root, chance)
        by_meaning: dict[str, int] = {}
        by_hash: dict[int, str] = {}
        for _ in range(ORDERS):
            position = game.copy(root)
            game.apply(position, turn[0])
            waiting = [action for action in turn if is_piece(game, action)]
            chance.shuffle(waiting)
            while game.to_move(position) == seat:
                said, found = meaning(game, position), int(game.answer("fingerprint")(position))
                assert found != 0
                assert by_meaning.setdefault(said, found) == found
                assert by_hash.setdefault(found, said) == said
                visits += 1
                legal = game.legal_actions(position)
                action = next((piece for piece in waiting if piece in legal), None)
                if action is None:  # a question, a draw, or another piece than in the first order
                    action = chance.choice(legal)
                else:
                    waiting.remove(action)
                game.apply(position, action)
        met.update(by_meaning)
    assert len(met) < visits / 2, (
        "orders of the same pieces have to meet for this to prove anything"
    )


ROOM = building(WIDE, "TS", courtyards=[yard("0,0", 0)])
TWO_ROOMS = [yard("0,0", 0), yard("2,0", 0)]
CUT_ROOM = [*WIDE, "long 2,0 N"]
DIFFERENT: dict[str, tuple[Document, Document]] = {
    "another piece": (building(NEARLY, "L"), building([*NEARLY, "long 2,2 E"], "L")),
    "a longer wall": (
        building(["tower 0,0", "long 0,0 E"], "T"),
        building(["tower 0,0", "short 0,0 E"], "T"),
    ),
    "pieces in hand": (ROOM, {**ROOM, "pieces_in_hand": {"T": 1, "L": 1, "S": 0}}),
    "cards in hand": (ROOM, {**ROOM, "hands": [{"W": ["W2"], "T": ["T1"]}, {"W": ["W2"]}]}),
    "who owns a courtyard": (ROOM, {**ROOM, "courtyards": [yard("0,0", 1)]}),
    "a doubled courtyard": (ROOM, {**ROOM, "courtyards": [yard("0,0", 0, True)]}),
    "which one is doubled": (
        building(CUT_ROOM, "S", courtyards=[yard("0,0", 0, True), yard("2,0", 0)]),
        building(CUT_ROOM, "S", courtyards=[yard("0,0", 0), yard("2,0", 0, True)]),
    ),
    "whose is which": (
        building(CUT_ROOM, "S", courtyards=[yard("0,0", 1), yard("2,0", 0)]),
        building(CUT_ROOM, "S", courtyards=[yard("0,0", 0), yard("2,0", 1)]),
    ),
    "whether the double is used": (ROOM, {**ROOM, "double_used": [True, False]}),
    "extra cards": (ROOM, {**ROOM, "extra": 1}),
    "whether it is the opening": (ROOM, {**ROOM, "opening": True}),
    "the stage": (
        building(SQUARE, "S", courtyards=[yard("0,0", 0)]),
        building(SQUARE, "S", courtyards=[yard("0,0", 0, None)], stage="keep"),
    ),
    "what is asked about": (
        building(CUT_ROOM, "S", stage="keep", courtyards=[yard("0,0", 0, None), yard("2,0", 0)]),
        building(CUT_ROOM, "S", stage="keep", courtyards=[yard("0,0", 0), yard("2,0", 0, None)]),
    ),
    "who is to move": (ROOM, {**ROOM, "to_move": 1}),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_differs_is_told_apart(what: str) -> None:
    one, other = DIFFERENT[what]
    assert hashed(one) != hashed(other)


def test_the_order_of_pieces_is_no_difference() -> None:
    assert hashed(ROOM) == hashed({**ROOM, "pieces": WIDE[::-1]})
    both = building(CUT_ROOM, "S", courtyards=TWO_ROOMS)
    assert hashed(both) == hashed({**both, "pieces": CUT_ROOM[::-1]})


def test_towers_of_a_pair_that_change_places_are_told_apart() -> None:
    """The words of all towers are added up, so equal sums must not be equal hashes."""
    arms = ["tower 0,0", "long 0,0 E", "tower 2,0", "long 0,0 N", "tower 0,2"]
    seen = set()
    for near in ("short", "long"):
        for far in ("short", "long"):
            for side in "EN":
                pieces = [*arms, f"{near} 2,0 {side}", f"{far} 0,2 {side}"]
                seen.add(hashed(building(pieces, "T", to_move=Seat(0))))
    assert len(seen) == 8
