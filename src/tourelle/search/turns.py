"""Search over whole turns: the turn is the move to search, not the single action.

A beam walks through the turn action by action. At every step all actions of all states kept are
tried; states reached by different orders of the same actions are met once (a table of hashes); of
the rest the best `width` go on. Those that are worth exactly the same may be bounded: they differ
in nothing that counts yet, and can crowd out what does. Every way to end the turn is weighed; the
best ones are the turns found. Nothing is allocated on the way: all room is in the workspace.
"""

import math
from typing import Final, NamedTuple

import numpy as np

from tourelle.core.bits import mix, shift_right
from tourelle.core.compile import (
    CPU,
    MACHINE,
    Rows,
    buffer,
    compiled,
    floats,
    inlined,
    rows,
)
from tourelle.core.kernel import (
    apply,
    features,
    fingerprint,
    inputs,
    is_over,
    legal_actions,
    to_move,
)
from tourelle.core.layout import AnyPosition, positions
from tourelle.core.words import NotCompiledError
from tourelle.search.net import ENDS, FIRST, NO_NET, SAYS, SECOND, Net, judge

DEPTH: Final = 64
"""No turn has more actions; one that had would be cut there."""

PROBES: Final = 8
CROWDS: Final = 4096
SURE: Final = 6.0
"""So many spreads ahead, and more, is who has won."""
FEW: Final = 2
"""So many states go on, though they are worth the same."""

ROOT, SCRATCH, ATTEMPT, WORLD = range(4)  # places among the single states
WORK, MERGED, NODES = range(3)  # places among the counts


class Judgement(NamedTuple):
    """How positions are weighed."""

    seats: int
    weights: list[float]  # of the features, in points
    spread: float  # the lead at which a win is about three in four
    noise: float  # by how many points positions are misjudged
    salt: int  # which way they are misjudged
    merging: bool  # whether different orders of the same actions are met once
    alike: int  # turns that promise exactly the same: no more of them are kept
    crowd: int  # states worth exactly the same take no more than one place in so many of a beam
    net: Net = NO_NET  # what was learnt, and where it is asked


class Workspace(NamedTuple):
    """All the room one search needs; a thread needs one of its own."""

    states: list[AnyPosition]  # two generations of states kept
    singles: list[AnyPosition]  # the root and other single states
    worth: list[float]  # of each state kept
    heap: list[int]  # the states of the growing generation, the weakest first
    slots: Rows[int]  # for each state kept: its node, its parent's node, the action that led to it
    nodes: Rows[int]  # for each node: its parent's node, the action that led to it
    table: list[int]  # hashes of the states met
    crowds: list[int]  # how many states of the growing generation are worth the same, by a hash
    actions: list[int]
    row: list[float]  # the features of one seat
    turns: Rows[int]  # the turns found, best first: rows of actions
    lengths: list[int]  # of the turns found
    values: list[float]  # of the turns found
    ends: Rows[int]  # for each turn found: the node it ends from, its last action
    counts: list[int]
    told: list[float]  # what a net is told of a position
    first: list[float]  # its hidden units
    second: list[float]
    judged: list[float]  # what it says: all chances, then all points, the seat to move first


def workspace(
    position_class: type, max_actions: int, features: int, width: int, turns: int, told: int = 0
) -> Workspace:
    """Return fresh room for searches that keep up to `width` states and find up to `turns`.

    `told` is how many numbers a net is told.
    """
    if MACHINE != CPU:
        raise NotCompiledError("search runs compiled: unset TOURELLE_PLAIN")
    return Workspace(
        states=positions(position_class, 2 * width),
        singles=positions(position_class, 4),
        worth=floats(2 * width),
        heap=buffer(width),
        slots=rows(2 * width, 3),
        nodes=rows(width * DEPTH + 1, 2),
        table=buffer(table_size(width)),
        crowds=buffer(CROWDS),
        actions=buffer(max_actions),
        row=floats(features),
        turns=rows(turns, DEPTH),
        lengths=buffer(turns),
        values=floats(turns),
        ends=rows(turns, 2),
        counts=buffer(3),
        told=floats(told, np.float32),
        first=floats(FIRST, np.float32),
        second=floats(SECOND, np.float32),
        judged=floats(SAYS, np.float32),
    )


@compiled
def table_size(width: int) -> int:
    """Return a power of two: the hashes that a search of that width has room for."""
    size = 1024
    while size < 128 * width:
        size *= 2
    return size


