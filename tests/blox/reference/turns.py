"""B3: a turn, from an action to the next seat."""

from copy import deepcopy

from tests.blox.reference.board import Document, in_order, read_board, write_board
from tests.blox.reference.cards import cards_for, discard, fill_hand
from tests.blox.reference.notation import parse
from tests.blox.reference.phases import advance_phase, pass_turn


def apply(document: Document, text: str, shuffled: str | None = None) -> Document:
    """Return the document after a legal action.

    `shuffled` is the discard pile in its new order, top card first, if it becomes the draw pile.
    """
    after = deepcopy(document)
    seat = document["to_move"]
    parsed = parse(text)
    assert parsed
    kind, named, joker = parsed
    cards = cards_for(document, text)
    assert cards is not None
    discard(after, seat, cards)  # B3: its cards are discarded,
    if kind == "change":
        after["jokers"][seat] = document["jokers"][seat] or bool(joker)  # B9
    elif joker:
        after["jokers"][seat] = False  # B10
    act(after, seat, kind, named)  # it is done,
    fill_hand(after, seat, shuffled)  # then the hand is filled to 5
    advance_phase(after)
    pass_turn(after)
    return after


def act(after: Document, seat: int, kind: str, named: tuple[str, ...]) -> None:
    """Do what the action does on the board, with blocks and with points."""
    colours, towers, figures = read_board(after)
    if kind == "enter":  # B4
        figures[named[1]] = str(seat)
    elif kind == "move":  # B5
        figures[named[1]] = figures.pop(named[0])
    elif kind == "destroy":  # B6.4
        blocks = towers.pop(named[1])
        after["blocks"][seat] = in_order(after["blocks"][seat] + blocks)
        after["points"][seat] += len(blocks)
        figures[named[1]] = figures.pop(named[0])
    elif kind == "build":  # B7.1, B7.2
        for block in named[1]:
            after["blocks"][seat] = after["blocks"][seat].replace(block, "", 1)
        after["points"][seat] += len(named[1])
        del figures[named[0]]
        towers[named[0]] = named[1]
    elif kind == "hit":  # B8.2, B8.3
        after["points"][seat] += int(named[2])
        figures[named[1]] = figures.pop(named[0])
    write_board(after, colours, towers, figures)
