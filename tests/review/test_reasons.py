"""Why a turn is better: what its seat could not know says nothing about it."""

import random

import pytest

import tourelle
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.review.judged import Decision, Expectation, Reason, Variation
from tourelle.review.reasons import played_out, reasons

LEVEL = Expectation((0.5, 0.5), (0.0, 0.0))


def why(
    game: AnyGame, position: AnyPosition, seat: int, best: list[str], played: list[str]
) -> tuple[Reason, ...]:
    """Return why one turn is better than another."""
    done, better = (Variation(0, tuple(texts), LEVEL) for texts in (played, best))
    return reasons(game, position, Decision(seat, done, better), "mistake")


@pytest.mark.parametrize(("title", "draws", "at"), [("torres", "buy", 3), ("blox", "change", 40)])
def test_what_a_turn_draws_is_no_reason_for_it(title: str, draws: str, at: int) -> None:
    play = tourelle.start(title, seed=4, seats=2)
    game, played = play.game, 0
    while played < at or draws not in {each.split()[0] for each in play.legal_texts()}:
        legal = play.legal_texts()
        play.push(legal[7 * played % len(legal)])
        played += 1
    seat, legal = play.to_move, play.legal_texts()
    assert seat is not None
    drawing = max(each for each in legal if each.split()[0] == draws)
    other = next(each for each in legal if each.split()[0] != draws)
    view = game.view(play.position, seat)
    worlds = [game.imagine(view, seat, number) for number in range(50, 80)]
    drawn = {tuple(game.features(played_out(game, world, [drawing]), seat)) for world in worlds}
    assert len(drawn) > 1, "what is drawn counts for its seat"
    told = {str(why(game, world, seat, [drawing], [other])) for world in worlds}
    assert len(told) == 1


@pytest.mark.parametrize(
    ("title", "options", "clause"),
    [("castellan", {}, "C6.3"), ("blox", {}, "B6.4"), ("torres", {"cards": "none"}, "T8.2")],
)
def test_what_is_scored_at_once_cites_the_clause_of_its_points(
    title: str, options: dict[str, str], clause: str
) -> None:
    play, dice = tourelle.start(title, seed=4, seats=2, **options), random.Random(3)
    game = play.game
    while True:
        seat, legal = play.to_move, play.legal_texts()
        assert seat is not None, "nothing is ever scored"
        worth = {
            text: game.points_now(played_out(game, play.position, [text]), seat) for text in legal
        }
        best, least = max(legal, key=worth.__getitem__), min(legal, key=worth.__getitem__)
        if worth[best] > worth[least] + 1 and best.split()[0] != "point":
            break
        play.push(dice.choice(legal))
    (scored,) = [
        reason
        for reason in why(game, play.position, seat, [best], [least])
        if reason.key == "why.score"
    ]
    assert scored.clause == clause
