"""Tourelle: play, study and research three tower-building games.

    >>> import tourelle
    >>> play = tourelle.start("castellan", seats=2, seed=7)
    >>> play.push("play T3")
    >>> play.push("tower 0,0")
    >>> print(play)
    >>> play.pop()

Everything a program needs is named in `__all__`; docs/library.md walks through it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Game",
    "IllegalActionError",
    "Outcome",
    "Play",
    "Player",
    "Record",
    "RefusedError",
    "Seat",
    "Term",
    "__version__",
    "from_document",
    "from_line",
    "from_record",
    "game",
    "start",
    "titles",
]
ROOMS = ("library", "play", "core.words", "core.records", "core.game")

if TYPE_CHECKING:
    from tourelle.core.game import Game
    from tourelle.core.records import Player, Record
    from tourelle.core.words import Action, Outcome, RefusedError, Seat, Term
    from tourelle.library import from_document, from_line, from_record, game, start, titles
    from tourelle.play import IllegalActionError, Play


def __getattr__(name: str) -> Any:
    """Load what is asked for: the version costs nothing, the rules take half a second."""
    if name in __all__:
        for room in ROOMS:
            found = vars(import_module(f"tourelle.{room}")).get(name)
            if found is not None:
                return found
    raise AttributeError(f"module 'tourelle' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return every public name."""
    return __all__
