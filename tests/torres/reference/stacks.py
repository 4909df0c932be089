"""T6: the stacks of a year, and what is left of them."""

from tests.torres.reference.board import Document
from tests.torres.reference.material import seats

TALLEST_STACK = 3  # T6.3

# T4.2, by seats, then by year. The number of stacks is the number of rounds (T4.1).
STACKS = {
    2: ([3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]),
    3: ([3, 3, 2, 2], [3, 3, 2], [3, 3, 2]),
    4: ([2, 2, 2, 2], [2, 2, 2], [2, 2, 2]),
}


def year_stacks(document: Document) -> list[int]:
    """T4.2."""
    return list(STACKS[len(seats(document))][document["year"] - 1])


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


def stack_words(document: Document) -> list[str]:
    """T6.2: the stacks that can be chosen, each as the end of a text."""
    sizes = set(document["stacks"][document["to_move"]])
    if document["open_stack"] is not None or len(sizes) == 1:
        return [""]
    return [f" {size}" for size in sizes]


def choose_stack(document: Document, words: list[str]) -> None:
    """T6.2: the stack in use isn't among the others any more."""
    if document["open_stack"] is None:
        stacks = document["stacks"][document["to_move"]]
        document["open_stack"] = int(words[0]) if words else stacks[0]
        stacks.remove(document["open_stack"])


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
