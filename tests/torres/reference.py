"""The rules of Torres a second time: slow, plain, and written from the clauses alone.

Nothing here knows the engine. Whole position documents go in, action texts and new documents come
out; test_reference.py plays both sides against each other. Every key of a document is expected.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from itertools import product
from typing import Any

Document = dict[str, Any]
Heights = dict[str, int]  # of all 64 squares
Figures = dict[str, str]  # of the occupied squares: "K" or a seat's digit
Castle = frozenset[str]

BLOCKS = 92  # T1.1
KNIGHTS = 6  # T1.1
TALLEST_STACK = 3  # T6.3
FEWEST_CASTLES = 6  # T7.4, shift
# T7.4, in its order.
CARDS = ["six", "seven", "climb", "raise", "supply", "lift", "diagonal", "shift", "summon", "leap"]

# T2, in the order of the table.
OPTION_NAMES = ("castles", "cards", "leftover", "year_start", "master")
PRESETS = {
    "classic": ("printed", "shared", "return", "same", "none"),
    "modern": ("printed", "own", "keep", "last-names", "none"),
    "master": ("chosen", "hand", "return", "leader", "drawn"),
    "master-modern": ("chosen", "hand", "keep", "leader", "drawn"),
}

# T4.2, by seats, then by year. The number of stacks is the number of rounds (T4.1).
STACKS = {
    2: ([3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]),
    3: ([3, 3, 2, 2], [3, 3, 2], [3, 3, 2]),
    4: ([2, 2, 2, 2], [2, 2, 2], [2, 2, 2]),
}

# ---------------------------------------------------------------------------------------------
# The board
# ---------------------------------------------------------------------------------------------

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = [file + rank for rank in RANKS for file in FILES]
SIDE_STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
CORNER_STEPS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def place_of(square: str) -> tuple[int, int]:
    """Return file and rank, 0 to 7."""
    return FILES.index(square[0]), RANKS.index(square[1])


def step(square: str, by: tuple[int, int]) -> str | None:
    """Return the square so many files and ranks away, if it is on the board."""
    file, rank = place_of(square)
    file, rank = file + by[0], rank + by[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else None


SIDES = {s: [t for by in SIDE_STEPS if (t := step(s, by))] for s in SQUARES}
CORNERS = {s: [t for by in CORNER_STEPS if (t := step(s, by))] for s in SQUARES}


def read_board(document: Document) -> tuple[Heights, Figures]:
    """Read the diagram: rank 8 first, the last character of a cell is the figure."""
    heights: Heights = {}
    figures: Figures = {}
    for rank, row in zip(reversed(RANKS), document["board"].split("\n"), strict=True):
        for file, cell in zip(FILES, row.split(" "), strict=True):
            heights[file + rank] = 0 if cell[:-1] == "." else int(cell[:-1])
            if cell[-1] != ".":
                figures[file + rank] = cell[-1]
    return heights, figures


def write_board(document: Document, heights: Heights, figures: Figures) -> None:
    """Draw the diagram into the document."""

    def cell(square: str) -> str:
        return (str(heights[square]) if heights[square] else ".") + figures.get(square, ".")

    rows = (" ".join(cell(file + rank) for file in FILES) for rank in reversed(RANKS))
    document["board"] = "\n".join(rows)


@lru_cache(maxsize=10_000)
def connected(squares: Castle) -> list[Castle]:
    """Split squares into groups connected by sides."""
    rest = set(squares)
    groups = []
    while rest:
        group = {rest.pop()}
        edge = list(group)
        while edge:
            for near in SIDES[edge.pop()]:
                if near in rest:
                    rest.remove(near)
                    group.add(near)
                    edge.append(near)
        groups.append(frozenset(group))
    return groups


def castles(heights: Heights) -> list[Castle]:
    """Return the castles: maximal groups of built squares."""
    return connected(frozenset([square for square, height in heights.items() if height]))


def fits_its_area(heights: Heights, castle: Castle) -> bool:
    """T5.4: no square is higher than its castle's area."""
    return all(heights[square] <= len(castle) for square in castle)


