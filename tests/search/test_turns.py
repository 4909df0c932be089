"""Search over whole turns: exact on a toy, deterministic, within budget, blind to the hidden."""

from typing import Any

import pytest

from tests.search import toy
from tourelle.bots.turn import Turn
from tourelle.core.compile import CPU, MACHINE, buffer
from tourelle.core.words import Seat
from tourelle.games import TITLES, game_class
from tourelle.search.turns import LENGTH, WORK, search_turn, workspace

WIDTH = 64
STATES_IN_A_TURN = 34  # sets of up to three feedings of four counters, less the empty one

pytestmark = pytest.mark.skipif(MACHINE != CPU, reason="search runs compiled only")


@pytest.mark.parametrize("seed", range(0, 256, 15))
def test_a_wide_search_equals_exact_play_on_a_toy(seed: int) -> None:
    room = workspace(toy.Position, toy.COUNTERS + 1, WIDTH)
    room.states[2 * WIDTH] = toy.start(seed)
    assert search_turn(room, WIDTH, 2, 10_000) == toy.best_by_force(toy.start(seed))
    assert room.path[room.results[LENGTH] - 1] == toy.COUNTERS


def test_orders_of_the_same_actions_are_met_once() -> None:
    room = workspace(toy.Position, toy.COUNTERS + 1, WIDTH)
    room.states[2 * WIDTH] = toy.start(0)
    search_turn(room, WIDTH, 2, 10_000)
    # every state once, and the end of the turn from each of them and from the start
    assert room.results[WORK] == 2 * STATES_IN_A_TURN + 1


def test_the_budget_bounds_the_work_and_still_gives_an_action() -> None:
    room = workspace(toy.Position, toy.COUNTERS + 1, WIDTH)
    for budget in (1, 2, 7, 20):
        room.states[2 * WIDTH] = toy.start(3)
        search_turn(room, WIDTH, 2, budget)
        assert room.results[WORK] <= budget
        assert room.results[LENGTH] >= 1


def middle_of_a_game(title: str, seed: int) -> tuple[Any, Any]:
    """Return a game and a position some way into it."""
    game = game_class(title)({"seats": 2})
    position = game.setup(seed)
    bot, dice = Turn(width=4, worlds=1, budget=2000), buffer(1)
    for _ in range(25):
        seat = game.to_move(position)
        assert seat is not None
        game.play(position, bot.choose(game, game.view(position, seat), seat, dice))
    return game, position


@pytest.mark.parametrize("title", TITLES)
def test_the_same_view_and_seed_give_the_same_action(title: str) -> None:
    game, position = middle_of_a_game(title, 5)
    seat = game.to_move(position)
    assert seat is not None
    view = game.view(position, seat)
    answers = set()
    for seed in range(6):
        hidden_otherwise = game.imagine(view, seat, seed)
        dice = buffer(1)
        dice[0] = 42
        bot = Turn(width=8, worlds=2, budget=4000)
        answers.add(bot.choose(game, game.view(hidden_otherwise, seat), seat, dice))
    assert len(answers) == 1


@pytest.mark.parametrize("title", TITLES)
def test_a_planned_turn_is_legal_where_nothing_was_hidden(title: str) -> None:
    game, position = middle_of_a_game(title, 6)
    seat = game.to_move(position) or Seat(0)
    plan = Turn(width=8, worlds=1, budget=4000).plan(game, position, seat, buffer(1))
    for action in plan:
        game.play(position, action)
