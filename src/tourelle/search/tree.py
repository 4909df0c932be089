"""A tree of whole turns: turns as moves, a value for every seat, leaves at whole rounds only.

What is hidden is imagined anew for every simulation; simulations of different worlds share the
statistics of the turns they have in common. Positions compare fairly only when every seat has had
its turn, so a simulation goes on, by the best turn found for each seat, to the end of a round.
Which turn is tried next is chosen by PUCT: priors come from what the beam makes of each turn.
"""

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from tourelle.core.bits import mix, wrap
from tourelle.core.compile import Rows, buffer, compiled, float_rows, floats, inlined
from tourelle.core.kernel import (
    apply,
    imagine,
    inputs,
    interrupts,
    is_over,
    legal_actions,
    points,
    to_move,
)
from tourelle.search.net import LEAVES, judge
from tourelle.search.turns import (
    ATTEMPT,
    DEPTH,
    ROOT,
    WORK,
    WORLD,
    Judgement,
    Workspace,
    search_turns,
    weigh,
)

NOTHING: Final = -1
MAX_SEATS: Final = 4
LONGEST: Final = 64  # turns in one simulation
LIMIT: Final = 1 << 40  # of the states weighed in one turn: none

NODE_COUNT, TURN_COUNT, PATH_LENGTH, SIMULATIONS, WORLDS = range(5)  # places among the counts


class Plan(NamedTuple):
    """How wide and how far simulations go."""

    width: int  # states kept in the beam for a turn below the root
    turns: int  # turns tried in one place below the root
    rounds: int  # no simulation goes further
    exploration: float
    sharpness: float  # a turn estimated so many points lower has a third of the prior
    hidden: bool  # whether worlds differ
    trust: float  # what a point of the beam's estimate adds to a turn's value for good


class Tree(NamedTuple):
    """Nodes, each a list of turns; turns, each with path, statistics and the node behind it."""

    first: list[int]  # of each node: its first turn
    last: list[int]  # of each node: its last turn
    node_visits: list[int]  # of each node: how many simulations came through
    next: list[int]  # of each turn: the next one of its node
    behind: list[int]  # of each turn: the node it leads to
    start: list[int]  # of each turn: where its path begins
    length: list[int]
    key: list[int]  # of each turn: a hash of its actions, whatever their order
    estimate: list[float]  # of each turn: what the beam makes of it, in points
    visits: list[int]  # of each turn: how many simulations
    values: Rows[float]  # of each turn and seat: the chances to win, added up
    points: Rows[float]  # of each turn and seat: the points expected, added up
    world: list[int]  # of each turn of the root: the last world in which it was weighed
    estimates: list[float]  # of each turn of the root: what was made of it in the worlds, added up
    floor: list[float]  # what was made of the last of the best turns in all worlds, added up
    barred: list[int]  # of each turn: the simulation in which it could not be played
    path: list[int]  # all paths, one after another
    trail: list[int]  # the turns of the simulation under way
    dice: list[int]  # of the simulation under way: from which its world is drawn
    chances: list[float]  # of the simulation under way: each seat's chance to win
    expected: list[float]  # and the points it may hope for
    counts: list[int]


def new_tree(nodes: int, turns: int) -> Tree:
    """Return an empty tree with room for so many nodes and turns."""
    return Tree(
        first=buffer(nodes),
        last=buffer(nodes),
        node_visits=buffer(nodes),
        next=buffer(turns),
        behind=buffer(turns),
        start=buffer(turns),
        length=buffer(turns),
        key=buffer(turns),
        estimate=floats(turns),
        visits=buffer(turns),
        values=float_rows(turns, MAX_SEATS),
        points=float_rows(turns, MAX_SEATS),
        world=buffer(turns),
        estimates=floats(turns),
        floor=floats(1),
        barred=buffer(turns),
        path=buffer(8 * turns + DEPTH),
        trail=buffer(LONGEST),
        dice=buffer(1),
        chances=floats(MAX_SEATS),
        expected=floats(MAX_SEATS),
        counts=buffer(5),
    )


@compiled
def clear(tree: Tree) -> None:
    """Empty the tree, but for a root without turns."""
    for i in range(len(tree.counts)):
        tree.counts[i] = 0
    tree.floor[0] = 0.0
    add_node(tree)


