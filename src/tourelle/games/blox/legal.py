"""Which actions are legal: the one definition (B3 to B10)."""

from tourelle.core.compile import compiled
from tourelle.games.blox.actions import (
    BUILD,
    CHANGE,
    DESTROY,
    ENTER,
    HIT,
    HIT_CARDS,
    MOVE,
    SIGHTS,
    encode,
)
from tourelle.games.blox.material import FEWEST_HIT, FIGURES, MOST_BLOCKS
from tourelle.games.blox.piles import (
    BY_SIZE,
    COLOUR_COUNT,
    FIRST_OF_SIZE,
    PILE_TABLE,
    count_of,
    covers,
    number_of,
    one,
    shade,
    total,
)
from tourelle.games.blox.position import (
    NOBODY,
    PLAYED,
    Position,
    closed_with,
    figures_on_board,
    is_empty,
)
from tourelle.games.blox.sights import passed_of, sight_of, target_of
from tourelle.games.blox.squares import (
    DIRECTIONS,
    ENTRY_COUNT,
    ENTRY_SQUARES,
    ENTRY_STEPS,
    REACH,
    SIDE,
    STEPS,
)


@compiled
def list_walk(
    pos: Position, kind: int, a: int, square: int, step: int, squares: int, out: list[int], n: int
) -> tuple[int, int]:
    """Write where a walk from `square` on can end, the first square of each colour (B4, B5, B10).

    Returns the new count and what is seen at the end of the walk.
    """
    hand = pos.hands[pos.to_move]
    joker = pos.jokers[pos.to_move] != 0
    action = encode(kind, a, square, 0)
    stride = encode(kind, a, square + step, 0) - action
    passed = 0
    for _ in range(squares):
        if not is_empty(pos, square):
            return n, sight_of(square, passed)
        colour = shade(pos.colours[square])
        first = passed & colour == 0
        # Written always and counted if legal: branches are what a walk would spend its time on.
        out[n] = action
        n += first & (hand & colour != 0)
        out[n] = action + 1  # with the joker
        n += first & joker
        passed |= colour
        square += step
        action += stride
    return n, sight_of(-1, passed)


@compiled
def list_entries(pos: Position, out: list[int], n: int) -> int:
    """Write every way for a figure of the reserve to enter (B4)."""
    for entry in range(ENTRY_COUNT):
        square = ENTRY_SQUARES[entry]
        n, _ = list_walk(pos, ENTER, entry, square, ENTRY_STEPS[entry], SIDE, out, n)
    return n


@compiled
def list_moves(pos: Position, figures: int, out: list[int], n: int) -> int:
    """Write every move (B5), and note what each figure sees in each direction."""
    for i in range(figures):
        square = figure_square(pos, i)
        for direction in range(DIRECTIONS):
            step = STEPS[direction]
            reach = REACH[DIRECTIONS * square + direction]
            n, sight = list_walk(pos, MOVE, square, square + step, step, reach, out, n)
            out[SIGHTS + DIRECTIONS * i + direction] = sight
    return n


@compiled
def figure_square(pos: Position, i: int) -> int:
    """Return the square of figure `i` of the seat to move."""
    return pos.stands[FIGURES * pos.to_move + i] - 1


@compiled
def list_payments(
    pos: Position, kind: int, a: int, b: int, pile: int, out: list[int], n: int
) -> int:
    """Write the ways to pay a card for each piece of a pile, one by joker (B6.2, B7.1, B10)."""
    hand = pos.hands[pos.to_move]
    if covers(hand, pile):
        out[n] = encode(kind, a, b, 0)
        n += 1
    if pos.jokers[pos.to_move]:
        for colour in range(COLOUR_COUNT):
            if pile & shade(colour) and covers(hand, pile - one(colour)):
                out[n] = encode(kind, a, b, colour + 1)
                n += 1
    return n


@compiled
def list_destructions(pos: Position, figures: int, out: list[int], n: int) -> int:
    """Write every way to destroy a tower that a figure sees (B6)."""
    if total(pos.blocks[pos.to_move]) >= MOST_BLOCKS:
        return n
    for i in range(DIRECTIONS * figures):
        sight = out[SIGHTS + i]
        target = target_of(sight)
        if target < 0:
            continue
        tower = pos.towers[target]
        if tower and passed_of(sight) & tower == 0 and total(tower) <= pos.phase:
            square = figure_square(pos, i // DIRECTIONS)
            n = list_payments(pos, DESTROY, square, target, tower, out, n)
    return n


@compiled
def list_builds(pos: Position, figures: int, out: list[int], n: int) -> int:
    """Write every tower that can be built and leaves all accessible (B7)."""
    blocks = pos.blocks[pos.to_move]
    size = pos.phase + 1
    if total(blocks) < size:
        return n
    for i in range(figures):
        square = figure_square(pos, i)
        start = n
        for place in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
            number = BY_SIZE[place]
            if covers(blocks, PILE_TABLE[number]):
                n = list_payments(pos, BUILD, square, number, PILE_TABLE[number], out, n)
        if n == start:  # nothing can be paid for, wherever the tower would stand
            return n
        closed_low, closed_high = closed_with(pos, square)
        if closed_low | closed_high:
            n = start
    return n


@compiled
def list_hits(pos: Position, figures: int, out: list[int], n: int) -> int:
    """Write every way to hit a figure of another seat or a neutral one that a figure sees (B8)."""
    me = pos.to_move
    for i in range(DIRECTIONS * figures):
        sight = out[SIGHTS + i]
        target = target_of(sight)
        if target < 0 or pos.figures[target] == NOBODY or pos.figures[target] == me + 1:
            continue
        colour = pos.colours[target]
        if passed_of(sight) & shade(colour):
            continue
        cards = count_of(pos.hands[me], colour)
        square = figure_square(pos, i // DIRECTIONS)
        for joker in range(pos.jokers[me] + 1):
            for paid in range(FEWEST_HIT, cards + joker + 1):
                out[n] = encode(HIT, square, target, HIT_CARDS * joker + paid)
                n += 1
    return n


@compiled
def list_changes(pos: Position, out: list[int], n: int) -> int:
    """Write every part of the hand that can be changed, with a joker turned up or not (B9)."""
    hand = pos.hands[pos.to_move]
    face_down = pos.jokers[pos.to_move] == 0
    start = n
    for black in range(count_of(hand, 0) + 1):
        for grey in range(count_of(hand, 1) + 1):
            for white in range(count_of(hand, 2) + 1):
                for purple in range(count_of(hand, 3) + 1):
                    action = encode(CHANGE, 0, number_of(black, grey, white, purple), 0)
                    out[n] = action
                    out[n + 1] = action + 1
                    n += 1 + face_down
    # The first was to change no card at all.
    nothing = 1 + face_down
    for i in range(start, n - nothing):
        out[i] = out[i + nothing]
    return n - nothing


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    if pos.ended != PLAYED:
        return 0
    figures = figures_on_board(pos, pos.to_move)
    n = 0
    if figures < FIGURES:
        n = list_entries(pos, out, n)
    n = list_moves(pos, figures, out, n)
    n = list_destructions(pos, figures, out, n)
    n = list_builds(pos, figures, out, n)
    n = list_hits(pos, figures, out, n)
    return list_changes(pos, out, n)
