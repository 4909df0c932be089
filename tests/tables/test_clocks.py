"""Clocks: what entries leave each seat to think with, and what happens when that is nothing."""

from dataclasses import replace

import pytest

from tests.tables.toys import again, happen, table
from tourelle.tables.checking import BrokenError
from tourelle.tables.clocks import LIVE, TURNS, Pace
from tourelle.tables.entries import CLOCK, Entry
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError

START = 1000
FAST = Pace(LIVE, 60, 5, "level-2")
SLOW = Pace(TURNS, 3600, late="level-2")


def timed(pace: Pace, chairs: str = "here link") -> Table:
    """Return a table of BLOX, where every action is a turn, with a clock."""
    plain = table("blox", chairs)
    return Table(replace(plain.opening, pace=pace), plain.game)


def move(at_table: Table, at: int) -> None:
    """Let whoever is to move play some action."""
    seat = at_table.to_move
    assert seat is not None
    text = at_table.play.legal_texts()[0]
    happen(at_table, at_table.submit(at_table.number, seat, text, at))


def lefts(at_table: Table, at: int) -> list[int]:
    return [at_table.left(seat, at) for seat in range(len(at_table.chairs))]


def test_time_passes_for_whoever_is_to_move_and_a_turn_adds_the_increment() -> None:
    blox = timed(FAST)
    first = blox.ticking
    assert first is not None
    assert blox.left(first, START + 10_000) == 50_000
    move(blox, START + 10_000)
    other = blox.ticking
    assert other is not None
    assert other != first
    now = START + 13_000
    assert blox.left(first, now) == 55_000
    assert blox.left(other, now) == 57_000
    assert lefts(again(blox), now) == lefts(blox, now)


def test_by_turns_every_turn_has_its_whole_time() -> None:
    blox = timed(SLOW)
    first = blox.to_move
    assert first is not None
    move(blox, START + 3_000_000)
    move(blox, START + 3_500_000)
    assert blox.left(first, START + 3_600_000) == 3_500_000


def test_nobodys_time_passes_while_somebody_is_missing_or_a_bot_plays() -> None:
    assert timed(FAST, "here free").ticking is None
    blox = timed(FAST, "here bot")
    while blox.to_move == 0:
        move(blox, START)
    assert blox.ticking is None
    assert blox.deadline is None


def test_who_has_no_time_left_may_not_play_and_a_bot_goes_on() -> None:
    blox = timed(FAST)
    seat = blox.ticking
    assert seat is not None
    assert blox.deadline == START + 60_000
    assert blox.time_out(START + 59_999) == []
    with pytest.raises(TroubleError, match="time-is-out"):
        move(blox, START + 60_000)
    happen(blox, blox.time_out(START + 60_000))
    assert blox.chairs[seat].bot == "level-2"
    assert blox.chairs[seat].lent
    assert blox.time_out(START + 70_000) == []
    assert blox.come(seat, (seat,), START + 70_000) == []  # no time for the rest of the game
    with pytest.raises(TroubleError, match="time-is-out"):
        blox.hand_over(seat, None, START + 70_000)
    assert again(blox).chairs == blox.chairs


def test_by_turns_the_bot_leaves_when_they_come_back() -> None:
    blox = timed(SLOW)
    seat = blox.ticking
    assert seat is not None
    happen(blox, blox.time_out(START + 3_600_000))
    assert blox.chairs[seat].bot
    happen(blox, blox.come(seat, (seat,), START + 3_700_000))
    assert blox.chairs[seat].bot is None


def test_where_the_seat_loses_the_best_of_the_others_wins() -> None:
    blox = timed(Pace(LIVE, 60), "here link link")
    seat = blox.ticking
    assert seat is not None
    happen(blox, blox.time_out(START + 60_000))
    assert blox.is_over
    assert blox.status == "over"
    assert blox.to_move is None
    outcome = blox.outcome
    assert outcome is not None
    assert seat not in outcome.winners
    assert len(outcome.winners) == 2
    assert blox.tag == "private-over"
    assert again(blox).outcome == outcome
    with pytest.raises(TroubleError, match="over"):
        move_as(blox, seat)


def move_as(at_table: Table, seat: int) -> None:
    at_table.submit(at_table.number, seat, "change", START)


def test_a_pause_needs_everybody_and_ends_when_one_wants_it() -> None:
    blox = timed(FAST)
    seat = blox.ticking
    assert seat is not None
    happen(blox, blox.pause(0, START + 1000))
    assert blox.clock is not None
    assert not blox.clock.paused
    assert blox.clock.wanting == [0]
    assert blox.pause(0, START + 1000) == []
    happen(blox, blox.pause(1, START + 2000))
    assert blox.clock.paused
    assert blox.deadline is None
    with pytest.raises(TroubleError, match="paused"):
        move(blox, START + 3000)
    happen(blox, blox.resume(1, START + 900_000))
    assert blox.left(seat, START + 901_000) == 57_000
    assert lefts(again(blox), START + 901_000) == lefts(blox, START + 901_000)


def test_a_wish_for_a_pause_can_be_refused_and_a_lone_person_needs_nobody() -> None:
    blox = timed(FAST)
    happen(blox, blox.pause(0, START))
    happen(blox, blox.resume(1, START))
    assert blox.clock is not None
    assert blox.clock.wanting == []
    alone = timed(FAST, "here bot")
    happen(alone, alone.pause(0, START))
    assert alone.clock is not None
    assert alone.clock.paused


def test_time_for_which_the_server_was_away_does_not_count() -> None:
    blox = timed(FAST)
    seat = blox.ticking
    assert seat is not None
    happen(blox, blox.stood(500_000, START + 510_000))
    assert blox.left(seat, START + 510_000) == 50_000
    assert lefts(again(blox), START + 520_000) == lefts(blox, START + 520_000)


def test_a_clock_that_goes_back_takes_and_gives_nothing() -> None:
    blox = timed(FAST)
    first = blox.to_move
    assert first is not None
    move(blox, START - 500_000)
    assert blox.left(first, START) == 65_000


@pytest.mark.parametrize(
    "data", [{"what": "out"}, {"what": "nonsense"}, {"what": "stood", "ms": -1}]
)
def test_a_journal_that_says_what_no_clock_did_is_broken(data: dict[str, object]) -> None:
    blox = timed(FAST)
    seat = blox.ticking
    happen(blox, [Entry(1, START + 1000, CLOCK, seat, data)])
    with pytest.raises(BrokenError):
        again(blox)


def test_tables_without_a_clock_have_none() -> None:
    plain = again(table("blox", "here link"))
    assert plain.clock is None
    assert plain.deadline is None
    assert plain.time_out(10**9) == []
    with pytest.raises(TroubleError, match="no-clock"):
        plain.pause(0, START)
