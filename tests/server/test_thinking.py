"""Jobs as documents: what is found is the same, and nothing travels that a seat may not know."""

from dataclasses import replace
from typing import Any

import pytest

import tourelle
from tests.marks import searches
from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.thinking import Progress
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import RefusedError, Seat
from tourelle.games import TITLES
from tourelle.review.reviewing import Reviewing
from tourelle.server.thinking.jobs import (
    DecisionJob,
    HintJob,
    Job,
    JobError,
    TryJob,
    TurnJob,
    UnableError,
    answer_text,
    job_text,
    read_answer,
    read_job,
    refusal_text,
    trouble_text,
)


def begun(title: str, actions: int = 6) -> tuple[AnyGame, AnyPosition, Seat]:
    """A game under way, and who is to move."""
    play = tourelle.start(title, seed=4, seats=2)
    for number in range(actions):
        legal = play.legal_actions()
        play.push(legal[(7 * number) % len(legal)])
    assert play.to_move is not None
    return play.game, play.position, play.to_move


def there_and_back(job: Job[Any]) -> tuple[Any, Any]:
    """What is found here, and what by somebody who is told the job as text."""
    read = read_job(job_text(job))
    assert type(read) is type(job)
    answer = answer_text(read, read.done(Progress()))
    return job.done(Progress()), read_answer(job, answer)


@searches
@pytest.mark.parametrize("title", TITLES)
def test_a_turn_is_the_same_wherever_it_is_thought_about(title: str) -> None:
    game, position, seat = begun(title)
    job = TurnJob(game, game.view(position, seat), seat, BOTS["level-3"], 99)
    here, there = there_and_back(job)
    assert here == there
    game.play(game.copy(position), there[0])


@searches
def test_a_decision_of_a_review_is_the_same_to_the_last_digit_from_the_view_alone() -> None:
    play = tourelle.start("castellan", seed=4, seats=2)
    for number in range(9):
        legal = play.legal_actions()
        play.push(legal[(7 * number) % len(legal)])
    reviewing = Reviewing(play.record(), 400)
    position, at, actions = reviewing.asked(1)
    view = reviewing.game.view(position, reviewing.decisions[1].seat)
    assert reviewing.game.identity(view) != reviewing.game.identity(position)
    judge = reviewing.judge
    job = DecisionJob(reviewing.game, view, at, actions, judge.work, judge.seed)
    here, there = there_and_back(job)
    assert here == there == reviewing.judged(1)


@searches
def test_a_hint_and_a_turn_that_is_tried_travel_whole() -> None:
    game, position, seat = begun("blox")
    hint = HintJob(game, game.view(position, seat), seat, 0.02, 5)
    found = hint.done(Progress())
    assert read_answer(hint, answer_text(hint, found)) == found
    assert read_job(job_text(hint)).seconds == hint.seconds > hint.budget
    text = game.action_text(game.legal_actions(position)[0])
    here, there = there_and_back(TryJob(game, position, (text,), 400))
    assert here == there


@pytest.mark.parametrize("title", TITLES)
def test_what_a_seat_may_not_know_is_in_no_job(title: str) -> None:
    game, position, seat = begun(title)
    other = game.imagine(game.view(position, seat), seat, 77)
    if title == "castellan":
        assert game.identity(other) != game.identity(position), "nothing is hidden: a poor test"
    jobs: list[list[Job[Any]]] = [
        [
            TurnJob(game, game.view(at, seat), seat, BOTS["greedy"], 1),
            HintJob(game, game.view(at, seat), seat, 1.0, 1),
            DecisionJob(game, game.view(at, seat), 0, (), 10, 1),
        ]
        for at in (position, other)
    ]
    assert list(map(job_text, jobs[0])) == list(map(job_text, jobs[1]))


def test_bots_of_this_very_machine_do_not_travel() -> None:
    game, position, seat = begun("blox")
    job = TurnJob(game, game.view(position, seat), seat, BOTS["greedy"], 1)
    mine: Bot = type(BOTS["greedy"])()
    assert (job.travels, replace(job, bot=mine).travels) == (True, False)


def test_what_goes_wrong_elsewhere_goes_wrong_here() -> None:
    game, position, seat = begun("blox")
    job = TurnJob(game, game.view(position, seat), seat, BOTS["greedy"], 1)
    with pytest.raises(JobError, match="ouch"):
        read_answer(job, trouble_text("ouch", unable=False))
    with pytest.raises(UnableError, match="no bot"):
        read_answer(job, trouble_text("no bot", unable=True))
    tried = TryJob(game, position, ("nonsense",), 10)
    with pytest.raises(RefusedError) as refused:
        tried.done(Progress())
    with pytest.raises(RefusedError) as again:
        read_answer(tried, refusal_text(refused.value.refusal))
    assert again.value.refusal == refused.value.refusal
    text = job_text(job)
    for wrong in ("{", "[]", text.replace("greedy", "nobody"), text.replace("blox", "chess")):
        with pytest.raises(UnableError):
            read_job(wrong)
    with pytest.raises(UnableError):  # a position of another size: a worker of another version
        read_job(text.replace('"view": "', '"view": "AAAA'))
