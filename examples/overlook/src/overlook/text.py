"""Notation, both ways."""

from typing import Final

from overlook import actions
from overlook.material import CARDS, DECK_NAMES, SIDE
from tourelle.core.words import Action, Refusal, RefusedError

COLUMNS: Final = "abcd"
NAMES: Final = tuple(f"{column}{row + 1}" for column in COLUMNS for row in range(SIDE))


def square_text(square: int) -> str:
    """Return the name of a square."""
    return NAMES[square]


def action_text(action: Action) -> str:
    """Write an action in the notation of the rules."""
    kind = int(actions.kind_of(action))
    line, square = int(actions.line_of(action)), int(actions.square_of(action))
    if kind == actions.BUILD:
        return f"build {NAMES[square]} {CARDS[line]}"
    if kind == actions.ROOF:
        return f"roof {NAMES[square]}"
    if kind == actions.DROP:
        return f"drop {CARDS[line]}"
    return f"draw {DECK_NAMES[line]}"


def parse_action(text: str) -> Action:
    """Read an action in the notation of the rules; refuse anything else."""
    match text.split():
        case ["build", square, card] if square in NAMES and card in CARDS:
            action = actions.encode(actions.BUILD, CARDS.index(card), NAMES.index(square))
        case ["roof", square] if square in NAMES:
            action = actions.encode(actions.ROOF, 0, NAMES.index(square))
        case ["drop", card] if card in CARDS:
            action = actions.encode(actions.DROP, CARDS.index(card), 0)
        case ["draw", deck] if deck in DECK_NAMES:
            action = actions.encode(actions.DRAW, DECK_NAMES.index(deck), 0)
        case _:
            raise RefusedError(Refusal("notation", params={"text": text}))
    return Action(action)


def is_action(action: int) -> bool:
    """Tell whether a number is the code of an action at all."""
    if not 0 <= action < actions.ACTION_SPACE:
        return False
    try:
        return parse_action(action_text(Action(action))) == action
    except IndexError:
        return False
