"""What is secret: hands and the order of decks; what a seat has left is public."""

from collections import Counter
from typing import Any

import pytest

from tourelle.core.words import WATCHER, Seat
from tourelle.games.castellan.game import Castellan

HANDS = [{"W": ["W1", "W4"], "T": ["T1"]}, {"W": ["W2"], "T": ["T2", "T6"]}]
DECKS = [{"W": ["W3"], "T": ["T3", "T4"]}, {"W": ["W1", "W1"], "T": []}]
DOCUMENT = {"pieces": ["tower 0,0"], "hands": HANDS, "decks": DECKS}


def seen(document: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a seat's view as a document."""
    game, position = Castellan.read(document)
    return game.document(game.view(position, Seat(seat)))


def test_hands_and_decks_are_hidden_and_their_sizes_are_not() -> None:
    view = seen(DOCUMENT, 0)
    assert view["hands"] == [HANDS[0], {"W": ["?"], "T": ["?", "?"]}]
    assert view["decks"] == [{"W": ["?"], "T": ["?", "?"]}, {"W": ["?", "?"], "T": []}]
    assert seen(DOCUMENT, WATCHER)["hands"][0] == {"W": ["?", "?"], "T": ["?"]}


def test_C6_1_after_it_all_cards_are_public() -> None:
    last = {**DOCUMENT, "decks": [{}, {}], "ending": 1, "hands": [HANDS[0], {}]}
    assert seen(last, 1)["hands"] == seen(last, WATCHER)["hands"] == [HANDS[0], {"W": [], "T": []}]


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_an_imagined_world_has_the_cards_that_are_left(seat: int) -> None:
    game, position = Castellan.read(DOCUMENT)
    worlds = [game.imagine(game.view(position, Seat(seat)), Seat(seat), seed) for seed in range(60)]
    documents = [game.document(world) for world in worlds]
    for document in documents:
        for i in range(2):
            for letter in "WT":
                found = document["hands"][i][letter] + document["decks"][i][letter]
                assert Counter(found) == Counter(HANDS[i][letter] + DECKS[i][letter])
    assert len({str(document["decks"][0]["T"]) for document in documents}) > 1
    own = {str(document["hands"][0]) for document in documents}
    assert (len(own) == 1) is (seat == 0)


def test_a_view_can_be_played_on() -> None:
    game, position = Castellan.read({**DOCUMENT, "stage": "draw", "extra": 1})
    view = game.view(position, Seat(1))
    game.play_text(view, "draw W T")
    game.play_text(position, "draw W T")
    assert game.identity(view) == game.identity(game.view(position, Seat(1)))
    assert game.document(view)["hands"][0] == {"W": ["?"] * 3, "T": ["?"] * 2}
