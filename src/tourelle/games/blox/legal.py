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
    NOTES,
    encode,
    stride_of,
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
    PLAYED,
    TOWER,
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
    SQUARES,
    STEPS,
)

HALF = DIRECTIONS * FIGURES  # of the notes: towers first, then figures


# What would be a branch on each square is often a sum here: actions are written always, and counted
# if they are legal. Which way a branch goes is hard to guess on such a board, and each wrong guess
# costs a processor more than a few writes.


@compiled
def list_walk(
    pos: Position,
    action: int,
    stride: int,
    square: int,
    step: int,
    squares: int,
    out: list[int],
    n: int,
) -> tuple[int, int]:
    """Write where a walk from `square` on can end, the first square of each colour (B4, B5, B10).

    `action` ends it on the first square and grows by `stride` with each step. Returns the new count
    and what is seen at the end of the walk.
    """
    hand = pos.hands[pos.to_move]
    joker = pos.jokers[pos.to_move] != 0
    passed = 0
    for _ in range(squares):
        if not is_empty(pos, square):
            return n, sight_of(square, passed)
        colour = shade(pos.colours[square])
        first = passed & colour == 0
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
        step = ENTRY_STEPS[entry]
        action = encode(ENTER, entry, square, 0)
        n, _ = list_walk(pos, action, stride_of(ENTER, step), square, step, SIDE, out, n)
    return n


@compiled
def list_moves(pos: Position, figures: int, out: list[int], n: int) -> tuple[int, int, int]:
    """Write every move (B5), and note what could be destroyed or hit with the right cards.

    Returns the new count, and how many towers and figures are noted: each as the square of the
    figure that sees it, and its own.
    """
    me = pos.to_move
    towers = 0
    targets = 0
    for i in range(figures):
        square = pos.stands[FIGURES * me + i] - 1
        for direction in range(DIRECTIONS):
            step = STEPS[direction]
            reach = REACH[DIRECTIONS * square + direction]
            action = encode(MOVE, square, square + step, 0)
            stride = stride_of(MOVE, step)
            n, sight = list_walk(pos, action, stride, square + step, step, reach, out, n)
            target = max(0, target_of(sight))
            piece = pos.pieces[target]
            seen = target_of(sight) >= 0
            tower = pos.towers[target]
            low = total(tower) <= pos.phase  # B6.3
            out[NOTES + towers] = SQUARES * square + target
            towers += seen & (piece == TOWER) & (passed_of(sight) & tower == 0) & low
            colour = shade(pos.colours[target])
            out[NOTES + HALF + targets] = SQUARES * square + target
            targets += (
                seen & (piece != TOWER) & (piece != me + 1) & (passed_of(sight) & colour == 0)
            )
    return n, towers, targets


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
def list_destructions(pos: Position, towers: int, out: list[int], n: int) -> int:
    """Write every way to destroy the towers that are noted (B6)."""
    if total(pos.blocks[pos.to_move]) >= MOST_BLOCKS:
        return n
    for i in range(towers):
        square = out[NOTES + i] // SQUARES
        target = out[NOTES + i] % SQUARES
        n = list_payments(pos, DESTROY, square, target, pos.towers[target], out, n)
    return n


@compiled
def list_builds(pos: Position, figures: int, out: list[int], n: int) -> int:
    """Write every tower that can be built and leaves all accessible (B7)."""
    blocks = pos.blocks[pos.to_move]
    size = pos.phase + 1
    if total(blocks) < size:
        return n
    for i in range(figures):
        square = pos.stands[FIGURES * pos.to_move + i] - 1
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
def list_hits(pos: Position, targets: int, out: list[int], n: int) -> int:
    """Write every way to hit the figures that are noted (B8)."""
    me = pos.to_move
    for i in range(targets):
        square = out[NOTES + HALF + i] // SQUARES
        target = out[NOTES + HALF + i] % SQUARES
        cards = count_of(pos.hands[me], pos.colours[target])
        for joker in range(pos.jokers[me] + 1):
            for paid in range(FEWEST_HIT, cards + joker + 1):
                out[n] = encode(HIT, square, target, HIT_CARDS * joker + paid)
                n += 1
    return n


@compiled
def list_changes(pos: Position, out: list[int], n: int) -> int:
    """Write every part of the hand that can be changed, with a joker turned up or not (B9)."""
    hand = pos.hands[pos.to_move]
    ways = 1 if pos.jokers[pos.to_move] else 2
    for black in range(count_of(hand, 0) + 1):
        for grey in range(count_of(hand, 1) + 1):
            for white in range(count_of(hand, 2) + 1):
                for purple in range(count_of(hand, 3) + 1):
                    number = number_of(black, grey, white, purple)
                    action = encode(CHANGE, 0, number, 0)
                    out[n] = action
                    out[n + 1] = action + 1
                    n += ways * (number > 0)  # number 0 is no card at all
    return n


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    if pos.ended != PLAYED:
        return 0
    figures = figures_on_board(pos, pos.to_move)
    n = 0
    if figures < FIGURES:
        n = list_entries(pos, out, n)
    n, towers, targets = list_moves(pos, figures, out, n)
    n = list_destructions(pos, towers, out, n)
    n = list_builds(pos, figures, out, n)
    n = list_hits(pos, targets, out, n)
    return list_changes(pos, out, n)
