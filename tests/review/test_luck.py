"""What cards and draws gave, apart from what was decided: nothing is searched, only summed up."""

import random

import pytest

import tourelle
from tourelle.core.records import Record
from tourelle.review.judged import Decision, Expectation, Swing, Variation
from tourelle.review.reviewing import Reviewing


def a_record(title: str, actions: int) -> Record:
    """Return the beginning of a game."""
    play = tourelle.start(title, seed=4, seats=2)
    for number in range(actions):
        legal = play.legal_texts()
        play.push(legal[7 * number % len(legal)])
    return play.record()


def take(reviewing: Reviewing, number: int, played: float, best: float) -> None:
    """Say to what chance of seat 0 a decision led, and to what it might have led."""
    span = reviewing.decisions[number]
    done, better = (
        Variation(span.first, (), Expectation((chance, 1 - chance), (10 * chance, -10 * chance)))
        for chance in (played, best)
    )
    reviewing.take(number, Decision(span.seat, done, better))


def luck(*chances: tuple[float, float], title: str, actions: int) -> list[Swing]:
    """Return the luck of every turn whose decisions led to such chances of seat 0."""
    reviewing = Reviewing(a_record(title, actions), 400)
    assert len(reviewing.decisions) == len(chances)
    for number, (played, best) in enumerate(chances):
        take(reviewing, number, played, best)
    return [turn.luck for turn in reviewing.review().turns]


def near(chance: float) -> object:
    """A swing of chance, and of the points that go with it here."""
    return pytest.approx((chance, 10 * chance), abs=1e-9)


def told(swing: Swing) -> tuple[float, float]:
    """Return a swing as numbers."""
    return swing.chance, swing.points


def test_a_card_that_was_bought_and_is_worth_much_is_luck_and_the_turn_after_it_is_not() -> None:
    # Torres: two place, the King; seat 0 builds and buys (6), moves on knowing its card (7, 8).
    reviewing = Reviewing(a_record("torres", 9), 400)
    spans = [(each.seat, each.first, each.last) for each in reviewing.decisions]
    assert spans[-2:] == [(0, 3, 7), (0, 7, 9)]
    assert reviewing.actions[6] == reviewing.game.parse_action("buy")
    setup = [(0.5, 0.5)] * (len(spans) - 2)
    lucky = luck(*setup, (0.5, 0.5), (0.8, 0.8), title="torres", actions=9)
    assert told(lucky[-1]) == near(0.3)
    thrown_away = luck(*setup, (0.5, 0.5), (0.4, 0.8), title="torres", actions=9)
    assert told(thrown_away[-1]) == near(0.3), "what was made of it is decided"
    blundered = luck(*setup, (0.5, 0.9), (0.5, 0.5), title="torres", actions=9)
    assert told(blundered[-1]) == near(0), "what was given away before it is decided"
    unlucky = luck(*setup, (0.5, 0.5), (0.1, 0.1), title="torres", actions=9)
    assert told(unlucky[-1]) == near(-0.4)


def test_what_the_other_gave_away_is_no_luck() -> None:
    # BLOX: seat 0 enters by the joker alone and draws nothing, seat 1 enters and draws, seat 0.
    start = (0.5, 0.5)
    for given, best, expected in (
        (0.6, 0.85, 0.25),
        (0.6, 0.6, 0),
        (0.5, 0.5, 0),
        (0.5, 0.2, -0.3),
    ):
        found = luck(start, (given, 0.5), (best, best), title="blox", actions=3)
        assert told(found[2]) == near(expected)
        assert told(found[0]) == told(found[1]) == near(0), "nothing was hoped for before"


def test_where_nothing_hidden_is_shown_there_is_no_luck() -> None:
    # BLOX: 21 and 22 draw nothing; before each seat's first decision nothing is known.
    reviewing = Reviewing(a_record("blox", 24), 400)
    shown = [reviewing._shown(number, number + 1) for number in range(24)]
    assert [number for number in range(24) if not shown[number]] == [0, 3, 21, 22]
    assert not reviewing._shown(21, 23)
    assert reviewing._shown(20, 23)
    assert reviewing._shown(21, 24)
    for number in range(24):
        take(reviewing, number, 0.01 * number, 0.01 * number)
    turns = reviewing.review().turns
    assert told(turns[23].luck) == near(0), "seat 1 has seen nothing since it decided"
    assert told(turns[22].luck) == near(0.02), "seat 0 has drawn"


def test_start_end_decisions_and_luck_of_a_game_add_up() -> None:
    reviewing = Reviewing(a_record("blox", 21), 400)
    dice = random.Random(3)
    chances = [(dice.random(), dice.random()) for _ in reviewing.decisions]
    for number, (played, best) in enumerate(chances):
        take(reviewing, number, min(played, best), best)
    review = reviewing.review()
    for seat in (0, 1):
        mine = [turn for turn in review.turns if turn.seat == seat]
        first, last = mine[0], mine[-1]
        others = [turn for turn in review.turns if turn.seat != seat]
        given = sum(
            turn.played.leads_to.chances[seat] - turn.best.leads_to.chances[seat]
            for turn in others
            if first.number < turn.number < last.number
        )
        lost = sum(
            turn.best.leads_to.chances[seat] - turn.played.leads_to.chances[seat]
            for turn in mine[1:]
        )
        gained = last.played.leads_to.chances[seat] - first.played.leads_to.chances[seat]
        assert review.seats[seat].drawn.chance == pytest.approx(gained + lost - given)
        assert review.seats[seat].drawn.points == pytest.approx(
            sum(turn.luck.points for turn in mine)
        )
