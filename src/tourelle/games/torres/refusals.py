"""Why an action is not legal: a reason, a clause, and what its sentence needs.

Asked only after `legal_actions` has said no; it explains, it never decides. Each question below
looks for the rule that the action breaks; where an action breaks several, the first one is told.
"""

from collections.abc import Callable
from typing import Final

from tourelle.core.bits import bit, count
from tourelle.core.board8 import neighbours, square_name
from tourelle.core.words import Action, Param, Refusal
from tourelle.games.torres import actions, cards
from tourelle.games.torres.blocks import may_raise
from tourelle.games.torres.diagram import figure_on
from tourelle.games.torres.legal import cards_drawn
from tourelle.games.torres.material import (
    CARD_KINDS,
    CARDS,
    CLIMB,
    CLIMB_TWO,
    DIAGONAL,
    FEWEST_CASTLES,
    HAND,
    KNIGHT_COST,
    KNIGHTS,
    LEAP,
    LIFT,
    NO_CARDS,
    PURCHASES,
    RAISE,
    SHIFT,
    SIZES,
    SUMMON,
    SUPPLY,
)
from tourelle.games.torres.position import (
    NO_STACK,
    STAGE_CASTLE,
    STAGE_KEEP,
    STAGE_KING,
    STAGE_KING_SETUP,
    STAGE_OVER,
    STAGE_PLACE,
    STAGE_RETURN,
    STAGE_START,
    STAGE_STORE,
    STAGE_TURN,
    STAGES,
    Position,
    beside,
    castle_of,
    knights_on_board,
    one_size,
)
from tourelle.games.torres.text import action_text, is_action

STAGE_OF: Final = {
    actions.CASTLE: (STAGE_CASTLE,),
    actions.PLACE: (STAGE_PLACE,),
    actions.KING: (STAGE_KING_SETUP, STAGE_KING),
    actions.STAY: (STAGE_KING,),
    actions.START: (STAGE_START,),
    actions.KEEP: (STAGE_KEEP,),
    actions.RETURN: (STAGE_RETURN,),
    actions.STORE: (STAGE_STORE,),
}
COST: Final = {
    actions.KNIGHT: KNIGHT_COST,
    actions.MOVE: 1,
    actions.BLOCK: 1,
    actions.BUY: 1,
    actions.POINT: 1,
}


def refusal(pos: Position, action: Action) -> Refusal:
    """Explain why `action` is not legal in this position."""
    if pos.stage == STAGE_OVER:
        return Refusal("over", "T4.3")
    if not is_action(action):
        return Refusal("notation", params={"text": str(int(action))})
    kind = int(actions.kind_of(action))
    if pos.stage not in STAGE_OF.get(kind, (STAGE_TURN,)):
        clause = "T3" if pos.stage < STAGE_TURN else "T4.3"
        return Refusal("wrong-stage", clause, {"stage": STAGES[pos.stage]})
    cost = COST.get(kind, 0)
    if cost > pos.ap:
        return Refusal("too-few-points", "T5.0", {"cost": cost, "ap": int(pos.ap)})
    a, b = int(actions.first_of(action)), int(actions.second_of(action))
    if actions.PLAY <= kind < actions.END:
        found = _card(pos, kind - actions.PLAY, a, b)
    else:
        found = QUESTIONS[kind](pos, a, b)
    return found or Refusal("notation", params={"text": action_text(action)})


# ---------------------------------------------------------------- squares


def _at(square: int, **more: Param) -> dict[str, Param]:
    """Return the params of a sentence about a square."""
    return {"square": square_name(square), **more}


def _occupied(pos: Position, square: int, clause: str) -> Refusal | None:
    """Refuse a square on which somebody stands."""
    if figure_on(pos, square) == ".":
        return None
    return Refusal("occupied", clause, _at(square))


def _no_own_knight(pos: Position, square: int, clause: str) -> Refusal | None:
    """Refuse to move a knight that isn't there."""
    if figure_on(pos, square) == str(int(pos.to_move)):
        return None
    return Refusal("no-own-knight", clause, _at(square))


# ---------------------------------------------------------------- set-up and between years


def _castle(_pos: Position, _: int, square: int) -> Refusal | None:
    return Refusal("castle-too-near", "T3.2", _at(square))


def _place(_pos: Position, _: int, square: int) -> Refusal | None:
    return Refusal("no-empty-castle", "T3.3", _at(square))


