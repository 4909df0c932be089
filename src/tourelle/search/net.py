"""A small net: named inputs, two hidden layers, a way past them; what it says of every seat.

    inputs ──► first ──► second ──► log of each seat's chance to win, and its points in the end
       └───────────────────────────►

It sees the table from the seat to move and speaks of the seats in the order of their turns. Its
weights are read only, so threads share them; the room it works in belongs to the workspace.
"""

from typing import Final, NamedTuple

import numpy as np

from tourelle.core.compile import Rows, compiled, float_rows, floats

ENDS: Final = 1  # asked where a turn ends
LEAVES: Final = 2  # asked where a line ends
FIRST: Final = 256  # no net has more hidden units
SECOND: Final = 64
SAYS: Final = 8  # the most that it says: chances and points of four seats


class Net(NamedTuple):
    """Weights: rows belong to what is told, columns to what it tells."""

    asked: int  # where: ENDS, LEAVES, both together, or 0
    first: Rows[float]  # from the inputs
    first_bias: list[float]
    second: Rows[float]  # from the first layer
    second_bias: list[float]
    last: Rows[float]  # from the second layer: a column for each seat's chance, then for its points
    skip: Rows[float]  # from the inputs, past both layers
    bias: list[float]


def no_net() -> Net:
    """Return a net that is never asked."""
    row, rows = floats(1, np.float32), float_rows(1, 1, np.float32)
    return Net(0, rows, row, rows, row, rows, rows, row)


NO_NET: Final = no_net()


@compiled
def judge(
    net: Net, told: list[float], first: list[float], second: list[float], judged: list[float]
) -> None:
    """Write into `judged` what the net says of each seat, the seat to move first."""
    width, depth, says = len(net.first_bias), len(net.second_bias), len(net.bias)
    for k in range(says):
        judged[k] = net.bias[k]
    for j in range(width):
        first[j] = net.first_bias[j]
    for i in range(len(net.skip)):
        x = told[i]
        if x != 0.0:
            for j in range(width):
                first[j] += x * net.first[i, j]  # a row taken out first costs twice as much
            for k in range(says):
                judged[k] += x * net.skip[i, k]
    for j in range(depth):
        second[j] = net.second_bias[j]
    for i in range(width):
        x = first[i]
        if x > 0.0:
            for j in range(depth):
                second[j] += x * net.second[i, j]
    for i in range(depth):
        x = second[i]
        if x > 0.0:
            for k in range(says):
                judged[k] += x * net.last[i, k]
