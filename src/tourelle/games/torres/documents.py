"""Positions as documents, both ways: the keys and defaults at the end of the rules."""

from typing import Any, Final, TypedDict

from tourelle.core.bits import bit
from tourelle.core.board8 import SQUARES, square_name
from tourelle.core.chance import dice_from, next_word, shuffle
from tourelle.core.documents import Reader
from tourelle.core.game import Document, python_numbers
from tourelle.core.layout import unpacked
from tourelle.core.records import SEEDS
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.games.torres.decks import copies_of
from tourelle.games.torres.diagram import diagram, read_diagram
from tourelle.games.torres.material import (
    ACTION_POINTS,
    BLOCKS,
    CARD_KINDS,
    CARDS,
    HAND,
    LOOKED_AT,
    MASTER_CARDS,
    MAX_SEATS,
    NO_CARDS,
    OWN,
    PURCHASES,
    ROUNDS,
    SIZES,
    STACK_LIMIT,
    STACK_SIZES,
    STACKS,
    YEARS,
)
from tourelle.games.torres.position import (
    NO_STACK,
    STAGE_KEEP,
    STAGE_KING,
    STAGE_OVER,
    STAGE_RETURN,
    STAGE_START,
    STAGE_STORE,
    STAGE_TURN,
    STAGES,
    UNKNOWN,
    Position,
    deck_of,
    find_castles,
)
from tourelle.games.torres.setup import DRAWN_MASTER, clear, deal, draw_master


class TorresDocument(TypedDict, total=False):
    """What a position document may hold: the table at the end of the rules."""

    options: dict[str, Param]
    board: str
    stage: str
    year: int
    round: int
    first_seat: int
    to_move: int | None
    ap: int
    scores: list[int]
    stacks: list[list[int]]
    open_stack: int | None
    kept: list[int]
    hands: list[list[str]]
    bought: list[str]
    card_played: bool
    drawn: list[str]
    decks: list[list[str]]
    left: int
    master: str | None
    seed: int
    supply: int | None


PER_SEAT: Final = ("scores", "stacks", "hands", "kept")
IN_A_TURN: Final = (STAGE_TURN, STAGE_KEEP, STAGE_RETURN)
HIGHEST_SCORE: Final = 9999
HIDDEN: Final = "?"


# ---------------------------------------------------------------- writing


def written(pos: Position) -> Document:
    """Return how a position stands, key by key; cards that a view hides are written `?`."""
    pos = unpacked(pos)
    seats = range(pos.seats)
    over = pos.stage == STAGE_OVER
    return {
        "board": diagram(pos),
        "stage": STAGES[pos.stage],
        "year": int(pos.year),
        "round": int(pos.round_number),
        "first_seat": int(pos.first_seat),
        "to_move": None if over else int(pos.to_move),
        "ap": int(pos.ap),
        "scores": python_numbers(pos.scores)[: pos.seats],
        "stacks": [written_stacks(pos, seat) for seat in seats],
        "open_stack": None if pos.open_stack == NO_STACK else int(pos.open_stack),
        "kept": python_numbers(pos.kept)[: pos.seats],
        "hands": [_written_hand(pos, seat) for seat in seats],
        "bought": _written_kinds(python_numbers(pos.bought), pos.purchases),
        "card_played": bool(pos.card_played),
        "drawn": [_card_name(card) for card in python_numbers(pos.drawn) if card],
        "decks": _written_decks(pos),
        "left": int(pos.left),
        "master": MASTER_CARDS[pos.master - 1] if pos.master else None,
        "seed": int(pos.seed),
        "supply": int(pos.supply),
    }


def written_stacks(pos: Position, seat: int) -> list[int]:
    """Return the sizes of a seat's closed stacks, largest first."""
    counts = python_numbers(pos.stacks)[SIZES * seat : SIZES * (seat + 1)]
    return [size for size in range(STACK_LIMIT, -1, -1) for _ in range(counts[size])]


def _card_name(card: int) -> str:
    """Return the id of a card that lies in a row as kind + 1."""
    return HIDDEN if card == UNKNOWN else CARDS[card - 1]


