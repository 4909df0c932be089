"""BLOX counted again from its documents alone, without a line of the engine."""

from collections import Counter
from typing import Any

Document = dict[str, Any]
Square = tuple[int, int]


def board(document: Document) -> dict[Square, tuple[str, str]]:
    """Return colour and what stands there of every square, as (file, rank) from 1."""
    cells = {}
    for i, line in enumerate(document["board"].splitlines()):
        for file, cell in enumerate(line.split(), 1):
            cells[file, 9 - i] = (cell[0], cell[1:])
    assert len(cells) == 81
    return cells


def towers(document: Document) -> dict[Square, str]:
    """Return the blocks of every tower."""
    return {square: what for square, (_, what) in board(document).items() if what.isupper()}


def check_box(document: Document) -> None:
    """Assert that blocks, cards and figures add up (B1.1, B1.2)."""
    seats = document["options"]["seats"]
    blocks = Counter("".join(towers(document).values()).lower())
    for owned in document["blocks"]:
        blocks += Counter(owned)
    assert blocks == Counter(dict.fromkeys("bgwp", 9 if seats == 2 else 10))
    cards: Counter[str] = Counter(document["draw"]) + Counter(document["discard"])
    for hand in document["hands"]:
        assert len(hand) == 5
        cards += Counter(hand)
    assert cards == Counter(dict.fromkeys("bgwp", 15))
    figures = Counter(what for _, what in board(document).values() if what != ".")
    assert all(figures[str(seat)] <= (4 if seat < seats else 0) for seat in range(4))
    assert figures["n"] <= (8 if seats == 2 else 0)
    assert all(len(tower) <= 5 for tower in towers(document).values())
    assert unreachable(set(towers(document))) == set()


def beside(square: Square) -> set[Square]:
    """Return the squares that share a side with one."""
    file, rank = square
    around = {(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)}
    return {(f, r) for f, r in around if 1 <= f <= 9 and 1 <= r <= 9}


def unreachable(standing: set[Square]) -> set[Square]:
    """Return the towers without a reachable square at their side (B7.3)."""
    every = {(file, rank) for file in range(1, 10) for rank in range(1, 10)}
    edge = [s for s in every - standing if len(beside(s)) < 4]
    reached = set(edge)
    while edge:
        fresh = beside(edge.pop()) - standing - reached
        reached |= fresh
        edge += fresh
    return {tower for tower in standing if not beside(tower) & reached}


def totals(document: Document) -> list[int]:
    """Return what `score` should give each seat."""
    return list(document["points"])


def check_step(before: Document, action: str, after: Document) -> None:
    """Assert what an action scores, takes and leaves: points, blocks, cards, phase and round."""
    seat = before["to_move"]
    words = action.split()
    points, owned = list(before["points"]), Counter(before["blocks"][seat])
    if words[0] == "destroy":
        tower = towers(before)[square_of(words[2])]
        points[seat] += len(tower)
        owned += Counter(tower.lower())
    elif words[0] == "build":
        points[seat] += len(words[2])
        owned -= Counter(words[2])
    elif words[0] == "hit":
        points[seat] += int(words[3])
    assert after["points"] == points
    assert Counter(after["blocks"][seat]) == owned
    assert after["phase"] == phase_after(before["phase"], after)
    check_clock(before, after)
    check_joker(before, words, after)


def square_of(name: str) -> Square:
    """Return a square as (file, rank) from 1."""
    return "abcdefghi".index(name[0]) + 1, int(name[1])


def phase_after(phase: int, after: Document) -> int:
    """Return the phase that the towers call for (B11.1)."""
    heights = Counter(len(tower) for tower in towers(after).values())
    while phase < 4 and heights[phase] <= 1:
        phase += 1
    return phase


def check_clock(before: Document, after: Document) -> None:
    """Assert that turn and round pass on (B11.2, B11.4)."""
    options = after["options"]
    first = options.get("first_seat", 0)
    following = (before["to_move"] + 1) % options["seats"]
    if following != first:
        assert (after["to_move"], after["round"]) == (following, before["round"])
        return
    fours = sum(1 for tower in towers(after).values() if len(tower) == 4)
    limit = options.get("round_limit", 60)
    if (after["phase"] == 4 and fours <= 1) or before["round"] == limit:
        assert (after["to_move"], after["round"]) == (None, before["round"])
    else:
        assert (after["to_move"], after["round"]) == (first, before["round"] + 1)


def check_joker(before: Document, words: list[str], after: Document) -> None:
    """Assert that the joker turns when it is used (B9, B10)."""
    jokers = list(before["jokers"])
    if words[-1].startswith("*"):
        assert jokers[before["to_move"]] is (words[0] != "change")
        jokers[before["to_move"]] = words[0] == "change"
    assert after["jokers"] == jokers


def winners(document: Document) -> list[int]:
    """Return who won (B11.3)."""
    seats = range(len(document["points"]))
    best = max((document["points"][seat], len(document["blocks"][seat])) for seat in seats)
    return [s for s in seats if (document["points"][s], len(document["blocks"][s])) == best]
