"""Why a turn is better: what its seat could not know says nothing about it."""

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
    lines = (Variation(0, tuple(texts), LEVEL) for texts in (played, best))
    return reasons(game, position, Decision(seat, *lines), "mistake")


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