@compiled
def met_before(table: list[int], mask: int, key: int) -> bool:
    """Tell whether a state was met; from now on it was. A crowded table forgets some."""
    place = shift_right(key, 20) & mask
    for _ in range(PROBES):
        if table[place] == key:
            return True
        if table[place] == 0:
            break
        place = (place + 1) & mask
    table[place] = key
    return False


@compiled
def crowded(crowds: list[int], value: float, most: int) -> bool:
    """Tell whether `most` states of this worth go on already; otherwise count one more."""
    place = shift_right(mix(0, int(value * 65536.0)), 20) & CROWDS - 1
    if crowds[place] >= most:
        return True
    crowds[place] += 1
    return False


@inlined
def weigh(pos: AnyPosition, seat: int, judgement: Judgement, row: list[float]) -> float:
    """Return what `seat` may hope to have at the end, in points."""
    features(pos, seat, row)
    worth = 0.0
    for i in range(len(row)):
        worth += judgement.weights[i] * row[i]
    return worth


@inlined
def standing(pos: AnyPosition, seat: int, judgement: Judgement, row: list[float]) -> float:
    """Return how far `seat` is ahead of the best of the others."""
    best = -1e9
    for other in range(judgement.seats):
        if other != seat:
            best = max(best, weigh(pos, other, judgement, row))
    return weigh(pos, seat, judgement, row) - best


@compiled
def learned(space: Workspace, seat: int, judgement: Judgement) -> float:
    """Return how far `seat` is ahead in SCRATCH, as the net sees it, in points.

    A game that is over is lost or won: by more than any net would say.
    """
    if is_over(space.singles[SCRATCH]):
        lead = standing(space.singles[SCRATCH], seat, judgement, space.row)
        if lead == 0.0:
            return 0.0
        return lead + SURE * judgement.spread if lead > 0.0 else lead - SURE * judgement.spread
    inputs(space.singles[SCRATCH], space.told, space.row)
    judge(judgement.net, space.told, space.first, space.second, space.judged)
    seats = judgement.seats
    own = (seat - to_move(space.singles[SCRATCH]) + seats) % seats
    others = 0.0
    for other in range(seats):
        if other != own:
            others += math.exp(space.judged[other])
    return judgement.spread * (space.judged[own] - math.log(others))


@compiled
def misjudgement(key: int, judgement: Judgement) -> float:
    """Return by how many points a state is misjudged: the same each time, about normal."""
    drawn = mix(judgement.salt, key)
    total = 0.0
    for i in range(4):  # the sum of four even chances is close to normal
        total += (drawn >> 16 * i) & 0xFFFF
    return judgement.noise * (total / 65536.0 - 2.0) * 1.7320508


@compiled
def sink(heap: list[int], worth: list[float], place: int, count: int) -> None:
    """Let an entry of the heap sink to where it belongs; the weakest stays on top."""
    while True:
        child = 2 * place + 1
        if child >= count:
            return
        if child + 1 < count and worth[heap[child + 1]] < worth[heap[child]]:
            child += 1
        if worth[heap[place]] <= worth[heap[child]]:
            return
        heap[place], heap[child] = heap[child], heap[place]
        place = child


@inlined
def keep_end(
    space: Workspace, found: int, most: int, alike: int, value: float, node: int, action: int
) -> int:
    """Keep a way to end the turn among the best, in falling order; return how many there are."""
    if found == most and value <= space.values[most - 1]:
        return found
    place = found
    while place > 0 and space.values[place - 1] < value:
        place -= 1
    if place >= alike and space.values[place - alike] == value:
        return found
    for i in range(min(found, most - 1), place, -1):
        space.values[i] = space.values[i - 1]
        space.ends[i, 0] = space.ends[i - 1, 0]
        space.ends[i, 1] = space.ends[i - 1, 1]
    space.values[place] = value
    space.ends[place, 0] = node
    space.ends[place, 1] = action
    return min(found + 1, most)


@inlined
def name_states(space: Workspace, start: int, count: int, nodes: int) -> int:
    """Give the states of a finished generation their nodes; return the number of nodes."""
    for place in range(start, start + count):
        space.slots[place, 0] = nodes
        space.nodes[nodes, 0] = space.slots[place, 1]
        space.nodes[nodes, 1] = space.slots[place, 2]
        nodes += 1
    return nodes


@inlined
def write_turns(space: Workspace, found: int) -> None:
    """Write out the actions of every turn found."""
    for i in range(found):
        length = 1
        at = space.ends[i, 0]
        while at > 0:
            length += 1
            at = space.nodes[at, 0]
        space.lengths[i] = length
        space.turns[i, length - 1] = space.ends[i, 1]
        at = space.ends[i, 0]
        place = length - 2
        while at > 0:
            space.turns[i, place] = space.nodes[at, 1]
            at = space.nodes[at, 0]
            place -= 1


