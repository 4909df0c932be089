"""Why an action is not legal: a reason, a clause, and what its sentence needs.

Asked only after `legal_actions` has said no; it explains, it never decides. The questions stand in
the order of the rules' own table, and the first rule that an action breaks is told.
"""

from collections.abc import Callable
from typing import Final

from tourelle.core.words import Action, Param, Refusal
from tourelle.games.blox import actions
from tourelle.games.blox.material import FEWEST_HIT, FIGURES, HAND, MOST_BLOCKS
from tourelle.games.blox.piles import NAMED, letters_of, pile_of
from tourelle.games.blox.position import (
    NOBODY,
    PLAYED,
    TOWER,
    Position,
    closed_with,
    figures_on_board,
    is_empty,
)
from tourelle.games.blox.scoring import end_clause
from tourelle.games.blox.sights import look, passed_of, target_of
from tourelle.games.blox.squares import (
    ENTRIES,
    ENTRY_SQUARES,
    ENTRY_STEPS,
    SIDE,
    STEPS,
    square_name,
    squares_of,
)
from tourelle.games.blox.text import Parts, action_text, parts_of

Found = Refusal | None


def refusal(pos: Position, action: Action) -> Refusal:
    """Explain why `action` is not legal in this position."""
    if not 0 <= action < actions.ACTION_SPACE:
        return Refusal("notation", params={"text": str(int(action))})
    parts = parts_of(action)
    found = over(pos) or _joker(pos, parts) or QUESTIONS[parts.kind](pos, parts)
    return found or Refusal("notation", params={"text": action_text(action)})


def over(pos: Position) -> Found:
    """Refuse every action once the game has ended (B11.2, B11.4)."""
    return None if pos.ended == PLAYED else Refusal("over", end_clause(pos))


def _joker(pos: Position, parts: Parts) -> Found:
    """Refuse a joker that lies the wrong way (B10; in a change of cards B9)."""
    up = bool(pos.jokers[pos.to_move])
    if parts.kind == actions.CHANGE:
        return Refusal("joker-already-up", "B9") if parts.c and up else None
    asked = parts.c >= actions.HIT_CARDS if parts.kind == actions.HIT else parts.c > 0
    return Refusal("joker-face-down", "B10") if asked and not up else None


# ---------------------------------------------------------------- what several actions ask


def _no_own_figure(pos: Position, square: int, clause: str) -> Found:
    """Refuse to act with a figure that isn't there."""
    if pos.pieces[square] == pos.to_move + 1:
        return None
    return Refusal("no-own-figure", clause, {"square": square_name(square)})


def _missing_cards(pos: Position, wanted: str, joker: int, clause: str) -> Found:
    """Refuse a payment that the hand, with the joker for one card, does not hold."""
    if joker:
        colour = letters_of(1 << 8 * (joker - 1))
        if colour not in wanted:
            return Refusal("joker-colour", clause, {"colour": colour, "cards": wanted})
        wanted = wanted.replace(colour, "", 1)
    hand = letters_of(pos.hands[pos.to_move])
    short = sum(max(wanted.count(colour) - hand.count(colour), 0) for colour in set(wanted))
    if not short:
        return None
    could = short == 1 and not joker and pos.jokers[pos.to_move] and clause != "B9"
    return Refusal("joker-would-do" if could else "missing-cards", clause, {"cards": wanted})


