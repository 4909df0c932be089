"""The parts of a game: what ends with a scoring, or what the game itself tells apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.languages import say


@dataclass(frozen=True)
class Part:
    """A part of the game that ends with a scoring, or that the game tells apart: its name."""

    key: str
    gaps: Mapping[str, str]


def parts(
    game: AnyGame, positions: Sequence[AnyPosition], texts: Sequence[str]
) -> tuple[list[Part], list[int]]:
    """Return the parts of a game, and in which of them each action was played.

    The last part has no name before its scoring: its number is that of none.
    """
    found, part_of = list[Part](), list[int]()
    for text, before, after in zip(texts, positions, positions[1:], strict=False):
        told = game.told(text, before, after)
        if told.span and (not found or found[-1].gaps != {"phase": told.span}):
            found.append(Part("scored.title", {"phase": told.span}))
        part_of.append(len(found) - bool(told.span))
        if game.is_settled(after) and not game.is_settled(before):
            found.append(Part("scored.title", told.news[0].gaps if told.news else {}))
    return found, part_of


def part_label(title: str, language: str, part: Part) -> str:
    """Return what a part of a game is called."""
    return say(language, title, part.key, **part.gaps)
