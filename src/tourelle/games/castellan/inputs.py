"""What a net is told about a position: named numbers, seen by the seat to move.

What all seats share comes first, with the mover's own hand, then a block for every seat, the mover
first and the others in the order of their turns. Nothing in them is hidden from the seat to move.
"""

from functools import partial
from typing import Final

from tourelle.core.compile import compiled
from tourelle.core.inputs import names_of, turns_until
from tourelle.games.castellan.cards import CARDS_PER_SEAT
from tourelle.games.castellan.castle import wall_towards
from tourelle.games.castellan.closings import NONE, closed_by_tower, closed_by_wall
from tourelle.games.castellan.features import NAMES, features
from tourelle.games.castellan.position import (
    BARE,
    DOUBLE_KEEP,
    LONG_FITS,
    OPEN_END,
    OUTSIDE,
    SHORT_FITS,
    STAGE_OVER,
    STAGES,
    Position,
    beyond,
    cards_of_deck,
    count_of,
    mark_at,
)

SIZES: Final = ("up to 4", "up to 6", "up to 8", "up to 11", "more")
CLOSERS: Final = ("tower", "short", "long", "short and tower", "long and tower")

GENERAL: Final = (
    *(f"stage {stage}" for stage in STAGES[:STAGE_OVER]),
    *("ending", "opening", "towers in hand", "long in hand", "short in hand", "extra"),
    *("towers placed", "pieces placed", "open ends"),
    *(f"card {face + 1} in hand" for face in range(CARDS_PER_SEAT)),
    *(f"closed by {closer}: {size} towers" for closer in CLOSERS for size in SIZES),
    *("open ends outside", "free sides outside", "bare after short", "bare after long"),
)
OF_A_SEAT: Final = (
    *NAMES,
    *(f"card {face + 1} left" for face in range(CARDS_PER_SEAT)),
    *("wall cards in hand", "tower cards in hand", "double used", "ended"),
    *("courtyards", "double keeps", "courtyard corners", "courtyard sides"),
)
names: Final = partial(names_of, GENERAL, OF_A_SEAT)
"""What the inputs are called with so many seats, in their order."""

IN_HAND: Final = GENERAL.index("towers in hand")
PLACED: Final = GENERAL.index("towers placed")
CARDS: Final = GENERAL.index("card 1 in hand")
CLOSED: Final = CARDS + CARDS_PER_SEAT
OUTER: Final = GENERAL.index("open ends outside")
FIRST: Final = len(GENERAL)
EACH: Final = len(OF_A_SEAT)
LEFT: Final = OF_A_SEAT.index("card 1 left")
HELD: Final = OF_A_SEAT.index("wall cards in hand")
YARDS: Final = OF_A_SEAT.index("courtyards")
LARGE: Final = len(SIZES)


@compiled
def size_of(towers: int) -> int:
    """Return in which of SIZES a courtyard of so many towers is counted."""
    if towers <= 8:
        return max(0, (towers - 3) // 2)
    return 3 if towers <= 11 else 4


@compiled
def count_closing(out: list[float], closer: int, towers: int) -> None:
    """Count a courtyard that could be closed, if there is one."""
    if towers > 0:
        out[CLOSED + LARGE * closer + size_of(towers)] += 1.0


@compiled
def count_open_ends(pos: Position, out: list[float]) -> None:
    """Count the open ends outside of all courtyards, and what a tower on them would close."""
    for i in range(pos.open_count):
        if pos.faces[pos.open_stems[i]] != OUTSIDE:
            continue
        out[OUTER] += 1.0
        walls = 0
        for side in range(4):
            if wall_towards(pos, pos.open_points[i], side) > 0:
                walls += 1
        if walls > 1:
            count_closing(out, 0, closed_by_tower(pos, pos.open_points[i], NONE, 0))


@compiled
def count_free_sides(pos: Position, out: list[float]) -> None:
    """Count the sides of towers outside where a wall fits, and what it would close."""
    for i in range(4 * pos.tower_count):
        fits = pos.sides[i] & (SHORT_FITS | LONG_FITS)
        if fits == 0 or pos.faces[i] != OUTSIDE:
            continue
        out[OUTER + 1] += 1.0
        for length in range(1, 3):
            if fits & (SHORT_FITS if length == 1 else LONG_FITS) == 0:
                continue
            point = beyond(pos, i // 4, i % 4, length)
            mark = mark_at(pos, point)
            if mark > 0:
                if i % 4 < 2:  # seen from one of its two towers only
                    count_closing(out, length, closed_by_wall(pos, i, length, mark - 1))
            elif mark == OPEN_END:
                count_closing(out, 2 + length, closed_by_tower(pos, point, i, length))
            elif mark == BARE:
                out[OUTER + 1 + length] += 1.0


@compiled
def count_courtyards(pos: Position, out: list[float]) -> None:
    """Count what every seat owns."""
    for face in range(1, pos.face_count + 1):
        at = place_of(pos, pos.owners[face] - 1) + YARDS
        out[at] += 1.0
        if pos.keeps[face] == DOUBLE_KEEP:
            out[at + 1] += 1.0
    for i in range(4 * pos.tower_count):
        if pos.faces[i] != OUTSIDE:
            at = place_of(pos, pos.owners[pos.faces[i]] - 1) + YARDS
            out[at + 2] += 1.0
            if pos.sides[i] & (SHORT_FITS | LONG_FITS):
                out[at + 3] += 1.0


@compiled
def place_of(pos: Position, seat: int) -> int:
    """Return where the block of a seat begins."""
    return FIRST + EACH * turns_until(pos, seat)


@compiled
def inputs(pos: Position, out: list[float], row: list[float]) -> None:
    """Write the inputs; `row` is room for the features of one seat."""
    for i in range(FIRST + EACH * pos.seats):
        out[i] = 0.0
    out[min(pos.stage, STAGE_OVER - 1)] = 1.0
    out[STAGE_OVER] = 1.0 if pos.ending >= 0 else 0.0
    out[STAGE_OVER + 1] = pos.opening
    for piece in range(3):
        out[IN_HAND + piece] = pos.in_hand[piece]
    out[IN_HAND + 3] = pos.extra
    out[PLACED] = pos.tower_count
    out[PLACED + 1] = pos.piece_count
    out[PLACED + 2] = pos.open_count
    for face in range(pos.face_kinds):
        out[CARDS + face] = count_of(pos, pos.hands[pos.to_move], face)
    count_open_ends(pos, out)
    count_free_sides(pos, out)
    count_courtyards(pos, out)
    for seat in range(pos.seats):
        at = place_of(pos, seat)
        features(pos, seat, row)
        for i in range(len(NAMES)):
            out[at + i] = row[i]
        for face in range(pos.face_kinds):
            out[at + LEFT + face] = count_of(pos, pos.left[seat], face)
        for deck in range(2):
            left = cards_of_deck(pos, pos.left[seat], deck)
            out[at + HELD + deck] = left - pos.deck_sizes[2 * seat + deck]
        out[at + HELD + 2] = pos.double_used[seat]
        out[at + HELD + 3] = 1.0 if pos.ending == seat else 0.0
