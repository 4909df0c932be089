"""Positions as documents, both ways: the keys and defaults at the end of the rules."""

from typing import Any, Final, TypedDict

from tourelle.core.documents import Reader
from tourelle.core.game import Document, python_numbers
from tourelle.core.layout import unpacked
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.games.blox.decks import pile_up
from tourelle.games.blox.diagram import read_diagram, rows
from tourelle.games.blox.material import (
    BLOCKS_OF_COLOUR,
    CARDS_OF_COLOUR,
    FIGURES,
    FULL_DECK,
    HAND,
    LAST_PHASE,
    MAX_SEATS,
    MOST_ROUNDS,
    NEUTRAL_FIGURES,
)
from tourelle.games.blox.piles import COLOURS, letters_of, pile_of
from tourelle.games.blox.position import (
    ENDED_BY_LIMIT,
    ENDED_BY_TOWERS,
    NEUTRAL,
    NOBODY,
    PLAYED,
    UNKNOWN,
    Position,
    put_figure,
    put_tower,
)
from tourelle.games.blox.scoring import winners
from tourelle.games.blox.setup import clear, deal, first_phase
from tourelle.games.blox.squares import SQUARES, square_name
from tourelle.games.blox.turns import rounds_are_done, towers_are_done


class BloxDocument(TypedDict, total=False):
    """What a position document may hold: the table at the end of the rules."""

    options: dict[str, Param]
    board: str
    phase: int
    points: list[int]
    blocks: list[str]
    hands: list[str]
    jokers: list[bool]
    to_move: int | None
    round: int
    discard: str
    draw: str
    seed: int
    winners: list[int] | None


PER_SEAT: Final = ("points", "blocks", "hands", "jokers")
MOST_POINTS: Final = 1_000_000
STATES: Final = 1 << 64  # of the generator
HIDDEN: Final = "?"


# ---------------------------------------------------------------- writing


def written(pos: Position) -> Document:
    """Return how a position stands, key by key; cards that a view hides are written `?`."""
    ended = pos.ended != PLAYED
    best = [int(seat) for seat in winners(pos)] if ended else []
    pos = unpacked(pos)
    seats = range(pos.seats)
    document: Document = {
        "board": "\n".join(" ".join(row) for row in rows(pos)),
        "phase": int(pos.phase),
        "points": [int(pos.points[seat]) for seat in seats],
        "blocks": [letters_of(pos.blocks[seat]) for seat in seats],
        "hands": [letters_of(pos.hands[seat]) + HIDDEN * int(pos.hidden[seat]) for seat in seats],
        "jokers": [bool(pos.jokers[seat]) for seat in seats],
        "to_move": None if ended else int(pos.to_move),
        "round": int(pos.round_number),
        "discard": letters_of(pos.discard),
        "draw": _written_draw(pos),
        "seed": int(pos.dice[0]) % STATES,
    }
    if ended:
        document["winners"] = best
    return document


def _written_draw(pos: Position) -> str:
    """Write the draw pile, top card first."""
    pile = python_numbers(pos.draw)[: pos.draw_size]
    return "".join(HIDDEN if card == UNKNOWN else COLOURS[card - 1] for card in reversed(pile))


# ---------------------------------------------------------------- reading


def fill(pos: Position, reader: Reader) -> None:
    """Fill a position that holds its options alone from a document, or refuse the document."""
    dice = _seed(reader)
    if not reader.has("board"):
        deal(pos, dice)
        given = set(reader.document) - {"game", "options", "seed"}
        if not given:
            return
        start = written(pos)
        if given & {"hands", "discard"}:
            del start["draw"]
        dice = int(pos.dice[0])
        reader = reader.over(start)
    clear(pos)
    pos.dice[0] = dice
    _read_board(pos, reader)
    pos.phase = reader.number("phase", first_phase(pos), first_phase(pos), LAST_PHASE, "B11.1")
    _read_seats(pos, reader)
    _read_cards(pos, reader)
    _check_blocks(pos)
    _read_clock(pos, reader)
    _check_winners(pos, reader)


def _seed(reader: Reader) -> int:
    """Return the state of the generator, which is written without a sign."""
    seed = reader.number("seed", 0, 0, STATES - 1)
    return seed if seed < STATES // 2 else seed - STATES


def _read_board(pos: Position, reader: Reader) -> None:
    """Read the diagram; its colours are the board of this position."""
    drawn = read_diagram(reader.get("board"))
    for square in range(SQUARES):
        pos.colours[square] = drawn.colours[square]
        if drawn.towers[square]:
            put_tower(pos, square, drawn.towers[square])
        if pos.seats < drawn.figures[square] < NEUTRAL:
            stray: dict[str, Param] = {"seat": drawn.figures[square] - 1}
            stray["square"] = square_name(square)
            raise DocumentError(Refusal("board-no-such-seat", "B1.1", stray))
    for seat in range(pos.seats):
        if (figures := drawn.figures.count(seat + 1)) > FIGURES:
            too_many: dict[str, Param] = {"seat": seat, "figures": figures}
            raise DocumentError(Refusal("board-figures", "B1.1", too_many))
    for square, figure in enumerate(drawn.figures):
        if figure != NOBODY:
            put_figure(pos, square, figure)
    neutral = drawn.figures.count(NEUTRAL)
    if neutral > (NEUTRAL_FIGURES if pos.seats == 2 else 0):
        params: dict[str, Param] = {"figures": neutral, "seats": int(pos.seats)}
        raise DocumentError(Refusal("board-neutral-figures", "B2.4", params))


