"""The deeds of one table, in step with its entries: undone ones keep their words."""

from collections.abc import Iterable
from typing import Final

from tourelle.core.game import AnyGame
from tourelle.core.telling import Deed
from tourelle.play import Play
from tourelle.server.said.deeds import deed_of
from tourelle.tables.entries import ACTION, UNDO
from tourelle.tables.table import KEPT, Table


class Chronicle:
    """What every action of a table did."""

    def __init__(self, table: Table) -> None:
        """Begin before the first action."""
        self._table: Final = table
        self._play: Final = Play(table.game, table.position_after(0), kept=KEPT)
        self._deeds: Final[dict[int, Deed]] = {}
        self._read = 0

    @property
    def game(self) -> AnyGame:
        """The rules that are played."""
        return self._table.game

    def deed(self, number: int) -> Deed:
        """Return what the action of entry `number` did."""
        self.catch_up()
        return self._deeds[number]

    def deeds(self, numbers: Iterable[int]) -> list[Deed]:
        """Return what the actions of some entries did."""
        self.catch_up()
        return [self._deeds[number] for number in numbers]

    def catch_up(self) -> None:
        """Follow the table's entries to the last; with many of them that takes a while."""
        table = self._table
        if self._read == table.number:
            return
        for entry in table.entries[self._read :]:
            if entry.kind == ACTION:
                self._play.apply(table.game.parse_action(entry.data["text"]))
                last = self._play.step(len(self._play) - 1)
                self._deeds[entry.number] = deed_of(table.game, last)
            elif entry.kind == UNDO:
                self._play.pop_to(entry.data["to"])
        self._read = table.number
