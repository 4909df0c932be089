"""The rules pages: their diagrams are positions, their examples hold, all languages agree."""

import re
from pathlib import Path

import pytest

from tests.blox.tables import legal, refused
from tourelle.games.blox import boards
from tourelle.games.blox.game import Blox

RULES = Path(__file__).parents[2] / "docs" / "rules"
PAGES = {
    name: (RULES / name).read_text("utf-8") for name in ("blox.md", "blox.fr.md", "blox.de.md")
}


def blocks(page: str, tag: str) -> list[str]:
    """Return the fenced blocks of a page with that tag."""
    return re.findall(rf"^```{tag}\n(.*?)^```", PAGES[page], re.MULTILINE | re.DOTALL)


def headings(page: str) -> list[str]:
    """Return the clauses of a page in order."""
    return re.findall(r"^##+ (B\d+(?:\.\d+)?)\b", PAGES[page], re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_diagrams_are_positions_and_the_board_is_the_default(page: str) -> None:
    assert len(blocks(page, "blox")) == 7
    for diagram in blocks(page, "blox"):
        options = {"seats": 2} if "n" in diagram else {"seats": 4}
        game, position = Blox.read({"board": diagram, "options": options})
        assert game.diagram(position) == diagram.strip("\n")
    (board,) = blocks(page, "blox-board")
    assert boards.check(board) == boards.load(boards.DEFAULT)


@pytest.mark.parametrize("page", ["blox.fr.md", "blox.de.md"])
def test_all_pages_have_the_same_clauses_and_diagrams(page: str) -> None:
    assert headings("blox.md") == headings(page)
    assert len(headings("blox.md")) == len(set(headings("blox.md")))
    assert blocks("blox.md", "blox") == blocks(page, "blox")


# Of each diagram in order: phase, hand, blocks; what the page calls legal, what refused and why.
EXAMPLES: list[tuple[int, str, str, list[str], dict[str, str]]] = [
    (1, "g", "", ["enter E3 i3", "enter Sc c2"], {"enter Nc c5": "B4", "enter E2 c2": "B4"}),
    (1, "b", "", ["move c5 e5", "move c5 a5"], {"move c5 c8": "B5"}),
    (3, "bgwwp", "", ["destroy e4 e6"], {"destroy e4 c4": "B6.1"}),
    (3, "bgwwp", "bgwwp", ["build f4 gwwp"], {"build f4 wwp": "B7.1"}),
    (1, "bw", "bw", ["build b3 bw"], {"build b1 bw": "B7.3"}),
    (3, "pppp", "", ["hit d5 b5 4", "hit d5 b5 3"], {"hit d5 d1 4": "B8.1"}),
]


@pytest.mark.parametrize(("number", "example"), list(enumerate(EXAMPLES)))
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_the_page_hold(
    page: str, number: int, example: tuple[int, str, str, list[str], dict[str, str]]
) -> None:
    phase, hand, owned, allowed, forbidden = example
    document = {
        "board": blocks(page, "blox")[number],
        "phase": phase,
        "hands": [hand, "", "", ""],
        "blocks": [owned, "", "", ""],
        "jokers": [False] * 4,
    }
    assert set(allowed) <= set(legal(document))
    for text, clause in forbidden.items():
        assert refused(document, text)[1] == clause
    for text in (*allowed, *forbidden):
        assert f"`{text}`" in PAGES[page]
