"""Everything of one journal into another, table by table, and then compared."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from tourelle.store.journal import Journal
from tourelle.store.reading import Kept
from tourelle.store.troubles import SHELF, JournalError

AT_ONCE: Final = 64
"""Tables that are on their way together."""

T = TypeVar("T")
Count = Callable[[int], object]


class NotEmptyError(JournalError):
    """There is something where a copy should go."""

    def __init__(self, tables: int, cards: int) -> None:
        """Keep how much."""
        super().__init__(f"{tables} tables, {cards} cards")
        self.tables: Final = tables
        self.cards: Final = cards


class DiffersError(JournalError):
    """A copy is not what it was made from."""


class Copied(NamedTuple):
    """How much was copied."""

    tables: int
    lines: int
    cards: int


def check_empty(target: Journal) -> None:
    """Refuse a journal that holds anything."""
    tables, cards = target.tables(), target.every_card()
    if tables or cards:
        raise NotEmptyError(len(tables), len(cards))


async def copy(source: Journal, target: Journal, names: Sequence[str], count: Count) -> None:
    """Copy tables, with what is known of their damage, and all cards; `count` is told how many."""
    done = 0
    for some in _together(names):
        kept = [(name, await asyncio.to_thread(source.read, name)) for name in some]
        await asyncio.gather(*(_put(target, name, table) for name, table in kept))
        done += len(some)
        count(done)
    for cards in _together(source.every_card()):
        await target.keep(cards)


async def _put(target: Journal, name: str, kept: Kept) -> None:
    """Write one table."""
    await target.append(name, 0, kept.lines, kept.tag, kept.changed, kept.damage)


def compare(source: Journal, target: Journal, names: Sequence[str], count: Count) -> Copied:
    """Read everything of both again, chains and all; raises at the first thing that differs."""
    if (there := target.tables()) != list(names):
        odd = sorted({*there} ^ {*names})
        raise DiffersError(", ".join(odd[:5]))
    lines = 0
    for done, name in enumerate(names, 1):
        one, other = source.read(name), target.read(name)
        if one[:4] != other[:4] or _is_marked(one) != _is_marked(other):
            raise DiffersError(name)
        lines += len(one.lines)
        count(done)
    cards = source.every_card()
    if cards != target.every_card():
        odd_cards = {*cards} ^ {*target.every_card()}
        raise DiffersError(", ".join(" ".join(card.place) for card in sorted(odd_cards)[:5]))
    return Copied(len(names), lines, len(cards))


def _is_marked(kept: Kept) -> bool:
    """Tell whether something of a table is lost; where it is listed is not, and is mended."""
    return kept.damage is not None and kept.damage.kind != SHELF


def _together(things: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield some at a time."""
    for start in range(0, len(things), AT_ONCE):
        yield things[start : start + AT_ONCE]
