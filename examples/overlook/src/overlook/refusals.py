"""Why an action is not legal: a reason, a clause, and what its sentence needs.

Asked only after `legal_actions` has said no; it explains, it never decides. The order of the
questions is that of the rules ("Which clause a refusal cites"): the first rule broken is told.
"""

from overlook import actions
from overlook.material import CARDS, DECK_NAMES, LINES, squares_of
from overlook.position import STAGE_DRAW, STAGE_OVER, Position, is_finished
from overlook.text import is_action, square_text
from tourelle.core.words import Action, Refusal


def refusal(pos: Position, action: Action) -> Refusal:
    """Explain why `action` is not legal in this position."""
    if pos.stage == STAGE_OVER:
        return Refusal("over", "O5.1")
    if not is_action(action):
        return Refusal("notation", params={"text": str(int(action))})
    kind = int(actions.kind_of(action))
    drawing = pos.stage == STAGE_DRAW
    if drawing != (kind == actions.DRAW):
        return Refusal("draw-first", "O3.6") if drawing else Refusal("play-first", "O3.1")
    if kind == actions.DRAW:
        deck = DECK_NAMES[int(actions.line_of(action))]
        return Refusal("deck-empty", "O3.6", {"deck": deck})
    if kind == actions.ROOF:
        return _roof(pos, int(actions.square_of(action)))
    line = int(actions.line_of(action))
    if pos.hands[LINES * pos.to_move + line] == 0:
        return Refusal("card-not-in-hand", "O3.2", {"card": CARDS[line]})
    if kind == actions.DROP:
        return Refusal("has-place", "O3.5")
    square = int(actions.square_of(action))
    if square not in squares_of(line):
        params = {"square": square_text(square), "card": CARDS[line]}
        return Refusal("not-on-line", "O3.2", params)
    return Refusal("finished", "O3.3", {"square": square_text(square)})


def _roof(pos: Position, square: int) -> Refusal:
    """Explain a refused roof: one left, one's own tower, and one that is not finished."""
    if pos.roofs[pos.to_move] == 0:
        return Refusal("no-roof-left", "O3.4")
    if pos.owners[square] != pos.to_move + 1:
        return Refusal("not-your-tower", "O3.4", {"square": square_text(square)})
    assert is_finished(pos, square)
    return Refusal("finished", "O3.3", {"square": square_text(square)})
