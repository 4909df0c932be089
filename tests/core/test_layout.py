"""Positions in memory: what Python reads of them is what compiled rules wrote."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import tourelle
from tourelle.core import layout
from tourelle.games import TITLES, game_class


def fields(position: object) -> dict[str, object]:
    """Return every field of a position as Python numbers, asked for one by one."""
    found: dict[str, object] = {}
    for name, size in layout.SHAPES[game_of(position)]:
        value = getattr(position, name)
        found[name] = [int(number) for number in value] if size else int(value)
    return found


def game_of(position: object) -> type:
    """Return the class of a position, on either machine."""
    kind = getattr(position, "dtype", None)
    return type(position) if kind is None else layout.CLASSES[kind]


@pytest.mark.parametrize("title", TITLES)
def test_an_unpacked_position_holds_the_same_numbers(title: str) -> None:
    game, dice = game_class(title)(), random.Random(3)
    position = game.setup(3)
    for _ in range(60):
        if game.is_over(position):
            break
        plain = layout.unpacked(position)
        assert {name: getattr(plain, name) for name in fields(position)} == fields(position)
        game.apply(position, dice.choice(game.legal_actions(position)))
        assert fields(layout.unpacked(position)) == fields(position)  # as it is now


@pytest.mark.parametrize("title", TITLES)
def test_fields_are_alike_where_they_hold_the_same(title: str) -> None:
    game = game_class(title)()
    before = game.setup(1)
    after = game.copy(before)
    game.apply(after, game.legal_actions(before)[0])
    one, other = fields(before), fields(after)
    assert one != other
    for name in one:
        assert layout.alike(before, after, name) == (one[name] == other[name])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda whole: pickle.loads(pickle.dumps(whole))])
@pytest.mark.parametrize("title", TITLES)
def test_games_and_positions_travel_and_go_on(title: str, again: Callable[[Any], Any]) -> None:
    play, dice = tourelle.start(title, seed=5), random.Random(5)
    for _ in range(12):
        play.push(dice.choice(play.legal_actions()))
    twin = again(play)
    assert layout.to_bytes(again(play.position)) == layout.to_bytes(play.position)
    for _ in range(12):
        action = dice.choice(play.legal_actions())
        for each in (play, twin):
            each.push(action)
        assert twin.legal_texts() == play.legal_texts()
        assert twin.document() == play.document()
    assert twin.pop() == play.pop()
    assert layout.to_bytes(twin.position) == layout.to_bytes(play.position)


def test_fields_of_a_position_are_written_one_by_one_and_in_rows() -> None:
    position = tourelle.game("torres").setup(1)
    position.year = 3
    position.scores[:] = [7, 8, 9, 10]
    position.scores[1] = 20
    assert (int(position.year), [int(score) for score in position.scores]) == (3, [7, 20, 9, 10])
    with pytest.raises(AttributeError):
        position.yaer = 3
