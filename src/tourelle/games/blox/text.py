"""The notation of actions, both ways."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from tourelle.core.words import Action, Refusal, RefusedError
from tourelle.games.blox import actions
from tourelle.games.blox.piles import COLOURS, NAMED, PILE_NUMBERS
from tourelle.games.blox.squares import ENTRIES, square_name, square_named

WORDS: Final = ("enter", "move", "destroy", "build", "hit", "change")
JOKER: Final = "*"


class Parts(NamedTuple):
    """An action taken apart: its kind and the three numbers of the codec."""

    kind: int
    a: int
    b: int
    c: int


def parts_of(action: Action) -> Parts:
    """Take an action apart."""
    return Parts(*(int(part) for part in actions.parts_of(action)))


@lru_cache(maxsize=1 << 16)
def action_text(action: Action) -> str:
    """Write an action in the notation of the rules."""
    kind, a, b, c = parts_of(action)
    words = [WORDS[kind]]
    if kind == actions.CHANGE:
        words += [NAMED[b], JOKER * c]
    elif kind == actions.ENTER:
        words += [ENTRIES[a], square_name(b), JOKER * c]
    elif kind == actions.BUILD:
        words += [square_name(a), NAMED[b], _joker_text(c)]
    elif kind == actions.HIT:
        joker, cards = divmod(c, actions.HIT_CARDS)
        words += [square_name(a), square_name(b), str(cards), JOKER * joker]
    elif kind == actions.MOVE:
        words += [square_name(a), square_name(b), JOKER * c]
    else:
        words += [square_name(a), square_name(b), _joker_text(c)]
    return " ".join(word for word in words if word)


def _joker_text(joker: int) -> str:
    """Write the joker with the colour of the card that it stands for."""
    return JOKER + COLOURS[joker - 1] if joker else ""


@lru_cache(maxsize=1 << 14)
def parse_action(text: str) -> Action:
    """Read an action in the notation of the rules; refuse anything else."""
    words = text.split()
    parts = _parse(WORDS.index(words[0]), words[1:]) if words and words[0] in WORDS else ()
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        raise RefusedError(Refusal("notation", params={"text": text}))
    return Action(int(actions.encode(*known)))


def _parse(kind: int, words: list[str]) -> tuple[int | None, ...]:
    """Return kind, a, b and c of an action with None for what can't be read, or nothing at all."""
    joker: int | None = 0
    if words and words[-1].startswith(JOKER):
        coloured = kind in (actions.DESTROY, actions.BUILD)
        joker = _parse_joker(words[-1], coloured)
        words = words[:-1]
    if kind == actions.CHANGE and len(words) <= 1:
        return kind, 0, _pile_number("".join(words)), joker
    if kind == actions.BUILD and 1 <= len(words) <= 2:
        return kind, square_named(words[0]), _pile_number("".join(words[1:])), joker
    if kind == actions.ENTER and len(words) == 2:
        entry = ENTRIES.index(words[0]) if words[0] in ENTRIES else None
        return kind, entry, square_named(words[1]), joker
    if kind == actions.HIT and len(words) == 3:
        cards = _number(words[2])
        paid = None if cards is None or joker is None else cards + actions.HIT_CARDS * joker
        return kind, square_named(words[0]), square_named(words[1]), paid
    if kind in (actions.MOVE, actions.DESTROY) and len(words) == 2:
        return kind, square_named(words[0]), square_named(words[1]), joker
    return ()


def _parse_joker(word: str, coloured: bool) -> int | None:
    """Return how the codec writes a joker: with a colour in `destroy` and `build`, else alone."""
    if not coloured:
        return 1 if word == JOKER else None
    if len(word) == 2 and word[1] in COLOURS:
        return COLOURS.index(word[1]) + 1
    return None


def _pile_number(letters: str) -> int | None:
    """Return the number of a pile given by its colour letters in any order.

    Nobody can pay more than the largest pile: a larger one stands for it, and is refused like it.
    """
    if not set(letters) <= set(COLOURS):
        return None
    largest = max(map(len, PILE_NUMBERS))
    return PILE_NUMBERS["".join(sorted(letters[:largest], key=COLOURS.index))]


def _number(word: str) -> int | None:
    """Return a number; all that are too large for one digit are as good as 9."""
    if not re.fullmatch(r"0|[1-9][0-9]*", word):
        return None
    return min(int(word[:2]), actions.HIT_CARDS - 1)


# ---------------------------------------------------------------- diagrams