def _written_kinds(counts: list[int], cards: int) -> list[str]:
    """Return card ids in the order of T7.4, then those of `cards` in all that are hidden."""
    names = [CARDS[card] for card in range(CARD_KINDS) for _ in range(counts[card])]
    return names + [HIDDEN] * (cards - len(names))


def _written_hand(pos: Position, seat: int) -> list[str]:
    """Return the cards in a hand."""
    row = python_numbers(pos.hands)[CARD_KINDS * seat : CARD_KINDS * (seat + 1)]
    return _written_kinds(row, pos.hand_sizes[seat])


def _written_decks(pos: Position) -> list[list[str]]:
    """Return every deck, top card first."""
    decks = []
    for deck in range(_deck_count(pos)):
        size = int(pos.deck_sizes[deck])
        row = python_numbers(pos.decks)[CARD_KINDS * deck :][:size]
        decks.append([_card_name(card) for card in reversed(row)])
    return decks


def _deck_count(pos: Position) -> int:
    """Return how many decks lie on the table (T7.1)."""
    if pos.cards_option in (NO_CARDS, HAND):
        return 0
    return int(pos.seats) if pos.cards_option == OWN else 1


# ---------------------------------------------------------------- reading


def fill(pos: Position, reader: Reader) -> None:
    """Fill a position that holds its options alone from a document, or refuse the document."""
    seed = reader.number("seed", 0, 0, SEEDS - 1)
    if not reader.has("board"):
        deal(pos, seed)
        if set(reader.document) <= {"game", "options", "seed"}:
            return
        start = written(pos)
        reader = reader.over({"board": start["board"], "stage": start["stage"]})
    clear(pos)
    pos.seed = seed
    _read_board(pos, reader)
    _read_clock(pos, reader)
    pos.scores[: pos.seats] = reader.numbers("scores", pos.seats, 0, 0, HIGHEST_SCORE, "T5.7")
    _read_stacks(pos, reader)
    _read_master(pos, reader)
    _read_cards(pos, reader)
    _read_supply(pos, reader)


def _read_board(pos: Position, reader: Reader) -> None:
    """Read the diagram."""
    heights, figures = read_diagram(reader.get("board"))
    for square in range(SQUARES):
        pos.heights[square] = heights[square]
        for layer in range(heights[square]):
            pos.layers[layer] |= bit(square)
        figure = figures[square]
        if figure == "K":
            pos.king = square
        elif figure != ".":
            if int(figure) >= pos.seats:
                params: dict[str, Param] = {"seat": int(figure), "square": square_name(square)}
                raise DocumentError(Refusal("board-no-such-seat", "T1.1", params))
            pos.knights[int(figure)] |= bit(square)
        if figure != ".":
            pos.occupied |= bit(square)
    find_castles(pos)


def _read_clock(pos: Position, reader: Reader) -> None:
    """Read stage, year, round, whose turn it is, and what is left of that turn."""
    stage = STAGES.index(reader.word("stage", "turn", STAGES, "T4.3"))
    pos.stage = stage
    pos.year = reader.number("year", 1, 1, YEARS, "T4.1")
    pos.round_number = reader.number("round", 1, 1, ROUNDS[pos.seats][pos.year], "T4.1")
    pos.first_seat = reader.number("first_seat", 0, 0, pos.seats - 1, "T4.1")
    if stage != STAGE_OVER:
        pos.to_move = reader.number("to_move", int(pos.first_seat), 0, pos.seats - 1, "T4.1")
    elif reader.get("to_move") is not None:
        raise reader.refuse("to_move", "null", "T4.3")
    action_points = reader.number("ap", ACTION_POINTS, 0, ACTION_POINTS + 2, "T5.0")
    pos.ap = action_points if stage in IN_A_TURN else ACTION_POINTS
    pos.card_played = int(reader.flag("card_played", False, "T5.6"))


