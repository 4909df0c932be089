"""Positions in memory: what Python reads of them is what compiled rules wrote."""

import random

import pytest

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