@compiled
def add_node(tree: Tree) -> int:
    """Return a new node without turns, or NOTHING where there is no space."""
    node = tree.counts[NODE_COUNT]
    if node >= len(tree.first):
        return NOTHING
    tree.counts[NODE_COUNT] += 1
    tree.first[node] = NOTHING
    tree.last[node] = NOTHING
    tree.node_visits[node] = 0
    return node


@compiled
def add_turn(tree: Tree, node: int, actions: list[int], length: int, estimate: float) -> int:
    """Return a turn of a node, added if it is there in no order; NOTHING if there is no space."""
    key = 0
    for i in range(length):
        key = wrap(key + mix(-1, actions[i]))  # -1 is no action: each one counts
    turn = tree.first[node]
    while turn != NOTHING:
        if tree.key[turn] == key:
            tree.estimate[turn] = max(tree.estimate[turn], estimate)
            return turn
        turn = tree.next[turn]
    start = tree.counts[PATH_LENGTH]
    turn = tree.counts[TURN_COUNT]
    if turn >= len(tree.next) or start + length > len(tree.path):
        return NOTHING
    tree.counts[TURN_COUNT] += 1
    tree.counts[PATH_LENGTH] += length
    for i in range(length):
        tree.path[start + i] = actions[i]
    tree.next[turn] = NOTHING
    tree.behind[turn] = NOTHING
    tree.start[turn] = start
    tree.length[turn] = length
    tree.key[turn] = key
    tree.estimate[turn] = estimate
    tree.visits[turn] = 0
    tree.barred[turn] = NOTHING
    tree.world[turn] = 0
    tree.estimates[turn] = tree.floor[0]
    for seat in range(MAX_SEATS):
        tree.values[turn, seat] = 0.0
        tree.points[turn, seat] = 0.0
    if tree.first[node] == NOTHING:
        tree.first[node] = turn
    else:
        tree.next[tree.last[node]] = turn
    tree.last[node] = turn
    return turn


@compiled
def plannable(space: Workspace, actions: list[int], length: int) -> int:
    """Return how many actions of a turn from WORLD can be planned: up to what interrupts it."""
    space.singles[ATTEMPT] = space.singles[WORLD]
    for i in range(length):
        if interrupts(space.singles[ATTEMPT], actions[i]):
            return i + 1
        apply(space.singles[ATTEMPT], actions[i])
    return length


@compiled
def find_root_turns(
    space: Workspace,
    tree: Tree,
    seat: int,
    width: int,
    most: int,
    judgement: Judgement,
    dice: list[int],
) -> None:
    """Add to the root the best turns of one imagined world, each as far as it can be known."""
    space.singles[WORLD] = space.singles[ROOT]
    imagine(space.singles[WORLD], seat, dice)
    found = search_turns(space, WORLD, width, most, LIMIT, judgement)
    tree.counts[WORLDS] += 1
    for i in range(found):
        length = plannable(space, space.turns[i], space.lengths[i])
        turn = add_turn(tree, 0, space.turns[i], length, space.values[i])
        if turn != NOTHING and tree.world[turn] < tree.counts[WORLDS]:  # the best of its kind
            tree.world[turn] = tree.counts[WORLDS]
            tree.estimates[turn] += space.values[i]
    if found:
        average_estimates(tree, space.values[found - 1])


@compiled
def average_estimates(tree: Tree, least: float) -> None:
    """Let the estimate of every turn of the root be its mean over the worlds seen so far.

    In a world where it was not among the best it is counted as the last of these: `least`.
    """
    turn = tree.first[0]
    while turn != NOTHING:
        if tree.world[turn] < tree.counts[WORLDS]:
            tree.world[turn] = tree.counts[WORLDS]
            tree.estimates[turn] += least
        tree.estimate[turn] = tree.estimates[turn] / tree.counts[WORLDS]
        turn = tree.next[turn]
    tree.floor[0] += least


@inlined
def expand(space: Workspace, tree: Tree, node: int, plan: Plan, judgement: Judgement) -> None:
    """Add to a node the best turns of the seat to move in WORLD."""
    found = search_turns(space, WORLD, plan.width, plan.turns, LIMIT, judgement)
    for i in range(found):
        add_turn(tree, node, space.turns[i], space.lengths[i], space.values[i])