def _turns_left(pos: Position, seat: int) -> int:
    """Return how many closed stacks a seat should have: one for each turn left this year (T6.1)."""
    if pos.stage < STAGE_TURN or pos.stage in (STAGE_KING, STAGE_OVER):
        return 0
    rounds = ROUNDS[pos.seats][pos.year]
    if pos.stage == STAGE_START:
        return rounds
    behind = (seat - pos.first_seat) % pos.seats - (pos.to_move - pos.first_seat) % pos.seats
    later = int(rounds - pos.round_number)
    if behind > 0:
        return later + 1
    unused = behind == 0 and pos.stage != STAGE_STORE and pos.open_stack == NO_STACK
    return later + 1 if unused else later


def _read_stacks(pos: Position, reader: Reader) -> None:
    """Read stacks, the stack in use, blocks to be stored and blocks kept."""
    size = reader.optional_number("open_stack", 0, STACK_LIMIT, "T6.2")
    if size is not None and pos.stage not in IN_A_TURN:
        raise reader.refuse("open_stack", "null", "T6.2")
    pos.open_stack = NO_STACK if size is None else size
    given = reader.entries("stacks", pos.seats, "T6.1") if reader.has("stacks") else None
    for seat in range(pos.seats):
        turns = _turns_left(pos, seat)
        listed = STACK_SIZES[pos.seats][pos.year]
        sizes = given[seat] if given is not None else listed[len(listed) - turns :]
        in_use = pos.open_stack != NO_STACK and seat == pos.to_move
        most = 0 if turns == 0 and pos.stage not in IN_A_TURN else STACKS - int(in_use)
        if not isinstance(sizes, list | tuple) or len(sizes) > most:
            raise reader.refuse("stacks", f"0-{most} * 0-{STACK_LIMIT}", "T6.1")
        for stack in sizes:
            if type(stack) is not int or not 0 <= stack <= STACK_LIMIT:
                raise reader.refuse("stacks", f"0-{STACK_LIMIT}", "T6.3")
            pos.stacks[SIZES * seat + stack] += 1
    pos.kept[: pos.seats] = reader.numbers("kept", pos.seats, 0, 0, BLOCKS, "T6.5")
    pos.left = reader.number("left", 0, 0, STACK_LIMIT, "T6.3")
    room = sum(STACK_LIMIT - stack for stack in written_stacks(pos, int(pos.to_move)))
    if (pos.stage == STAGE_STORE) != (pos.left > 0) or pos.left > room:
        expected = f"1-{room}" if pos.stage == STAGE_STORE else "0"
        raise reader.refuse("left", expected, "T6.3")


def _read_master(pos: Position, reader: Reader) -> None:
    """Read the master card that lies open."""
    dice = dice_from(int(pos.seed))
    draw_master(pos, dice)
    if not reader.has("master"):
        return
    card = reader.get("master")
    named = int(pos.master_option) - DRAWN_MASTER
    choices = MASTER_CARDS if named == 0 else MASTER_CARDS[named - 1 : named] if named > 0 else ()
    if card is None and not choices:
        return
    if card not in choices:
        raise reader.refuse("master", ", ".join(choices) or "null", "T10")
    pos.master = MASTER_CARDS.index(card) + 1


def _read_supply(pos: Position, reader: Reader) -> None:
    """Work the common supply out; a wrong one is refused (T1.2)."""
    stacked = sum(sum(written_stacks(pos, seat)) for seat in range(pos.seats))
    used = (
        sum(python_numbers(pos.heights)) + stacked + sum(python_numbers(pos.kept)) + int(pos.left)
    )
    supply = BLOCKS - used - max(0, int(pos.open_stack))
    if supply < 0:
        raise DocumentError(Refusal("too-many-blocks", "T1.2", {"blocks": BLOCKS - supply}))
    if reader.get("supply") is not None and reader.get("supply") != supply:
        raise reader.refuse("supply", str(supply), "T1.2")
    pos.supply = supply


# ---------------------------------------------------------------- cards


