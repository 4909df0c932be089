"""No room names a title: what it needs to know of a game it learns from `Game`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tourelle
from tourelle.games import OWN

PACKAGE = Path(tourelle.__file__).parent
NAMED = re.compile("|".join(OWN), re.IGNORECASE)


def sources() -> list[Path]:
    """The modules of every room but that of the games."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if "games" not in path.parts]


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Names, imports and texts of a source with their lines; docstrings may give examples."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield line, node.value
        elif isinstance(node, ast.ImportFrom):
            yield line, f"{node.module} {[alias.name for alias in node.names]}"
        elif isinstance(node, ast.Import):
            yield line, str([alias.name for alias in node.names])
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield line, node.name
        elif isinstance(node, ast.Attribute):
            yield line, node.attr


def named(text: str) -> list[str]:
    """Where a source names a title."""
    return [f"{line}: {word}" for line, word in words(ast.parse(text)) if NAMED.search(word)]


def test_no_room_names_a_title() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): where
        for path in sources()
        if (where := named(path.read_text(encoding="utf-8")))
    }
    assert len(sources()) > 100
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        'if title == "torres": pass',
        "from tourelle.games.blox import boards",
        "import tourelle.games.castellan",
        "def _torres() -> None: ...",
        'x = f"{title} blox-b"',
        "class TorresBody: ...",
    ],
)
def test_a_title_is_found(source: str) -> None:
    assert named(source)