def _king(pos: Position, _: int, square: int) -> Refusal | None:
    if pos.stage == STAGE_KING_SETUP:
        return Refusal("no-empty-castle", "T3.4", _at(square))
    return Refusal("no-free-castle-square", "T9.4", _at(square))


def _start(pos: Position, _: int, seat: int) -> Refusal | None:
    return Refusal("no-such-seat", "T4.3", {"number": seat, "seats": int(pos.seats)})


# ---------------------------------------------------------------- a turn


def _knight(pos: Position, _: int, square: int) -> Refusal | None:
    me = int(pos.to_move)
    if knights_on_board(pos, me) >= KNIGHTS:
        return Refusal("all-knights-placed", "T5.1", {"knights": KNIGHTS})
    if taken := _occupied(pos, square, "T5.1"):
        return taken
    if not neighbours(bit(square)) & pos.knights[me]:
        return Refusal("no-knight-beside", "T5.1", _at(square))
    return Refusal("knight-too-high", "T5.1", _at(square, height=int(pos.heights[square])))


def _move(pos: Position, start: int, end: int) -> Refusal | None:
    found = _no_own_knight(pos, start, "T5.2") or _occupied(pos, end, "T5.2")
    if found:
        return found
    params: dict[str, Param] = {"start": square_name(start), "end": square_name(end)}
    if neighbours(bit(start)) & bit(end):
        levels = int(pos.heights[end]) - int(pos.heights[start])
        return Refusal("step-too-high", "T5.2", {**params, "levels": levels})
    if not neighbours(bit(start)) & pos.layers[pos.heights[start]]:
        return Refusal("no-door", "T5.3", params)
    return Refusal("no-way-through", "T5.3", params)


def _block_square(pos: Position, square: int, clause: str = "T5.4") -> Refusal | None:
    """Explain why a block can't be placed on a square by T5.4."""
    if taken := _occupied(pos, square, clause):
        return taken
    castle = int(castle_of(pos, square))
    if castle >= 0:
        area = int(count(pos.castles[castle]))
        if pos.heights[square] >= area:
            return Refusal("tower-too-high", clause, _at(square, area=area))
        return None
    touching = int(beside(pos, square))
    if touching == 0:
        return Refusal("block-away", clause, _at(square))
    return Refusal("castles-would-merge", clause, _at(square)) if touching > 1 else None


def _stack(pos: Position, named: bool, size: int, clause: str) -> Refusal | None:
    """Explain what is wrong with the stack that an action names, or doesn't."""
    me = int(pos.to_move)
    must_name = pos.open_stack == NO_STACK and one_size(pos, me) < 0
    if named and not must_name:
        return Refusal("stack-needlessly-named", clause)
    if must_name and not named:
        return Refusal("stack-not-named", clause)
    if named and pos.stacks[SIZES * me + size] == 0:
        return Refusal("no-such-stack", clause, {"size": size})
    return None


def _block(pos: Position, size: int, square: int) -> Refusal | None:
    if wrong := _stack(pos, size > 0, size % actions.NO_BLOCKS, "T6.2"):
        return wrong
    if pos.open_stack == 0:
        return Refusal("stack-used-up", "T6.4")
    if size == actions.NO_BLOCKS or (size == 0 and one_size(pos, pos.to_move) == 0):
        return Refusal("stack-empty", "T6.2")
    return _block_square(pos, square)


def _buy(pos: Position, _: int, __: int) -> Refusal | None:
    if pos.cards_option in (NO_CARDS, HAND):
        return Refusal("no-buying", "T7.1")
    if pos.purchases >= PURCHASES:
        return Refusal("bought-enough", "T5.5", {"purchases": PURCHASES})
    return Refusal("deck-empty", "T7.3")


def _keep(_pos: Position, _: int, card: int) -> Refusal | None:
    return Refusal("card-not-drawn", "T7.2", {"card": CARDS[card]})


def _return(pos: Position, words: int, _: int) -> Refusal | None:
    return Refusal("return-count", "T7.2", {"cards": int(cards_drawn(pos)), "words": words})


def _end(pos: Position, _: int, size: int) -> Refusal | None:
    return _stack(pos, size > 0, size - 1, "T6.2")


def _store(pos: Position, _: int, __: int) -> Refusal | None:
    return Refusal("store-sizes", "T6.3", {"left": int(pos.left)})


