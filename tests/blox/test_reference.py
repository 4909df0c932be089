"""The engine against a second, slow implementation: the same choices, the same documents after."""

import random
from typing import Any

import pytest

from tests.blox.reference import Reference
from tests.blox.regenerate import grasping
from tourelle.games.blox.game import Blox


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("player", ["random", "purposeful", "mixed"])
def test_the_reference_agrees_over_games(seats: int, player: str) -> None:
    game = Blox({"seats": seats, "first_seat": seats - 1})
    dice = random.Random(seats)
    position = game.setup(seats)
    while not game.is_over(position):
        document = game.document(position)
        reference = Reference(document)
        legal = game.legal_actions(position)
        assert sorted(game.legal_texts(position)) == reference.legal()
        for action in dice.sample(legal, min(4, len(legal))):
            assert_same_after(game, position, action, reference)
        by_chance = player == "random" or (player == "mixed" and dice.random() < 0.3)
        chosen = dice.choice(legal) if by_chance else grasping(game, position, legal)
        assert_same_after(game, position, chosen, reference)
        game.apply(position, chosen)


def assert_same_after(game: Any, position: Any, action: Any, reference: Reference) -> None:
    """Assert that both lead to the same document, where no pile is shuffled."""
    expected = reference.after(game.action_text(action))
    if expected is not None:
        child = game.copy(position)
        game.apply(child, action)
        assert game.document(child) == expected


def scattered(dice: random.Random, seats: int) -> dict[str, Any]:
    """Return a document with pieces strewn over a board of random colours."""
    blocks = [letter for letter in "bgwp" for _ in range(10)]
    cards = [letter for letter in "bgwp" for _ in range(15)]
    dice.shuffle(blocks)
    dice.shuffle(cards)
    things = ["."] * dice.randrange(20, 60)
    things += [str(seat) for seat in range(seats) for _ in range(dice.randrange(5))]
    things += ["n"] * (dice.randrange(9) if seats == 2 else 0)
    owned = [dice.randrange(8) for _ in range(seats)]
    while len(things) < 81:
        height = dice.choice([1, 1, 2, 2, 3, 4, 5])
        if len(blocks) - height < sum(owned):
            things.append(".")
        else:
            things.append("".join(blocks.pop() for _ in range(height)).upper())
    dice.shuffle(things)
    colours = dice.choice(["bgwp", "bgwp", "bbbgwp", "bw"])
    cells = [dice.choice(colours) + thing for thing in things]
    first = dice.randrange(seats)
    return {
        "options": {"seats": seats, "first_seat": first},
        "board": "\n".join(" ".join(cells[9 * row : 9 * row + 9]) for row in range(9)),
        "phase": dice.randrange(2 if seats == 2 else 1, 5),
        "blocks": ["".join(blocks.pop() for _ in range(number)) for number in owned],
        "hands": ["".join(cards.pop() for _ in range(dice.choice([5, 5, 4, 2]))) for _ in owned],
        "jokers": [dice.random() < 0.6 for _ in owned],
        "points": [dice.randrange(40) for _ in owned],
        "to_move": (first + dice.randrange(1, seats)) % seats,
        "round": dice.randrange(1, 61),
        "discard": "".join(cards[:10]),
        "draw": "".join(cards[10:]),
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_reference_agrees_over_scattered_documents(seats: int) -> None:
    dice = random.Random(100 + seats)
    for _ in range(120):
        game, position = Blox.read(scattered(dice, seats))
        reference = Reference(game.document(position))
        legal = game.legal_actions(position)
        assert sorted(game.legal_texts(position)) == reference.legal()
        for action in dice.sample(legal, min(12, len(legal))):
            assert_same_after(game, position, action, reference)
