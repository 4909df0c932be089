"""Which actions are legal: the one definition (O3)."""

from overlook.actions import BUILD, DRAW, DROP, ROOF, encode
from overlook.material import DECKS, LINE_SQUARES, LINES, SIDE, SQUARES
from overlook.position import STAGE_DRAW, STAGE_PLAY, Position, is_finished, may_roof
from tourelle.core.compile import compiled


@compiled
def list_builds(pos: Position, out: list[int], n: int) -> int:
    """Write every square on which a card of the hand may build (O3.2, O3.3)."""
    for line in range(LINES):
        if pos.hands[LINES * pos.to_move + line] == 0:
            continue
        for i in range(SIDE):
            square = LINE_SQUARES[SIDE * line + i]
            if not is_finished(pos, square):
                out[n] = encode(BUILD, line, square)
                n += 1
    return n


@compiled
def list_roofs(pos: Position, out: list[int], n: int) -> int:
    """Write every tower that the seat may roof (O3.4)."""
    if pos.roofs[pos.to_move] == 0:
        return n
    for square in range(SQUARES):
        if may_roof(pos, square):
            out[n] = encode(ROOF, 0, square)
            n += 1
    return n


@compiled
def list_drops(pos: Position, out: list[int], n: int) -> int:
    """Write every card of the hand (O3.5)."""
    for line in range(LINES):
        if pos.hands[LINES * pos.to_move + line] > 0:
            out[n] = encode(DROP, line, 0)
            n += 1
    return n


@compiled
def legal_actions(pos: Position, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    n = 0
    if pos.stage == STAGE_PLAY:
        builds = list_builds(pos, out, 0)
        n = list_roofs(pos, out, builds)
        if builds == 0:  # O3.5: only when no card has a place
            n = list_drops(pos, out, n)
    elif pos.stage == STAGE_DRAW:
        for deck in range(DECKS):
            if pos.deck_sizes[deck] > 0:
                out[n] = encode(DRAW, deck, 0)
                n += 1
    return n