@compiled
def select(tree: Tree, node: int, seat: int, plan: Plan) -> int:
    """Return the turn to try next by PUCT: its value so far, and its prior as long as it is new.

    Priors are a softmax of the estimates. A turn without visits has the mean value of its node.
    """
    simulation = tree.counts[SIMULATIONS]
    highest, total, visits = -1e18, 0.0, 0
    turn = tree.first[node]
    won = 0.0
    while turn != NOTHING:
        if tree.barred[turn] != simulation:
            highest = max(highest, tree.estimate[turn])
            won += tree.values[turn, seat]
            visits += tree.visits[turn]
        turn = tree.next[turn]
    mean = won / visits if visits else 0.5
    turn = tree.first[node]
    while turn != NOTHING:
        if tree.barred[turn] != simulation:
            total += math.exp((tree.estimate[turn] - highest) / plan.sharpness)
        turn = tree.next[turn]
    best, best_puct = NOTHING, -1e18
    turn = tree.first[node]
    while turn != NOTHING:
        if tree.barred[turn] != simulation:
            prior = math.exp((tree.estimate[turn] - highest) / plan.sharpness) / total
            value = tree.values[turn, seat] / tree.visits[turn] if tree.visits[turn] else mean
            value += plan.trust * (tree.estimate[turn] - highest)
            bonus = plan.exploration * prior * math.sqrt(visits + 1.0) / (1.0 + tree.visits[turn])
            if value + bonus > best_puct:
                best, best_puct = turn, value + bonus
        turn = tree.next[turn]
    return best


def turn_count(tree: Tree) -> int:
    """Return how many turns the tree holds."""
    return int(tree.counts[TURN_COUNT])


def actions_of(tree: Tree, turn: int) -> tuple[int, ...]:
    """Return the actions of a turn: its path."""
    start, length = int(tree.start[turn]), int(tree.length[turn])
    return tuple(int(action) for action in tree.path[start : start + length])


def turns_of(tree: Tree, node: int) -> Iterator[int]:
    """Yield the turns of a node, in the order in which they were found."""
    turn = int(tree.first[node]) if node != NOTHING else NOTHING
    while turn != NOTHING:
        yield turn
        turn = int(tree.next[turn])


def principal_variation(tree: Tree, turn: int) -> list[int]:
    """Return a turn, then the one that most simulations went on with, and so on to the last."""
    variation: list[int] = []
    while turn != NOTHING and (not variation or tree.visits[turn]):
        variation.append(turn)
        visited = {
            after: int(tree.visits[after]) for after in turns_of(tree, int(tree.behind[turn]))
        }
        turn = max(visited, key=visited.__getitem__, default=NOTHING)
    return variation


@compiled
def play_turn(space: Workspace, tree: Tree, turn: int) -> bool:
    """Play a turn in WORLD if this world allows it: all of it, or up to what it did not show."""
    start, length = tree.start[turn], tree.length[turn]
    space.counts[WORK] += length
    space.singles[ATTEMPT] = space.singles[WORLD]
    shown = False
    for i in range(start, start + length):
        action = tree.path[i]
        legal = False
        for k in range(legal_actions(space.singles[ATTEMPT], space.actions)):
            if space.actions[k] == action:
                legal = True
                break
        if not legal:
            if shown:
                break
            return False
        shown = shown or interrupts(space.singles[ATTEMPT], action)
        apply(space.singles[ATTEMPT], action)
    space.singles[WORLD] = space.singles[ATTEMPT]
    return True


@inlined
def finish_turn(space: Workspace, seat: int, plan: Plan, judgement: Judgement) -> bool:
    """Play what is left of the turn of `seat` in WORLD; tell whether that was possible."""
    stuck = False
    while not stuck and not is_over(space.singles[WORLD]) and to_move(space.singles[WORLD]) == seat:
        if search_turns(space, WORLD, plan.width, 1, LIMIT, judgement) == 0:
            stuck = True
        else:
            for i in range(space.lengths[0]):
                apply(space.singles[WORLD], space.turns[0, i])
    return not stuck


@inlined
def choose_turn(space: Workspace, tree: Tree, node: int, seat: int, plan: Plan) -> int:
    """Play in WORLD the turn to be tried next from a node; return it, or NOTHING if none fits."""
    turn = select(tree, node, seat, plan)
    while turn != NOTHING:
        if play_turn(space, tree, turn):
            break
        tree.barred[turn] = tree.counts[SIMULATIONS]
        turn = select(tree, node, seat, plan)
    return turn


