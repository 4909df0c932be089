"""How Python hands a position to compiled rules: as the array it lies in, not as the record.

Unpacking a record takes compiled code some microseconds, an array of one record a tenth of that,
and the rules themselves less than either. Each function here takes `cells`, which is what
`layout.cells` returns: the position is `cells[0]` on every machine.
"""

from tourelle.core import kernel, layout
from tourelle.core.compile import MACHINE, PLAIN, compiled
from tourelle.core.layout import Cells


@compiled
def deal(cells: Cells, seed: int) -> None:
    """Set up a new game in place from `seed`, keeping the options of the position."""
    kernel.deal(cells[0], seed)


@compiled
def whose(cells: Cells) -> int:
    """Return the seat that chooses next; -1 once the game is over."""
    pos = cells[0]
    if kernel.is_over(pos):
        return -1
    return kernel.to_move(pos)


@compiled
def legal_actions(cells: Cells, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    return kernel.legal_actions(cells[0], out)


@compiled
def apply(cells: Cells, action: int) -> int:
    """Advance the position by an action that is legal; return whose turn it is then, or -1."""
    kernel.apply(cells[0], action)
    return whose(cells)


@compiled
def points(cells: Cells, seat: int) -> int:
    """Return what `seat` has scored so far."""
    return kernel.points(cells[0], seat)


@compiled
def blank(cells: Cells, seat: int) -> None:
    """Hide in place what `seat` may not know (-1: a watcher)."""
    kernel.blank(cells[0], seat)


@compiled
def imagine(cells: Cells, seat: int, dice: list[int]) -> None:
    """Fill in place what is hidden from `seat`, at random, consistently with all it knows."""
    kernel.imagine(cells[0], seat, dice)


if MACHINE == PLAIN:

    def list_gains(cells: Cells, room: Cells, seat: int, out: list[int]) -> None:  # noqa: ARG001
        """Write over each legal action of `out` how many points it brings `seat` at once."""
        had = points(cells, seat)
        for i, action in enumerate(out):
            after = layout.copied(cells)
            kernel.apply(after[0], action)
            out[i] = points(after, seat) - had

else:

    @compiled
    def list_gains(cells: Cells, room: Cells, seat: int, out: list[int]) -> None:
        """Write over each legal action of `out` how many points it brings `seat` at once."""
        had = kernel.points(cells[0], seat)
        for i in range(len(out)):
            room[0] = cells[0]  # type: ignore[index]  # an array of one record
            kernel.apply(room[0], out[i])
            out[i] = kernel.points(room[0], seat) - had
