"""Which code plays: games are the same on two machines if they run the same sources alike."""

import hashlib
import platform
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numba
import numpy as np

from tourelle import __version__
from tourelle.core import plugins
from tourelle.core.compile import MACHINE

KINDS: Final = (".py", ".json", ".npz")  # code, weights, nets
BUILT: Final = "static"  # the page: no game depends on it
HOUSE: Final = "tourelle"

Packages = tuple[str, ...]


def packages_of(title: str, players: Iterable[object]) -> Packages:
    """Return the packages whose code decides a game: ours, the title's, those of the bots."""
    modules = [type(player).__module__ for player in players]
    found = {HOUSE, plugins.package_of(title)}
    found |= {module.rpartition(".")[0] or module for module in modules if module != "__main__"}
    return tuple(sorted(name for name in found if name == HOUSE or not _is_ours(name)))


def _is_ours(package: str) -> bool:
    """Tell whether a package lies in ours, which is counted whole."""
    return package.startswith(f"{HOUSE}.")


@cache
def fingerprint(packages: Packages) -> str:
    """Return in a few words which code runs here, and on what."""
    digest = hashlib.sha256()
    for package in packages:
        for name, file in sorted(_files(package)):
            text = file.read_bytes()
            if file.suffix != ".npz":
                text = text.replace(b"\r\n", b"\n")
            digest.update(f"{package} {name} {len(text)}\0".encode() + text)
    python = ".".join(platform.python_version_tuple()[:2])
    return (
        f"Tourelle {__version__} ({digest.hexdigest()[:12]}), Python {python}, "
        f"NumPy {np.__version__}, Numba {numba.__version__}, {platform.machine()}, {MACHINE}"
    )


def _files(package: str) -> Iterable[tuple[str, Path]]:
    """Yield the files of a package that decide what it does, by their names in it."""
    spec = find_spec(package)
    if spec is None:
        return
    for place in dict.fromkeys(spec.submodule_search_locations or ()):  # a place may stand twice
        folder = Path(place)
        for file in folder.rglob("*"):
            parts = file.relative_to(folder).parts
            if file.suffix in KINDS and parts[0] != BUILT:
                yield "/".join(parts), file
    if spec.submodule_search_locations is None and spec.origin:
        yield Path(spec.origin).name, Path(spec.origin)
