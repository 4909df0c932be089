"""Positions as documents, both ways: the keys and defaults at the end of the rules."""

from collections.abc import Mapping
from typing import Any, Final, TypedDict

from tourelle.core.documents import Reader
from tourelle.core.game import Document, python_numbers
from tourelle.core.records import SEEDS
from tourelle.core.words import Action, DocumentError, Param, Refusal
from tourelle.games.castellan.cards import CARDS_PER_DECK, CARDS_PER_SEAT, DECK_LETTERS, Deck
from tourelle.games.castellan.courtyard_reader import read_courtyards
from tourelle.games.castellan.material import PIECES
from tourelle.games.castellan.piece_reader import read_pieces
from tourelle.games.castellan.position import (
    ASKED,
    DOUBLE_KEEP,
    NO_SEAT,
    STAGE_OVER,
    STAGES,
    UNKNOWN,
    Position,
)
from tourelle.games.castellan.scoring import Courtyard, courtyards, winners
from tourelle.games.castellan.setup import clear, deal
from tourelle.games.castellan.text import action_text


class CourtyardDocument(TypedDict):
    """One courtyard of a document: `double` is null while that is asked."""

    cell: str
    seat: int
    double: bool | None


class CastellanDocument(TypedDict, total=False):
    """What a position document may hold: the table at the end of the rules."""

    options: dict[str, Param]
    to_move: int | None
    stage: str
    pieces: list[str]
    courtyards: list[CourtyardDocument]
    pieces_in_hand: dict[str, int]
    hands: list[dict[str, list[str]]]
    decks: list[dict[str, list[str]]]
    double_used: list[bool]
    extra: int
    opening: bool
    ending: int | None
    winners: list[int] | None
    seed: int


HIDDEN: Final = "?"
MOST_EXTRA: Final = 999
MOST_IN_HAND: Final = 999


# ---------------------------------------------------------------- writing


def written(deck: Deck, pos: Position) -> Document:
    """Return how a position stands, key by key; cards that a view hides are written `?`."""
    over = pos.stage == STAGE_OVER
    seats = int(pos.seats)
    document: Document = {
        "to_move": None if over else int(pos.to_move),
        "stage": STAGES[pos.stage],
        "pieces": [
            action_text(deck, Action(piece))
            for piece in python_numbers(pos.pieces[: pos.piece_count])
        ],
        "courtyards": [_courtyard(yard) for yard in courtyards(pos)],
        "pieces_in_hand": dict(zip(PIECES, python_numbers(pos.in_hand), strict=True)),
        "hands": _hands(deck, pos, seats),
        "decks": _decks(deck, pos, seats),
        "double_used": [used == 1 for used in python_numbers(pos.double_used[:seats])],
        "extra": int(pos.extra),
        "opening": bool(pos.opening),
        "ending": None if pos.ending == NO_SEAT else int(pos.ending),
    }
    if over:
        document["winners"] = [int(seat) for seat in winners(pos)]
    return document


def _courtyard(yard: Courtyard) -> Document:
    """Write one courtyard; whether it is doubled is null while that is asked."""
    double = None if yard.keep == ASKED else yard.keep == DOUBLE_KEEP
    return {"cell": yard.cell, "seat": yard.seat, "double": double}


def _hands(deck: Deck, pos: Position, seats: int) -> list[dict[str, list[str]]]:
    """Write the cards in every hand, by deck and number."""
    hidden = iter(python_numbers(pos.hidden[: 2 * seats]))
    hands = (deck.names(hand) for hand in python_numbers(pos.hands[:seats]))
    return [
        {
            letter: [name for name in names if name[0] == letter] + [HIDDEN] * next(hidden)
            for letter in DECK_LETTERS
        }
        for names in hands
    ]


def _decks(deck: Deck, pos: Position, seats: int) -> list[dict[str, list[str]]]:
    """Write both decks of every seat, the card that is drawn first in front."""
    cards, sizes = python_numbers(pos.decks), python_numbers(pos.deck_sizes)
    called = {UNKNOWN: HIDDEN, **{i: face.card for i, face in enumerate(deck.faces, 1)}}
    rows = [
        [called[card] for card in cards[CARDS_PER_DECK * row :][:size][::-1]]
        for row, size in enumerate(sizes)
    ]
    return [
        dict(zip(DECK_LETTERS, rows[2 * seat : 2 * seat + 2], strict=True)) for seat in range(seats)
    ]


# ---------------------------------------------------------------- reading