def _read_cards(pos: Position, reader: Reader) -> None:
    """Read hands, cards bought and drawn, decks; what is nowhere has been played."""
    every_card = list(CARDS) if pos.cards_option == HAND else []
    hands = reader.entries("hands", pos.seats) if reader.has("hands") else [every_card] * pos.seats
    for seat in range(pos.seats):
        for card in _card_list(reader, "hands", hands[seat], MAX_SEATS * CARD_KINDS):
            pos.hands[CARD_KINDS * seat + card] += 1
            pos.hand_sizes[seat] += 1
    for card in _card_list(reader, "bought", reader.get("bought", []), PURCHASES):
        pos.bought[card] += 1
        pos.purchases += 1
    drawn = _card_list(reader, "drawn", reader.get("drawn", []), LOOKED_AT)
    fewest, most = {STAGE_KEEP: (1, 3), STAGE_RETURN: (1, 2)}.get(int(pos.stage), (0, 0))
    if not fewest <= len(drawn) <= most:
        raise reader.refuse("drawn", f"{fewest}-{most}", "T7.2")
    for i, card in enumerate(drawn):
        pos.drawn[i] = card + 1
    if reader.has("decks"):
        _read_decks(pos, reader)
    for deck in range(pos.seats):
        missing = _unaccounted(pos, deck)
        pos.played[CARD_KINDS * deck : CARD_KINDS * (deck + 1)] = missing
    if not reader.has("decks"):
        _fill_decks(pos)


def _card_list(reader: Reader, key: str, cards: Any, most: int) -> list[int]:
    """Return a list of card ids as kinds."""
    if not isinstance(cards, list) or len(cards) > most:
        raise reader.refuse(key, f"0-{most}", "T7.4")
    for card in cards:
        if card == HIDDEN:
            raise DocumentError(Refusal("hidden-card", "T7.3", {"key": key}))
        if card not in CARDS:
            raise reader.refuse(key, ", ".join(CARDS), "T7.4")
    return [CARDS.index(card) for card in cards]


def _read_decks(pos: Position, reader: Reader) -> None:
    """Read the decks, top card first."""
    decks = reader.entries("decks", _deck_count(pos), "T7.1")
    for deck, cards in enumerate(decks):
        kinds = _card_list(reader, "decks", cards, CARD_KINDS * int(copies_of(pos, deck)))
        pos.deck_sizes[deck] = len(kinds)
        for i, card in enumerate(reversed(kinds)):
            pos.decks[CARD_KINDS * deck + i] = card + 1


def _unaccounted(pos: Position, deck: int) -> list[int]:
    """Return by kind how many cards are nowhere to be seen; fewer than none is refused (T7.1)."""
    size = int(pos.deck_sizes[deck])
    lying = python_numbers(pos.decks)[CARD_KINDS * deck :][:size]
    hands = python_numbers(pos.hands)
    buyers = [seat for seat in range(pos.seats) if deck_of(pos, seat) == deck]
    if pos.to_move in buyers:
        lying += [card for card in python_numbers(pos.drawn) if card]
    bought = python_numbers(pos.bought) if pos.to_move in buyers else [0] * CARD_KINDS
    copies = int(copies_of(pos, deck))
    missing = []
    for card in range(CARD_KINDS):
        held = sum(hands[CARD_KINDS * seat + card] for seat in buyers)
        seen = lying.count(card + 1) + held + bought[card]
        if seen > copies:
            params = {"card": CARDS[card], "seen": seen, "copies": copies}
            raise DocumentError(Refusal("too-many-cards", "T7.1", params))
        missing.append(copies - seen)
    return missing


def _fill_decks(pos: Position) -> None:
    """Make decks of the cards that are nowhere else, shuffled from the seed."""
    dice = dice_from(int(pos.seed))
    next_word(dice)  # as in a deal, the first draw is for the master card
    for deck in range(_deck_count(pos)):
        row = CARD_KINDS * deck
        for card in range(CARD_KINDS):
            for _ in range(pos.played[row + card]):
                pos.decks[row + int(pos.deck_sizes[deck])] = card + 1
                pos.deck_sizes[deck] += 1
            pos.played[row + card] = 0
        shuffle(pos.decks, row, int(pos.deck_sizes[deck]), dice)
