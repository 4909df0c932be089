"""Why an action is not legal: a reason, a clause, and what its sentence needs.

Asked only after `legal_actions` has said no; it explains, it never decides. The order of the
questions is that of the rules ("Which clause a refusal cites"): the first rule broken is told.
"""

from typing import Final

from tourelle.core import layout
from tourelle.core.words import Action, Param, Refusal
from tourelle.games.castellan import actions
from tourelle.games.castellan.actions import STEPS
from tourelle.games.castellan.apply import piece_of
from tourelle.games.castellan.cards import Deck
from tourelle.games.castellan.castle import face_of, place
from tourelle.games.castellan.legal import ORIGIN, cards_to_draw
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.opening import may_strand, opens, spare_ends, spare_sides
from tourelle.games.castellan.position import (
    BARE,
    MIDDLE,
    OPEN_END,
    STAGE_BUILD,
    STAGE_DRAW,
    STAGE_KEEP,
    STAGE_OVER,
    STAGE_PLAY,
    STAGE_STAYS,
    STAGES,
    Position,
    mark_at,
    may_build,
    room_for_tower,
    room_for_wall,
)
from tourelle.games.castellan.text import action_text, is_action, point_text

STAGE_OF: Final = {
    actions.PLAY: STAGE_PLAY,
    actions.KEEP: STAGE_KEEP,
    actions.DOUBLE: STAGE_KEEP,
    actions.STAYS: STAGE_STAYS,
    actions.DRAW: STAGE_DRAW,
}
STAGE_CLAUSES: Final = ("C4.1", "C4.4", "C5.3", "C5.4", "C4.5")
"""Which clause asks for something else, by stage."""
NONE_IN_HAND: Final = ("no-tower-in-hand", "no-long-wall-in-hand", "no-short-wall-in-hand")


def refusal(deck: Deck, pos: Position, action: Action) -> Refusal:
    """Explain why `action` is not legal in this position."""
    if pos.stage == STAGE_OVER:
        return Refusal("over", "C6.1")
    if not is_action(deck, action):
        return Refusal("notation", params={"text": str(int(action))})
    kind = int(actions.kind_of(action))
    if pos.stage != STAGE_OF.get(kind, STAGE_BUILD):
        return Refusal("wrong-stage", STAGE_CLAUSES[pos.stage], {"stage": STAGES[pos.stage]})
    if kind == actions.PLAY:
        found = _play(deck, pos, action)
    elif kind == actions.DRAW:
        found = _draw(pos)
    elif kind == actions.TOWER or actions.is_wall(kind):
        found = _piece(pos, action, kind)
    else:
        clause = STAGE_CLAUSES[pos.stage]
        found = Refusal("not-asked", clause, {"cell": point_text(actions.point_of(action))})
    return found or Refusal("notation", params={"text": action_text(deck, action)})


def _play(deck: Deck, pos: Position, action: Action) -> Refusal | None:
    """Explain a refused play: C4.1, then C6.1, then C4.3."""
    hand = int(pos.hands[pos.to_move])
    cards = int(actions.cards_of(action))
    for number, face in enumerate(deck.faces):
        if deck.count(cards, number) > deck.count(hand, number):
            return Refusal("card-not-in-hand", "C4.1", {"card": face.card})
    if pos.ending >= 0 and cards != hand:
        return Refusal("whole-hand", "C6.1", {"cards": len(deck.names(hand))})
    if pos.opening and not opens(pos, cards):
        played = [face for face in deck.faces for _ in range(deck.names(cards).count(face.card))]
        towers = sum(face.towers for face in played)
        walls = sum(face.long + face.short for face in played)
        if towers == 0:
            return Refusal("opening-without-tower", "C4.3")
        fewest, most = towers - 1, 3 * towers + 1
        params: dict[str, Param] = {"towers": towers, "walls": walls}
        return Refusal("opening", "C4.3", {**params, "fewest": fewest, "most": most})
    return None