def fill(deck: Deck, pos: Position, reader: Reader) -> None:
    """Fill a position that holds seats and deck alone from a document, or refuse the document."""
    seed = reader.number("seed", 0, 0, SEEDS - 1)
    if not reader.has("pieces") and not reader.has("hands"):
        deal(pos, seed)
        reader = reader.over(written(deck, pos))
    clear(pos)
    _read_turn(pos, reader)
    _read_cards(deck, pos, reader)
    _read_pieces_in_hand(pos, reader)
    read_pieces(deck, pos, reader)
    pos.opening = int(reader.flag("opening", not reader.get("pieces"), "C4.3"))
    read_courtyards(pos, reader)
    _read_winners(pos, reader)


def _read_turn(pos: Position, reader: Reader) -> None:
    """Read whose turn it is and what is asked."""
    pos.stage = STAGES.index(reader.word("stage", "play", STAGES, "C4.1"))
    if pos.stage != STAGE_OVER:
        pos.to_move = reader.number("to_move", 0, 0, pos.seats - 1, "C7")
    elif reader.get("to_move") is not None:
        raise reader.refuse("to_move", "null", "C6.2")
    pos.extra = reader.number("extra", 0, 0, MOST_EXTRA, "C4.5")
    ending = reader.optional_number("ending", 0, pos.seats - 1, "C6.1")
    pos.ending = NO_SEAT if ending is None else ending


def _read_pieces_in_hand(pos: Position, reader: Reader) -> None:
    """Read the pieces that wait to be placed."""
    given = reader.get("pieces_in_hand", {})
    if not isinstance(given, Mapping) or set(given) - set(PIECES):
        raise reader.refuse("pieces_in_hand", '{"T": 0, "L": 0, "S": 0}', "C4.1")
    for i, piece in enumerate(PIECES):
        number = given.get(piece, 0)
        if type(number) is not int or not 0 <= number <= MOST_IN_HAND:
            raise reader.refuse("pieces_in_hand", f"0-{MOST_IN_HAND}", "C4.1")
        pos.in_hand[i] = number


def _read_cards(deck: Deck, pos: Position, reader: Reader) -> None:
    """Read hands and decks; what is in neither has been played."""
    for key in ("hands", "decks"):
        entries = reader.entries(key, pos.seats, "C1.1") if reader.has(key) else [{}] * pos.seats
        for seat, entry in enumerate(entries):
            if not isinstance(entry, Mapping) or set(entry) - set(DECK_LETTERS):
                raise reader.refuse(key, '{"W": [...], "T": [...]}', "C1.1")
            for i, letter in enumerate(DECK_LETTERS):
                row = _card_row(deck, reader, key, entry.get(letter, []), letter)
                for number in row:
                    _add_left(deck, pos, seat, number)
                    if key == "hands":
                        pos.hands[seat] += pos.place_values[number]
                if key == "decks":
                    _lay_deck(pos, reader, 2 * seat + i, row)
            if sum(len(entry.get(letter, [])) for letter in DECK_LETTERS) > CARDS_PER_SEAT:
                raise reader.refuse(key, f"0-{CARDS_PER_SEAT}", "C1.1")


def _card_row(deck: Deck, reader: Reader, key: str, cards: Any, letter: str) -> list[int]:
    """Return a list of card names as numbers of their faces."""
    known = [face.card for face in deck.faces if face.card[0] == letter]
    if not isinstance(cards, list):
        raise reader.refuse(key, ", ".join(known), "C1.2")
    if HIDDEN in cards:
        raise DocumentError(Refusal("hidden-card", "C3", {"key": key}))
    if any(card not in known for card in cards):
        raise reader.refuse(key, ", ".join(known), "C1.2")
    return [number for card in cards if (number := deck.number_of(card)) is not None]


def _add_left(deck: Deck, pos: Position, seat: int, number: int) -> None:
    """Count a card among those that a seat has left; puzzles may have some more than the deck."""
    if deck.count(int(pos.left[seat]), number) == deck.base - 1:
        params: dict[str, Param] = {
            "seat": seat,
            "card": deck.faces[number].card,
            "most": deck.base - 1,
        }
        raise DocumentError(Refusal("too-many-cards", "C1.1", params))
    pos.left[seat] += pos.place_values[number]


def _lay_deck(pos: Position, reader: Reader, row: int, numbers: list[int]) -> None:
    """Lay a deck down, its first card on top."""
    if len(numbers) > CARDS_PER_DECK:
        raise reader.refuse("decks", f"0-{CARDS_PER_DECK}", "C1.1")
    pos.deck_sizes[row] = len(numbers)
    for i, number in enumerate(reversed(numbers)):
        pos.decks[CARDS_PER_DECK * row + i] = number + 1


def _read_winners(pos: Position, reader: Reader) -> None:
    """Check the winners of a game that is over; elsewhere there are none (C6.4)."""
    if reader.get("winners") is None:
        return
    found = [int(seat) for seat in winners(pos)] if pos.stage == STAGE_OVER else None
    if reader.get("winners") != found:
        raise reader.refuse("winners", str(found or "null"), "C6.4")
