"""Intervals, tests and ratings give the numbers that are known of them."""

from math import inf, log, sqrt

import pytest

from tests.arena.toys import result
from tourelle.arena.elo import Table, elo_ladder, victories
from tourelle.arena.skill import places, skills
from tourelle.arena.sprt import SCORES, Sprt, SprtRun, log_likelihood_ratio, read_sprt
from tourelle.arena.statistics import elo_of, expected_score, wilson
from tourelle.core.words import DocumentError

WILSON = [  # known to four digits
    (0, 10, 0.0, 0.2775),
    (8, 10, 0.4902, 0.9433),
    (10, 10, 0.7225, 1.0),
    (50, 100, 0.4038, 0.5962),
    (190, 200, 0.9104, 0.9726),
    (0, 0, 0.0, 1.0),
]


@pytest.mark.parametrize(("won", "games", "low", "high"), WILSON)
def test_wilson_intervals(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def test_elo_of_a_share() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert expected_score(elo_of(0.76)) == pytest.approx(0.76)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


# ---------------------------------------------------------------- the sequential test


@pytest.mark.parametrize(("won", "lost"), [(60, 40), (10, 90), (7, 0)])
def test_without_draws_the_ratio_is_that_of_a_coin(won: int, lost: int) -> None:
    sprt = Sprt(0, 50)
    low, high = expected_score(0), expected_score(50)
    coin = won * log(high / low) + lost * log((1 - high) / (1 - low))
    assert log_likelihood_ratio([lost, 0, 0, 0, won], sprt) == pytest.approx(coin, abs=0.02)


def test_many_pairs_give_the_ratio_of_a_normal_distribution() -> None:
    counts, sprt = [900, 2300, 3600, 2300, 1000], Sprt(0, 5)
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, SCORES, strict=True)) / total
    spread = sum(n * (s - mean) ** 2 for n, s in zip(counts, SCORES, strict=True)) / total
    low, high = expected_score(0), expected_score(5)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert log_likelihood_ratio(counts, sprt) == pytest.approx(normal, rel=0.02)


def test_equal_bots_speak_for_the_lower_claim_and_better_ones_for_the_upper() -> None:
    assert log_likelihood_ratio([0, 0, 0, 0, 0], Sprt(0, 20)) == 0
    assert log_likelihood_ratio([10, 10, 10, 10, 10], Sprt(0, 20)) < 0
    assert log_likelihood_ratio([5, 5, 10, 15, 15], Sprt(0, 20)) > 0


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 20).bounds() == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 20, 0.01, 0.1).bounds() == pytest.approx((log(0.1 / 0.99), log(90)))


def test_a_trial_stops_with_the_pair_that_decides() -> None:
    trial = SprtRun(Sprt(0, 100), "one")
    games = {}
    for pair in range(40):
        games[2 * pair + 1] = result(2 * pair + 1, "two one", (1, 5))
        assert not trial.decided(games)  # half a pair says nothing
        games[2 * pair] = result(2 * pair, "one two", (5, 1))
        if trial.decided(games):
            break
    assert trial.verdict == "high"
    assert trial.counts == [0, 0, 0, 0, trial.pairs]
    decided = trial.pairs
    games |= {80: result(80, "one two", (1, 5)), 81: result(81, "two one", (5, 1))}
    assert trial.decided(games)
    assert trial.pairs == decided


@pytest.mark.parametrize("text", ["", "5", "20,0", "0,0", "a,b", "0,inf", "0,1,2"])
def test_claims_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(DocumentError, match="arena-sprt"):
        read_sprt(text)


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0.05), (0.05, 0.5), (-1, 0.05)])
def test_risks_that_are_none_are_refused(alpha: float, beta: float) -> None:
    with pytest.raises(DocumentError, match="arena-sprt"):
        read_sprt("0,20", alpha, beta)


# ---------------------------------------------------------------- ratings


