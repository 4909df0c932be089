"""One folder a title; no title knows another."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tourelle.core.words import DocumentError, Refusal

if TYPE_CHECKING:  # the names of the titles are wanted before anything is compiled
    from tourelle.core.game import Game

TITLES: Final = ("torres", "blox", "castellan")


def game_class(title: object) -> "type[Game[Any]]":
    """Return the rules of a title; only that title is loaded."""
    if title not in TITLES:
        params = {"game": str(title), "known": ", ".join(TITLES)}
        raise DocumentError(Refusal("unknown-game", params=params))
    game: type[Game[Any]] = import_module(f"tourelle.games.{title}").GAME
    return game


def game_of(title: object, options: object, rules: int) -> "Game[Any]":
    """Return the game of a record or a table, under the rules of its time."""
    return game_class(title)(options, rules)
