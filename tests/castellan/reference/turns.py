"""C4 to C6: what follows from an action."""

from copy import deepcopy

from tests.castellan.reference.castle import castle, courtyard
from tests.castellan.reference.notation import parse
from tests.castellan.reference.pieces import CARDS, KINDS, Document, Piece, read_point, write_point
from tests.castellan.reference.refusals import candidates, refusal_clause, to_draw
from tests.castellan.reference.scoring import winners


def apply(document: Document, text: str) -> Document:
    """Return the document after a legal action and the automatic steps after it (C4.7)."""
    assert refusal_clause(document, text) is None
    action = parse(text)
    assert action
    after = deepcopy(document)
    if isinstance(action, Piece):
        place(after, action)
        return after
    kind, named = action
    seat = after["to_move"]
    if kind == "play":
        take_pieces(after, list(named))
        build_on(after)
    elif kind == "draw":
        for pile in named:
            after["hands"][seat][pile].append(after["decks"][seat][pile].pop(0))
            after["hands"][seat][pile].sort()
        end_turn(after)
    else:
        for line in after["courtyards"]:
            if line["double"] is None:
                line["double"] = line["cell"] in named
        if kind == "double":
            after["double_used"][seat] = True
        build_on(after)
    return after


def take_pieces(after: Document, cards: list[str]) -> None:
    """C4.1, C4.6: the cards leave, their pieces join those handed over."""
    for card in cards:
        after["hands"][after["to_move"]][card[0]].remove(card)
        towers, longs, shorts, extra = CARDS[card]
        for kind, number in (("T", towers), ("L", longs), ("S", shorts)):
            after["pieces_in_hand"][kind] += number
        after["extra"] += extra


def place(after: Document, piece: Piece) -> None:
    """C5.1 to C5.4: the piece, the courtyards it makes, and the question if there is one."""
    seat = after["to_move"]
    before = castle(after)
    after["pieces"].append(str(piece))
    after["pieces_in_hand"][KINDS[piece.kind]] -= 1
    lines, question = [], ""
    for face, cells in castle(after).faces.items():
        if before.faces.get(face) == cells:
            lines.append(courtyard(after, face))
            continue
        [parent] = before.faces_of(list(cells))  # faces are only ever cut
        split = courtyard(after, parent) if parent else None
        assert split is None or split["seat"] == seat  # C4.2, C5.5
        if split and split["double"]:
            question = "stays"
        elif not after["double_used"][seat]:
            question = "keep"
        double = None if question else False
        lines.append({"cell": write_point(face), "seat": seat, "double": double})
    after["courtyards"] = sorted(lines, key=lambda line: read_point(line["cell"]))
    if question:
        after["stage"] = question
    else:
        build_on(after)


def build_on(after: Document) -> None:
    """C4.4: as long as any piece in hand has a legal place, one must be placed; then draw."""
    after["stage"] = "build"
    if any(refusal_clause(after, text) is None for text in candidates(after)):
        return
    if after["ending"] is None and to_draw(after) > 0:  # C4.5; C6.1: none in a last turn
        after["stage"] = "draw"
    else:
        end_turn(after)


def end_turn(after: Document) -> None:
    """C6.1, C6.2: the next seat, if it has a turn; what is left in hand is handed to it (C4.4)."""
    seat, seats = after["to_move"], len(after["hands"])
    after["extra"] = 0
    after["opening"] = not after["pieces"]
    if after["ending"] is None and not cards_left(after, seat):
        after["ending"] = seat
        for other in range(seats):
            for pile in "WT":
                after["hands"][other][pile] += after["decks"][other][pile]
                after["hands"][other][pile].sort()
                after["decks"][other][pile] = []
    following = (seat + 1) % seats
    if following == after["ending"]:
        after["stage"], after["to_move"] = "over", None
        after["pieces_in_hand"] = {"T": 0, "L": 0, "S": 0}
        after["winners"] = winners(after)
    else:
        after["stage"], after["to_move"] = "play", following


def cards_left(document: Document, seat: int) -> int:
    """C6.1: the cards in hand and decks."""
    piles = (document["hands"][seat], document["decks"][seat])
    return sum(len(pile[kind]) for pile in piles for kind in "WT")
