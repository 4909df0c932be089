"""The castle of a document: pieces in any order, checked against C2."""

from typing import Final

from tourelle.core.compile import buffer
from tourelle.core.documents import Reader
from tourelle.core.words import Action, DocumentError, Param, Refusal, RefusedError
from tourelle.games.castellan import actions
from tourelle.games.castellan.actions import FARTHEST, STEPS, coordinates
from tourelle.games.castellan.cards import Deck
from tourelle.games.castellan.castle import place_all
from tourelle.games.castellan.material import MAX_PIECES, MAX_TOWERS, MAX_WALLS
from tourelle.games.castellan.position import Position, mark_at
from tourelle.games.castellan.refusals import wall_refusal
from tourelle.games.castellan.text import action_text, parse_action

FARTHEST_PIECE: Final = FARTHEST - 2 * MAX_WALLS  # whatever is added stays inside


def read_pieces(deck: Deck, pos: Position, reader: Reader) -> None:
    """Build the castle of a document, or refuse what no order of placing could give."""
    texts = reader.get("pieces", [])
    if not isinstance(texts, list):
        raise reader.refuse("pieces", "[...]", "C2.1")
    pieces = [_read_piece(deck, text) for text in texts]
    towers = sum(actions.kind_of(piece) == actions.TOWER for piece in pieces)
    if towers > MAX_TOWERS or len(pieces) - towers > MAX_WALLS:
        params: dict[str, Param] = {"towers": MAX_TOWERS, "walls": MAX_WALLS}
        raise DocumentError(Refusal("too-many-pieces", "C1.1", params))
    row = buffer(MAX_PIECES)
    row[: len(pieces)] = pieces
    if place_all(pos, row, len(pieces)):
        raise DocumentError(_unplaceable(deck, pos, pieces, int(row[0])))


def _read_piece(deck: Deck, text: object) -> int:
    """Read one piece, which is written as the action that places it."""
    try:
        piece = int(parse_action(deck, text)) if isinstance(text, str) else -1
    except RefusedError:
        piece = -1
    if not actions.TOWER <= actions.kind_of(piece) <= actions.LONG_N:
        raise DocumentError(Refusal("bad-piece", "C2.1", {"text": str(text)[:80]}))
    if max(map(abs, coordinates(int(actions.point_of(piece))))) > FARTHEST_PIECE:
        params: dict[str, Param] = {"piece": str(text)[:80], "farthest": FARTHEST_PIECE}
        raise DocumentError(Refusal("piece-too-far", "C2.1", params))
    return piece


def ends_of(piece: int) -> tuple[int, ...]:
    """Return the two ends of a wall, or nothing for a tower."""
    kind, point = int(actions.kind_of(piece)), int(actions.point_of(piece))
    if not actions.is_wall(kind):
        return ()
    step = int(STEPS[int(actions.side_of(kind))])
    return point, point + int(actions.length_of(kind)) * step


def _unplaceable(deck: Deck, pos: Position, pieces: list[int], piece: int) -> Refusal:
    """Say why a piece of the whole set could never be placed (C2.2 to C2.5)."""
    kind, point = int(actions.kind_of(piece)), int(actions.point_of(piece))
    params: dict[str, Param] = {"piece": action_text(deck, Action(piece))}
    towers = {int(actions.point_of(p)) for p in pieces if actions.kind_of(p) == actions.TOWER}
    if kind == actions.TOWER:
        ends = {end for wall in pieces for end in ends_of(wall)}
        if mark_at(pos, point) > 0 or point not in ends:
            return Refusal("piece-no-open-end", "C2.4", params)
        return Refusal("piece-apart", "C2.5", params)
    if not towers.intersection(ends_of(piece)):
        return Refusal("piece-no-tower", "C2.2", params)
    broken = wall_refusal(pos, point, kind)
    if broken is not None and broken.clause == "C2.3":
        return Refusal("piece-in-the-way", "C2.3", params)
    return Refusal("piece-apart", "C2.5", params)
