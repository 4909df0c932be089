"""Whether an entry that a journal tells can have happened: a table trusts nothing it reads."""

from tourelle.tables import clocks, entries
from tourelle.tables.entries import Entry
from tourelle.tables.table import Table


class BrokenError(Exception):
    """An entry can't have happened where it stands, or is none."""


def check(table: Table, entry: Entry) -> None:
    """Refuse an entry that can't be the next one of a table."""
    if entry.number != table.number + 1:
        raise BrokenError(f"entry {entry.number} can't follow entry {table.number}")
    if not _can_happen(table, entry):
        raise BrokenError(f"entry {entry.number} can't have happened")


def _can_happen(table: Table, entry: Entry) -> bool:
    """Tell whether an entry makes sense here; words always do."""
    match entry.kind:
        case entries.ACTION:
            return _action(table, entry)
        case entries.UNDO | entries.ASK:
            return _undo(table, entry)
        case entries.AGREE | entries.REFUSE:
            return table.asked is not None and entry.data["wish"] == table.asked.number
        case entries.SEAT:
            return _seat(table, entry)
        case entries.CLOCK:
            return _clock(table, entry)
        case entries.OVER:
            return table.is_over
    return True


def _action(table: Table, entry: Entry) -> bool:
    """Tell whether it was this seat's turn, and the action legal."""
    if entry.seat is None or entry.seat != table.to_move:
        return False
    return table.play.is_legal(table.game.parse_action(entry.data["text"]))


def _undo(table: Table, entry: Entry) -> bool:
    """Tell whether there are actions to be taken back."""
    to = entry.data["to"]
    return type(to) is int and 0 <= to < len(table.played)


def _clock(table: Table, entry: Entry) -> bool:
    """Tell whether the table has a clock of which this can be said."""
    what = entry.data["what"]
    if table.clock is None or what not in clocks.HAPPENINGS or not _seat(table, entry):
        return False
    if what == clocks.STOOD:
        return type(entry.data["ms"]) is int and entry.data["ms"] >= 0
    return what != clocks.OUT or table.left(entry.seat or 0, entry.at) == 0


def _seat(table: Table, entry: Entry) -> bool:
    """Tell whether there is such a seat."""
    return entry.seat is not None and 0 <= entry.seat < len(table.chairs)
