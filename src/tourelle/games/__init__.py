"""One folder a title; no title knows another. Other packages bring theirs the same way."""

from functools import cache
from typing import TYPE_CHECKING, Final

from tourelle.core import plugins
from tourelle.core.words import DocumentError, Refusal

if TYPE_CHECKING:  # the names of the titles are wanted before anything is compiled
    from tourelle.core.game import AnyGame, Rules

OWN: Final = ("torres", "blox", "castellan")
"""The titles of this house, in the order in which they are shown."""


def titles() -> tuple[str, ...]:
    """Return every title that is installed: ours, then those of other packages by name."""
    known = plugins.entries(plugins.GAMES)
    if not all(title in known for title in OWN):
        raise ImportError("Tourelle is installed without its games: run `python3 dev.py check`.")
    return (*OWN, *sorted(set(known) - set(OWN)))


TITLES: Final = titles()


def game_class(title: object) -> "Rules":
    """Return the rules of a title; only that title is loaded."""
    if not isinstance(title, str) or title not in TITLES:
        params = {"game": str(title), "known": ", ".join(TITLES)}
        raise DocumentError(Refusal("unknown-game", params=params))
    return plugins.game_named(title)


@cache
def playable() -> tuple[str, ...]:
    """Return every title whose package can be loaded, and load it."""
    return tuple(title for title in TITLES if _why_not(title) is None)


def troubles() -> list[Refusal]:
    """Return why some games that packages declare can't be played; loads all of them."""
    broken = [why for title in TITLES if (why := _why_not(title)) is not None]
    return plugins.troubles() + broken


def _why_not(title: str) -> Refusal | None:
    """Return why a title can't be played."""
    try:
        game_class(title)
    except plugins.PluginError as error:
        return error.refusal
    return None


def game_of(title: object, options: object, rules: int) -> "AnyGame":
    """Return the game of a record or a table, under the rules of its time."""
    return game_class(title)(options, rules)
