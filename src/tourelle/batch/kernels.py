"""The loops of a batch as kernels of a GPU: a thread for each row. Imported where there is one.

Whatever has to be computed stands in `loops`, so that a GPU plays exactly what a CPU plays.
"""

from typing import Any

from tourelle.batch import loops
from tourelle.core import gpu

cuda = gpu.cuda()


@gpu.launched
def fill(cells: Any, value: int) -> None:
    """Write one number into every cell of a row, however many threads there are."""
    for cell in range(cuda.grid(1), len(cells), cuda.gridsize(1)):
        cells[cell] = value


@gpu.launched
def deal(positions: Any, whose: Any, seeds: Any) -> None:
    """Deal every game that is over, from the seed of its row."""
    row = cuda.grid(1)
    if row < len(whose):
        loops.deal(positions, whose, seeds, row, row + 1)


@gpu.launched
def find(indices: Any, counts: Any, actions: Any, places: Any, missing: Any) -> None:
    """Find each action in the list of its row; leave in `missing` a row that lacks it."""
    row = cuda.grid(1)
    if row < len(counts):
        lacking = loops.find(indices, counts, actions, places, row, row + 1)
        if lacking >= 0:
            missing[0] = lacking


@gpu.launched
def advance(positions: Any, whose: Any, legal: Any, places: Any, over: Any) -> None:
    """Play the action at a place of each list; tell which games have ended by it."""
    row = cuda.grid(1)
    if row < len(whose):
        going = whose[row] >= 0
        loops.advance(positions, whose, legal, places, row, row + 1)
        over[row] = going and whose[row] < 0


@gpu.launched
def settle(
    positions: Any,
    finals: Any,
    over: Any,
    whose: Any,
    seeds: Any,
    points: Any,
    rewards: Any,
    by_points: bool,
    again: bool,
) -> None:
    """Keep games that have just ended, write what the step was worth, and deal them `again`."""
    row = cuda.grid(1)
    if row < len(over):
        loops.keep(positions, finals, over, row, row + 1)
        if by_points:
            loops.gain(positions, points, rewards, row, row + 1)
        else:
            loops.reward(positions, over, rewards, row, row + 1)
        if again and over[row]:
            seeds[row] += len(seeds)
            for seat in range(len(points[row])):
                points[row][seat] = 0
            loops.deal(positions, whose, seeds, row, row + 1)


@gpu.launched
def list_legal(
    positions: Any, whose: Any, legal: Any, indices: Any, counts: Any, packed: Any, dense: Any
) -> None:
    """List what is legal in every game, and bring the masks up to date."""
    row = cuda.grid(1)
    if row < len(whose):
        loops.list_legal(positions, whose, legal, indices, counts, packed, dense, row, row + 1)


@gpu.launched
def look(whose: Any, looking: Any) -> None:
    """Let the seat to move look at each game, seat 0 where it is over."""
    row = cuda.grid(1)
    if row < len(looking):
        looking[row] = max(whose[row], 0)


@gpu.launched
def observe(positions: Any, views: Any, looking: Any, out: Any) -> None:
    """Write what a seat sees of each game, out of its view."""
    row = cuda.grid(1)
    if row < len(looking):
        loops.observe(positions, views, looking, out, row, row + 1)


@gpu.launched
def blank(positions: Any, views: Any, looking: Any) -> None:
    """Put the view of a seat of each game into `views`."""
    row = cuda.grid(1)
    if row < len(looking):
        loops.blank(positions, views, looking, row, row + 1)


@gpu.launched
def spread(view_bytes: Any, out: Any) -> None:
    """Write the bytes of each view as an observation."""
    row = cuda.grid(1)
    if row < len(out):
        width = len(out[row])
        for place in range(width):
            out[row][place] = view_bytes[row * width + place]
