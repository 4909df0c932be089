"""Gymnasium's own checker passes over every game with every number of seats."""

import random
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from tests.marks import searches
from tourelle.games import TITLES
from tourelle.research.gymnasium import SeatEnv

EVERY_GAME = [(title, seats) for title in TITLES for seats in (2, 3, 4)]


def made(title: str, **settings: Any) -> SeatEnv:
    environment = gymnasium.make(f"tourelle/{title}-v0", **settings).unwrapped
    assert isinstance(environment, SeatEnv)
    return environment


@pytest.mark.parametrize(("title", "seats"), EVERY_GAME)
def test_checker(title: str, seats: int) -> None:
    environment = made(title, seats=seats, render_mode="ansi")
    check_env(environment)


def played(environment: SeatEnv, seed: int) -> float:
    """Play a random game from one seat; return the rewards in all."""
    dice, total, over = random.Random(seed), 0.0, False
    observation, _ = environment.reset(seed=seed)
    while not over:
        legal = observation["action_mask"].nonzero()[0].tolist()
        observation, reward, over, truncated, info = environment.step(dice.choice(legal))
        assert not truncated
        assert not info["illegal"]
        total += reward
    return total


@pytest.mark.parametrize(("title", "seats"), EVERY_GAME)
def test_rewards_add_up_from_every_seat(title: str, seats: int) -> None:
    for seat in range(seats):
        environment = made(title, seats=seats, seat=seat, rewards="points")
        total = played(environment, 10 + seat)
        outcome = environment._single.outcome
        assert outcome is not None
        assert total == outcome.points[seat]


def test_an_illegal_action_changes_nothing() -> None:
    environment = made("castellan", seat=0)
    before, _ = environment.reset(seed=1)
    after, reward, over, _, info = environment.step(131_000)
    assert info["illegal"]
    assert (reward, over) == (0.0, False)
    assert (after["observation"] == before["observation"]).all()


@searches
def test_named_opponents() -> None:
    environment = made("castellan", seats=3, seat=1, opponents=("greedy", "level-1"))
    assert played(environment, 3) in (1.0, 0.25, 0.0, -0.5)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": 3, "opponents": ["random"]}, "2 opponents are wanted, not 1"),
        ({"seats": 2, "seat": 2}, "there is no seat 2"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        made("castellan", **settings)


def test_seats_are_drawn() -> None:
    environment = made("castellan", seats=4)
    seats = {environment.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}