def _direction(start: int, end: int) -> int | None:
    """Return the direction from one square to another on its line, or None."""
    if start == end or (start % SIDE != end % SIDE and start // SIDE != end // SIDE):
        return None
    if start % SIDE == end % SIDE:
        return 3 if end > start else 1
    return 2 if end > start else 0


def _barred(pos: Position, start: int, end: int, pile: int, clause: str) -> Found:
    """Refuse a way that is not straight, not empty, or leads over a colour of `pile`."""
    params: dict[str, Param] = {"start": square_name(start), "end": square_name(end)}
    direction = _direction(start, end)
    if direction is None:
        return Refusal("not-in-line", clause, params)
    sight = look(pos, start, direction)
    if (met := int(target_of(sight))) != end:
        return Refusal("way-barred", clause, {**params, "square": square_name(met)})
    if pile & int(passed_of(sight)):
        return Refusal("way-coloured", clause, params)
    return None


def _walk(pos: Position, square: int, step: int, end: int, joker: int, clause: str) -> Found:
    """Refuse to go to `end` when it isn't the first square of its colour, free and paid for."""
    colour = pos.colours[end]
    params: dict[str, Param] = {"end": square_name(end)}
    while True:
        if not is_empty(pos, square):
            return Refusal("way-barred-to", clause, {**params, "square": square_name(square)})
        if square == end:
            break
        if pos.colours[square] == colour:
            return Refusal("not-first-square", clause, {**params, "square": square_name(square)})
        square += step
    wanted = letters_of(1 << 8 * int(colour))
    return None if joker else _missing_cards(pos, wanted, 0, clause)


# ---------------------------------------------------------------- the six actions


def _enter(pos: Position, parts: Parts) -> Found:
    entry, end = parts.a, parts.b
    if figures_on_board(pos, pos.to_move) >= FIGURES:
        return Refusal("reserve-empty", "B4", {"figures": FIGURES})
    first, step = int(ENTRY_SQUARES[entry]), int(ENTRY_STEPS[entry])
    if end not in range(first, first + SIDE * step, step):
        params: dict[str, Param] = {"entry": ENTRIES[entry], "end": square_name(end)}
        return Refusal("not-on-entry-line", "B4", params)
    return _walk(pos, first, step, end, parts.c, "B4")


def _move(pos: Position, parts: Parts) -> Found:
    start, end = parts.a, parts.b
    if missing := _no_own_figure(pos, start, "B5"):
        return missing
    direction = _direction(start, end)
    if direction is None:
        params: dict[str, Param] = {"start": square_name(start), "end": square_name(end)}
        return Refusal("not-in-line", "B5", params)
    step = int(STEPS[direction])
    return _walk(pos, start + step, step, end, parts.c, "B5")


def _destroy(pos: Position, parts: Parts) -> Found:
    start, end = parts.a, parts.b
    tower = int(pos.towers[end])
    if missing := _no_own_figure(pos, start, "B6.1"):
        return missing
    if not tower:
        return Refusal("no-tower", "B6.1", {"square": square_name(end)})
    if barred := _barred(pos, start, end, tower, "B6.1"):
        return barred
    blocks = letters_of(tower)
    if len(blocks) > pos.phase:
        params: dict[str, Param] = {"height": len(blocks), "phase": int(pos.phase)}
        return Refusal("tower-above-phase", "B6.3", params)
    if (owned := len(letters_of(pos.blocks[pos.to_move]))) >= MOST_BLOCKS:
        return Refusal("seven-blocks", "B6.5", {"blocks": owned, "most": MOST_BLOCKS - 1})
    return _missing_cards(pos, blocks, parts.c, "B6.2")


def _build(pos: Position, parts: Parts) -> Found:
    square, tower = parts.a, NAMED[parts.b]
    if missing := _no_own_figure(pos, square, "B7.1"):
        return missing
    owned = letters_of(pos.blocks[pos.to_move])
    if any(owned.count(colour) < tower.count(colour) for colour in set(tower)):
        return Refusal("blocks-not-owned", "B7.1", {"blocks": tower, "owned": owned or "-"})
    if len(tower) != pos.phase + 1:
        params: dict[str, Param] = {"height": int(pos.phase) + 1, "phase": int(pos.phase)}
        return Refusal("wrong-height", "B7.1", params)
    if missing := _missing_cards(pos, tower, parts.c, "B7.1"):
        return missing
    if closed := squares_of(*closed_with(pos, square)):
        names = ", ".join(square_name(other) for other in closed)
        return Refusal("tower-closed", "B7.3", {"square": square_name(square), "closed": names})
    return None


def _hit(pos: Position, parts: Parts) -> Found:
    start, end = parts.a, parts.b
    joker, cards = divmod(parts.c, actions.HIT_CARDS)
    colour = int(pos.colours[end])
    letter = letters_of(1 << 8 * colour)
    if missing := _no_own_figure(pos, start, "B8.1"):
        return missing
    if pos.pieces[end] in (NOBODY, TOWER, pos.to_move + 1):
        return Refusal("no-other-figure", "B8.1", {"square": square_name(end)})
    if barred := _barred(pos, start, end, pile_of(letter) * 255, "B8.1"):
        return barred
    if cards < FEWEST_HIT:
        return Refusal("too-few-hit", "B8.2", {"cards": cards, "fewest": FEWEST_HIT})
    if cards > HAND + joker:
        return Refusal("too-many-hit", "B8.2", {"cards": cards, "most": HAND + joker})
    return _missing_cards(pos, letter * cards, joker * (colour + 1), "B8.2")


def _change(pos: Position, parts: Parts) -> Found:
    cards = NAMED[parts.b]
    if not 1 <= len(cards) <= HAND:
        return Refusal("change-count", "B9", {"cards": len(cards), "most": HAND})
    return _missing_cards(pos, cards, 0, "B9")


QUESTIONS: Final[tuple[Callable[[Position, Parts], Found], ...]] = (
    _enter,
    _move,
    _destroy,
    _build,
    _hit,
    _change,
)
