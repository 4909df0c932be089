"""T7: buying cards, and what they do."""

from collections.abc import Callable
from itertools import product

from tests.torres.reference.board import (
    CORNERS,
    SIDE_STEPS,
    SIDES,
    SQUARES,
    Document,
    Figures,
    Heights,
    add_block,
    knights,
    put_figure,
    read_board,
    step,
    with_block,
)
from tests.torres.reference.castles import (
    Castle,
    block_squares,
    castles,
    fits_its_area,
    obeys_height_and_merge,
)
from tests.torres.reference.knights import new_knight_squares
from tests.torres.reference.material import CARDS, option, supply

FEWEST_CASTLES = 6  # T7.4, shift


def climbs(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, climb: exactly two levels higher."""
    return upward(heights, figures, knight, {2})


def climbs_up_to_two(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, climb with its option: one or two levels higher."""
    return upward(heights, figures, knight, {1, 2})


def upward(heights: Heights, figures: Figures, knight: str, levels: set[int]) -> set[str]:
    """Return the free neighbours so many levels higher."""
    free = [s for s in SIDES[knight] if s not in figures]
    return {s for s in free if heights[s] - heights[knight] in levels}


def lifts(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, lift: from before a door of a castle to before any other door of it."""
    found: set[str] = set()
    for castle in castles(heights):
        if any(s in castle and heights[s] > heights[knight] for s in SIDES[knight]):
            found.update(
                t
                for t in SQUARES
                if t not in figures
                and any(s in castle and heights[s] > heights[t] for s in SIDES[t])
            )
    return found - {knight}


def diagonals(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, diagonal: a corner neighbour, up at most one level."""
    top = heights[knight] + 1
    return {s for s in CORNERS[knight] if s not in figures and heights[s] <= top}


def summons(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, summon: where T5.1 allows a new knight, were this one not on the board."""
    others = {square: figure for square, figure in figures.items() if square != knight}
    beside = knights(others, int(figures[knight]))
    return new_knight_squares(heights, others, beside) - {knight}


def leaps(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, leap: over an opposing knight, to the square straight behind."""
    found = set()
    for by in SIDE_STEPS:
        over = step(knight, by)
        behind = over and step(over, by)
        if not over or not behind or behind in figures:
            continue
        opposing = figures.get(over, "K") not in ("K", figures[knight])
        if opposing and heights[behind] <= heights[knight] + 1:
            found.add(behind)
    return found


KNIGHT_CARDS: dict[str, Callable[[Heights, Figures, str], set[str]]] = {
    "climb": climbs,
    "lift": lifts,
    "diagonal": diagonals,
    "summon": summons,
    "leap": leaps,
}


def shifts(heights: Heights, figures: Figures) -> list[tuple[str, str]]:
    """T7.4, shift: from where to where a block may be moved."""
    free = [square for square in SQUARES if square not in figures]
    before = castles(heights)
    found = []
    for source in free:
        if heights[source] == 0:
            continue
        taken = with_block(heights, source, -1)
        pieces = castles(taken)
        # After the taking alone: what is left of every castle is still in one piece.
        if not all(any(old - {source} <= piece for piece in pieces) for old in before):
            continue
        found += [(source, t) for t in free if t != source and may_be_shifted_to(taken, t, pieces)]
    return found


def may_be_shifted_to(taken: Heights, target: str, pieces: list[Castle]) -> bool:
    """T7.4, shift: the second half, on the board without the block that was taken."""
    if taken[target] == 0 and sum(not p.isdisjoint(SIDES[target]) for p in pieces) > 1:
        return False
    after = with_block(taken, target)
    now = castles(after)
    return len(now) >= FEWEST_CASTLES and all(fits_its_area(after, castle) for castle in now)


def legal_cards(document: Document) -> list[str]:
    """T5.6: a card in hand (bought ones aren't), one a turn; what it does, by T7.4."""
    if document["card_played"]:
        return []
    heights, figures = read_board(document)
    seat = document["to_move"]
    texts = []
    for card in set(document["hands"][seat]):
        if card in ("six", "seven"):
            texts.append(f"play {card}")
        elif card == "raise":
            texts += legal_raises(document)
        elif card == "supply" and supply(document) > 0:
            texts += [f"play supply {square}" for square in block_squares(heights, figures)]
        elif card == "shift":
            texts += [f"play shift {a} {b}" for a, b in shifts(heights, figures)]
        elif card in KNIGHT_CARDS:
            goals_of = KNIGHT_CARDS[card]
            if card == "climb" and option(document, "climb") == "up-to-two":
                goals_of = climbs_up_to_two
            for knight in knights(figures, seat):
                goals = goals_of(heights, figures, knight)
                texts += [f"play {card} {knight} {goal}" for goal in goals]
    return texts


def legal_raises(document: Document) -> list[str]:
    """T7.4, raise: under an own knight, from a closed stack or the open one."""
    heights, figures = read_board(document)
    seat = document["to_move"]
    sources = [str(size) for size in set(document["stacks"][seat]) if size]
    if document["open_stack"]:
        sources.append("open")
    squares = [s for s in knights(figures, seat) if obeys_height_and_merge(heights, s)]
    return [f"play raise {square} {source}" for square in squares for source in sources]


def act_play(document: Document, words: list[str]) -> None:
    """T5.6, T7.4."""
    card, *where = words
    seat = document["to_move"]
    document["hands"][seat].remove(card)
    document["card_played"] = True
    if card in ("six", "seven"):
        document["ap"] += CARDS.index(card) + 1
    elif card == "raise":
        take_for_raise(document, where[1])
        add_block(document, where[0])
    elif card == "supply":
        add_block(document, where[0])
    elif card == "shift":
        add_block(document, where[0], -1)
        add_block(document, where[1])
    else:
        put_figure(document, str(seat), where[1], where[0])


def take_for_raise(document: Document, source: str) -> None:
    """T7.4, raise: an emptied stack stays a stack (T6.6)."""
    if source == "open":
        document["open_stack"] -= 1
        return
    stacks = document["stacks"][document["to_move"]]
    stacks[stacks.index(int(source))] -= 1
    stacks.sort(reverse=True)


def deck(document: Document) -> list[str]:
    """The deck the seat to move buys from (T7.1)."""
    decks = document["decks"]
    found: list[str] = []
    if option(document, "cards") == "own":
        found = decks[document["to_move"]]
    elif option(document, "cards") in ("shared", "shared-pick"):
        found = decks[0]
    return found


def act_buy(document: Document, _words: list[str]) -> None:
    """T5.5: the top card (T7.1), or a look at three of them (T7.2)."""
    document["ap"] -= 1
    cards = deck(document)
    if option(document, "cards") == "shared":
        add_bought(document, cards.pop(0))
    else:
        document["stage"], document["drawn"] = "keep", cards[:3]
        del cards[:3]


def add_bought(document: Document, card: str) -> None:
    """T5.5; written in the order of T7.4, as hands are."""
    document["bought"] = sorted([*document["bought"], card], key=CARDS.index)


def legal_keep(document: Document) -> list[str]:
    """T7.2."""
    return [f"keep {card}" for card in set(document["drawn"])]


def act_keep(document: Document, words: list[str]) -> None:
    """T7.2: a single card leaves nothing to put back."""
    document["drawn"].remove(words[0])
    add_bought(document, words[0])
    document["stage"] = "return" if document["drawn"] else "turn"


def legal_return(document: Document) -> list[str]:
    """T7.2: all 2^k texts."""
    ends = product(("top", "bottom"), repeat=len(document["drawn"]))
    return [" ".join(("return", *words)) for words in ends]


def act_return(document: Document, words: list[str]) -> None:
    """T7.2: in drawn order, on the top and on the bottom."""
    back = list(zip(document["drawn"], words, strict=True))
    top = [card for card, word in back if word == "top"]
    bottom = [card for card, word in back if word == "bottom"]
    cards = deck(document)
    cards[:] = top + cards + bottom
    document["stage"], document["drawn"] = "turn", []
