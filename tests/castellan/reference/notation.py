"""The texts of actions."""

import re
from functools import lru_cache

from tests.castellan.reference.pieces import CARDS, Piece

NOTATION = "notation"  # in the place of a clause: the text is no action

NUMBER = r"(0|-?[1-9][0-9]*)"
FORMS = [
    ("play", re.compile(r"play((?: [WT][1-9])+)")),
    ("tower", re.compile(rf"tower {NUMBER},{NUMBER}")),
    ("wall", re.compile(rf"(short|long) {NUMBER},{NUMBER} ([EN])")),
    ("keep", re.compile(r"keep")),
    ("name", re.compile(rf"(double|stays) ({NUMBER},{NUMBER})")),
    ("draw", re.compile(r"draw((?: [WT])+)")),
]

# A piece, or the kind of the action and the cards or the cell it names.
Action = Piece | tuple[str, tuple[str, ...]]


@lru_cache(maxsize=100_000)
def parse(text: str) -> Action | None:
    """Read an action; None if it is none."""
    for form, pattern in FORMS:
        match = pattern.fullmatch(text)
        if not match:
            continue
        if form == "tower":
            return Piece("tower", int(match[1]), int(match[2]), "")
        if form == "wall":
            return Piece(match[1], int(match[2]), int(match[3]), match[4])
        if form == "keep":
            return "keep", ()
        if form == "name":
            return match[1], (match[2],)
        cards = match[1].split()
        if form == "play" and not set(cards) <= set(CARDS):
            return None
        return form, tuple(in_order(cards))
    return None


def in_order(cards: list[str]) -> list[str]:
    """Wall cards first, then tower cards, each by number."""
    return sorted(cards, key=lambda card: (card[0] != "W", card))
