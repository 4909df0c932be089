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
    viewer: int | None = None
    """The seat that looks on (-1: a watcher); None where everything may be seen."""
    fresh: frozenset[str] = frozenset()
    """The squares that the others have just touched."""
    tall: bool = False
    signs: bool = True
    """Whether the terminal can write signs beyond ASCII."""

    def called(self, seat: int) -> str:
        """Return a seat's digit and name; a name that holds the digit says it once."""
        name = self.names[seat]
        return name if str(seat) in name.split() else f"{seat} {name}"


class Board(Protocol):
    """What a title's module offers."""

    def board(self, scene: Scene) -> "RenderableType":
        """Draw the board."""

    def status(self, scene: Scene) -> "RenderableType":
        """Tell what stands beside the board: time, scores, stacks, hands."""

    def asked(self, scene: Scene) -> str:
        """Return what is asked of the seat to move."""

    def term(self, term: Term, voice: Voice) -> str:
        """Return what a line of a score is for."""

    def scored(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        """Tell whether points were counted between two documents."""

    def scored_title(self, before: Mapping[str, Any], voice: Voice) -> str:
        """Return what was counted."""


def board_of(title: str) -> Board:
    """Return the module of a title, or the plain one."""
    name = f"{__name__}.{title}"
    if not title.isidentifier() or find_spec(name) is None:
        name = f"{__name__}.plain"
    return cast(Board, import_module(name))
