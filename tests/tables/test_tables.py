"""A table checks every wish, changes nothing before its entries are taken, and can be rebuilt."""

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.tables.toys import STRANDING, MemoryJournal, again, game_of, happen, play, table
from tourelle.core.words import RefusedError
from tourelle.games import TITLES
from tourelle.tables.entries import Entry, read_entry, read_opening
from tourelle.tables.seating import Guest
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import Writer, open_table, rebuilt

START = ("place d8", "place a4", "king h5")


def snapshot(at_table: Table) -> tuple[bytes, int, list[object]]:
    return at_table.game.identity(at_table.position), at_table.number, list(at_table.chairs)


def test_an_action_is_checked_then_happens() -> None:
    torres = table("torres", "here here")
    before = snapshot(torres)
    entries = torres.submit(0, 0, "place  d8", 5000)
    assert snapshot(torres) == before
    happen(torres, entries)
    assert [entry.data["text"] for entry in torres.entries] == ["place d8"]
    assert (torres.number, torres.to_move, len(torres.played)) == (1, 1, 1)


def test_a_table_of_older_rules_goes_on_under_them() -> None:
    castellan = table("castellan", "here here", seed=16)
    play(castellan, *STRANDING[:-1])
    with pytest.raises(RefusedError) as refused:
        castellan.submit(castellan.number, 0, STRANDING[-1], 0)
    assert refused.value.refusal.reason == "strands-towers"
    opening = replace(castellan.opening, rules=1)
    older = Table(opening, game_of(opening))
    play(older, *STRANDING)
    later = again(older)
    assert snapshot(later) == snapshot(older)
    play(later, "tower 2,1", "keep")
    assert later.game.document(later.position)["pieces_in_hand"]["T"] == 1


def test_words_do_not_make_whoever_is_awaited_wait_anew() -> None:
    torres = table("torres", "here here")
    assert torres.stands_since == torres.opening.at
    happen(torres, torres.submit(0, 0, "place d8", 5000))
    happen(torres, torres.say(0, "your turn", 9000))
    assert (torres.stands_since, torres.changed) == (5000, 9000)
    happen(torres, torres.undo(torres.number, 0, 12000))
    assert torres.stands_since == 12000


@pytest.mark.parametrize(
    ("number", "seat", "reason"),
    [(0, 1, "stale"), (2, 1, "stale"), (-1, 1, "stale"), (1, 0, "not-your-turn")],
)
def test_stale_and_foreign_wishes_are_troubles(number: int, seat: int, reason: str) -> None:
    torres = table("torres", "here here")
    play(torres, "place d8")
    before = snapshot(torres)
    with pytest.raises(TroubleError) as trouble:
        torres.submit(number, seat, "place a4", 5000)
    assert trouble.value.reason == reason
    assert snapshot(torres) == before


def test_a_repeated_submit_is_stale() -> None:
    torres = table("torres", "here here")
    happen(torres, torres.submit(0, 0, "place d8", 0))
    with pytest.raises(TroubleError, match="stale"):
        torres.submit(0, 0, "place d8", 0)


def test_words_said_meanwhile_do_not_make_a_submit_stale() -> None:
    torres = table("torres", "link link")
    happen(torres, torres.say(1, "hello", 0))
    happen(torres, torres.submit(0, 0, "place d8", 0))
    assert len(torres.played) == 1


@pytest.mark.parametrize("text", ["place e5", "end", "nonsense", "", "place d8 d8"])
def test_illegal_actions_are_refused_and_change_nothing(text: str) -> None:
    torres = table("torres", "here here")
    before = snapshot(torres)
    with pytest.raises(RefusedError):
        torres.submit(0, 0, text, 0)
    assert snapshot(torres) == before


def random_game(at_table: Table, seed: int) -> None:
    """Play at random to the end, with undos and words among the actions."""
    dice = random.Random(seed)
    while (seat := at_table.to_move) is not None:
        roll = dice.random()
        if roll < 0.1 and at_table.played:
            happen(at_table, at_table.undo(at_table.number, seat, dice.randrange(9000)))
        elif roll < 0.15:
            happen(at_table, at_table.say(0, "…", dice.randrange(9000)))
        else:
            play(at_table, dice.choice(at_table.game.legal_texts(at_table.position)))


@pytest.mark.parametrize("title", TITLES)
def test_a_rebuilt_table_is_the_same_table(title: str) -> None:
    options: dict[str, Any] = {"round_limit": 15} if title == "blox" else {}
    live = table(title, "here here bot", **options)
    random_game(live, 3)
    copy = again(live)
    assert snapshot(copy) == snapshot(live)
    assert copy.played == live.played
    assert copy.entries == live.entries
    assert copy.before == live.before
    assert live.entries[-1].kind == "over"
    assert [entry.number for entry in live.entries] == list(range(1, live.number + 1))
    times = [entry.at for entry in live.entries]
    assert times == sorted(times), "time never runs backwards"


