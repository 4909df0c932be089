"""Games and bots that installed packages declare: found by entry points, loaded when asked for.

A package names its games in the group `tourelle.games` (title = module:class) and its bots in
`tourelle.bots`; our own use the same door. What is wrong with one of them keeps no other from
being played: `troubles` says it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from tourelle.core.words import DocumentError, Param, Refusal

if TYPE_CHECKING:
    from tourelle.core.game import Rules

GAMES: Final = "tourelle.games"
BOTS: Final = "tourelle.bots"
HOUSE: Final = "tourelle"
"""The package whose names no other package can take."""
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


class PluginError(DocumentError):
    """An installed package declares a game or a bot that can't be used."""


@cache
def entries(group: str) -> Mapping[str, EntryPoint]:
    """Return what installed packages declare under good names of their own."""
    return _sorted_out(group)[0]


def troubles(group: str = GAMES) -> list[Refusal]:
    """Return why some declarations can't be used; what fails when it is loaded is not known yet."""
    return _sorted_out(group)[1]


def _sorted_out(group: str) -> tuple[dict[str, EntryPoint], list[Refusal]]:
    """Return the declarations that hold by name, and what is wrong with the others."""
    declared: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=group):
        declared.setdefault(entry.name, []).append(entry)
    good: dict[str, EntryPoint] = {}
    wrong = []
    for name in sorted(declared):
        claims = declared[name]
        ours = [entry for entry in claims if _package(entry) == HOUSE]
        if not NAME.fullmatch(name):
            wrong.append(Refusal("plugin-name", params=_named(claims)))
        elif len(claims) > 1:
            wrong.append(Refusal("plugin-twice", params=_named(claims)))
        if NAME.fullmatch(name) and (ours or len(claims) == 1):
            good[name] = (ours or claims)[0]
    return good, wrong


def _named(claims: Sequence[EntryPoint]) -> dict[str, Param]:
    """Return the name that is claimed, and the packages that claim it."""
    return {"title": claims[0].name, "package": ", ".join(sorted(map(_package, claims)))}


def broken(group: str, name: str, error: Exception) -> PluginError:
    """Return the error for something declared that can't be used."""
    said = f"{type(error).__name__}: {error}"
    params = {**_named([entries(group)[name]]), "trouble": said}
    return PluginError(Refusal("plugin-broken", params=params))


def claimed_twice(group: str, name: str, what: str) -> Refusal:
    """Return why something is left out whose name is taken already."""
    return Refusal("plugin-twice", params={**_named([entries(group)[name]]), "title": what})


def _package(entry: EntryPoint) -> str:
    """Return the name of the package that declares something."""
    return entry.dist.name if entry.dist else entry.module.partition(".")[0]


@cache
def loaded(group: str, name: str) -> Any:
    """Return what a package declares; a `PluginError` names a package that fails."""
    try:
        return entries(group)[name].load()
    except Exception as error:
        raise broken(group, name, error) from error


@cache
def game_named(title: str) -> "Rules":
    """Return the rules of a title that is declared; only that title is loaded."""
    game: Rules = loaded(GAMES, title)
    if getattr(game, "title", None) != title:
        found = getattr(game, "title", None)
        raise broken(GAMES, title, ValueError(f"its title is {found!r}"))
    return game


@cache
def package_of(title: str) -> str:
    """Return the importable package in which a title lives, without importing it."""
    module = entries(GAMES)[title].module
    spec = find_spec(module)
    is_package = spec is not None and spec.submodule_search_locations is not None
    return module if is_package else module.rpartition(".")[0]


def text_of(title: str, *path: str) -> str | None:
    """Return a text file from the folder of a title; None where it has none."""
    data = bytes_of(title, *path)
    return None if data is None else data.decode("utf-8").replace("\r\n", "\n")


def bytes_of(title: str, *path: str) -> bytes | None:
    """Return a file from the folder of a title; None where it has none."""
    if title not in entries(GAMES) or not (package := package_of(title)):
        return None
    file = files(package).joinpath(*path)
    return file.read_bytes() if file.is_file() else None


@cache
def file_names(title: str) -> tuple[str, ...]:
    """Return the names of the files in the folder of a title, in order."""
    if title not in entries(GAMES) or not (package := package_of(title)):
        return ()
    return tuple(sorted(entry.name for entry in files(package).iterdir() if entry.is_file()))