def _per_seat(pos: Position, reader: Reader, key: str, default: Any) -> list[Any]:
    """Return one entry a seat; those behind the end of a shorter list take the default."""
    entries = reader.get(key, [])
    if not isinstance(entries, list) or len(entries) > pos.seats:
        raise reader.refuse(key, f"[...] * {pos.seats}", "B2.5")
    return entries + [default] * (int(pos.seats) - len(entries))


def _read_seats(pos: Position, reader: Reader) -> None:
    """Read points, blocks, hands and jokers."""
    points = _per_seat(pos, reader, "points", 0)
    blocks = _per_seat(pos, reader, "blocks", "")
    hands = _per_seat(pos, reader, "hands", "")
    jokers = _per_seat(pos, reader, "jokers", True)
    for seat in range(pos.seats):
        if type(points[seat]) is not int or not 0 <= points[seat] <= MOST_POINTS:
            raise reader.refuse("points", f"[0-{MOST_POINTS}] * {pos.seats}", "B11.3")
        if not isinstance(jokers[seat], bool):
            raise reader.refuse("jokers", f"[true, false] * {pos.seats}", "B10")
        pos.points[seat] = points[seat]
        pos.jokers[seat] = int(jokers[seat])
        pos.blocks[seat] = _pile(reader, "blocks", blocks[seat], "B1.1")
        if len(_letters(reader, "hands", hands[seat], "B1.1")) > HAND:
            raise reader.refuse("hands", f"0-{HAND}", "B2.3")
        pos.hands[seat] = _pile(reader, "hands", hands[seat], "B1.1")


def _letters(reader: Reader, key: str, letters: Any, clause: str) -> str:
    """Return a string of colour letters."""
    if isinstance(letters, str) and HIDDEN in letters:
        raise DocumentError(Refusal("hidden-card", params={"key": key}))
    if not isinstance(letters, str) or not set(letters) <= set(COLOURS):
        raise reader.refuse(key, ", ".join(COLOURS), clause)
    return letters


def _pile(reader: Reader, key: str, letters: Any, clause: str) -> int:
    """Return a string of colour letters as a pile, which no colour may overflow."""
    text = _letters(reader, key, letters, clause)
    for letter in COLOURS:
        if text.count(letter) > CARDS_OF_COLOUR:
            raise reader.refuse(key, f"{letter}: 0-{CARDS_OF_COLOUR}", clause)
    return pile_of(text)


def _read_cards(pos: Position, reader: Reader) -> None:
    """Read the discard pile and the draw pile; by default all other cards, shuffled by the seed."""
    pos.discard = _pile(reader, "discard", reader.get("discard", ""), "B1.1")
    seen = letters_of(pos.discard) + "".join(letters_of(pos.hands[s]) for s in range(pos.seats))
    if reader.has("draw"):
        draw = _letters(reader, "draw", reader.get("draw"), "B1.1")
        _check_colours("cards", seen + draw, CARDS_OF_COLOUR)
        pos.draw_size = len(draw)
        for i, letter in enumerate(reversed(draw)):
            pos.draw[i] = COLOURS.index(letter) + 1
        pos.cards = pile_of(seen + draw)
    else:
        _check_colours("cards", seen, CARDS_OF_COLOUR)
        pile_up(pos, FULL_DECK - pile_of(seen))


def _check_blocks(pos: Position) -> None:
    """Refuse more blocks of a colour than there are, on the board and before the seats together."""
    towers = "".join(letters_of(tower) for tower in python_numbers(pos.towers))
    seats = "".join(letters_of(pos.blocks[seat]) for seat in range(MAX_SEATS))
    _check_colours("blocks", towers + seats, BLOCKS_OF_COLOUR)


def _check_colours(what: str, letters: str, most: int) -> None:
    """Refuse more pieces of a colour than are in the box (B1.1)."""
    for letter in COLOURS:
        if (found := letters.count(letter)) > most:
            params: dict[str, Param] = {"colour": letter, "found": found, "most": most}
            raise DocumentError(Refusal(f"too-many-{what}", "B1.1", params))


def _read_clock(pos: Position, reader: Reader) -> None:
    """Read the round and whose turn it is; nobody's if the game is over (B11.2, B11.4)."""
    pos.round_number = reader.number("round", 1, 1, MOST_ROUNDS, "B11.2")
    first = int(pos.first_seat)
    named = reader.get("to_move", first)
    if named is not None:
        pos.to_move = reader.number("to_move", first, 0, pos.seats - 1, "B3")
    if pos.to_move == first and towers_are_done(pos):
        pos.ended = ENDED_BY_TOWERS
    elif named is None and rounds_are_done(pos):
        pos.ended = ENDED_BY_LIMIT
    elif named is None:
        raise reader.refuse("to_move", f"0-{pos.seats - 1}", "B11.2")


def _check_winners(pos: Position, reader: Reader) -> None:
    """Refuse winners other than those of a game that is over; elsewhere there are none (B11.3)."""
    if reader.get("winners") is None:
        return
    found = [int(seat) for seat in winners(pos)] if pos.ended != PLAYED else None
    if reader.get("winners") != found:
        raise reader.refuse("winners", str(found or "null"), "B11.3")