def _draw(pos: Position) -> Refusal:
    """Explain a refused draw (C4.5)."""
    me = int(pos.to_move)
    params: dict[str, Param] = {
        "cards": int(cards_to_draw(pos)),
        "walls": int(pos.deck_sizes[2 * me]),
        "towers": int(pos.deck_sizes[2 * me + 1]),
    }
    return Refusal("draw-count", "C4.5", params)


def _piece(pos: Position, action: Action, kind: int) -> Refusal:
    """Explain a refused placement: in hand, where it may be linked, and whose courtyard it is."""
    piece = int(piece_of(kind))
    point = int(actions.point_of(action))
    if pos.in_hand[piece] == 0:
        return Refusal(NONE_IN_HAND[piece], "C4.1")
    found = _tower(pos, point) if kind == actions.TOWER else wall_refusal(pos, point, kind)
    if found is None and not may_build(pos, int(face_of(pos, action))):
        owner = int(pos.owners[int(face_of(pos, action))]) - 1
        return Refusal("foreign-courtyard", "C4.2", {"seat": owner})
    if found is None and may_strand(pos) and room_for_tower(pos) and room_for_wall(pos):
        found = _stranding(pos, action, piece)
    return found or Refusal("no-room", "C1.1")


def _stranding(pos: Position, action: Action, piece: int) -> Refusal:
    """Refuse a placement of the opening after which pieces in hand can't all be linked (C4.3)."""
    after = layout.copy(pos)
    place(after, action)
    after.in_hand[piece] -= 1
    towers, walls = int(after.in_hand[TOWER]), int(after.in_hand[LONG] + after.in_hand[SHORT])
    params: dict[str, Param] = {"towers": towers, "walls": walls}
    if spare_ends(after) < 0:
        return Refusal("strands-towers", "C4.3", {**params, "ends": int(after.open_count)})
    free = int(spare_sides(after)) - 3 * towers + walls
    return Refusal("strands-walls", "C4.3", {**params, "sides": free})


def _tower(pos: Position, point: int) -> Refusal | None:
    """Refuse a tower that doesn't stand on an open end (C2.4)."""
    if pos.piece_count == 0:
        return None if point == ORIGIN else Refusal("first-tower", "C2.4")
    if mark_at(pos, point) == OPEN_END:
        return None
    return Refusal("no-open-end", "C2.4", {"point": point_text(point)})


def wall_refusal(pos: Position, point: int, kind: int) -> Refusal | None:
    """Refuse a wall that C2.2 or C2.3 forbids."""
    side, length = int(actions.side_of(kind)), int(actions.length_of(kind))
    end = point + length * int(STEPS[side])
    ends = [int(mark_at(pos, point)), int(mark_at(pos, end))]
    params: dict[str, Param] = {"start": point_text(point), "end": point_text(end)}
    if max(ends) <= 0:
        return Refusal("wall-without-tower", "C2.2", params)
    middle = int(mark_at(pos, point + int(STEPS[side]))) if length == 2 else BARE
    if _edge_taken(pos, point, side, length):
        return Refusal("edge-taken", "C2.3", params)
    if middle != BARE:
        return Refusal("middle-blocked", "C2.3", params)
    if MIDDLE in ends:
        return Refusal("no-room-for-tower", "C2.3", params)
    return None


def _edge_taken(pos: Position, point: int, side: int, length: int) -> bool:
    """Tell whether a wall already covers an edge of a new one (C2.3 a)."""
    for piece in pos.pieces[: pos.piece_count]:
        kind = int(actions.kind_of(piece))
        if not actions.is_wall(kind) or actions.side_of(kind) != side:
            continue
        apart = point - int(actions.point_of(piece))
        step = int(STEPS[side])
        if any(
            apart + i * step == j * step
            for i in range(length)
            for j in range(actions.length_of(kind))
        ):
            return True
    return False
