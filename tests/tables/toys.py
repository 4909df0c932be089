"""Tables without a server: a journal in memory, tables at which anybody may sit."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Any

from tourelle import games
from tourelle.core.game import Game
from tourelle.games import game_class
from tourelle.tables.entries import BOT, HERE, LINK, Chair, Entry, Opening
from tourelle.tables.table import Table
from tourelle.tables.writer import rebuilt


class MemoryJournal:
    """Keeps lines in memory; may be told to fail."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.tags: dict[str, str] = {}
        self.broken = False

    def append(
        self, table: str, number: int, lines: Sequence[str], tag: str, changed: int
    ) -> Awaitable[None]:
        del changed
        return self._append(table, number, lines, tag)

    async def _append(self, table: str, number: int, lines: Sequence[str], tag: str) -> None:
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("the disk is full")
        kept = self.kept.setdefault(table, [])
        assert number == len(kept)
        kept.extend(lines)
        self.tags[table] = tag

    def after(self, table: str, number: int) -> list[str]:
        return self.kept[table][number + 1 :]

    def lines(self, table: str) -> list[str]:
        return list(self.kept.get(table, []))


CHAIRS = {
    "here": Chair(HERE, "", None, "key", taken=True),
    "link": Chair(LINK, "", None, "key", taken=True),
    "free": Chair(LINK, invitation="invitation"),
    "old": Chair(LINK, "", None, "key", taken=False),  # as links were before invitations
    "bot": Chair(BOT, "", "random", None, taken=True),
}


STRANDING = (
    *("play W1 T1 T4", "tower 0,0", "long 0,0 E", "tower 2,0", "short 0,0 N", "tower 0,1"),
    *("long 0,1 E", "short 2,0 N"),
)
"""A first turn of Castellan, as seed 16 deals it: rules 2 refuse its last wall (C4.3)."""


def table(title: str, chairs: str, seed: int = 7, listed: bool = False, **options: Any) -> Table:
    """Open a table: chairs are words of `CHAIRS`, and each gets a key of its own."""
    kinds = chairs.split()
    game = game_class(title)({**options, "seats": len(kinds)})
    seated = [CHAIRS[kind] for kind in kinds]
    keyed = [
        replace(
            chair,
            key=chair.key and f"key{seat}",
            invitation=chair.invitation and f"invitation{seat}",
        )
        for seat, chair in enumerate(seated)
    ]
    opening = Opening(
        "toy", title, game.rules, game.options, seed, "nonce", tuple(keyed), 1000, listed
    )
    return Table(opening, game)


def happen(at_table: Table, entries: list[Entry]) -> list[Entry]:
    """Let entries happen at once."""
    for entry in entries:
        at_table.take(entry)
    return entries


def play(at_table: Table, *texts: str) -> None:
    """Let whoever is to move play these actions."""
    for text in texts:
        seat = at_table.to_move
        assert seat is not None
        happen(at_table, at_table.submit(at_table.number, seat, text, 2000))


def again(at_table: Table) -> Table:
    """Rebuild a table from its own lines."""
    lines = [at_table.opening.line(), *(entry.line() for entry in at_table.entries)]
    return rebuilt(lines, lambda opening: game_of(opening))


def game_of(opening: Opening) -> Game[Any]:
    """Return the game of a table."""
    return games.game_of(opening.game, opening.options, opening.rules)
