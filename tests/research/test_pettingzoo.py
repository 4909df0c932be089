"""PettingZoo's own tests pass over every game with every number of seats."""

import random
import warnings
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

import tourelle
from tourelle.games import TITLES
from tourelle.research.pettingzoo import env, raw_env

EVERY_GAME = [(title, seats) for title in TITLES for seats in (2, 3, 4)]

# What it says of any environment with a mask that is not one of its own, by its name.
EXPECTED = "Observation (is not a NumPy array|space for each agent probably should be)"
# And of the mask of a seat that can't move now.
NOT_ITS_TURN = "Action mask numpy array is all zeros"


@pytest.mark.parametrize(("title", "seats"), EVERY_GAME)
def test_api(title: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", EXPECTED)
        warnings.filterwarnings("ignore", NOT_ITS_TURN)
        api_test(env(title, seats=seats), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("title", "seats"), EVERY_GAME)
def test_seeds(title: str, seats: int) -> None:
    seed_test(lambda: env(title, seats=seats), num_cycles=20)


def played(environment: Any, seed: int) -> dict[str, float]:
    """Play a random game; return what every agent was rewarded in all."""
    dice, totals = random.Random(seed), dict.fromkeys(environment.possible_agents, 0.0)
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, _ = environment.last()
        totals[agent] += reward
        assert truncation is False
        legal = observation["action_mask"].nonzero()[0].tolist()
        environment.step(None if termination else dice.choice(legal))
    return totals


@pytest.mark.parametrize("title", TITLES)
def test_games_are_those_of_the_library(title: str) -> None:
    environment = raw_env(title, seats=2)
    environment.reset(seed=7)
    play = tourelle.start(title, seats=2, seed=7)
    assert environment.game.identity(environment._single.position) == environment.game.identity(
        play.position
    )
    totals = played(environment, 8)
    assert sum(totals.values()) == 0
    assert environment.agents == []


@pytest.mark.parametrize("title", TITLES)
def test_points_as_rewards_add_up(title: str) -> None:
    environment = raw_env(title, seats=3, rewards="points")
    totals = played(environment, 9)
    outcome = environment._single.outcome
    assert outcome is not None
    assert list(totals.values()) == list(outcome.points)


def test_the_mask_of_another_seat_is_empty() -> None:
    environment = raw_env("torres", seats=2)
    environment.reset(seed=1)
    assert environment.observe("player_0")["action_mask"].any()
    assert not environment.observe("player_1")["action_mask"].any()


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    environment = raw_env("torres", seats=2)
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal"):
        environment.step(31_000)
    with pytest.raises(ValueError, match="has to choose"):
        environment.step(None)
    assert environment.agent_selection == "player_0"


def wrapped_by_pettingzoo(title: str) -> Any:
    """The same game under the wrappers that PettingZoo's classics have around them."""
    losing = wrappers.TerminateIllegalWrapper(raw_env(title, seats=3), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))


def told(environment: Any) -> list[Any]:
    """All that somebody is told at the end of a game that an illegal action ends."""
    environment.reset(seed=3)
    for _ in range(4):
        mask = environment.last()[0]["action_mask"]
        environment.step(int(mask.nonzero()[0][0]))
    mask, rows = environment.last()[0]["action_mask"], []
    environment.step(int((mask == 0).nonzero()[0][0]))
    for agent in environment.agent_iter():
        rows.append((agent, *environment.last(observe=False), list(environment.agents)))
        environment.step(None)
    return rows


@pytest.mark.parametrize("title", TITLES)
def test_an_illegal_action_loses_as_under_the_wrappers_of_pettingzoo(title: str) -> None:
    ours = told(env(title, seats=3))
    assert ours == told(wrapped_by_pettingzoo(title))
    assert sum(reward for _, _, reward, *_ in ours) == -1


def test_what_is_no_action_at_all_is_refused_as_under_the_wrappers_of_pettingzoo() -> None:
    for environment in (env("torres"), wrapped_by_pettingzoo("torres")):
        environment.reset(seed=1)
        for action in (31_424, -1):
            with pytest.raises(AssertionError, match="action is not in action space"):
                environment.step(action)
        assert not environment.terminations["player_0"]
        with pytest.raises((TypeError, AssertionError)):
            environment.step(1.5)


def test_nothing_may_be_asked_before_a_reset() -> None:
    environment = env("torres")
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        environment.agent_selection  # noqa: B018 (asking is the test)


def test_what_was_told_stays_as_it_was() -> None:
    """A mask and an observation belong to whoever asked for them: learners keep them."""
    environment = raw_env("torres", seats=2)
    environment.reset(seed=1)
    kept = environment.observe("player_0")
    copies = {name: array.copy() for name, array in kept.items()}
    for _ in range(3):
        environment.step(int(environment.last()[0]["action_mask"].nonzero()[0][0]))
    assert all((kept[name] == copies[name]).all() for name in kept)


def test_resets_without_a_seed_deal_another_game() -> None:
    environment = raw_env("castellan")
    environment.reset(seed=4)
    environment.reset()
    first = environment.observe("player_0")["observation"]
    environment.reset(seed=5)
    assert (environment.observe("player_0")["observation"] == first).all()


def test_render_shows_the_diagram() -> None:
    environment = raw_env("torres", seats=2, render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render() == str(tourelle.start("torres", seats=2, seed=1))
