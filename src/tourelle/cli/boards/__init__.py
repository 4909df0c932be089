"""How each title looks and reads in a terminal: one small module a title, plain for the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from tourelle.cli.voice import Voice
from tourelle.core.game import Game
from tourelle.core.words import Term

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: a position as one seat may see it, and who sits where."""

    game: Game[Any]
    view: Any
    document: Mapping[str, Any]
    names: Sequence[str]
    terms: Sequence[Sequence[Term]]
    voice: Voice
    tall: bool = False
    signs: bool = True
    """Whether the terminal can write signs beyond ASCII."""


class Board(Protocol):
    """What a title's module offers."""

    def board(self, scene: Scene) -> "RenderableType":
        """Draw the board."""

    def status(self, scene: Scene) -> "RenderableType":
        """Tell what stands beside the board: time, scores, stacks, hands."""

    def asked(self, scene: Scene) -> str:
        """Return what is asked of the seat to move."""

    def narration(self, text: str, voice: Voice, *, hidden: bool) -> str | None:
        """Return an action as a sentence, or None where there is none."""


def board_of(title: str) -> Board:
    """Return the module of a title, or the plain one."""
    name = f"{__name__}.{title}"
    if not title.isidentifier() or find_spec(name) is None:
        name = f"{__name__}.plain"
    return cast(Board, import_module(name))
