"""The notation of actions, both ways."""

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from tourelle.core.words import Action, Refusal, RefusedError
from tourelle.games.castellan import actions
from tourelle.games.castellan.actions import FARTHEST, HALF, coordinates, point_at
from tourelle.games.castellan.cards import DECK_LETTERS, Deck

NUMBER: Final = r"(?:0|-?[1-9][0-9]*)"
POINT: Final = re.compile(rf"({NUMBER}),({NUMBER})")
WALLS: Final = {"short": 1, "long": 2}
LENGTHS: Final = ("", *WALLS)
DIRECTIONS: Final = ("E", "N")
CELL_WORDS: Final = {actions.DOUBLE: "double", actions.STAYS: "stays"}
CELL_KINDS: Final = {word: kind for kind, word in CELL_WORDS.items()}


def point_text(point: int) -> str:
    """Write a point or a cell: `3,2`."""
    x, y = coordinates(int(point))
    return f"{x},{y}"


def parse_point(word: str) -> int | None:
    """Read a point or a cell, or return None; what lies beyond all reach is read as its edge."""
    match = POINT.fullmatch(word)
    if not match:
        return None
    x, y = (max(-FARTHEST, min(FARTHEST, int(number[:9]))) for number in match.groups())
    return point_at(x, y)


def action_text(deck: Deck, action: Action) -> str:
    """Write an action in the notation of the rules."""
    return _text(int(action)) or " ".join(["play", *deck.names(int(actions.point_of(action)))])


@lru_cache(maxsize=1 << 14)
def _text(action: int) -> str:
    """Write an action that plays no card; nothing for one that does."""
    kind = int(actions.kind_of(action))
    if kind == actions.PLAY:
        return ""
    point = int(actions.point_of(action))
    if kind == actions.TOWER:
        return f"tower {point_text(point)}"
    if actions.is_wall(kind):
        length, side = int(actions.length_of(kind)), int(actions.side_of(kind))
        return f"{LENGTHS[length]} {point_text(point)} {DIRECTIONS[side]}"
    if kind == actions.KEEP:
        return "keep"
    if kind == actions.DRAW:
        walls, towers = int(actions.drawn_walls(action)), int(actions.drawn_towers(action))
        return " ".join(["draw", *["W"] * walls, *["T"] * towers])
    return f"{CELL_WORDS[kind]} {point_text(point)}"


def parse_action(deck: Deck, text: str) -> Action:
    """Read an action in the notation of the rules; refuse anything else."""
    words = text.split()
    action = _parse(deck, words[0], words[1:]) if words else None
    if action is None:
        raise RefusedError(Refusal("notation", params={"text": text}))
    return Action(action)


def is_action(deck: Deck, action: int) -> bool:
    """Tell whether a number is the code of an action at all."""
    if not 0 <= action < actions.ACTION_SPACE:
        return False
    try:
        return parse_action(deck, action_text(deck, Action(action))) == action
    except (IndexError, RefusedError):
        return False


def _parse(deck: Deck, word: str, rest: list[str]) -> int | None:
    """Read an action by its first word."""
    if word == "play":
        return _parse_play(deck, rest)
    if word == "draw":
        return _parse_draw(rest)
    if word == "keep":
        return actions.encode(actions.KEEP, 0) if not rest else None
    point = parse_point(rest[0]) if rest else None
    if point is None:
        return None
    if word in WALLS:
        return _parse_wall(WALLS[word], point, rest[1:])
    if len(rest) != 1:
        return None
    if word == "tower":
        return actions.encode(actions.TOWER, point)
    return actions.encode(CELL_KINDS[word], point) if word in CELL_KINDS else None


def _parse_wall(length: int, point: int, rest: list[str]) -> int | None:
    """Read the direction of a wall."""
    if len(rest) != 1 or rest[0] not in DIRECTIONS:
        return None
    return actions.encode(actions.wall_kind(length, DIRECTIONS.index(rest[0])), point)


def _parse_play(deck: Deck, names: list[str]) -> int | None:
    """Read the cards of a play, in any order."""
    if not names:
        return None
    cards = 0
    for name, copies in Counter(names).items():
        number = deck.number_of(name)
        if number is None:
            return None
        cards += min(copies, deck.base - 1) * deck.place_value(number)  # nobody has more
    return actions.encode(actions.PLAY, cards)


def _parse_draw(letters: list[str]) -> int | None:
    """Read which decks are drawn from, in any order."""
    if not 0 < len(letters) <= HALF or any(letter not in DECK_LETTERS for letter in letters):
        return None
    return actions.encode_draw(letters.count("W"), letters.count("T"))