QUESTIONS: Final[dict[int, Callable[[Position, int, int], Refusal | None]]] = {
    actions.CASTLE: _castle,
    actions.PLACE: _place,
    actions.KING: _king,
    actions.START: _start,
    actions.KNIGHT: _knight,
    actions.MOVE: _move,
    actions.BLOCK: _block,
    actions.BUY: _buy,
    actions.KEEP: _keep,
    actions.RETURN: _return,
    actions.END: _end,
    actions.STORE: _store,
}


# ---------------------------------------------------------------- cards (T7.4)


def _card(pos: Position, card: int, a: int, b: int) -> Refusal | None:
    """Explain why a card can't be played, or not so."""
    name: dict[str, Param] = {"card": CARDS[card]}
    if pos.cards_option == NO_CARDS:
        return Refusal("no-cards", "T2.3")
    if pos.hands[CARD_KINDS * int(pos.to_move) + card] == 0:
        bought = pos.bought[card] > 0
        return Refusal("card-just-bought" if bought else "card-not-in-hand", "T5.6", name)
    if pos.card_played:
        return Refusal("card-already-played", "T5.6", name)
    return CARD_QUESTIONS[card](pos, a, b) if card in CARD_QUESTIONS else None


def _raise(pos: Position, size: int, square: int) -> Refusal | None:
    if missing := _no_own_knight(pos, square, "T7.4"):
        return missing
    if size == 0 and pos.open_stack <= 0:
        return Refusal("no-open-stack", "T7.4")
    stack = size % actions.NO_BLOCKS
    if size > 0 and pos.stacks[SIZES * int(pos.to_move) + stack] == 0:
        return Refusal("no-such-stack", "T7.4", {"size": stack})
    if size == actions.NO_BLOCKS:
        return Refusal("stack-empty", "T7.4")
    if may_raise(pos, square):
        return None
    castle = int(castle_of(pos, square))
    if castle < 0:
        return Refusal("castles-would-merge", "T5.4", _at(square))
    area = int(count(pos.castles[castle]))
    return Refusal("tower-too-high", "T5.4", _at(square, area=area))


def _supply(pos: Position, _: int, square: int) -> Refusal | None:
    if pos.supply == 0:
        return Refusal("supply-empty", "T7.4")
    return _block_square(pos, square)


def _shift(pos: Position, start: int, end: int) -> Refusal | None:
    found = _occupied(pos, start, "T7.4") or _occupied(pos, end, "T7.4")
    if found:
        return found
    if pos.heights[start] == 0:
        return Refusal("no-block", "T7.4", _at(start))
    if start == end:
        return Refusal("same-square", "T7.4", _at(start))
    params: dict[str, Param] = {"start": square_name(start), "end": square_name(end)}
    if pos.heights[start] == 1:
        castle = int(pos.castles[int(castle_of(pos, start))])
        rest = castle & ~int(bit(start))
        if rest and cards.split(rest):
            return Refusal("castle-would-split", "T7.4", params)
    if cards.shift_targets(pos, start) == 0:
        return Refusal("too-few-castles", "T7.4", {**params, "castles": FEWEST_CASTLES})
    return Refusal("shift-target", "T7.4", params)


def _climb(pos: Position, start: int, end: int) -> Refusal | None:
    if pos.climb_option == CLIMB_TWO:
        return _knight_card("climb-target")(pos, start, end)
    return _knight_card("climb-target-up-to-two")(pos, start, end)


def _knight_card(reason: str) -> Callable[[Position, int, int], Refusal | None]:
    """Return the question of a card that moves a knight: who, whereto, its own condition."""

    def question(pos: Position, start: int, end: int) -> Refusal | None:
        if missing := _no_own_knight(pos, start, "T7.4"):
            return missing
        if start == end:
            return Refusal("same-square", "T7.4", _at(start))
        if taken := _occupied(pos, end, "T7.4"):
            return taken
        params: dict[str, Param] = {"start": square_name(start), "end": square_name(end)}
        return Refusal(reason, "T7.4", params)

    return question


CARD_QUESTIONS: Final[dict[int, Callable[[Position, int, int], Refusal | None]]] = {
    RAISE: _raise,
    SUPPLY: _supply,
    SHIFT: _shift,
    CLIMB: _climb,
    LIFT: _knight_card("lift-target"),
    DIAGONAL: _knight_card("diagonal-target"),
    SUMMON: _knight_card("summon-target"),
    LEAP: _knight_card("leap-target"),
}