def with_block(heights: Heights, square: str, blocks: int = 1) -> Heights:
    """Return the heights with blocks put on a square, or taken off it."""
    return {**heights, square: heights[square] + blocks}


def castles_beside(heights: Heights, square: str) -> list[Castle]:
    """Return the castles that share a side with a square."""
    return [castle for castle in castles(heights) if not castle.isdisjoint(SIDES[square])]


def obeys_height_and_merge(heights: Heights, square: str) -> bool:
    """T5.4: after one more block here nothing is too high and no two castles have become one."""
    if heights[square] == 0 and len(castles_beside(heights, square)) > 1:
        return False
    after = with_block(heights, square)
    return all(fits_its_area(after, castle) for castle in castles(after))


def extends_a_castle(heights: Heights, square: str) -> bool:
    """T5.4: a block lies on a castle square, or on bare ground beside a castle."""
    return heights[square] > 0 or any(heights[near] for near in SIDES[square])


def block_squares(heights: Heights, figures: Figures) -> list[str]:
    """T5.4: where a block may be put."""
    return [
        square
        for square in SQUARES
        if square not in figures
        and extends_a_castle(heights, square)
        and obeys_height_and_merge(heights, square)
    ]


# ---------------------------------------------------------------------------------------------
# Words about a document
# ---------------------------------------------------------------------------------------------


def option(document: Document, name: str) -> str:
    """T2: the option as given, else the preset's."""
    given = document["options"]
    preset = PRESETS[given.get("preset", "classic")]
    return str(given.get(name, dict(zip(OPTION_NAMES, preset, strict=True)).get(name)))


def seats(document: Document) -> range:
    """All seats, clockwise."""
    return range(len(document["scores"]))


def knights(figures: Figures, seat: int) -> list[str]:
    """The squares of a seat's knights, in the order a1, b1, ... h8."""
    return [square for square in SQUARES if figures.get(square) == str(seat)]


def deck(document: Document) -> list[str]:
    """The deck the seat to move buys from (T7.1)."""
    decks = document["decks"]
    found: list[str] = []
    if option(document, "cards") == "own":
        found = decks[document["to_move"]]
    elif option(document, "cards") in ("shared", "shared-pick"):
        found = decks[0]
    return found


def supply(document: Document) -> int:
    """T1.2: what lies nowhere else lies in the supply."""
    heights, _ = read_board(document)
    elsewhere = sum(heights.values()) + sum(document["kept"])
    elsewhere += sum(sum(stacks) for stacks in document["stacks"])
    return BLOCKS - elsewhere - (document["open_stack"] or 0) - int(document["left"])


# ---------------------------------------------------------------------------------------------
# Where knights may go
# ---------------------------------------------------------------------------------------------


def new_knight_squares(heights: Heights, figures: Figures, beside: list[str]) -> set[str]:
    """T5.1: free, beside one of these knights, at its level or lower."""
    return {
        square
        for knight in beside
        for square in SIDES[knight]
        if square not in figures and heights[square] <= heights[knight]
    }


