"""What the page is told of Castellan's rules: the cards, and what the box still holds."""

import random

import pytest

from tourelle.games.castellan.game import Castellan


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C1_1_all_pieces_stand_are_held_or_lie_in_the_box(seats: int) -> None:
    game, dice = Castellan({"seats": seats}), random.Random(seats)
    position = game.setup(seats)
    for _ in range(60):
        if game.is_over(position):
            break
        document, box = game.document(position), game.facts(position)["box"]
        kinds = [piece.split()[0] for piece in document["pieces"]]
        held = document["pieces_in_hand"]
        assert box["towers"] + kinds.count("tower") + held["T"] == 16 * seats
        assert box["long"] + kinds.count("long") + held["L"] == 13 * seats
        assert box["short"] + kinds.count("short") + held["S"] == 15 * seats
        game.apply(position, dice.choice(game.legal_actions(position)))


def test_C1_2_the_faces_are_those_of_the_deck() -> None:
    game = Castellan()
    faces = {face["card"]: face for face in game.facts(game.setup(1))["faces"]}
    assert faces["W1"] == {"card": "W1", "towers": 1, "long": 2, "short": 1, "extra": 0}
    assert len(faces) == len(game.deck.faces)