@compiled
def ask_net(space: Workspace, tree: Tree, judgement: Judgement) -> None:
    """Write what the net says of WORLD into the tree."""
    inputs(space.singles[WORLD], space.told, space.row)
    judge(judgement.net, space.told, space.first, space.second, space.judged)
    space.counts[WORK] += 1
    seats, mover, total = judgement.seats, to_move(space.singles[WORLD]), 0.0
    for place in range(seats):
        seat = (mover + place) % seats
        tree.chances[seat] = math.exp(space.judged[place])
        tree.expected[seat] = space.judged[seats + place]
        total += tree.chances[seat]
    for seat in range(judgement.seats):
        tree.chances[seat] /= total


@compiled
def evaluate_leaf(space: Workspace, tree: Tree, judgement: Judgement) -> None:
    """Write each seat's chance to win from WORLD, and its points, into the tree."""
    highest = -1e18
    over = is_over(space.singles[WORLD])
    if judgement.net.asked & LEAVES and not over:
        ask_net(space, tree, judgement)
        return
    for seat in range(judgement.seats):
        if over:
            tree.expected[seat] = points(space.singles[WORLD], seat)
        else:
            tree.expected[seat] = weigh(space.singles[WORLD], seat, judgement, space.row)
        highest = max(highest, tree.expected[seat])
    space.counts[WORK] += 1
    total = 0.0
    for seat in range(judgement.seats):
        behind = highest - tree.expected[seat]
        if over:
            tree.chances[seat] = 1.0 if behind == 0.0 else 0.0
        else:
            tree.chances[seat] = math.exp(-behind / judgement.spread)
        total += tree.chances[seat]
    for seat in range(judgement.seats):
        tree.chances[seat] /= total


@compiled
def power_of_two(number: int) -> bool:
    """Tell whether a number is 2, 4, 8 and so on."""
    return number > 1 and number & number - 1 == 0


@compiled
def imagine_world(space: Workspace, tree: Tree, seat: int, plan: Plan, dice: list[int]) -> None:
    """Put into WORLD a world that fits what `seat` sees.

    Every first turn meets the same worlds in the same order: luck doesn't tell them apart.
    """
    number = tree.counts[SIMULATIONS]
    if tree.first[0] != NOTHING:
        number = tree.visits[select(tree, 0, seat, plan)]
    tree.dice[0] = mix(dice[0], number)
    space.singles[WORLD] = space.singles[ROOT]
    imagine(space.singles[WORLD], seat, tree.dice)


@inlined
def simulate(
    space: Workspace, tree: Tree, seat: int, plan: Plan, judgement: Judgement, dice: list[int]
) -> None:
    """Run one simulation from the root, in a world that fits what `seat` sees; learn from it."""
    tree.counts[SIMULATIONS] += 1
    imagine_world(space, tree, seat, plan, dice)
    seats = judgement.seats
    node, depth, steps, fresh = 0, 0, 0, False
    while not is_over(space.singles[WORLD]):
        if depth > 0 and depth % seats == 0 and (fresh or depth >= plan.rounds * seats):
            break
        mover = to_move(space.singles[WORLD])
        turn = NOTHING
        if node != NOTHING:
            tree.node_visits[node] += 1
            new = tree.first[node] == NOTHING
            fresh = fresh or new
            seek = new or (node > 0 and plan.hidden and power_of_two(tree.node_visits[node]))
            for _ in range(2):
                if seek:
                    expand(space, tree, node, plan, judgement)
                turn = choose_turn(space, tree, node, mover, plan)
                if turn != NOTHING or seek:
                    break
                seek = True  # no turn known here fits this world
        if not finish_turn(space, mover, plan, judgement):
            break
        depth += 1
        if turn == NOTHING:  # the tree is full: go on without it
            fresh = True
            node = NOTHING
            continue
        tree.trail[steps] = turn
        steps += 1
        if steps == LONGEST:
            break
        if tree.behind[turn] == NOTHING:
            tree.behind[turn] = add_node(tree)
        node = tree.behind[turn]
    evaluate_leaf(space, tree, judgement)
    for i in range(steps):
        turn = tree.trail[i]
        tree.visits[turn] += 1
        for other in range(seats):
            tree.values[turn, other] += tree.chances[other]
            tree.points[turn, other] += tree.expected[other]


@compiled
def run_simulations(
    space: Workspace,
    tree: Tree,
    seat: int,
    plan: Plan,
    judgement: Judgement,
    dice: list[int],
    until: int,
    simulations: int,
) -> None:
    """Run up to so many simulations, as long as fewer than `until` states have been weighed."""
    for _ in range(simulations):
        if space.counts[WORK] >= until:
            return
        simulate(space, tree, seat, plan, judgement, dice)
