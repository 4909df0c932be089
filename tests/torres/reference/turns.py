"""T5: a turn, from five action points to its end."""

from tests.torres.reference.board import Document, add_block, read_board
from tests.torres.reference.cards import deck, legal_cards
from tests.torres.reference.castles import block_squares
from tests.torres.reference.knights import legal_knights, legal_moves
from tests.torres.reference.material import CARDS, option
from tests.torres.reference.scoring import advance
from tests.torres.reference.stacks import choose_stack, spreads, stack_words
from tests.torres.reference.years import next_turn


def legal_turn(document: Document) -> list[str]:
    """T5: whatever the AP left allow, the cards in hand, and `end` (T5.9)."""
    texts = legal_cards(document) + [f"end{size}" for size in stack_words(document)]
    if document["ap"] >= 1:
        texts += legal_moves(document) + legal_blocks(document) + ["point"]
        if deck(document) and len(document["bought"]) < 2:  # T5.5, T7.3
            texts.append("buy")
    if document["ap"] >= 2:
        texts += legal_knights(document)
    return texts


def legal_blocks(document: Document) -> list[str]:
    """T5.4, T6.2: no block from an empty stack."""
    heights, figures = read_board(document)
    words = stack_words(document)
    if words == [""]:
        open_stack = document["open_stack"]
        blocks = document["stacks"][document["to_move"]][0] if open_stack is None else open_stack
        words = words if blocks else []
    squares = block_squares(heights, figures)
    return [f"block {square}{word}" for square in squares for word in words if word != " 0"]


def act_block(document: Document, words: list[str]) -> None:
    """T5.4; the first block of a turn chooses the stack."""
    document["ap"] -= 1
    choose_stack(document, words[1:])
    document["open_stack"] -= 1
    add_block(document, words[0])


def act_point(document: Document, _words: list[str]) -> None:
    """T5.7."""
    document["ap"] -= 1
    advance(document, document["to_move"], 1)


def act_end(document: Document, words: list[str]) -> None:
    """T5.9: one stack is used up (T6.1), what is left of it stored (T6.3) or kept (T6.5)."""
    seat = document["to_move"]
    choose_stack(document, words)
    left = document["open_stack"]
    document["hands"][seat] = sorted(document["hands"][seat] + document["bought"], key=CARDS.index)
    document.update(ap=5, open_stack=None, bought=[], card_played=False)
    others = document["stacks"][seat]
    ways = spreads(others, left)
    if not others and option(document, "leftover") == "keep":
        document["kept"][seat] = left
    if len(ways) > 1:
        document["stage"], document["left"] = "store", left
    else:
        document["stacks"][seat] = list(*ways)
        next_turn(document)


def legal_store(document: Document) -> list[str]:
    """T6.3."""
    ways = spreads(document["stacks"][document["to_move"]], document["left"])
    return [" ".join(("store", *map(str, sizes))) for sizes in ways]


def act_store(document: Document, words: list[str]) -> None:
    """T6.3."""
    document["stacks"][document["to_move"]] = [int(size) for size in words]
    document["left"] = 0
    next_turn(document)
