"""Search over whole turns: the turn is the move to search, not the single action.

A beam walks through the turn action by action. At every step all actions of all states kept are
tried; states reached by different orders of the same actions are met once (a table of hashes); of
the rest the best `width` go on. Every way to end the turn is weighed; the best one wins. Nothing is
allocated on the way: all room is in the workspace.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from tourelle.core.bits import shift_right, wrap
from tourelle.core.compile import CPU, MACHINE, compiled
from tourelle.core.kernel import apply, evaluate, is_over, legal_actions, to_move
from tourelle.core.layout import dtype_of

DEPTH: Final = 40
"""No turn has more actions; one that had would be cut there."""

HASH_FACTOR: Final = 0x9E3779B97F4A7C15 - (1 << 64)

LENGTH, WORK = range(2)  # places in the row of results


class Workspace(NamedTuple):
    """All the room one search needs; a thread needs one of its own."""

    states: Any  # two generations, then the root and a scratch state
    words: Any  # the same memory as rows of 64-bit words
    worth: Any  # of each state kept
    slots: Any  # for each state kept: its node, its parent's node, the action that led to it
    tree: Any  # for each node: its parent's node, the action that led to it
    table: Any  # hashes of the states met
    actions: Any
    path: Any  # the best turn found
    results: Any


def workspace(position_class: type, max_actions: int, width: int) -> Workspace:
    """Return fresh room for searches that keep `width` states."""
    if MACHINE != CPU:
        raise RuntimeError("search runs compiled: unset TOURELLE_PLAIN and TOURELLE_MACHINE")
    dtype = dtype_of(position_class)
    states = np.zeros(2 * width + 2, dtype)
    return Workspace(
        states=states,
        words=states.view(np.int64).reshape(len(states), dtype.itemsize // 8),
        worth=np.zeros(2 * width),
        slots=np.zeros((2 * width, 3), np.int64),
        tree=np.zeros((width * DEPTH + 1, 2), np.int64),
        table=np.zeros(1 << (128 * width - 1).bit_length(), np.int64),
        actions=np.zeros(max_actions, np.int64),
        path=np.zeros(DEPTH, np.int64),
        results=np.zeros(2, np.int64),
    )


@compiled
def hash_of(words: Any, row: int) -> int:
    """Return a hash, not 0, of a state's words."""
    mixed = 0
    for i in range(words.shape[1]):
        mixed = wrap((mixed ^ words[row, i]) * HASH_FACTOR)
        mixed ^= shift_right(mixed, 29)
    return mixed | 1


@compiled
def met_before(table: Any, key: int) -> bool:
    """Tell whether a state was met; from now on it was. A crowded table forgets some."""
    mask = len(table) - 1
    place = shift_right(key, 20) & mask
    for _ in range(8):
        if table[place] == key:
            return True
        if table[place] == 0:
            break
        place = (place + 1) & mask
    table[place] = key
    return False


@compiled
def standing(pos: Any, seats: int, seat: int) -> float:
    """Return how far `seat` is ahead of the best of the others."""
    best = -1e9
    for other in range(seats):
        if other != seat:
            best = max(best, evaluate(pos, other))
    return evaluate(pos, seat) - best


@compiled
def weakest(worth: Any, start: int, count: int) -> int:
    """Return the place of the lowest worth among `count` from `start` on."""
    place = start
    for i in range(start + 1, start + count):
        if worth[i] < worth[place]:
            place = i
    return place


@compiled
def grow_tree(slots: Any, tree: Any, start: int, count: int, nodes: int) -> int:
    """Give the states of a finished generation their nodes; return the number of nodes."""
    for place in range(start, start + count):
        slots[place, 0] = nodes
        tree[nodes, 0] = slots[place, 1]
        tree[nodes, 1] = slots[place, 2]
        nodes += 1
    return nodes


@compiled
def write_path(tree: Any, node: int, action: int, path: Any) -> int:
    """Write the actions that lead to `node`, and then `action`; return how many there are."""
    length = 1
    at = node
    while at > 0:
        length += 1
        at = tree[at, 0]
    path[length - 1] = action
    at, place = node, length - 2
    while at > 0:
        path[place] = tree[at, 1]
        at, place = tree[at, 0], place - 1
    return length


@compiled
def search_turn(room: Workspace, width: int, seats: int, budget: int) -> float:
    """Search the turn of the root, which stands behind both generations of states.

    Write the best turn into `path` and its length and the states weighed into `results`; return
    the worth of the position it leads to. `budget` bounds the states weighed.
    """
    states, worth, slots, actions = room.states, room.worth, room.slots, room.actions
    scratch = 2 * width + 1
    seat = to_move(states[2 * width])
    room.table[:] = 0
    states[0] = states[2 * width]
    slots[0, 0] = 0
    nodes, kept, now, then, work = 1, 1, 0, width, 0
    best, best_node, best_action = -1e18, 0, -1
    hope, hope_node, hope_action = -1e18, 0, -1  # the best unfinished turn
    for _ in range(DEPTH - 1):
        fresh, low = 0, -1
        for i in range(now, now + kept):
            choices = legal_actions(states[i], actions)
            for k in range(choices):
                if work >= budget:
                    break
                states[scratch] = states[i]
                apply(states[scratch], actions[k])
                ended = is_over(states[scratch]) or to_move(states[scratch]) != seat
                if not ended and met_before(room.table, hash_of(room.words, scratch)):
                    continue
                work += 1
                value = standing(states[scratch], seats, seat)
                if ended:
                    if value > best:
                        best, best_node, best_action = value, slots[i, 0], actions[k]
                    continue
                if value > hope:
                    hope, hope_node, hope_action = value, slots[i, 0], actions[k]
                if fresh < width:
                    place = then + fresh
                    fresh += 1
                elif value > worth[low]:
                    place = low
                else:
                    continue
                states[place] = states[scratch]
                worth[place] = value
                slots[place, 1] = slots[i, 0]
                slots[place, 2] = actions[k]
                if fresh == width:
                    low = weakest(worth, then, width)
        if fresh == 0:
            break
        nodes = grow_tree(slots, room.tree, then, fresh, nodes)
        now, then, kept = then, now, fresh
    if best_action < 0:  # out of budget before any end of the turn
        best, best_node, best_action = hope, hope_node, hope_action
    room.results[LENGTH] = write_path(room.tree, best_node, best_action, room.path)
    room.results[WORK] = work
    return best