def test_an_over_game_takes_no_more() -> None:
    blox = table("blox", "here bot", round_limit=1)
    while blox.to_move is not None:
        play(blox, blox.game.legal_texts(blox.position)[0])
    assert blox.status == "over"
    wishes: list[Callable[[], list[Entry]]] = [
        lambda: blox.submit(blox.number, 0, "change b", 0),
        lambda: blox.undo(blox.number, 0, 0),
        lambda: blox.hand_over(0, "random", 0),
    ]
    for wish in wishes:
        with pytest.raises(TroubleError, match="over"):
            wish()
    assert blox.play_again("next", 0, 0)[0].data == {"table": "next"}


def test_entries_and_openings_round_trip() -> None:
    torres = table("torres", "here link bot", preset="modern")
    assert read_opening(torres.opening.line()) == torres.opening
    entry = Entry(3, 4, "chat", 1, {"text": "là « ö »"})
    assert read_entry(entry.line()) == entry


# ---------------------------------------------------------------- seats


def test_a_table_waits_until_everybody_has_come() -> None:
    torres = table("torres", "here old")
    assert torres.status == "waiting"
    happen(torres, torres.come(1, [1], 0))
    assert torres.status == "running"
    assert torres.come(1, [1], 0) == []


def test_an_invitation_becomes_a_key_once() -> None:
    torres = table("torres", "here free")
    assert torres.seats_of(["invitation1"]) == [], "an invitation is no key"
    assert torres.status == "waiting"
    happen(torres, torres.accept("invitation1", Guest("fresh", "Eve"), 0))
    assert torres.status == "running"
    assert torres.seats_of(["fresh"]) == [1]
    assert torres.chairs[1].name == "Eve"
    before = snapshot(torres)
    with pytest.raises(TroubleError, match="invitation-used"):
        torres.accept("invitation1", Guest("other", "Mallory"), 0)
    with pytest.raises(TroubleError, match="no-such-invitation"):
        torres.accept("invitation7", Guest("other", "Mallory"), 0)
    assert torres.accept("invitation1", Guest("fresh", "Eve"), 0) == [], (
        "asked again by the same browser"
    )
    assert snapshot(torres) == before == snapshot(again(torres))


def test_an_invitation_keeps_the_name_it_was_given_for() -> None:
    torres = table("torres", "here free")
    happen(torres, torres.rename(1, "Leo", 0))
    happen(torres, torres.accept("invitation1", Guest("fresh"), 0))
    assert torres.chairs[1].name == "Leo"


def test_whoever_was_invited_takes_over_from_the_bot_that_stood_in() -> None:
    torres = table("torres", "here free")
    happen(torres, torres.stand_in(1, "greedy", 0))
    assert torres.status == "running"
    happen(torres, torres.accept("invitation1", Guest("fresh", "Eve"), 0))
    assert (torres.chairs[1].bot, torres.chairs[1].stand_in) == (None, False)


def test_links_of_older_tables_stay_keys() -> None:
    torres = table("torres", "here old")
    line = torres.opening.line()
    for name in ("invitation", "stand_in", "apart"):
        line = re.sub(rf',"{name}":(null|false)', "", line)
    line = line.replace(',"given":null', "")
    assert "invitation" not in line
    older = rebuilt([line], game_of)
    assert older.seats_of(["key1"]) == [1]
    happen(older, older.come(1, [1], 0))
    assert older.status == "running"


def test_a_free_seat_of_a_listed_table_gets_a_key() -> None:
    torres = table("torres", "here free", listed=True)
    happen(torres, torres.join(Guest("fresh", "Eve"), 0))
    assert torres.seats_of(["fresh"]) == [1]
    assert torres.chairs[1].name == "Eve"
    assert torres.join(Guest("fresh", "Eve"), 0) == []
    with pytest.raises(TroubleError, match="no-free-seat"):
        torres.join(Guest("more"), 0)
    with pytest.raises(TroubleError, match="invitation-used"):
        torres.accept("invitation1", Guest("other"), 0)


def test_private_tables_cannot_be_joined() -> None:
    with pytest.raises(TroubleError, match="no-free-seat"):
        table("torres", "here free").join(Guest("fresh"), 0)


def test_a_seat_is_lent_to_a_bot_and_taken_back() -> None:
    torres = table("torres", "here link bot")
    happen(torres, torres.hand_over(1, "greedy", 0))
    assert (torres.chairs[1].bot, torres.chairs[1].lent) == ("greedy", True)
    assert torres.come(1, [1], 0) == [], "who lent the seat may watch, and takes it back by a word"
    happen(torres, torres.hand_over(1, None, 0))
    assert not torres.chairs[1].lent
    assert torres.hand_over(1, None, 0) == []
    with pytest.raises(TroubleError, match="bots-seat"):
        torres.hand_over(2, None, 0)


def test_a_bot_that_stands_in_leaves_when_its_person_comes() -> None:
    torres = table("torres", "here link bot")
    with pytest.raises(TroubleError, match="bots-seat"):
        torres.stand_in(2, "greedy", 0)
    happen(torres, torres.stand_in(1, "greedy", 0))
    assert torres.stand_in(1, "random", 0) == [], "one stand-in is enough"
    happen(torres, torres.come(1, [1], 0))
    assert (torres.chairs[1].bot, torres.chairs[1].stand_in) == (None, False)


