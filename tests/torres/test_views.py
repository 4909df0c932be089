"""T7.3: what a seat may know."""

from collections import Counter
from typing import Any

import pytest

from tests.torres.tables import after, turn
from tourelle.core.words import WATCHER, Seat
from tourelle.games.torres.game import Torres

OWN = {"cards": "own", "seats": 2}


def seen(document: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a seat's view as a document."""
    game, position = Torres.read(document)
    return game.document(game.view(position, Seat(seat)))


def test_T7_3_hands_are_secret_except_under_hand() -> None:
    document = turn({"seats": 2}, a1="10", hands=[["six"], ["leap", "lift"]])
    assert seen(document, 0)["hands"] == [["six"], ["?", "?"]]
    assert seen(document, 1)["hands"] == [["?"], ["lift", "leap"]]
    assert seen(document, WATCHER)["hands"] == [["?"], ["?", "?"]]
    open_hands = turn({"cards": "hand", "seats": 2}, a1="10", hands=[["six"], ["leap"]])
    assert seen(open_hands, WATCHER)["hands"] == [["six"], ["leap"]]


def test_T7_3_only_the_buyer_sees_what_is_drawn_and_bought() -> None:
    document = turn(OWN, a1="10", decks=[["six", "lift", "leap", "shift"], []])
    drawn = after(document, "buy")
    assert seen(drawn, 0)["drawn"] == ["six", "lift", "leap"]
    assert seen(drawn, 1)["drawn"] == ["?"] * 3
    kept = after(drawn, "keep lift")
    assert seen(kept, 0)["bought"] == ["lift"]
    assert seen(kept, 1)["bought"] == ["?"]


def test_T7_2_who_puts_cards_back_knows_where_they_lie() -> None:
    document = turn(OWN, a1="10", decks=[["six", "lift", "leap", "shift", "summon"], []])
    game, position = Torres.read(document)
    for text in ("buy", "keep lift", "return top bottom"):
        game.play_text(position, text)
    mine = game.document(game.view(position, Seat(0)))
    assert mine["decks"][0] == ["six", "?", "?", "leap"]
    assert game.document(game.view(position, Seat(1)))["decks"][0] == ["?"] * 4
    for seed in range(20):
        world = game.imagine(game.view(position, Seat(0)), Seat(0), seed)
        deck = game.document(world)["decks"][0]
        assert (deck[0], deck[3]) == ("six", "leap")


@pytest.mark.parametrize("cards", ["shared", "shared-pick"])
def test_T7_3_an_imagined_world_holds_exactly_the_cards_that_can_be_there(cards: str) -> None:
    options = {"cards": cards, "seats": 2}
    document = turn(options, a1="10", hands=[["six", "six"], ["leap"]], decks=[["six", "lift"]])
    game, position = Torres.read(document)
    worlds: Counter[str] = Counter()
    for seed in range(200):
        world = game.document(game.imagine(game.view(position, Seat(0)), Seat(0), seed))
        assert world["hands"][0] == ["six", "six"]
        unseen = sorted([*world["hands"][1], *world["decks"][0]])
        assert unseen == ["leap", "lift", "six"]
        worlds[world["hands"][1][0]] += 1
    assert set(worlds) == {"leap", "lift", "six"}
    assert min(worlds.values()) > 40  # each is as likely as the others


def test_T7_3_views_do_not_depend_on_what_is_hidden() -> None:
    one = turn({"seats": 2}, a1="10", hands=[["six"], ["leap"]], decks=[["lift", "shift"]], seed=1)
    two = turn({"seats": 2}, a1="10", hands=[["six"], ["shift"]], decks=[["leap", "lift"]], seed=2)
    views = []
    for document in (one, two):
        game, position = Torres.read(document)
        views.append(game.identity(game.view(position, Seat(0))))
    assert views[0] == views[1]
