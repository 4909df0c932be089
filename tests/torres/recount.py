"""Torres counted again from its documents alone, without a line of the engine."""

from collections import Counter
from typing import Any

Document = dict[str, Any]
Square = tuple[int, int]

CARDS = ["six", "seven", "climb", "raise", "supply", "lift", "diagonal", "shift", "summon", "leap"]


def board(document: Document) -> dict[Square, tuple[int, str]]:
    """Return height and figure of every square, as (file, rank) from 1."""
    cells = {}
    for i, line in enumerate(document["board"].splitlines()):
        for file, cell in enumerate(line.split(), 1):
            height = 0 if cell[:-1] == "." else int(cell[:-1])
            cells[file, 8 - i] = (height, cell[-1])
    assert len(cells) == 64
    return cells


def castles(cells: dict[Square, tuple[int, str]]) -> list[set[Square]]:
    """Return the castles as sets of squares."""
    found: list[set[Square]] = []
    left = {square for square, (height, _) in cells.items() if height}
    while left:
        castle, edge = set(), [left.pop()]
        while edge:
            file, rank = edge.pop()
            castle.add((file, rank))
            for near in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        found.append(castle)
    return found


def knights(cells: dict[Square, tuple[int, str]], seat: int) -> dict[Square, int]:
    """Return the squares of a seat's knights and their levels."""
    return {square: height for square, (height, who) in cells.items() if who == str(seat)}


def chosen(document: Document, option: str) -> str:
    """Return the value of an option that the presets set."""
    table = {
        "classic": ("shared", "none", "40", "000", "castles"),
        "modern": ("own", "none", "40", "000", "castles"),
        "master": ("hand", "drawn", "40", "000", "castles"),
        "master-modern": ("hand", "drawn", "40", "000", "castles"),
    }
    options = document["options"]
    preset = table[options.get("preset", "classic")]
    names = ("cards", "master", "deck", "master_points", "castles_card")
    return str(options.get(option, dict(zip(names, preset, strict=True))[option]))


def check_box(document: Document) -> None:
    """Assert that blocks, knights, King and cards add up (T1.1, T1.2)."""
    cells = board(document)
    seats = document["options"]["seats"]
    blocks = sum(height for height, _ in cells.values())
    blocks += sum(map(sum, document["stacks"])) + (document["open_stack"] or 0)
    blocks += sum(document["kept"]) + document["left"] + document["supply"]
    assert blocks == 92
    assert document["supply"] >= 0
    for castle in castles(cells):
        assert max(cells[square][0] for square in castle) <= len(castle)  # T5.4
    figures = Counter(who for _, who in cells.values())
    assert figures["K"] == (document["stage"] not in ("castle", "place", "king-setup"))
    assert all(figures[str(seat)] <= 6 for seat in range(seats))
    scores = [score for score in document["scores"] if score]
    assert len(scores) == len(set(scores))  # T4.5
    check_cards(document, seats)


def check_cards(document: Document, seats: int) -> None:
    """Assert that no card is there more often than it was printed (T7.1)."""
    mode = chosen(document, "cards")
    everywhere = [*document["hands"], *document["decks"], document["bought"], document["drawn"]]
    cards = Counter(card for row in everywhere for card in row)
    if mode == "none":
        assert not cards
        return
    copies = seats if chosen(document, "deck") == "seats" or mode in ("own", "hand") else 4
    assert all(cards[card] <= copies for card in cards)
    assert set(cards) <= set(CARDS)
    if mode in ("own", "hand"):
        for seat in range(seats):
            own = Counter(document["hands"][seat])
            own += Counter(document["decks"][seat]) if mode == "own" else Counter()
            if seat == document["to_move"]:
                own += Counter(document["bought"]) + Counter(document["drawn"])
            assert all(number == 1 for number in own.values())


def castle_points(cells: dict[Square, tuple[int, str]], seat: int) -> int:
    """Return what T8.2 gives a seat."""
    mine = knights(cells, seat)
    return sum(
        len(castle) * max((level for square, level in mine.items() if square in castle), default=0)
        for castle in castles(cells)
    )


