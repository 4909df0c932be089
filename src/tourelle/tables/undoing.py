"""Who may take back what: free in one's own turn, free without company, else by consent.

A seat belongs to its person whether they have come, are away, or have lent it to a bot: what they
have not agreed to does not happen. Everybody is asked, for one could sit at several seats.
"""

from collections.abc import Collection
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
    if seat == other:
        return True
    chairs = (table.chairs[seat], table.chairs[other])
    return all(chair.kind == HERE and not chair.apart for chair in chairs)


def others(table: "Table", seat: int) -> list[int]:
    """Return the seats that belong to persons, but not to those at the screen of `seat`."""
    chairs = enumerate(table.chairs)
    return [o for o, chair in chairs if chair.personal and not same_party(table, seat, o)]


def waited_for(table: "Table", seat: int, agreed: Collection[int]) -> list[int]:
    """Return whose consent an undo by `seat` still needs; one word of a screen is enough."""
    return [
        other
        for other in others(table, seat)
        if not any(same_party(table, other, one) for one in agreed)
    ]


def wish(table: "Table", seat: int) -> Wish | None:
    """Return what an undo by `seat` would do: its party's last action goes, and all after it."""
    for to in range(len(table.played) - 1, -1, -1):
        if same_party(table, seat, table.played[to].seat):
            company = bool(others(table, seat))
            free = to >= table.play.free_to(company=company)
            return Wish(to, free) if free or company else None
    return None


def redoable(table: "Table", seat: int) -> "list[Played]":
    """Return what `seat` may play again: what its party took back, with nothing played since.

    Where other people sit at the table, their actions are theirs to play again.
    """
    taken = table.undone[-1] if table.undone else []
    if not taken or taken[0].seat != table.to_move or not same_party(table, seat, taken[0].seat):
        return []
    if not others(table, seat) or all(same_party(table, seat, played.seat) for played in taken):
        return taken
    return []
