"""Positions set up by hand: what a title lets one put where, and what changes a document.

An edit is a line of text: `put TOOL PLACE`, `set KEY VALUE` (JSON), or `blank`. It changes a
document and asks no rule; reading the document says whether the position can be, as everywhere.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from tourelle.core.words import DocumentError, Param, Refusal

if TYPE_CHECKING:
    from tourelle.core.game import AnyGame

Draft = dict[str, Any]
"""A document that may not be a position yet."""
Kind = Literal["number", "choice", "flag", "bag"]
LONGEST: Final = 60
"""So much of an edit that can't be read is told."""


@dataclass(frozen=True)
class Tool:
    """Something to put on the board or to take from it; the words call it `edit.NAME`."""

    name: str
    places: tuple[str, ...]
    seat: int | None = None
    shown: bool = False
    """Its places are no squares that one sees: the board shows them, as it shows where to build."""

    @property
    def label(self) -> str:
        """Return the key of its words."""
        return f"edit.{self.name.partition('-')[0]}"


@dataclass(frozen=True)
class Field:
    """A value of a document; the words call it `edit.NAME`, its choices `NAME.CHOICE`."""

    key: str
    name: str
    kind: Kind
    value: Param | Mapping[str, int] | None
    """What stands there; a bag counts what is in it by name."""
    seat: int | None = None
    least: int = 0
    most: int = 0
    choices: tuple[Param, ...] = ()
    """Values to choose from, or what may be in a bag."""
    words: str = ""
    """What the words of its choices begin with."""


def changed(game: "AnyGame", draft: Draft, edit: str) -> Draft:
    """Return a draft after an edit; one that means nothing is refused."""
    word, _, rest = edit.partition(" ")
    key, _, value = rest.partition(" ")
    if word == "blank" and not rest:
        return game.blank()
    try:
        if word == "put" and any(tool.name == key for tool in game.tools(draft)):
            return game.put(draft, key, value)
        if word == "set":
            return game.with_value(draft, key, json.loads(value))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as trouble:
        raise _unknown(edit) from trouble
    raise _unknown(edit)


def _unknown(edit: str) -> DocumentError:
    """Return the refusal of an edit that means nothing here."""
    return DocumentError(Refusal("edit-unknown", params={"text": edit[:LONGEST]}))


def value_at(draft: Mapping[str, Any], key: str, otherwise: Any = None) -> Any:
    """Return what stands at a key, `scores.1`; something else where nothing does."""
    found: Any = draft
    for word in key.split("."):
        try:
            found = found[int(word)] if isinstance(found, Sequence) else found[word]
        except (IndexError, KeyError, TypeError, ValueError):
            return otherwise
    return found


def with_value(draft: Draft, key: str, value: Any, without: Sequence[str] = ()) -> Draft:
    """Return a draft with another value at a key, and without some keys that follow from it."""
    first, _, rest = key.partition(".")
    found = {name: each for name, each in draft.items() if name not in without}
    found[first] = _inside(found[first], rest.split("."), value) if rest else value
    return found


def _inside(whole: Any, path: Sequence[str], value: Any) -> Any:
    """Return a list or table with another value somewhere inside."""
    if not path:
        return value
    if isinstance(whole, list):
        at = int(path[0])
        return [*whole[:at], _inside(whole[at], path[1:], value), *whole[at + 1 :]]
    return {**whole, path[0]: _inside(whole[path[0]] if len(path) > 1 else None, path[1:], value)}


def counted(names: Sequence[Any], among: Sequence[Param]) -> dict[str, int]:
    """Return how often each of some names is in a list, as a bag holds it."""
    return {str(name): list(names).count(name) for name in among}


def in_bag(bag: Mapping[str, Any], among: Sequence[Param]) -> list[Param]:
    """Return what is in a bag as a list."""
    if set(bag) - {str(name) for name in among} or any(not 0 <= bag[name] <= 99 for name in bag):
        raise ValueError("not a bag of these")
    return [name for name in among for _ in range(bag.get(str(name), 0))]


Cells = list[list[str]]


def cells_of(board: str) -> Cells:
    """Return the cells of a diagram, the top row first."""
    return [line.split() for line in board.strip().splitlines()]


def at_square(cells: Cells, square: str) -> tuple[int, int]:
    """Return row and column of a square of a diagram: `a1` is bottom left."""
    return len(cells) - int(square[1:]), "abcdefghijklmnopqrstuvwxyz".index(square[0])


def squares_of(cells: Cells) -> tuple[str, ...]:
    """Return the names of all squares, row by row from the top."""
    return tuple(
        f"{chr(97 + file)}{len(cells) - row}"
        for row, line in enumerate(cells)
        for file in range(len(line))
    )


def drawn(cells: Cells) -> str:
    """Return a diagram of its cells."""
    return "\n".join(" ".join(line) for line in cells)
