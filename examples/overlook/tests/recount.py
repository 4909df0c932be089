"""Overlook counted again from its documents alone, without a line of its rules."""

from collections import Counter
from typing import Any

Document = dict[str, Any]
Field = dict[tuple[str, int], tuple[int, str]]

COLUMNS, ROWS = "abcd", (1, 2, 3, 4)


def field(document: Document) -> Field:
    """Return every tower by column and row: its floors, its owner, and its roof."""
    rows = [line.split() for line in document["board"].splitlines()]
    assert [len(row) for row in rows] == [4, 4, 4, 4]
    return {
        (column, row): (int(drawn[0]), drawn[1:])
        for row, line in zip(reversed(ROWS), rows, strict=True)
        for column, drawn in zip(COLUMNS, line, strict=True)
        if drawn != ".."
    }


def lines() -> list[list[tuple[str, int]]]:
    """Return the squares of every line."""
    columns = [[(column, row) for row in ROWS] for column in COLUMNS]
    return columns + [[(column, row) for column in COLUMNS] for row in ROWS]


def cards(document: Document) -> Counter[str]:
    """Return how often each card is anywhere."""
    piles = [pile for hand in document["hands"] for pile in hand.values()]
    piles += [*document["decks"].values(), document["played"]]
    return Counter(card for pile in piles for card in pile)


def check_box(document: Document) -> None:
    """Check that every card is somewhere, every floor paid for, every roof there."""
    seats = document["options"]["seats"]
    copies = 4 if seats == 4 else 3
    assert cards(document) == Counter(dict.fromkeys("abcd1234", copies))
    towers = field(document).values()
    assert all(1 <= height <= 4 for height, _ in towers)
    assert sum(height for height, _ in towers) <= len(document["played"])
    each = document["options"].get("roofs", 1)
    roofed = sum(owner.endswith("^") for _, owner in towers)
    assert roofed + sum(document["roofs"]) == each * seats


def totals(document: Document) -> list[int]:
    """Return what every seat sees of its own towers, line by line, from both ends."""
    towers = field(document)
    points = [0] * document["options"]["seats"]
    for line in lines():
        for look in (line, line[::-1]):
            standing = [towers[square] for square in look if square in towers]
            for i, (height, owner) in enumerate(standing):
                if all(before < height for before, _ in standing[:i]):
                    points["ABCD".index(owner[0])] += 1
    return points


def check_step(before: Document, text: str, after: Document) -> None:
    """Check that an action changed what it should, and nothing else."""
    word, *rest = text.split()
    me = before["to_move"]
    old, new = field(before), field(after)
    if word == "build":
        square = rest[0][0], int(rest[0][1])
        assert new.pop(square) == (old.pop(square, (0, ""))[0] + 1, "ABCD"[me])
        assert rest[1] in rest[0]
    if word == "roof":
        square = rest[0][0], int(rest[0][1])
        height, owner = old.pop(square)
        assert (owner, new.pop(square)) == ("ABCD"[me], (height, f"{owner}^"))
    assert new == old
    _check_hands(before, word, rest, after)


def _check_hands(before: Document, word: str, rest: list[str], after: Document) -> None:
    """Check how the cards moved, and whose turn it is."""
    me = before["to_move"]
    held = [Counter(pile["column"] + pile["row"]) for pile in before["hands"]]
    holds = [Counter(pile["column"] + pile["row"]) for pile in after["hands"]]
    if word in ("build", "drop"):
        held[me] -= Counter(rest[-1])
        assert Counter(after["played"]) - Counter(before["played"]) == Counter(rest[-1])
    if word == "draw":
        deck = rest[0]
        held[me] += Counter(before["decks"][deck][0])
        assert after["decks"][deck] == before["decks"][deck][1:]
    assert holds == held
    stays = word in ("build", "drop") and any(before["decks"].values())
    assert after["stage"] == ("draw" if stays else "play" if any(held) else "over")
    if after["stage"] == "play":
        order = [(me + step) % len(held) for step in range(1, len(held) + 1)]
        assert after["to_move"] == next(seat for seat in order if held[seat])


def winners(document: Document) -> list[int]:
    """Return who has won: most points, then most towers."""
    owners = [owner[0] for _, owner in field(document).values()]
    ranks = [(points, owners.count("ABCD"[i])) for i, points in enumerate(totals(document))]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
