"""The deeds of one table, in step with its entries: undone ones keep their words."""

from typing import Any, Final

from tourelle.core.game import Game
from tourelle.core.telling import Deed
from tourelle.server.story import deed_of
from tourelle.tables.entries import ACTION, UNDO
from tourelle.tables.table import Table
from tourelle.tables.trail import Trail


class Chronicle:
    """What every action of a table did."""

    def __init__(self, table: Table) -> None:
        """Begin before the first action."""
        self._table: Final = table
        self._trail: Final = Trail(table.game, table.opening.seed)
        self._position: Any = self._trail.at(0)
        self._deeds: Final[dict[int, Deed]] = {}
        self._read = 0

    @property
    def game(self) -> Game[Any]:
        """The rules that are played."""
        return self._table.game

    def deed(self, number: int) -> Deed:
        """Return what the action of entry `number` did."""
        self.catch_up()
        return self._deeds[number]

    def catch_up(self) -> None:
        """Follow the table's entries to the last; with many of them that takes a while."""
        table = self._table
        if self._read == table.number:
            return
        for entry in table.entries[self._read :]:
            if entry.kind == ACTION:
                action = table.game.parse_action(entry.data["text"])
                deed, self._position = deed_of(table.game, self._position, action)
                self._deeds[entry.number] = deed
                self._trail.add(action, self._position)
            elif entry.kind == UNDO:
                self._trail.cut(entry.data["to"])
                self._position = self._trail.at(entry.data["to"])
        self._read = table.number
