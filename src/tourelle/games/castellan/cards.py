"""A deck as data: the fourteen cards that every seat has, checked when they are read (C1.1, C1.2).

The faces are numbered, wall cards first. A set of cards is one number: how many of each face, as
its digits in a base that suits the deck. To add a card is to add its place value, to take cards out
is to subtract them, and the largest set stays below 2**26.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tourelle.core.words import DocumentError, Param, Refusal

CARDS_PER_DECK: Final = 7
CARDS_PER_SEAT: Final = 2 * CARDS_PER_DECK
DECK_LETTERS: Final = ("W", "T")
# C1.1: what the cards of one seat add up to.
TOWERS_PER_SEAT: Final = 16
LONG_PER_SEAT: Final = 13
SHORT_PER_SEAT: Final = 15

LARGEST_SET: Final = 1 << 26

NUMBERS: Final = ("copies", "towers", "long", "short", "extra")


@dataclass(frozen=True)
class Face:
    """What one card shows, and how many a seat has of it."""

    card: str
    copies: int
    towers: int
    long: int
    short: int
    extra: int

    @property
    def opens_alone(self) -> bool:
        """Tell whether this card may open the game by itself (C4.3)."""
        return can_open(self.towers, self.long + self.short)


@dataclass(frozen=True)
class Deck:
    """The cards of every seat: its faces, wall cards first."""

    name: str
    faces: tuple[Face, ...]

    @property
    def cards(self) -> tuple[Face, ...]:
        """Return the fourteen cards, one entry a copy."""
        return tuple(face for face in self.faces for _ in range(face.copies))

    @property
    def wall_faces(self) -> int:
        """Return how many of the faces are of wall cards."""
        return sum(face.card[0] == "W" for face in self.faces)

    @cached_property
    def base(self) -> int:
        """Return the base in which sets of cards are written: as large as 26 bits allow."""
        base = 2
        while (base + 1) ** len(self.faces) <= LARGEST_SET:
            base += 1
        return base

    def place_value(self, number: int) -> int:
        """Return what one card of a face adds to a set."""
        return int(self.base**number)

    def number_of(self, card: str) -> int | None:
        """Return the number of the face called `card`, or None where there is no such face."""
        names = [face.card for face in self.faces]
        return names.index(card) if card in names else None

    def count(self, cards: int, number: int) -> int:
        """Return how often a face is in a set of cards."""
        return cards // self.place_value(number) % self.base

    def names(self, cards: int) -> list[str]:
        """Return the names of a set of cards, wall cards first, each by number."""
        found: list[str] = []
        for face in self.faces:
            cards, copies = divmod(cards, self.base)
            found += [face.card] * copies
        return found


def can_open(towers: int, walls: int) -> bool:
    """Tell whether so many towers and walls may open the game: all can be linked (C4.3)."""
    return towers >= 1 and towers - 1 <= walls <= 3 * towers + 1


def read_deck(data: object) -> Deck:
    """Read a deck and check that it is one of Castellan, or refuse it naming the card."""
    if not isinstance(data, Mapping) or set(data) != {"deck", "cards"}:
        raise DocumentError(Refusal("deck-shape", "C1.2"))
    name, cards = data["deck"], data["cards"]
    if not isinstance(name, str) or not isinstance(cards, list):
        raise DocumentError(Refusal("deck-shape", "C1.2"))
    deck = Deck(name, tuple(_read_face(entry, i) for i, entry in enumerate(cards)))
    _check_names(deck)
    _check_sums(deck)
    _check_opening(deck)
    return deck


def _refuse(deck: str, reason: str, clause: str, **params: Param) -> DocumentError:
    """Return the error for something wrong with a deck."""
    return DocumentError(Refusal(reason, clause, {"deck": deck, **params}))


def _read_face(entry: object, number: int) -> Face:
    """Read one line of the table of faces."""
    place = f"#{number + 1}"
    if not isinstance(entry, Mapping) or not isinstance(entry.get("card"), str):
        raise DocumentError(Refusal("deck-card", "C1.2", {"card": place}))
    card = str(entry["card"])
    if set(entry) != {"card", *NUMBERS}:
        raise DocumentError(Refusal("deck-card", "C1.2", {"card": card}))
    for key in NUMBERS:
        value = entry[key]
        if type(value) is not int or not (key == "copies") <= value <= TOWERS_PER_SEAT:
            params: dict[str, Param] = {"card": card, "key": key, "value": str(value)}
            raise DocumentError(Refusal("deck-number", "C1.2", params))
    return Face(card, *(entry[key] for key in NUMBERS))


def _check_names(deck: Deck) -> None:
    """Wall cards first, then tower cards, each numbered from 1 and with its own piece (C1.2)."""
    numbers = {"W": 0, "T": 0}
    for face in deck.faces:
        letter = "T" if numbers["T"] or face.card[:1] == "T" else "W"
        numbers[letter] += 1
        if face.card != f"{letter}{numbers[letter]}":
            expected = f"{letter}{numbers[letter]}"
            raise _refuse(deck.name, "deck-order", "C1.2", card=face.card, expected=expected)
        if letter == "W" and face.long + face.short == 0:
            raise _refuse(deck.name, "deck-no-wall", "C1.2", card=face.card)
        if letter == "T" and face.towers == 0:
            raise _refuse(deck.name, "deck-no-tower", "C1.2", card=face.card)


def _check_sums(deck: Deck) -> None:
    """Seven cards of each kind, and the pieces of the box (C1.1)."""
    for letter in DECK_LETTERS:
        copies = [face.copies for face in deck.faces if face.card[0] == letter]
        if sum(copies) != CARDS_PER_DECK:
            raise _refuse(
                deck.name,
                "deck-size",
                "C1.1",
                kind=letter,
                count=sum(copies),
                wanted=CARDS_PER_DECK,
            )
    wanted = {"towers": TOWERS_PER_SEAT, "long": LONG_PER_SEAT, "short": SHORT_PER_SEAT}
    for piece, number in wanted.items():
        total = sum(getattr(face, piece) for face in deck.cards)
        if total != number:
            raise _refuse(deck.name, "deck-sum", "C1.1", piece=piece, count=total, wanted=number)


def _check_opening(deck: Deck) -> None:
    """Of any two tower cards one can open the game, so that no first hand is stuck (C1.2)."""
    stuck = [face.card for face in deck.cards if face.card[0] == "T" and not face.opens_alone]
    if len(stuck) > 1:
        raise _refuse(deck.name, "deck-opening", "C1.2", card=stuck[0], other=stuck[1])
