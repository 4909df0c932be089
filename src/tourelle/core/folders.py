"""Where a user's files lie when nobody says otherwise: as each operating system has it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

Kind = Literal["cache", "games", "data"]
"""What can be made again, games in the terminal, the tables of a server."""

MACOS: Final = {
    "cache": "Library/Caches/tourelle",
    "games": "Library/Application Support/tourelle/games",
    "data": "Library/Application Support/tourelle",
}
ELSEWHERE: Final = {
    "cache": ("XDG_CACHE_HOME", ".cache", "tourelle"),
    "games": ("XDG_STATE_HOME", ".local/state", "tourelle/games"),
    "data": ("XDG_DATA_HOME", ".local/share", "tourelle"),
}
"""The variable that names a folder, its default below home, and our place in it."""


def user_folder(kind: Kind, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of this user for one kind of file; it may not exist yet."""
    home = _home()
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA", home)) / "tourelle" / kind
    if sys.platform == "darwin":
        return home / MACOS[kind]
    variable, default, below = ELSEWHERE[kind]
    return Path(environment.get(variable) or home / default) / below


def _home() -> Path:
    """Return the user's home; users that systemd makes for a service may have none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")
