"""Positions of Castellan set up by hand: pieces where the rules let them be, cards, courtyards."""

from typing import Any, Final

from tourelle.core import editing
from tourelle.core.editing import Draft, Field, Tool
from tourelle.core.words import Param, RefusedError
from tourelle.games.castellan.cards import DECK_LETTERS, Deck
from tourelle.games.castellan.material import PIECES

KINDS: Final = {"tower": "T", "long": "L", "short": "S"}
"""The tools that put a piece, by the letter of what it takes from the hand."""
PLENTY: Final = 1
MOST: Final = 9
TAKE: Final = "take"


def building(draft: Draft) -> Draft:
    """Return a draft in which whoever is to move may place a piece of each kind."""
    hand = dict.fromkeys(PIECES, PLENTY)
    yards = [{**yard, "double": bool(yard.get("double"))} for yard in draft.get("courtyards", [])]
    found = {**draft, "stage": "build", "pieces_in_hand": hand, "courtyards": yards}
    found["to_move"] = draft.get("to_move") or 0
    found.pop("winners", None)
    return found


def tools(draft: Draft, placeable: list[str]) -> list[Tool]:
    """Return what may be built, of what the rules allow in `building`, and what may be taken."""
    found = [
        Tool(kind, tuple(text for text in placeable if text.startswith(f"{kind} ")), shown=True)
        for kind in KINDS
    ]
    return [*found, Tool(TAKE, tuple(draft.get("pieces", [])), shown=True)]


def without(draft: Draft, piece: str) -> Draft:
    """Return a draft without a piece; courtyards are found again as it is read."""
    pieces = [text for text in draft["pieces"] if text != piece]
    return {**draft, "pieces": pieces}


def fields(deck: Deck, seats: int, draft: Draft) -> list[Field]:
    """Return the values beside the board."""
    held = {letter: int(draft.get("pieces_in_hand", {}).get(letter, 0)) for letter in PIECES}
    found = [Field("pieces_in_hand", "in-hand", "bag", held, None, 0, MOST, PIECES, "piece-letter")]
    for seat in range(seats):
        for letter in DECK_LETTERS:
            faces = tuple(face.card for face in deck.faces if face.card[0] == letter)
            cards = editing.value_at(draft, f"hands.{seat}.{letter}", [])
            bag = editing.counted(cards, faces)
            key = f"hands.{seat}.{letter}"
            found.append(Field(key, f"hand-{letter}", "bag", bag, seat, 0, MOST, faces, "card"))
    seats_on_offer: tuple[Param, ...] = tuple(range(seats))
    for number, yard in enumerate(draft.get("courtyards", [])):
        key = f"courtyards.{number}"
        owner = Field(
            f"{key}.seat", "owner", "choice", yard["seat"], None, 0, 0, seats_on_offer, "seat"
        )
        found += [owner, Field(f"{key}.double", "double", "flag", bool(yard.get("double")))]
    return found


def with_value(deck: Deck, draft: Draft, key: str, value: Any) -> Draft:
    """Return a draft with another value, and without what follows from it."""
    first = key.partition(".")[0]
    if first == "hands":
        letter = key.rpartition(".")[2]
        value = editing.in_bag(value, [face.card for face in deck.faces if face.card[0] == letter])
    follows = ("winners", "double_used") if first == "courtyards" else ("winners",)
    return editing.with_value(draft, key, value, follows)


def closest(read: Any, draft: Draft) -> Draft:
    """Return a draft with the courtyards that its castle has: gone ones go, new ones come."""
    for _ in range(99):
        try:
            read(draft)
        except RefusedError as error:
            reason, cell = error.refusal.reason, str(error.refusal.params.get("cell"))
            yards = draft.get("courtyards", [])
            if reason in ("no-courtyard", "courtyard-twice"):
                later = [yard for yard in yards if yard["cell"] != cell]
            elif reason == "courtyard-missing":
                owner = {"cell": cell, "seat": draft.get("to_move") or 0, "double": False}
                later = [*yards, owner]
            else:
                return draft
            draft = {**draft, "courtyards": later}
        else:
            return draft
    return draft
