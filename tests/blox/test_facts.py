"""What the page is told of BLOX's rules: what an action takes, what a phase allows."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.blox import recount
from tests.stepping import steps
from tourelle.core.game import AnyGame
from tourelle.core.words import Action
from tourelle.games.blox.game import Blox


def wildly(game: AnyGame, actions: list[Action], dice: random.Random) -> Action:
    """Play with the joker more often than by chance."""
    wilder = [action for action in actions if "*" in game.action_text(action)]
    return dice.choice(wilder if wilder and dice.random() < 0.4 else actions)


def played(seats: int) -> Iterator[tuple[Blox, Any, str, Any]]:
    """Yield every action of a game at random: the game, before, the text, after."""
    game = Blox({"seats": seats})
    for step in steps(game, seats, wildly):
        yield game, *step


@pytest.mark.parametrize("seats", [2, 3])
def test_B4_to_B10_what_an_action_takes_is_what_goes_to_the_discard_pile(seats: int) -> None:
    kinds: Counter[tuple[str, bool]] = Counter()
    for game, before, text, after in played(seats):
        then, now = game.document(before), game.document(after)
        facts = game.foretold([text], before, [after])[0].facts
        spent: Counter[str] = Counter(now["discard"]) - Counter(then["discard"])
        if len(now["discard"]) >= len(then["discard"]):  # unless it was shuffled into a new deck
            assert spent == Counter(str(facts["pays"])), text
        assert facts["joker"] is ("*" in text)
        kinds[text.split()[0], bool(facts["joker"])] += 1
    assert {kind for kind, _ in kinds} >= {"enter", "move", "destroy", "build", "hit", "change"}
    assert any(joker for _, joker in kinds)


def test_phases_and_reserves_are_those_of_the_board() -> None:
    for game, _, _, position in played(4):
        document, facts = game.document(position), game.facts(position)
        heights = Counter(len(tower) for tower in recount.towers(document).values())
        figures = Counter(what for _, what in recount.board(document).values())
        assert facts["reserve"] == [4 - figures[str(seat)] for seat in range(4)]
        assert facts["phases"] == [
            {"destroy": n, "build": n + 1, "towers": heights[n]} for n in range(1, 5)
        ]
