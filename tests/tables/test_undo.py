"""Undo: free in one's own turn back to the last card, free without company, else by consent."""

from typing import NamedTuple

import pytest

from tests.tables.toys import again, happen, play, table
from tourelle.tables import undoing
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError

START = ("place d8", "place a4", "king h5")


class Case(NamedTuple):
    """A table, what has been played, who wants to undo, and what comes of it."""

    chairs: str
    played: tuple[str, ...]
    seat: int
    left: int | None  # actions left; None: nothing to undo
    free: bool = True


CASES = {
    "nothing yet": Case("link link", (), 0, None),
    "in one's own turn": Case("link link", (*START, "block c8", "block b8"), 0, 4),
    "a card was seen": Case("link link", (*START, "block c8", "buy"), 0, 4, False),
    "back to the card, not beyond": Case("link link", (*START, "buy", "point"), 0, 4),
    "the turn is over": Case("link link", (*START, "end"), 0, 3, False),
    "another's turn": Case("link link", (*START, "end", "block a5"), 0, 3, False),
    "against a bot": Case("link bot", (*START, "end", "block a5"), 0, 3),
    "against a bot, a card was seen": Case("link bot", (*START, "buy"), 0, 3),
    "around one screen": Case("here here", (*START, "end"), 1, 3),
    "around one screen, for the other": Case("here here", (*START, "end", "block a5"), 0, 4),
    "one screen and a friend": Case("here here link", ("place d8", "place a4"), 1, 1, False),
    "before the friend has come": Case("here free", (*START, "end"), 0, 3, False),
    "before the friend has come, a card was seen": Case("here free", (*START, "buy"), 0, 3, False),
    "before the friend has come, in one's own turn": Case("here free", (*START, "block c8"), 0, 3),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_what_an_undo_would_do(case: Case) -> None:
    torres = table("torres", case.chairs)
    play(torres, *case.played)
    expected = None if case.left is None else undoing.Wish(case.left, case.free)
    assert undoing.wish(torres, case.seat) == expected
    if expected is None:
        with pytest.raises(TroubleError, match="nothing-to-undo"):
            torres.undo(torres.number, case.seat, 0)
        return
    (entry,) = happen(torres, torres.undo(torres.number, case.seat, 0))
    assert entry.kind == ("undo" if case.free else "ask")
    assert len(torres.played) == (case.left if case.free else len(case.played))
    check_rebuilt(torres)


def check_rebuilt(torres: Table) -> None:
    """The position after an undo is the one that the remaining actions lead to."""
    position = torres.position_after(len(torres.played))
    assert torres.game.identity(torres.position) == torres.game.identity(position)
    assert torres.game.identity(again(torres).position) == torres.game.identity(position)


def asked(chairs: str) -> tuple[Table, int]:
    """A table at which A has seen a card and would like to have it back; the wish's number."""
    torres = table("torres", chairs)
    play(torres, *place_all(torres), "buy")
    (wish,) = happen(torres, torres.undo(torres.number, 0, 0))
    assert wish.kind == "ask"
    return torres, wish.number


def place_all(torres: Table) -> tuple[str, ...]:
    """Everybody's first knight, and the King."""
    return (*("place d8", "place a4", "place c6")[: torres.game.seats], "king h5")


def test_consent() -> None:
    torres, wish = asked("link link")
    assert len(torres.played) == 4
    with pytest.raises(TroubleError, match="already-asked"):
        torres.undo(torres.number, 0, 0)
    happen(torres, torres.agree(wish, 1, 0))
    assert torres.asked is None
    assert len(torres.played) == 3
    assert torres.entries[-1].seat == 0
    assert torres.entries[-1].data == {"to": 3, "wish": wish, "agreed": [1]}
    check_rebuilt(torres)


def test_an_undo_of_ones_own_is_no_consent() -> None:
    torres, _ = asked("link link")
    with pytest.raises(TroubleError, match="already-asked"):
        torres.undo(torres.number, 1, 0)
    assert len(torres.played) == 4


@pytest.mark.parametrize(
    ("wish", "seat", "reason"),
    [(0, 1, "no-such-wish"), (4, 1, "no-such-wish"), (6, 1, "no-such-wish"), (5, 0, "own-wish")],
)
def test_agreeing_names_the_wish(wish: int, seat: int, reason: str) -> None:
    torres, number = asked("link link")
    assert number == 5
    for answer in (torres.agree, torres.refuse):
        with pytest.raises(TroubleError, match=reason):
            answer(wish, seat, 0)
    assert len(torres.played) == 4


def test_a_wish_can_be_refused_and_asked_again() -> None:
    torres, wish = asked("link link")
    happen(torres, torres.refuse(wish, 1, 0))
    assert torres.asked is None
    assert len(torres.played) == 4
    with pytest.raises(TroubleError, match="no-such-wish"):
        torres.agree(wish, 1, 0)
    (once_more,) = happen(torres, torres.undo(torres.number, 0, 0))
    assert once_more.kind == "ask"


def test_everybody_has_to_agree() -> None:
    """One person could have taken two of the seats."""
    torres, wish = asked("link link link")
    assert undoing.waited_for(torres, 0, torres.agreed) == [1, 2]
    happen(torres, torres.agree(wish, 1, 0))
    assert len(torres.played) == 5
    assert undoing.waited_for(torres, 0, torres.agreed) == [2]
    assert torres.agree(wish, 1, 0) == []
    assert again(torres).agreed == [1]
    happen(torres, torres.agree(wish, 2, 0))
    assert len(torres.played) == 4
    check_rebuilt(torres)


def test_a_screen_agrees_once_and_bots_are_not_asked() -> None:
    torres, wish = asked("link here here")
    happen(torres, torres.agree(wish, 2, 0))
    assert len(torres.played) == 4
    torres, wish = asked("link link bot")
    happen(torres, torres.agree(wish, 1, 0))
    assert len(torres.played) == 4


def test_a_wish_lapses_when_play_goes_on() -> None:
    torres = table("torres", "link link")
    play(torres, *START, "buy")
    happen(torres, torres.undo(torres.number, 0, 0))
    play(torres, "point")
    assert torres.asked is None
    assert undoing.wish(torres, 0) == undoing.Wish(4, True)


@pytest.mark.parametrize("stand_in", [True, False])
def test_somebody_whose_seat_a_bot_plays_is_asked_all_the_same(stand_in: bool) -> None:
    torres = table("torres", "link link")
    play(torres, *START, "buy")
    lend = torres.stand_in if stand_in else torres.hand_over
    happen(torres, lend(1, "random", 0))
    assert undoing.wish(torres, 0) == undoing.Wish(3, False)
    (wish,) = happen(torres, torres.undo(torres.number, 0, 0))
    happen(torres, torres.agree(wish.number, 1, 0))
    assert len(torres.played) == 3


def test_a_key_seen_at_another_screen_parts_the_screen() -> None:
    """The opener of a shared screen gives one of its links away."""
    torres = table("torres", "here here")
    assert torres.come(0, [0, 1], 0) == []
    play(torres, *START, "end")
    assert undoing.wish(torres, 1) == undoing.Wish(3, True)
    happen(torres, torres.come(1, [1], 0))
    assert undoing.wish(torres, 0) == undoing.Wish(3, False)
    assert torres.come(0, [0, 1], 0) == [], "it stays so, whoever else shows up"
    assert torres.come(1, [0, 1], 0) == []
    assert not undoing.same_party(again(torres), 0, 1)


@pytest.mark.parametrize(
    ("trial", "chairs", "wish"),
    [
        (True, "link link", undoing.Wish(1, free=True)),
        (False, "link link", undoing.Wish(1, free=False)),  # the other may agree
        (False, "link bot", None),
        (False, "here bot", None),
        (False, "here here", None),
        (False, "here link", undoing.Wish(1, free=False)),
    ],
)
def test_C8_pieces_are_taken_back_in_trial_only(
    trial: bool, chairs: str, wish: undoing.Wish | None
) -> None:
    castellan = table("castellan", chairs, seed=3, trial=trial)
    seat = castellan.to_move
    assert seat == 0
    cards = [t for t in castellan.game.legal_texts(castellan.position) if t.count(" ") == 2]
    play(castellan, cards[-1])
    assert undoing.wish(castellan, seat) == undoing.Wish(0, free=True)  # nothing is placed yet
    play(castellan, "tower 0,0")
    assert undoing.wish(castellan, seat) == wish
    if wish is None:
        with pytest.raises(TroubleError, match="undo-final"):
            castellan.undo(castellan.number, seat, 0)


def test_C8_an_undo_takes_no_pieces_of_a_bot_back_either() -> None:
    castellan = table("castellan", "link bot", seed=3, trial=False)
    while castellan.to_move == 0:
        play(castellan, castellan.game.legal_texts(castellan.position)[-1])
    assert castellan.played[-1].text.startswith("draw")
    assert undoing.wish(castellan, 0) == undoing.Wish(len(castellan.played) - 1, free=True)
    play(castellan, castellan.game.legal_texts(castellan.position)[-1])
    assert undoing.wish(castellan, 0) is not None
    play(castellan, castellan.game.legal_texts(castellan.position)[-1])
    assert undoing.wish(castellan, 0) is None


def test_a_stale_undo_is_a_trouble() -> None:
    torres = table("torres", "here bot")
    play(torres, *START)
    number = torres.number
    happen(torres, torres.undo(number, 0, 0))
    with pytest.raises(TroubleError, match="stale"):
        torres.undo(number, 0, 0)


def test_redo_brings_back_the_very_same_actions_of_bots_too() -> None:
    torres = table("torres", "link bot")
    play(torres, *START, "block c8", "end", "block a5", "point", "end", "point")
    stood = [(played.seat, played.text) for played in torres.played]
    position = torres.game.identity(torres.position)
    happen(torres, torres.undo(torres.number, 0, 0))
    happen(torres, torres.undo(torres.number, 0, 0))
    assert len(torres.played) == 4
    happen(torres, torres.redo(torres.number, 0, 0))
    assert [(played.seat, played.text) for played in torres.played] == stood[:-1]
    happen(torres, torres.redo(torres.number, 0, 0))
    assert [(played.seat, played.text) for played in torres.played] == stood
    assert torres.game.identity(torres.position) == position
    assert torres.game.identity(again(torres).position) == position
    with pytest.raises(TroubleError, match="nothing-to-redo"):
        torres.redo(torres.number, 0, 0)


def test_another_action_ends_what_could_be_played_again() -> None:
    torres = table("torres", "link bot")
    play(torres, *START, "block c8", "block b8")
    happen(torres, torres.undo(torres.number, 0, 0))
    play(torres, "point")
    assert undoing.redoable(torres, 0) == []


def test_what_other_people_played_is_theirs_to_play_again() -> None:
    torres = table("torres", "link link")
    play(torres, *START, "end", "block a5")
    (wish,) = happen(torres, torres.undo(torres.number, 0, 0))
    happen(torres, torres.agree(wish.number, 1, 0))
    assert len(torres.played) == 3
    assert undoing.redoable(torres, 0) == []
    assert undoing.redoable(torres, 1) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_redo_is_for_whoever_took_it_back(seat: int) -> None:
    torres = table("torres", "link link")
    play(torres, *START, "block c8")
    happen(torres, torres.undo(torres.number, 0, 0))
    assert bool(undoing.redoable(torres, seat)) == (seat == 0)
