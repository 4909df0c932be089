"""The deeds of one table, in step with its entries: undone ones keep their words."""

from typing import Any, Final

from tourelle.core.words import Action
from tourelle.server.story import deed_of
from tourelle.server.story.deeds import Deed
from tourelle.tables.entries import ACTION, UNDO
from tourelle.tables.table import Table


class Chronicle:
    """What every action of a table did."""

    def __init__(self, table: Table) -> None:
        """Begin before the first action."""
        self._table: Final = table
        self._position: Any = table.game.setup(table.opening.seed)
        self._actions: list[Action] = []
        self._deeds: Final[dict[int, Deed]] = {}
        self._read = 0

    def deed(self, number: int) -> Deed:
        """Return what the action of entry `number` did."""
        self._catch_up()
        return self._deeds[number]

    def _catch_up(self) -> None:
        """Follow the table's entries to the last."""
        table = self._table
        for entry in table.entries[self._read :]:
            if entry.kind == ACTION:
                action = table.game.parse_action(entry.data["text"])
                deed, self._position = deed_of(table.game, self._position, action)
                self._deeds[entry.number] = deed
                self._actions.append(action)
            elif entry.kind == UNDO:
                del self._actions[entry.data["to"] :]
                self._position = table.position_of(self._actions)
        self._read = table.number
