"""A game that keeps few of its positions leads back to every one of them."""

import random

import pytest

from tourelle.games import TITLES, game_class
from tourelle.play import Play

KEPT = 32


@pytest.mark.parametrize("title", TITLES)
def test_every_position_is_found_again(title: str) -> None:
    game, dice = game_class(title)({"seats": 2}), random.Random(4)
    play = Play(game, game.setup(8), kept=KEPT)
    passed = [game.identity(play.position)]
    for turn in range(5 * KEPT):
        if play.is_over:
            break
        play.apply(dice.choice(play.legal_actions()))
        passed.append(game.identity(play.position))
        if turn % 50 == 49:  # some of it is taken back
            left = len(passed) - dice.randrange(1, 45)
            del passed[left + 1 :]
            play.pop_to(left)
            assert game.identity(play.position) == passed[-1]
            assert play.to_move == game.to_move(play.position)
    for actions, identity in enumerate(passed):
        assert game.identity(play.position_after(actions)) == identity
    for number, step in enumerate(play.steps):
        assert game.identity(step.before) == passed[number]
        assert game.identity(step.after) == passed[number + 1]


@pytest.mark.parametrize("title", TITLES)
def test_what_is_kept_changes_nothing(title: str) -> None:
    game, dice = game_class(title)({"seats": 2}), random.Random(7)
    plays = [Play(game, game.setup(3), kept=kept) for kept in (1, KEPT)]
    while len(plays[0]) < 100 and not plays[0].is_over:
        action = dice.choice(plays[0].legal_actions())
        for play in plays:
            play.push(action)
        if dice.random() < 0.1:
            left = dice.randrange(max(0, len(plays[0]) - 5), len(plays[0]))
            for play in plays:
                play.pop_to(left)
        states = [(p.line(), p.to_move, p.free_to(), p.free_to(company=False)) for p in plays]
        assert states[0] == states[1]
    while len(plays[0]):
        assert plays[0].pop() == plays[1].pop()
        assert plays[0].line() == plays[1].line()


@pytest.mark.parametrize("title", TITLES)
def test_what_is_foreseen_happens_once_it_is_pushed(title: str) -> None:
    game, dice = game_class(title)({"seats": 2}), random.Random(2)
    play = Play(game, game.setup(6))
    while len(play) < 50 and not play.is_over:
        before, legal = game.identity(play.position), play.legal_actions()
        foreseen = play.foresee(dice.choice(legal))
        assert game.identity(play.position) == before
        action = dice.choice([foreseen.action, *legal])
        play.push(action)
        if action == foreseen.action:
            assert game.identity(play.position) == game.identity(foreseen.after)
        assert game.identity(play.step(len(play) - 1).before) == before
        expected = game.copy(play.step(len(play) - 1).before)
        game.apply(expected, action)
        assert game.identity(play.position) == game.identity(expected)
