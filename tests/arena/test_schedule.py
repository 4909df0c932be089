"""Every bot sits equally often in every seat, and no game changes when more deals are asked for."""

from collections import Counter

import pytest

from tourelle.arena.schedule import rounds_of, schedule

SHAPES = [(bots, seats) for seats in (2, 3, 4) for bots in (2, 3, 4, 5, 6)]


@pytest.mark.parametrize(("bots", "seats"), SHAPES)
def test_every_bot_sits_equally_often_in_every_seat(bots: int, seats: int) -> None:
    deals = len(rounds_of(bots, seats))
    sat = Counter(
        (s.bots[seat], seat) for s in schedule(bots, seats, deals) for seat in range(seats)
    )
    assert len(sat) == bots * seats
    assert len(set(sat.values())) == 1


@pytest.mark.parametrize(("bots", "seats"), SHAPES)
def test_every_group_plays_a_deal_in_every_rotation(bots: int, seats: int) -> None:
    played = {(s.deal, s.bots) for s in schedule(bots, seats, 7)}
    for deal, group in played:
        assert {(deal, group[turn:] + group[:turn]) for turn in range(seats)} <= played


@pytest.mark.parametrize(("bots", "seats"), SHAPES)
def test_more_deals_leave_the_games_before_as_they_were(bots: int, seats: int) -> None:
    few, many = schedule(bots, seats, 3), schedule(bots, seats, 8)
    assert many[: len(few)] == few
    assert [sitting.number for sitting in many] == list(range(len(many)))


def test_at_two_seats_every_pairing_plays_every_deal() -> None:
    met = Counter((s.deal, *sorted(s.bots)) for s in schedule(4, 2, 5))
    assert len(met) == 5 * 6
    assert set(met.values()) == {2}


@pytest.mark.parametrize("bots", [4, 5])
def test_at_three_seats_all_bots_meet_equally_often(bots: int) -> None:
    sittings = schedule(bots, 3, len(rounds_of(bots, 3)))
    groups = Counter(tuple(sorted(s.bots)) for s in sittings)
    assert all(len(set(group)) == 3 for group in groups)
    assert len(set(groups.values())) == 1
    followed = Counter((s.bots[i - 1], s.bots[i]) for s in sittings for i in range(3))
    assert len(set(followed.values())) == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_two_bots_sit_alone_among_the_others_in_turn(seats: int) -> None:
    sittings = schedule(2, seats, 1)
    assert len(sittings) == 2 * seats
    for bot in (0, 1):
        alone = [s.bots.index(bot) for s in sittings if s.bots.count(bot) == 1]
        assert sorted(alone) == list(range(seats))
