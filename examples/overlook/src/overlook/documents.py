"""Positions as documents, both ways: the keys and defaults at the end of the rules."""

from collections.abc import Mapping
from typing import Any, TypedDict

from overlook.diagram import HIDDEN, field, read_field
from overlook.material import (
    CARDS,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    LINES,
    SIDE,
)
from overlook.position import (
    STAGE_DRAW,
    STAGE_OVER,
    STAGE_PLAY,
    STAGES,
    UNKNOWN,
    Position,
    cards_of,
)
from overlook.scoring import winners
from overlook.setup import clear, deal
from tourelle.core.documents import Reader
from tourelle.core.game import Document, python_numbers
from tourelle.core.records import SEEDS
from tourelle.core.words import DocumentError, Param, Refusal


class OverlookDocument(TypedDict, total=False):
    """What a position document may hold."""

    options: dict[str, Param]
    to_move: int | None
    stage: str
    board: str
    hands: list[dict[str, list[str]]]
    decks: dict[str, list[str]]
    played: list[str]
    roofs: list[int]
    winners: list[int]
    seed: int


# ---------------------------------------------------------------- writing


def written(pos: Position) -> Document:
    """Return how a position stands, key by key; cards that a view hides are written `?`."""
    seats = range(pos.seats)
    over = pos.stage == STAGE_OVER
    document: Document = {
        "to_move": None if over else int(pos.to_move),
        "stage": STAGES[pos.stage],
        "board": field(pos),
        "hands": [_hand(pos, seat) for seat in seats],
        "decks": {name: _deck(pos, deck) for deck, name in enumerate(DECK_NAMES)},
        "played": _names(python_numbers(pos.played)),
        "roofs": [int(pos.roofs[seat]) for seat in seats],
    }
    if over:
        document["winners"] = [int(seat) for seat in winners(pos)]
    return document


def _names(counts: list[int]) -> list[str]:
    """Return cards by name: columns first, each as often as it is there."""
    return [card for card, number in zip(CARDS, counts, strict=True) for _ in range(number)]


