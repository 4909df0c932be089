"""The notation of actions, both ways."""

from functools import lru_cache
from typing import Final

from tourelle.core.board8 import square_name, square_named
from tourelle.core.words import Action, Refusal, RefusedError
from tourelle.games.torres import actions
from tourelle.games.torres.material import (
    CARDS,
    LOOKED_AT,
    MAX_SEATS,
    RAISE,
    SEVEN,
    SIX,
    STACK_LIMIT,
    STACKS,
    SUPPLY,
)

WORDS: Final = {
    actions.CASTLE: "castle",
    actions.PLACE: "place",
    actions.KING: "king",
    actions.STAY: "stay",
    actions.START: "start",
    actions.KNIGHT: "knight",
    actions.MOVE: "move",
    actions.BLOCK: "block",
    actions.BUY: "buy",
    actions.KEEP: "keep",
    actions.RETURN: "return",
    actions.POINT: "point",
    actions.END: "end",
    actions.STORE: "store",
}
KINDS: Final = {word: kind for kind, word in WORDS.items()}
ON_A_SQUARE: Final = (actions.CASTLE, actions.PLACE, actions.KING, actions.KNIGHT)
ALONE: Final = (actions.STAY, actions.BUY, actions.POINT)
SIDES: Final = ("top", "bottom")


@lru_cache(maxsize=1 << 16)
def action_text(action: Action) -> str:
    """Write an action in the notation of the rules."""
    kind, a, b = actions.kind_of(action), actions.first_of(action), actions.second_of(action)
    if actions.PLAY <= kind < actions.END:
        return _card_text(kind - actions.PLAY, a, b)
    return " ".join([WORDS[kind], *_action_words(action, kind, a, b)])


def _action_words(action: Action, kind: int, a: int, b: int) -> list[str]:
    """Return what follows the first word of an action that is no card."""
    if kind in ON_A_SQUARE:
        return [square_name(b)]
    if kind == actions.MOVE:
        return [square_name(a), square_name(b)]
    if kind == actions.BLOCK:
        return [square_name(b), str(a % actions.NO_BLOCKS)] if a else [square_name(b)]
    if kind == actions.START:
        return [str(b)]
    if kind == actions.KEEP:
        return [CARDS[b]]
    if kind == actions.RETURN:
        return [SIDES[b >> i & 1] for i in range(a)]
    if kind == actions.END:
        return [str(b - 1)] if b else []
    if kind == actions.STORE:
        return [str(actions.stored_size(action, i)) for i in range(actions.stored_stacks(action))]
    return []


def _card_text(card: int, a: int, b: int) -> str:
    """Write the playing of a card."""
    words = ["play", CARDS[card]]
    if card == RAISE:
        words += [square_name(b), str(a % actions.NO_BLOCKS) if a else "open"]
    elif card == SUPPLY:
        words += [square_name(b)]
    elif card not in (SIX, SEVEN):
        words += [square_name(a), square_name(b)]
    return " ".join(words)


def is_action(action: int) -> bool:
    """Tell whether a number is the code of an action at all."""
    try:
        return action >= 0 and parse_action(action_text(Action(action))) == action
    except (IndexError, KeyError, RefusedError):
        return False


@lru_cache(maxsize=1 << 14)
def parse_action(text: str) -> Action:
    """Read an action in the notation of the rules; refuse anything else."""
    words = text.split()
    action: int | None = None
    if words and words[0] == "play":
        action = _parse_card(words[1:])
    elif words and words[0] in KINDS:
        action = _parse_plain(KINDS[words[0]], words[1:])
    if action is None:
        raise RefusedError(Refusal("notation", params={"text": text}))
    return Action(action)


def _number(word: str, low: int, high: int) -> int | None:
    """Return a one-digit number in a range, or None."""
    return (
        int(word) if word in "0123456789" and len(word) == 1 and low <= int(word) <= high else None
    )


def _named_stack(words: list[str]) -> int | None:
    """Return the size of a stack as actions code it, or None."""
    size = _number(words[0], 0, STACK_LIMIT) if len(words) == 1 else None
    return actions.NO_BLOCKS if size == 0 else size


def _squares(words: list[str], wanted: int) -> list[int] | None:
    """Return exactly `wanted` squares, or None."""
    squares = [square_named(word) for word in words]
    if len(words) != wanted or None in squares:
        return None
    return [square for square in squares if square is not None]


def _parse_plain(kind: int, words: list[str]) -> int | None:
    """Read what follows the first word of an action that is no card."""
    if kind in ALONE:
        return actions.encode(kind, 0, 0) if not words else None
    if kind in ON_A_SQUARE:
        squares = _squares(words, 1)
        return actions.encode(kind, 0, squares[0]) if squares else None
    if kind == actions.MOVE:
        squares = _squares(words, 2)
        return actions.encode(kind, *squares) if squares else None
    if kind == actions.BLOCK:
        squares = _squares(words[:1], 1)
        size = 0 if len(words) == 1 else _named_stack(words[1:])
        return actions.encode(kind, size, squares[0]) if squares and size is not None else None
    if kind == actions.KEEP:
        return actions.encode(kind, 0, CARDS.index(words[0])) if _are(words, CARDS, 1) else None
    if kind == actions.RETURN:
        if not 1 <= len(words) < LOOKED_AT or not _are(words, SIDES, len(words)):
            return None
        pattern = sum(SIDES.index(word) << i for i, word in enumerate(words))
        return actions.encode(kind, len(words), pattern)
    return _parse_numbers(kind, words)


def _are(words: list[str], known: tuple[str, ...], wanted: int) -> bool:
    """Tell whether there are exactly `wanted` words, all known."""
    return len(words) == wanted and all(word in known for word in words)


def _parse_numbers(kind: int, words: list[str]) -> int | None:
    """Read the actions that take numbers alone: start, end, store."""
    high = MAX_SEATS - 1 if kind == actions.START else STACK_LIMIT
    numbers = [_number(word, 0, high) for word in words]
    known = [number for number in numbers if number is not None]
    if len(known) != len(words):
        return None
    if kind == actions.START:
        return actions.encode(kind, 0, known[0]) if len(known) == 1 else None
    if kind == actions.END:
        return actions.encode(kind, 0, known[0] + 1 if known else 0) if len(known) <= 1 else None
    if not 1 <= len(known) < STACKS or known != sorted(known, reverse=True):
        return None
    first, second, third = (*known, 0, 0)[:3]
    return actions.encode_sizes(len(known), first, second, third)


def _parse_card(words: list[str]) -> int | None:
    """Read what follows `play`."""
    if not words or words[0] not in CARDS:
        return None
    card, rest = CARDS.index(words[0]), words[1:]
    kind = actions.PLAY + card
    if card in (SIX, SEVEN):
        return actions.encode(kind, 0, 0) if not rest else None
    if card == RAISE:
        squares = _squares(rest[:1], 1)
        size = 0 if rest[1:] == ["open"] else _named_stack(rest[1:])
        return actions.encode(kind, size, squares[0]) if squares and size is not None else None
    if card == SUPPLY:
        squares = _squares(rest, 1)
        return actions.encode(kind, 0, squares[0]) if squares else None
    squares = _squares(rest, 2)
    return actions.encode(kind, *squares) if squares else None
