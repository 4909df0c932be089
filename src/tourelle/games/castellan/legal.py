"""Which actions are legal: the one definition (C2.3, C2.4, C4, C5.3, C5.4, C6.1)."""

from tourelle.core.bits import bit
from tourelle.core.compile import compiled
from tourelle.games.castellan.actions import (
    DOUBLE,
    EAST,
    KEEP,
    NORTH,
    PLAY,
    STAYS,
    STEPS,
    encode,
    encode_draw,
    point_at,
    wall_kind,
)
from tourelle.games.castellan.actions import TOWER as PLACE_TOWER
from tourelle.games.castellan.courtyards import next_face
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.opening import has_linking_place, keep_linking, may_strand, opens
from tourelle.games.castellan.position import (
    ASKED,
    LONG_FITS,
    SHORT_FITS,
    STAGE_BUILD,
    STAGE_DRAW,
    STAGE_KEEP,
    STAGE_OVER,
    STAGE_PLAY,
    Position,
    count_of,
    may_build,
    room_for_tower,
    room_for_wall,
)

ORIGIN = point_at(0, 0)  # C2.4
NOWHERE = 1 << 26  # behind every point


@compiled
def next_choice(pos: Position, hand: int, cards: int) -> int:
    """Return the next larger set of cards out of a hand; `cards` is not the whole hand."""
    face = 0
    number = count_of(pos, cards, 0)
    while number == count_of(pos, hand, face):
        cards -= number * pos.place_values[face]
        face += 1
        number = count_of(pos, cards, face)
    return cards + pos.place_values[face]


@compiled
def list_plays(pos: Position, out: list[int], n: int) -> int:
    """Write every choice of cards; in a last turn the whole hand only (C4.1, C4.3, C6.1)."""
    hand = pos.hands[pos.to_move]
    cards = 0
    while cards != hand:
        cards = next_choice(pos, hand, cards) if pos.ending < 0 else hand
        if pos.opening == 0 or opens(pos, cards):
            out[n] = encode(PLAY, cards)
            n += 1
    return n


@compiled
def wall_allowed(pos: Position, tower: int, side: int, fits: int) -> bool:
    """Tell whether a wall may be placed on that side of a tower (C2.3, C4.2)."""
    return pos.sides[4 * tower + side] & fits != 0 and may_build(pos, pos.faces[4 * tower + side])


@compiled
def next_tower(pos: Position, i: int, side: int, fits: int) -> int:
    """Return the place in `tower_order`, from `i` on, of a tower that takes a wall there."""
    while i < pos.tower_count and not wall_allowed(pos, pos.tower_order[i], side, fits):
        i += 1
    return i


@compiled
def list_walls(pos: Position, length: int, side: int, out: list[int], n: int) -> int:
    """Write every place for one kind of wall: from towers at either end, merged."""
    fits = SHORT_FITS if length == 1 else LONG_FITS
    kind = wall_kind(length, side)
    i = next_tower(pos, 0, side, fits)
    j = next_tower(pos, 0, side + 2, fits)
    while i < pos.tower_count or j < pos.tower_count:
        first = NOWHERE
        other = NOWHERE
        if i < pos.tower_count:
            first = pos.tower_points[pos.tower_order[i]]
        if j < pos.tower_count:
            other = pos.tower_points[pos.tower_order[j]] - length * STEPS[side]
        out[n] = encode(kind, min(first, other))
        n += 1
        if first <= other:
            i = next_tower(pos, i + 1, side, fits)
        if other <= first:
            j = next_tower(pos, j + 1, side + 2, fits)
    return n


@compiled
def list_places(pos: Position, out: list[int], n: int) -> int:
    """Write every place for the pieces in hand (C2.3, C2.4, C4.2)."""
    if pos.in_hand[TOWER] > 0 and room_for_tower(pos):
        if pos.piece_count == 0:
            out[n] = encode(PLACE_TOWER, ORIGIN)
            n += 1
        for i in range(pos.open_count):
            if may_build(pos, pos.faces[pos.open_stems[i]]):
                out[n] = encode(PLACE_TOWER, pos.open_points[i])
                n += 1
    if not room_for_wall(pos):
        return n
    if pos.in_hand[SHORT] > 0:
        n = list_walls(pos, 1, EAST, out, n)
        n = list_walls(pos, 1, NORTH, out, n)
    if pos.in_hand[LONG] > 0:
        n = list_walls(pos, 2, EAST, out, n)
        n = list_walls(pos, 2, NORTH, out, n)
    return n


@compiled
def has_place(pos: Position) -> bool:
    """Tell whether any piece in hand has a legal place (C4.4)."""
    if may_strand(pos):
        return has_linking_place(pos)
    if pos.in_hand[TOWER] > 0 and room_for_tower(pos):
        if pos.piece_count == 0:
            return True
        for i in range(pos.open_count):
            if may_build(pos, pos.faces[pos.open_stems[i]]):
                return True
    fits = 0
    if pos.in_hand[SHORT] > 0:
        fits |= SHORT_FITS
    if pos.in_hand[LONG] > 0:
        fits |= LONG_FITS
    if fits and room_for_wall(pos):
        for i in range(4 * pos.tower_count):
            if pos.sides[i] & fits and may_build(pos, pos.faces[i]):
                return True
    return False


@compiled
def list_asked(pos: Position, kind: int, out: list[int], n: int) -> int:
    """Write the courtyards asked about, by their smallest cells (C5.3, C5.4)."""
    seen = 0
    i = next_face(pos, seen, 0)
    while i >= 0:
        tower = pos.tower_order[i]
        face = pos.faces[4 * tower]
        seen |= bit(face)
        if pos.keeps[face] == ASKED:
            out[n] = encode(kind, pos.tower_points[tower])
            n += 1
        i = next_face(pos, seen, i + 1)
    return n


@compiled
def cards_to_draw(pos: Position) -> int:
    """Return how many cards the seat to move draws: one, and the extra cards (C4.5)."""
    return min(1 + pos.extra, pos.deck_sizes[2 * pos.to_move] + pos.deck_sizes[2 * pos.to_move + 1])


@compiled
def list_draws(pos: Position, out: list[int], n: int) -> int:
    """Write every split of the draw that the two decks can serve (C4.5)."""
    cards = cards_to_draw(pos)
    if cards == 0:
        return n
    walls = pos.deck_sizes[2 * pos.to_move]
    towers = pos.deck_sizes[2 * pos.to_move + 1]
    for taken in range(max(0, cards - towers), min(cards, walls) + 1):
        out[n] = encode_draw(taken, cards - taken)
        n += 1
    return n


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    if pos.stage == STAGE_BUILD:
        n = list_places(pos, out, 0)
        return keep_linking(pos, out, n) if may_strand(pos) else n
    if pos.stage == STAGE_PLAY:
        return list_plays(pos, out, 0)
    if pos.stage == STAGE_DRAW:
        return list_draws(pos, out, 0)
    if pos.stage == STAGE_OVER:
        return 0
    if pos.stage == STAGE_KEEP:
        out[0] = encode(KEEP, 0)
        return list_asked(pos, DOUBLE, out, 1)
    return list_asked(pos, STAYS, out, 0)
