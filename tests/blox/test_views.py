"""What is secret: hands and the draw pile."""

from collections import Counter
from typing import Any

from tests.blox.tables import turn
from tourelle.core.words import WATCHER, Seat
from tourelle.games.blox.game import Blox
from tourelle.testing.tables import revealed

DOCUMENT = turn(
    {"seats": 3},
    a1="0",
    c9="BG",
    hands=["bgwpp", "bbbbb", "ggggg"],
    blocks=["b", "", "w"],
    jokers=[True, False, True],
    points=[1, 2, 3],
    discard="wwww",
)


def seen(document: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a seat's view as a document."""
    game, position = Blox.read(document)
    return game.document(game.view(position, Seat(seat)))


def test_hands_and_the_draw_pile_are_secret_and_all_else_is_public() -> None:
    assert seen(DOCUMENT, 1)["hands"] == ["?????", "bbbbb", "?????"]
    assert seen(DOCUMENT, WATCHER)["hands"] == ["?????"] * 3
    view, whole = seen(DOCUMENT, 0), seen(DOCUMENT, 0)
    assert set(view["draw"]) == {"?"}
    assert view["discard"] == "wwww"
    for key in ("board", "phase", "points", "blocks", "jokers", "to_move", "round"):
        assert view[key] == whole[key]


def test_an_imagined_world_holds_exactly_the_cards_that_can_be_there() -> None:
    game, position = Blox.read(DOCUMENT)
    view = game.view(position, Seat(0))
    hands = Counter[str]()
    for seed in range(300):
        world = game.document(game.imagine(view, Seat(0), seed))
        assert world["hands"][0] == "bgwpp"
        assert [len(hand) for hand in world["hands"]] == [5, 5, 5]
        everywhere = "".join(world["hands"]) + world["draw"] + world["discard"]
        assert Counter(everywhere) == Counter("bgwp" * 15)
        hands.update(world["hands"][1])
    unseen = Counter({"b": 14, "g": 14, "w": 10, "p": 13})
    for colour, cards in unseen.items():
        assert abs(hands[colour] / 1500 - cards / 51) < 0.05


def test_cards_out_of_the_game_are_not_imagined() -> None:
    game, position = Blox.read(turn({"seats": 2}, hands=["bg", "ww"], draw="pp", discard="b"))
    for seed in range(30):
        world = game.document(game.imagine(game.view(position, Seat(0)), Seat(0), seed))
        assert Counter(world["hands"][1] + world["draw"]) == Counter("wwpp")


def test_imagined_worlds_shuffle_differently() -> None:
    game, position = Blox.read(DOCUMENT)
    view = game.view(position, Seat(0))
    seeds = {game.document(game.imagine(view, Seat(0), seed))["seed"] for seed in range(5)}
    assert len(seeds) == 5


def test_views_do_not_depend_on_what_is_hidden() -> None:
    views = []
    for hand, draw, seed in (("ww", "pg", 1), ("wp", "gw", 2), ("gp", "ww", 3)):
        game, position = Blox.read(
            turn({"seats": 2}, hands=["bg", hand], draw=draw, discard="b", seed=seed)
        )
        views.append(game.identity(game.view(position, Seat(0))))
    assert views[0] == views[1] == views[2]


def test_an_action_on_a_view_draws_unknown_cards() -> None:
    game, position = Blox.read(DOCUMENT)
    view = game.view(position, Seat(0))
    game.play_text(view, "change bg")
    assert game.document(view)["hands"][0] == "wpp??"


def test_drawing_reveals_and_the_joker_alone_does_not() -> None:
    assert revealed(Blox, DOCUMENT, "change b")
    assert revealed(Blox, DOCUMENT, "move a1 b1")
    assert not revealed(Blox, DOCUMENT, "move a1 b1 *")