def test_elo_of_two_bots_is_that_of_their_share() -> None:
    ladder = elo_ladder(["old", "new"], [[0, 25], [75, 0]], {})
    assert ladder.ratings["old"].elo == 0
    assert ladder.ratings["old"].error == 0
    assert ladder.ratings["new"].elo == pytest.approx(190.85, abs=0.01)
    assert ladder.ratings["new"].error == pytest.approx(400 / log(10) / sqrt(100 * 0.1875))
    assert not ladder.tempered


def expected_table(elos: list[float], games: float) -> Table:
    """What bots of these ratings win against each other on average."""
    return [
        [0.0 if i == j else games * expected_score(mine - theirs) for j, theirs in enumerate(elos)]
        for i, mine in enumerate(elos)
    ]


def test_elo_finds_the_ratings_that_the_scores_come_from() -> None:
    names, elos = ["a", "b", "c", "d"], [0.0, 120.0, -300.0, 700.0]
    won = expected_table(elos, 100)
    found = elo_ladder(names, won, {}).ratings
    assert [found[name].elo for name in names] == pytest.approx(elos, abs=1e-6)
    moved = elo_ladder(names, won, {"c": 1000.0}).ratings
    assert [moved[name].elo for name in names] == pytest.approx([e + 1300 for e in elos], abs=1e-6)


def test_several_anchors_hold() -> None:
    won = expected_table([0.0, 100.0, 200.0], 50)
    found = elo_ladder(["a", "b", "c"], won, {"a": 0.0, "c": 200.0}).ratings
    assert (found["a"].elo, found["c"].elo) == pytest.approx((0.0, 200.0))
    assert (found["a"].error, found["c"].error) == (0.0, 0.0)
    assert found["b"].elo == pytest.approx(100)
    assert elo_ladder(["a", "b"], [[0, 1], [1, 0]], {"a": 5.0, "b": 7.0}).ratings[
        "b"
    ].elo == pytest.approx(7)


def test_a_bot_that_won_everything_gets_one_drawn_game_more() -> None:
    ladder = elo_ladder(["old", "new"], [[0, 0], [20, 0]], {})
    assert ladder.tempered
    assert ladder.ratings["new"].elo == pytest.approx(elo_of(20.5 / 21), abs=1e-6)


def test_an_anchor_that_does_not_play_is_refused() -> None:
    with pytest.raises(DocumentError, match="arena-anchor"):
        elo_ladder(["a", "b"], [[0, 1], [1, 0]], {"c": 0.0})


def test_victories_count_draws_as_halves() -> None:
    games = [result(0, "a b", (3, 1)), result(1, "b a", (2, 2)), result(2, "b a", (9, 2))]
    assert victories(["a", "b"], games) == [[0, 1.5], [1.5, 0]]


def test_places_put_winners_first_and_equals_together() -> None:
    assert places(result(0, "a b c d", (5, 9, 5, 1))) == [2, 1, 2, 4]
    assert places(result(0, "a b c", (7, 7, 1))) == [1, 1, 3]


def test_skill_of_a_first_game_is_that_of_the_formula() -> None:
    known = skills(["a", "b"], [result(0, "a b", (2, 1))])
    variance = (25 / 3) ** 2 + (25 / 300) ** 2  # before the game, with what may have changed since
    both = 2 * variance + 2 * (25 / 6) ** 2
    gain = variance / sqrt(both) * 0.5  # equals: the winner was as likely to lose
    shrunk = variance * (1 - variance / both * sqrt(variance / both) * 0.25)
    assert known["a"].mu == pytest.approx(25 + gain)
    assert known["b"].mu == pytest.approx(25 - gain)
    assert known["a"].sigma == pytest.approx(sqrt(shrunk))
    assert known["a"].ordinal == pytest.approx(25 + gain - 3 * sqrt(shrunk))


def test_a_bot_at_several_seats_learns_their_mean() -> None:
    known = skills(["a", "b"], [result(0, "a b b b", (9, 1, 1, 1))])
    assert known["a"].mu > 25 > known["b"].mu
    even = skills(["a", "b"], [result(0, "a a b b", (9, 9, 9, 9))])
    assert even["a"].mu == pytest.approx(even["b"].mu)
