"""A journal is moved to another store, either way, and nothing of it changes."""

import asyncio
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.store.stores import STORES, Store
from tourelle.store.cards import Card
from tourelle.store.copying import Copied, DiffersError, NotEmptyError, check_empty, compare, copy
from tourelle.store.journal import Journal
from tourelle.store.troubles import CHANGED, SHORTENED, Damage

WAYS = [(one, other) for one in STORES for other in STORES]


@pytest.fixture(params=WAYS, ids=lambda way: " to ".join(way))
def both(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Store, Store]:
    one, other = request.param
    return STORES[one](tmp_path / "one"), STORES[other](tmp_path / "other")


async def fill(journal: Journal) -> None:
    for table in range(70):
        lines = [f"{table} {number} « ü »" for number in range(1 + table % 7)]
        await journal.append(f"t{table}", 0, lines, "listed-running", 1000 + table)
    await journal.keep([Card("ear", str(i), "name", f"{i} ü", i) for i in range(100)])


def moved(source: Store, target: Store) -> Copied:
    with ExitStack() as stack:
        one = stack.enter_context(closing(source.open()))
        other = stack.enter_context(closing(target.open()))
        names, told = one.tables(), list[int]()
        check_empty(other)
        asyncio.run(copy(one, other, names, told.append))
        assert told[-1:] == [len(names)][: len(names)]
        return compare(one, other, names, lambda _: None)


def test_everything_is_moved_and_goes_on(both: tuple[Store, Store]) -> None:
    source, target = both
    source.happen(fill)
    assert moved(source, target) == Copied(70, sum(1 + table % 7 for table in range(70)), 100)
    with closing(source.open()) as one, closing(target.open()) as other:
        for name in one.tables():
            assert one.read(name) == other.read(name)
        assert one.shelf("listed-running", 100) == other.shelf("listed-running", 100)

    async def go_on(journal: Journal) -> None:
        await journal.append("t0", 1, ["next"], "listed-over", 9)
        assert journal.read("t0").damage is None

    target.happen(go_on)
    with pytest.raises(NotEmptyError, match="70 tables, 100 cards"):
        moved(source, target)


def test_damage_moves_too_and_an_empty_journal_is_moved_as_nothing(
    both: tuple[Store, Store],
) -> None:
    source, target = both
    source.open().close()
    assert moved(source, target) == Copied(0, 0, 0)
    source.happen(fill)
    source.tamper(
        "UPDATE line SET text = 'x' WHERE table_id = 't6' AND number = 3",
        "DELETE FROM line WHERE table_id = 't5' AND number = 5",
        "DELETE FROM line WHERE table_id = 't4'",
    )
    moved(source, target)
    with closing(target.open()) as other:
        assert other.read("t6").damage == Damage(3, CHANGED)
        assert len(other.lines("t6")) == 3
        assert other.read("t5").damage == Damage(5, SHORTENED)
        assert other.read("t4").known
        assert other.read("t4").lines == []


def test_a_copy_that_differs_is_found_out(both: tuple[Store, Store]) -> None:
    source, target = both
    source.happen(fill)
    moved(source, target)
    changes = {
        "UPDATE card SET text = 'x' WHERE owner = '7'": "ear 7 name",
        "UPDATE shelf SET tag = 'listed-over' WHERE table_id = 't9'": "t9",
        "UPDATE line SET text = 'x' WHERE table_id = 't8' AND number = 1": "t8",
        "INSERT INTO line VALUES ('odd', 0, 'x', NULL)": "odd",
    }
    target.tamper()
    for change, where in changes.items():
        target.execute(change)
        with ExitStack() as stack:
            one = stack.enter_context(closing(source.open()))
            other = stack.enter_context(closing(target.open()))
            stack.enter_context(pytest.raises(DiffersError, match=where))
            compare(one, other, one.tables(), lambda _: None)