def _hand(pos: Position, seat: int) -> dict[str, list[str]]:
    """Write the cards in a hand by deck; the hidden ones come last."""
    names = _names(python_numbers(pos.hands)[LINES * seat : LINES * seat + LINES])
    return {
        DECK_NAMES[deck]: [name for name in names if CARDS.index(name) // SIDE == deck]
        + [HIDDEN] * int(pos.hidden[DECKS * seat + deck])
        for deck in range(DECKS)
    }


def _deck(pos: Position, deck: int) -> list[str]:
    """Write a deck, the card that is drawn first in front."""
    cards = python_numbers(pos.decks)[DECK_ROOM * deck :][: int(pos.deck_sizes[deck])]
    return [HIDDEN if card == UNKNOWN else CARDS[card - 1] for card in reversed(cards)]


# ---------------------------------------------------------------- reading


def fill(pos: Position, reader: Reader) -> None:
    """Fill a position that holds the options alone from a document, or refuse the document."""
    seed = reader.number("seed", 0, 0, SEEDS - 1)
    if not reader.has("board") and not reader.has("hands"):
        deal(pos, seed)
        reader = reader.over(written(pos))
    clear(pos)
    _read_board(pos, reader)
    _read_cards(pos, reader)
    _read_turn(pos, reader)
    given = reader.get("winners")
    if given is not None and (pos.stage != STAGE_OVER or given != list(winners(pos))):
        raise reader.refuse("winners", str(list(winners(pos))), "O5.2")


def _read_board(pos: Position, reader: Reader) -> None:
    """Read the towers, and the roofs that everybody has left."""
    board = reader.get("board", "\n".join([".. .. .. .."] * SIDE))
    towers = read_field(board) if isinstance(board, str) else None
    if towers is None or any(owner > pos.seats for _, owner, _ in towers.values()):
        raise reader.refuse("board", "4 rows of 4: .., 1A, 2B^", "O1.1")
    for square, (height, owner, roof) in towers.items():
        pos.heights[square], pos.owners[square], pos.roofed[square] = height, owner, roof
    each = int(pos.roofs_each)
    roofs = reader.numbers("roofs", int(pos.seats), each, 0, each, "O6")
    for seat, number in enumerate(roofs):
        pos.roofs[seat] = number


def _read_cards(pos: Position, reader: Reader) -> None:
    """Read hands, decks and what was played: together they are the cards of the box (O1.2)."""
    hands = reader.entries("hands", int(pos.seats), "O1.2") if reader.has("hands") else []
    for seat, hand in enumerate(hands):
        for lines in _by_deck(reader, "hands", hand):
            for line in lines:
                pos.hands[LINES * seat + line] += 1
    for deck, lines in enumerate(_by_deck(reader, "decks", reader.get("decks", {}))):
        if len(lines) > SIDE * pos.copies:
            raise reader.refuse("decks", f"0-{SIDE * pos.copies}", "O1.2")
        pos.deck_sizes[deck] = len(lines)
        for i, line in enumerate(reversed(lines)):
            pos.decks[DECK_ROOM * deck + i] = line + 1
    _count_played(pos, reader)


def _by_deck(reader: Reader, key: str, entry: Any) -> list[list[int]]:
    """Return column cards and row cards as the lines that they name."""
    if not isinstance(entry, Mapping) or set(entry) - set(DECK_NAMES):
        raise reader.refuse(key, '{"column": [...], "row": [...]}', "O1.2")
    found = [_lines(reader, key, entry.get(name, [])) for name in DECK_NAMES]
    if any(line // SIDE != deck for deck, lines in enumerate(found) for line in lines):
        raise reader.refuse(key, '{"column": ["a", ...], "row": ["1", ...]}', "O1.2")
    return found


def _lines(reader: Reader, key: str, names: Any) -> list[int]:
    """Return a list of cards as the lines that they name."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise reader.refuse(key, ", ".join(CARDS), "O1.2")
    if any(name.startswith(HIDDEN) for name in names):
        raise DocumentError(Refusal("hidden-card", "O2", {"key": key}))
    if any(name not in CARDS for name in names):
        raise reader.refuse(key, ", ".join(CARDS), "O1.2")
    return [CARDS.index(name) for name in names]


def _count_played(pos: Position, reader: Reader) -> None:
    """Say how often each card was played: as often as it is nowhere else."""
    for line, card in enumerate(CARDS):
        held = sum(int(pos.hands[LINES * seat + line]) for seat in range(pos.seats))
        left = int(pos.copies) - held - python_numbers(pos.decks).count(line + 1)
        if left < 0:
            params: dict[str, Param] = {"card": card, "copies": int(pos.copies)}
            raise DocumentError(Refusal("too-many-cards", "O1.2", params))
        pos.played[line] = left
    played = _names(python_numbers(pos.played))
    if reader.has("played") and sorted(_lines(reader, "played", reader.get("played"))) != [
        CARDS.index(name) for name in played
    ]:
        raise reader.refuse("played", ", ".join(played) or "[]", "O1.2")


def _read_turn(pos: Position, reader: Reader) -> None:
    """Read whose turn it is and what is asked; there must be something to answer with."""
    pos.stage = STAGES.index(reader.word("stage", "play", STAGES, "O3.1"))
    if pos.stage == STAGE_OVER:
        if reader.get("to_move") is not None:
            raise reader.refuse("to_move", "null", "O5.1")
        if any(cards_of(pos, seat) for seat in range(pos.seats)):
            raise reader.refuse("stage", "play, draw", "O5.1")
        return
    pos.to_move = reader.number("to_move", 0, 0, int(pos.seats) - 1, "O6")
    if pos.stage == STAGE_PLAY and cards_of(pos, pos.to_move) == 0:
        raise DocumentError(Refusal("nothing-to-play", "O5.1", {"seat": int(pos.to_move)}))
    if pos.stage == STAGE_DRAW and sum(python_numbers(pos.deck_sizes)) == 0:
        raise DocumentError(Refusal("nothing-to-draw", "O3.6"))
