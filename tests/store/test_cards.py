"""Cards: kept, replaced, thrown away, and the first at a place is the first for ever."""

from contextlib import closing

import pytest

from tests.store.stores import Store
from tourelle.store.cards import Card, Place
from tourelle.store.journal import Journal
from tourelle.store.troubles import JournalError


def card(name: str, text: str = "x", owner: str = "ana", box: str = "ear") -> Card:
    return Card(box, owner, name, text, 7)


def test_cards_are_there_after_a_restart_the_last_word_at_each_place(store: Store) -> None:
    async def story(journal: Journal) -> None:
        await journal.keep([card("a", "one"), card("b"), card("a", "zwei « ü »")])
        await journal.keep([card("c", owner="ben")], [card("b").place])

    store.happen(story)
    with closing(store.open()) as journal:
        assert journal.cards("ear", "ana") == [card("a", "zwei « ü »")]
        assert [found.owner for found in journal.cards("ear")] == ["ana", "ben"]
        assert journal.card(Place("ear", "ana", "a")) == "zwei « ü »"
        assert journal.card(Place("ear", "ana", "b")) is None
        assert journal.cards("other") == []


def test_of_those_who_want_to_be_first_one_is_and_the_others_change_nothing(store: Store) -> None:
    async def story(journal: Journal) -> None:
        results = [
            await journal.keep([card("count", str(i))], first=card("once", str(i), box="turn"))
            for i in range(3)
        ]
        assert results == [True, False, False]
        assert journal.card(Place("ear", "ana", "count")) == "0"
        assert journal.card(Place("turn", "ana", "once")) == "0"

    store.happen(story)


def test_appends_and_cards_share_commits_and_fail_alone(store: Store) -> None:
    async def story(journal: Journal) -> None:
        lines = journal.append("t", 0, ["opening"], "tag", 1)
        wrong = journal.append("t", 5, ["gap"], "tag", 1)
        kept = journal.keep([card("a")])
        await lines
        assert await kept
        with pytest.raises(JournalError, match="can't follow"):
            await wrong
        assert journal.lines("t") == ["opening"]

    store.happen(story)


def test_who_goes_by_what_has_changed_since_changes_nothing(store: Store) -> None:
    count, other = Place("ear", "ana", "count"), Place("ear", "ana", "other")

    async def story(journal: Journal) -> None:
        assert await journal.keep([card("count", "1")], seen={count: None, other: None})
        stale = [
            journal.keep([card("count", "2")], seen={count: "1"}),
            journal.keep([card("count", "2 again")], seen={count: "1"}),
            journal.keep([card("other")], [count], seen={count: "1", other: None}),
            journal.keep([card("count", "3")], first=card("once"), seen={other: "x"}),
        ]
        assert [await each for each in stale] == [True, False, False, False]
        assert journal.card(count) == "2"
        assert journal.card(other) is None
        assert journal.card(Place("ear", "ana", "once")) is None
        assert await journal.keep([card("count", "3")], first=card("once"), seen={count: "2"})

    store.happen(story)