def test_an_imported_table_knows_what_was_given() -> None:
    torres = table("torres", "link link")
    assert torres.given is None
    older = Table(replace(torres.opening, imported=True), torres.game)
    play(older, *START)
    happen(older, older.say(0, "on we go", 0))
    play(older, "end")
    assert older.given == 3
    assert Table(replace(torres.opening, imported=True, given=2), torres.game).given == 2


def test_renaming() -> None:
    torres = table("torres", "here here")
    happen(torres, torres.rename(0, "Ann", 0))
    assert torres.chairs[0].name == "Ann"
    assert torres.rename(0, "Ann", 0) == []


# ---------------------------------------------------------------- the writer


async def durable(title: str, seats: str, **given: Any) -> tuple[Table, MemoryJournal, Writer]:
    """Open a table whose journal is kept."""
    toy, journal = table(title, seats, **given), MemoryJournal()
    opened = await open_table(toy.opening, toy.game, journal)
    return opened, journal, Writer(opened, journal)


def test_nothing_happens_before_it_is_durable() -> None:
    async def story() -> None:
        torres, journal, writer = await durable("torres", "here here")
        await writer.grant(lambda: torres.submit(0, 0, "place d8", 0))
        journal.broken = True
        before = snapshot(torres)
        with pytest.raises(OSError, match="full"):
            await writer.grant(lambda: torres.submit(1, 1, "place a4", 0))
        assert snapshot(torres) == before
        journal.broken = False
        await writer.grant(lambda: torres.submit(1, 1, "place a4", 0))
        assert snapshot(rebuilt(journal.lines("toy"), game_of)) == snapshot(torres)

    asyncio.run(story())


def test_of_two_wishes_at_once_one_wins() -> None:
    async def story() -> None:
        torres, journal, writer = await durable("torres", "here here")
        wishes = [writer.grant(lambda: torres.submit(0, 0, "place d8", 0)) for _ in range(5)]
        results = await asyncio.gather(*wishes, return_exceptions=True)
        assert sum(isinstance(result, list) for result in results) == 1
        assert sum(isinstance(result, TroubleError) for result in results) == 4
        assert len(journal.lines("toy")) == 2

    asyncio.run(story())


def test_whoever_stops_waiting_harms_nothing() -> None:
    async def story() -> None:
        torres, journal, writer = await durable("torres", "here here")
        task = asyncio.create_task(writer.grant(lambda: torres.submit(0, 0, "place d8", 0)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(torres.played) == len(journal.lines("toy")) - 1 == 1

    asyncio.run(story())


def test_whoever_stops_waiting_behind_another_harms_nothing() -> None:
    async def story() -> None:
        at_table, journal, writer = await durable("torres", "link link")
        asked = [
            asyncio.ensure_future(writer.grant(lambda n=n: at_table.say(n % 2, f"word {n}", n)))  # type: ignore[misc]
            for n in range(4)
        ]
        await asyncio.sleep(0)
        asked[0].cancel()  # on its way to the journal
        asked[2].cancel()  # two others are before it
        await asyncio.gather(*asked, return_exceptions=True)
        for _ in range(50):
            await asyncio.sleep(0)
        assert [entry.data["text"] for entry in at_table.entries] == [f"word {n}" for n in range(4)]
        assert len(journal.lines(at_table.opening.table)) == 5

    asyncio.run(story())


def test_trouble_in_telling_is_told_to_who_wished_and_the_table_goes_on() -> None:
    async def story() -> None:
        at_table, _, writer = await durable("torres", "link link")
        broken = Writer(at_table, writer._journal, lambda: [][0])
        with pytest.raises(IndexError):
            await broken.grant(lambda: at_table.say(0, "hello", 1))
        assert [entry.data["text"] for entry in at_table.entries] == ["hello"], "it is durable"
        await writer.grant(lambda: at_table.say(1, "and on", 2))
        with pytest.raises(IndexError):
            await broken.grant(lambda: at_table.say(0, "again", 3))

    asyncio.run(story())


def test_the_journal_shelves_a_table_by_its_status() -> None:
    async def story() -> None:
        blox, journal, writer = await durable("blox", "here free", listed=True, round_limit=1)
        assert journal.tags["toy"] == "listed-waiting"
        await writer.grant(lambda: blox.accept("invitation1", Guest("fresh"), 0))
        assert journal.tags["toy"] == blox.tag == "listed-fresh"
        while blox.to_move is not None:
            shelved = "fresh" if blox.number == 1 else "running"
            assert journal.tags["toy"] == blox.tag == f"listed-{shelved}"
            text = blox.game.legal_texts(blox.position)[0]
            seat = blox.to_move
            await writer.grant(lambda t=text, s=seat: blox.submit(blox.number, s, t, 0))  # type: ignore[misc]
        assert journal.tags["toy"] == blox.tag == "listed-over"

    asyncio.run(story())