def steps(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T5.2: free, beside, up at most one level."""
    top = heights[knight] + 1
    return {s for s in SIDES[knight] if s not in figures and heights[s] <= top}


def ways_through(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T5.3: go in at the own level, walk level or down inside, leave onto what isn't higher."""
    floor = heights[knight]
    rooms = [(square, floor) for square in SIDES[knight] if heights[square] > floor]
    seen = set(rooms)
    exits: set[str] = set()
    while rooms:
        square, floor = rooms.pop()
        exits.update(s for s in SIDES[square] if heights[s] <= floor and s not in figures)
        onward = [(near, floor) for near in SIDES[square] if heights[near] > floor]
        if floor > 0:
            onward.append((square, floor - 1))
        rooms += [room for room in onward if room not in seen]
        seen.update(onward)
    return exits - {knight}


def climbs(heights: Heights, figures: Figures, knight: str) -> set[str]:
    """T7.4, climb: exactly two levels higher."""
    high = heights[knight] + 2
    return {s for s in SIDES[knight] if s not in figures and heights[s] == high}


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


# ---------------------------------------------------------------------------------------------
# What is legal
# ---------------------------------------------------------------------------------------------


def legal(document: Document) -> list[str]:
    """Return all legal actions, sorted."""
    return sorted(LEGAL[document["stage"]](document))


def legal_castle(document: Document) -> list[str]:
    """T3.2: at Manhattan distance 3 or more from every castle."""
    heights, _ = read_board(document)

    def far(square: str, castle: str) -> bool:
        (file, rank), (file2, rank2) = place_of(square), place_of(castle)
        return abs(file - file2) + abs(rank - rank2) >= 3

    built = [square for square in SQUARES if heights[square]]
    return [f"castle {s}" for s in SQUARES if all(far(s, castle) for castle in built)]


def free_castle_squares(document: Document) -> list[str]:
    """Built squares with nobody on them."""
    heights, figures = read_board(document)
    return [square for square in SQUARES if heights[square] and square not in figures]


def legal_place(document: Document) -> list[str]:
    """T3.3: each castle is still one square."""
    return [f"place {square}" for square in free_castle_squares(document)]


def legal_king_setup(document: Document) -> list[str]:
    """T3.4."""
    return [f"king {square}" for square in free_castle_squares(document)]


def legal_king(document: Document) -> list[str]:
    """T9.4."""
    return [*legal_king_setup(document), "stay"]


def legal_start(document: Document) -> list[str]:
    """T4.3: any seat."""
    return [f"start {seat}" for seat in seats(document)]


def legal_keep(document: Document) -> list[str]:
    """T7.2."""
    return [f"keep {card}" for card in set(document["drawn"])]


def legal_return(document: Document) -> list[str]:
    """T7.2: all 2^k texts."""
    ends = product(("top", "bottom"), repeat=len(document["drawn"]))
    return [" ".join(("return", *words)) for words in ends]


def legal_store(document: Document) -> list[str]:
    """T6.3."""
    ways = spreads(document["stacks"][document["to_move"]], document["left"])
    return [" ".join(("store", *map(str, sizes))) for sizes in ways]


def spreads(stacks: list[int], blocks: int) -> set[tuple[int, ...]]:
    """T6.3: all ways to add blocks to stacks, none over 3, as many as fit; largest first."""
    ways = {tuple(sorted(stacks, reverse=True))}
    for _ in range(blocks):
        more = {
            tuple(sorted((*way[:i], way[i] + 1, *way[i + 1 :]), reverse=True))
            for way in ways
            for i in range(len(way))
            if way[i] < TALLEST_STACK
        }
        ways = more or ways
    return ways


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


def stack_words(document: Document) -> list[str]:
    """T6.2: the stacks that can be chosen, each as the end of a text."""
    sizes = set(document["stacks"][document["to_move"]])
    if document["open_stack"] is not None or len(sizes) == 1:
        return [""]
    return [f" {size}" for size in sizes]


def legal_knights(document: Document) -> list[str]:
    """T5.1."""
    heights, figures = read_board(document)
    own = knights(figures, document["to_move"])
    squares = new_knight_squares(heights, figures, own) if len(own) < KNIGHTS else set()
    return [f"knight {square}" for square in squares]


def legal_moves(document: Document) -> list[str]:
    """T5.2 and T5.3: the same two squares are one action."""
    heights, figures = read_board(document)
    texts = []
    for knight in knights(figures, document["to_move"]):
        goals = steps(heights, figures, knight) | ways_through(heights, figures, knight)
        texts += [f"move {knight} {goal}" for goal in goals]
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
            for knight in knights(figures, seat):
                goals = KNIGHT_CARDS[card](heights, figures, knight)
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


def legal_over(_document: Document) -> list[str]:
    """Nothing is legal when the game is over."""
    return []


LEGAL: dict[str, Callable[[Document], list[str]]] = {
    "castle": legal_castle,
    "place": legal_place,
    "king-setup": legal_king_setup,
    "turn": legal_turn,
    "keep": legal_keep,
    "return": legal_return,
    "store": legal_store,
    "king": legal_king,
    "start": legal_start,
    "over": legal_over,
}

# ---------------------------------------------------------------------------------------------
# What an action does
# ---------------------------------------------------------------------------------------------


def apply(document: Document, text: str) -> Document:
    """Return the document after a legal action."""
    after = deepcopy(document)
    word, *words = text.split()
    ACTS[word](after, words)
    after["supply"] = supply(after)
    return after


def add_block(document: Document, square: str, blocks: int = 1) -> None:
    """Put blocks on a square; who stands there rises."""
    heights, figures = read_board(document)
    write_board(document, with_block(heights, square, blocks), figures)


def put_figure(document: Document, figure: str, square: str, source: str | None = None) -> None:
    """Put a figure on a square, from another one or from beside the board."""
    heights, figures = read_board(document)
    if source is not None:
        del figures[source]
    write_board(document, heights, {**figures, square: figure})


def act_castle(document: Document, words: list[str]) -> None:
    """T3.2: then the knights, from seat 0 again."""
    add_block(document, words[0])
    heights, _ = read_board(document)
    document["to_move"] = (document["to_move"] + 1) % len(seats(document))
    if sum(heights.values()) == 8:
        document["stage"], document["to_move"] = "place", 0


def act_place(document: Document, words: list[str]) -> None:
    """T3.3; the last seat goes on with the King (T3.4)."""
    seat = document["to_move"]
    put_figure(document, str(seat), words[0])
    if seat == seats(document)[-1]:
        document["stage"] = "king-setup"
    else:
        document["to_move"] = seat + 1


def act_king(document: Document, words: list[str]) -> None:
    """T3.4 in set-up, T9.4 between years."""
    _, figures = read_board(document)
    source = next((square for square, figure in figures.items() if figure == "K"), None)
    put_figure(document, "K", words[0], source)
    if document["stage"] == "king-setup":
        take_stacks(document)
        begin_turn(document, document["first_seat"])
    else:
        begin_year(document)


def act_stay(document: Document, _words: list[str]) -> None:
    """T9.4."""
    begin_year(document)


def act_start(document: Document, words: list[str]) -> None:
    """T4.3."""
    document["first_seat"] = int(words[0])
    begin_turn(document, document["first_seat"])


def act_knight(document: Document, words: list[str]) -> None:
    """T5.1."""
    document["ap"] -= 2
    put_figure(document, str(document["to_move"]), words[0])


def act_move(document: Document, words: list[str]) -> None:
    """T5.2, T5.3."""
    document["ap"] -= 1
    put_figure(document, str(document["to_move"]), words[1], words[0])


def act_block(document: Document, words: list[str]) -> None:
    """T5.4; the first block of a turn chooses the stack."""
    document["ap"] -= 1
    choose_stack(document, words[1:])
    document["open_stack"] -= 1
    add_block(document, words[0])


def choose_stack(document: Document, words: list[str]) -> None:
    """T6.2: the stack in use isn't among the others any more."""
    if document["open_stack"] is None:
        stacks = document["stacks"][document["to_move"]]
        document["open_stack"] = int(words[0]) if words else stacks[0]
        stacks.remove(document["open_stack"])


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


def act_keep(document: Document, words: list[str]) -> None:
    """T7.2: a single card leaves nothing to put back."""
    document["drawn"].remove(words[0])
    add_bought(document, words[0])
    document["stage"] = "return" if document["drawn"] else "turn"


def act_return(document: Document, words: list[str]) -> None:
    """T7.2: in drawn order, on the top and on the bottom."""
    back = list(zip(document["drawn"], words, strict=True))
    top = [card for card, word in back if word == "top"]
    bottom = [card for card, word in back if word == "bottom"]
    cards = deck(document)
    cards[:] = top + cards + bottom
    document["stage"], document["drawn"] = "turn", []


def act_point(document: Document, _words: list[str]) -> None:
    """T5.7."""
    document["ap"] -= 1
    advance(document, document["to_move"], 1)


def advance(document: Document, seat: int, points: int) -> None:
    """T5.7, T8.4: to a taken space: on to the next free one. Who scored nothing doesn't move."""
    scores = document["scores"]
    if points:
        taken = scores[:seat] + scores[seat + 1 :]
        scores[seat] += points
        while scores[seat] in taken:
            scores[seat] += 1


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


def act_store(document: Document, words: list[str]) -> None:
    """T6.3."""
    document["stacks"][document["to_move"]] = [int(size) for size in words]
    document["left"] = 0
    next_turn(document)


ACTS: dict[str, Callable[[Document, list[str]], None]] = {
    "castle": act_castle,
    "place": act_place,
    "king": act_king,
    "stay": act_stay,
    "start": act_start,
    "knight": act_knight,
    "move": act_move,
    "block": act_block,
    "buy": act_buy,
    "keep": act_keep,
    "return": act_return,
    "point": act_point,
    "play": act_play,
    "end": act_end,
    "store": act_store,
}

# ---------------------------------------------------------------------------------------------
# Turns, rounds, years
# ---------------------------------------------------------------------------------------------


def begin_turn(document: Document, seat: int) -> None:
    """Give a seat its turn."""
    document["stage"], document["to_move"] = "turn", seat


def next_turn(document: Document) -> None:
    """T4.1: clockwise until the round is over, then a round, then a year."""
    seat = (document["to_move"] + 1) % len(seats(document))
    if seat != document["first_seat"]:
        begin_turn(document, seat)
    elif document["round"] < len(year_stacks(document)):
        document["round"] += 1
        begin_turn(document, first_of_round(document))
    else:
        end_year(document)


def year_stacks(document: Document) -> list[int]:
    """T4.2."""
    return list(STACKS[len(seats(document))][document["year"] - 1])


def first_of_round(document: Document) -> int:
    """T11: the leader, once there is one; else (T4.1) the first seat stays."""
    scores = document["scores"]
    if option(document, "year_start") == "leader" and any(scores):
        document["first_seat"] = scores.index(max(scores))
    return int(document["first_seat"])


def end_year(document: Document) -> None:
    """T4.3: castles, King and master card are scored, one after the other, by all seats (T8.1)."""
    for points in (castle_points, king_points, master_points):
        for seat in seats(document):
            advance(document, seat, points(document, seat))
    if document["year"] == 3:
        document["stage"], document["to_move"] = "over", None
    else:
        document["stage"], document["to_move"] = "king", lowest(document)


def lowest(document: Document) -> int:
    """T9.4: of seats sharing 0 the last one clockwise from the first seat of the round."""
    first, count = int(document["first_seat"]), len(seats(document))
    clockwise = [(first + i) % count for i in range(count)]
    scores: list[int] = document["scores"]
    return next(seat for seat in reversed(clockwise) if scores[seat] == min(scores))


def begin_year(document: Document) -> None:
    """T4.3: after the King: year, stacks, kept blocks, and the first seat (T4.4)."""
    document["year"] += 1
    document["round"] = 1
    take_stacks(document)
    year_start = option(document, "year_start")
    if year_start == "last-names":
        document["stage"] = "start"  # the lowest seat is still to move
        return
    if year_start == "same":
        document["first_seat"] = 0
    begin_turn(document, first_of_round(document))


def take_stacks(document: Document) -> None:
    """T4.2; then T6.5: kept blocks, one to each stack of less than 3, smallest first."""
    for seat in seats(document):
        stacks = sorted(year_stacks(document))
        for i, size in enumerate(stacks):
            if size < TALLEST_STACK and document["kept"][seat]:
                stacks[i] += 1
                document["kept"][seat] -= 1
        document["kept"][seat] = 0
        document["stacks"][seat] = sorted(stacks, reverse=True)


# ---------------------------------------------------------------------------------------------
# Scoring
# ---------------------------------------------------------------------------------------------


def score(document: Document) -> list[int]:
    """Return what T8, T9 and T10 would give each seat now."""
    return [
        castle_points(document, seat) + king_points(document, seat) + master_points(document, seat)
        for seat in seats(document)
    ]


def castle_points(document: Document, seat: int) -> int:
    """T8.2: area by level of the highest knight, castle by castle."""
    heights, figures = read_board(document)
    own = knights(figures, seat)
    return sum(
        len(castle) * max((heights[s] for s in own if s in castle), default=0)
        for castle in castles(heights)
    )


def king_points(document: Document, seat: int) -> int:
    """T9.1: 5, 10, 15 for a knight in the King's castle at exactly level 1, 2, 3."""
    heights, figures = read_board(document)
    year = int(document["year"])
    for castle in castles(heights):
        there = {figures[square] for square in castle if square in figures}
        at_level = {figures.get(square) for square in castle if heights[square] == year}
        if "K" in there and str(seat) in at_level:
            return 5 * year
    return 0


def master_points(document: Document, seat: int) -> int:
    """T10."""
    card, year = document["master"], document["year"]
    heights, figures = read_board(document)
    own = knights(figures, seat)
    if card is None:
        return 0
    if card == "castles":
        in_castles = [square for square in own if heights[square]]
        represented = sum(not castle.isdisjoint(own) for castle in castles(heights))
        knights_count = option(document, "castles_card") == "knights"  # T10.1
        count = len(in_castles) if knights_count else represented
        return (5, 15, 30)[year - 1] if count == year + 3 else 0
    if card in COUNTED:
        counts = [sum(map(COUNTED[card], knights(figures, other))) for other in seats(document)]
        mine = counts.pop(seat)
        most = mine > max(counts)
        return (2, 5, 10)[year - 1] * (mine + most)
    full = 40 if card in ("levels", "chain") else 50
    if option(document, "master_points") == "004":  # T10.1
        full = 50
    return full if year == 3 and own and FULFILLED[card](heights, own) else 0


def on_long_diagonal(square: str) -> bool:
    """On a1-h8 or a8-h1."""
    file, rank = place_of(square)
    return file == rank or file + rank == 7


def on_border(square: str) -> bool:
    """On the edge of the board."""
    return len(SIDES[square]) < 4


COUNTED: dict[str, Callable[[str], bool]] = {"diagonals": on_long_diagonal, "border": on_border}


def in_line(_heights: Heights, own: list[str]) -> bool:
    """All on one row, column or diagonal."""
    places = [place_of(square) for square in own]
    lines = (
        {file for file, _ in places},
        {rank for _, rank in places},
        {file - rank for file, rank in places},
        {file + rank for file, rank in places},
    )
    return any(len(line) == 1 for line in lines)


def on_same_level(heights: Heights, own: list[str]) -> bool:
    """All on one level."""
    return len({heights[square] for square in own}) == 1


def on_different_levels(heights: Heights, own: list[str]) -> bool:
    """No two on one level."""
    return len({heights[square] for square in own}) == len(own)


def hold_a_square(_heights: Heights, own: list[str]) -> bool:
    """Four on the corners of a square with sides along the board."""
    for corner in own:
        for side in range(1, 8):
            others = [step(corner, by) for by in ((side, 0), (0, side), (side, side))]
            if all(other in own for other in others):
                return True
    return False


def in_chain(_heights: Heights, own: list[str]) -> bool:
    """All connected by sides."""
    return len(connected(frozenset(own))) == 1


FULFILLED: dict[str, Callable[[Heights, list[str]], bool]] = {
    "line": in_line,
    "same-level": on_same_level,
    "square": hold_a_square,
    "levels": on_different_levels,
    "chain": in_chain,
}