def king_points(cells: dict[Square, tuple[int, str]], seat: int, year: int) -> int:
    """Return what T9.1 gives a seat."""
    mine = knights(cells, seat)
    for castle in castles(cells):
        if any(cells[square][1] == "K" for square in castle):
            guarded = any(mine.get(square) == year for square in castle)
            return 5 * year if guarded else 0
    return 0


def majority(mine: int, others: list[int]) -> int:
    """Return how many knights count, one more for the sole majority."""
    return mine + 1 if mine and all(mine > other for other in others) else mine


def master_points(document: Document, seat: int) -> int:
    """Return what T10 gives a seat."""
    card, year, cells = document["master"], document["year"], board(document)
    everybody = [knights(cells, other) for other in range(document["options"]["seats"])]
    mine = everybody[seat]
    if card == "castles" and chosen(document, "castles_card") == "year-3":
        return [0, 0, 0, 0, 5, 15, 30][len(mine)] if year == 3 else 0
    if card == "castles":
        if chosen(document, "castles_card") == "knights":
            number = sum(1 for level in mine.values() if level)
        else:
            number = sum(1 for castle in castles(cells) if castle & set(mine))
        return [0, 5, 15, 30][year] if number == year + 3 else 0
    if card in ("diagonals", "border"):

        def counts(square: Square) -> bool:
            file, rank = square
            if card == "diagonals":
                return file in (rank, 9 - rank)
            return not (1 < file < 8 and 1 < rank < 8)

        on = [sum(map(counts, squares)) for squares in everybody]
        return [0, 2, 5, 10][year] * majority(on[seat], on[:seat] + on[seat + 1 :])
    if year != 3 or not mine or card is None:
        return 0
    smaller = 50 if chosen(document, "master_points") == "004" else 40
    levels = list(mine.values())
    if card == "line":
        lines = ({f for f, _ in mine}, {r for _, r in mine}, {f - r for f, r in mine})
        rows = (*lines, {f + r for f, r in mine})
        return 50 if any(len(row) == 1 for row in rows) else 0
    if card == "same-level":
        return 50 if len(set(levels)) == 1 else 0
    if card == "levels":
        return smaller if len(set(levels)) == len(levels) else 0
    if card == "square":
        return (
            50
            if any(
                {(f, r), (f + n, r), (f, r + n), (f + n, r + n)} <= set(mine)
                for f, r in mine
                for n in range(1, 8)
            )
            else 0
        )
    linked = dict.fromkeys(mine, (1, "."))
    return smaller if len(castles(linked)) == 1 else 0


def totals(document: Document) -> list[int]:
    """Return what `score` should give each seat."""
    cells, year = board(document), document["year"]
    return [
        castle_points(cells, seat) + king_points(cells, seat, year) + master_points(document, seat)
        for seat in range(document["options"]["seats"])
    ]


def advance(scores: list[int], seat: int, points: int) -> None:
    """Move a marker (T5.7, T8.4)."""
    if points:
        goal = scores[seat] + points
        while goal in scores[:seat] + scores[seat + 1 :]:
            goal += 1
        scores[seat] = goal


def check_step(before: Document, action: str, after: Document) -> None:
    """Assert that markers move exactly by bought points and at the year's end."""
    scores = list(before["scores"])
    seats = range(len(scores))
    if action == "point":
        advance(scores, before["to_move"], 1)
    elif before["stage"] in ("turn", "store") and after["stage"] in ("king", "over"):
        cells = board(before)
        for seat in seats:
            advance(scores, seat, castle_points(cells, seat))
        for seat in seats:
            advance(scores, seat, king_points(cells, seat, before["year"]))
        for seat in seats:
            advance(scores, seat, master_points(before, seat))
    assert after["scores"] == scores


def winners(document: Document) -> list[int]:
    """Return who won (T4.5)."""
    scores = document["scores"]
    return [seat for seat, score in enumerate(scores) if score == max(scores)]
