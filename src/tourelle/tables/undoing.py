"""Who may take back what: free in one's own turn, free without company, else by consent."""

from typing import TYPE_CHECKING, NamedTuple

from tourelle.tables.entries import HERE

if TYPE_CHECKING:
    from tourelle.tables.table import Played, Table


class Wish(NamedTuple):
    """An undo that is possible: how many actions it leaves, and whether nobody needs to agree."""

    to: int
    free: bool


def same_party(table: "Table", seat: int, other: int) -> bool:
    """Tell whether two seats are played at one screen: those who sit there agree by talking."""
    return seat == other or (table.chairs[seat].kind == HERE == table.chairs[other].kind)


def alone(table: "Table", seat: int) -> bool:
    """Tell whether no person sits at the table but those at the screen of `seat`."""
    persons = [other for other, chair in enumerate(table.chairs) if chair.person]
    return all(same_party(table, seat, other) for other in persons)


def wish(table: "Table", seat: int) -> Wish | None:
    """Return what an undo by `seat` would do: its party's last action goes, and all after it."""
    for to in range(len(table.played) - 1, -1, -1):
        if same_party(table, seat, table.played[to].seat):
            # C8: without trial a piece placed is a piece played, and nobody takes it back alone
            final = any(played.final for played in table.played[to:])
            if alone(table, seat):
                return None if final else Wish(to, free=True)
            return Wish(to, not final and _in_own_turn(table, to))
    return None


def _in_own_turn(table: "Table", to: int) -> bool:
    """Tell whether the last action belongs to a turn that still goes on and showed nothing."""
    last = table.played[to]
    return to == len(table.played) - 1 and last.seat == table.to_move and not last.reveals


def redoable(table: "Table", seat: int) -> "list[Played]":
    """Return what `seat` may play again: what its party took back, with nothing played since.

    Where other people sit at the table, their actions are theirs to play again.
    """
    taken = table.undone[-1] if table.undone else []
    if not taken or taken[0].seat != table.to_move or not same_party(table, seat, taken[0].seat):
        return []
    if alone(table, seat) or all(same_party(table, seat, played.seat) for played in taken):
        return taken
    return []