@inlined
def forget_states(space: Workspace, mask: int) -> None:
    """Empty the table of hashes, as far as a search of this width uses it."""
    for i in range(mask + 1):
        space.table[i] = 0


@inlined
def forget_crowds(space: Workspace) -> None:
    """Empty the counts of states that are worth the same."""
    for i in range(CROWDS):
        space.crowds[i] = 0


@inlined
def keep_state(
    space: Workspace, then: int, fresh: int, width: int, value: float, node: int, action: int
) -> int:
    """Keep the state in SCRATCH in the growing generation, in the weakest's place once it is full.

    Return how many states there are.
    """
    place = then + fresh
    if fresh < width:
        space.heap[fresh] = place
        space.worth[place] = value
        fresh += 1
        if fresh == width:
            for top in range(width // 2, -1, -1):
                sink(space.heap, space.worth, top, width)
    else:
        place = space.heap[0]
        space.worth[place] = value
        sink(space.heap, space.worth, 0, width)
    space.states[place] = space.singles[SCRATCH]
    space.slots[place, 1] = node
    space.slots[place, 2] = action
    return fresh


@inlined
def step(space: Workspace, state: int, action: int, seat: int) -> bool:
    """Put into SCRATCH what an action makes of a state kept; tell whether that ends the turn."""
    space.singles[SCRATCH] = space.states[state]
    apply(space.singles[SCRATCH], action)
    return is_over(space.singles[SCRATCH]) or to_move(space.singles[SCRATCH]) != seat


@inlined
def value_of(space: Workspace, seat: int, judgement: Judgement, ended: bool, key: int) -> float:
    """Return what the state in SCRATCH is worth to `seat`: `ended` by its turn, or within it."""
    if ended and judgement.net.asked & ENDS:
        value = learned(space, seat, judgement)
    else:
        value = standing(space.singles[SCRATCH], seat, judgement, space.row)
    if judgement.noise > 0.0:
        value += misjudgement(key, judgement)
    return value


@compiled
def search_turns(
    space: Workspace, root: int, width: int, most: int, limit: int, judgement: Judgement
) -> int:
    """Search the turn of a single state; return how many turns were found, at most `most`.

    They stand in `turns`, `lengths` and `values`, best first. `limit` bounds the states weighed;
    if it is met before any end of the turn, the one turn found is the best beginning of one. None
    is found where nothing is legal: some puzzles get stuck.
    """
    seat = to_move(space.singles[root])
    mask = table_size(width) - 1
    forget_states(space, mask)
    space.states[0] = space.singles[root]
    space.slots[0, 0] = 0
    nodes, kept, now, then, work, found = 1, 1, 0, len(space.heap), 0, 0
    hope, hope_node, hope_action = -1e18, 0, -1  # the best unfinished turn
    bounded, crowd = judgement.crowd > 1, max(FEW, width // judgement.crowd)
    for _ in range(DEPTH - 1):
        fresh = 0
        if bounded:
            forget_crowds(space)
        for state in range(now, now + kept):
            node = space.slots[state, 0]
            for k in range(legal_actions(space.states[state], space.actions)):
                if work >= limit:
                    break
                action = space.actions[k]
                ended = step(space, state, action, seat)
                key = 0
                if not ended or judgement.noise > 0.0:
                    key = fingerprint(space.singles[SCRATCH])
                if not ended and judgement.merging and met_before(space.table, mask, key):
                    space.counts[MERGED] += 1
                    continue
                work += 1
                value = value_of(space, seat, judgement, ended, key)
                if ended:
                    found = keep_end(space, found, most, judgement.alike, value, node, action)
                    continue
                if value > hope:
                    hope, hope_node, hope_action = value, node, action
                if fresh == width and value <= space.worth[space.heap[0]]:
                    continue
                if bounded and crowded(space.crowds, value, crowd):
                    continue
                fresh = keep_state(space, then, fresh, width, value, node, action)
        if fresh == 0:
            break
        nodes = name_states(space, then, fresh, nodes)
        now, then, kept = then, now, fresh
    if found == 0 and hope_action >= 0:
        found = keep_end(space, 0, most, 1, hope, hope_node, hope_action)
    write_turns(space, found)
    space.counts[WORK] += work
    space.counts[NODES] += nodes
    return found
