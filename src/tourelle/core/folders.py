"""Where a user's files lie when nobody says otherwise: as each operating system has it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple


class Custom(NamedTuple):
    """Where one kind of file lies: below `LOCALAPPDATA`, below home, below a variable of XDG."""

    windows: str
    macos: str
    variable: str
    default: str
    below: str


CACHE: Final = Custom(
    windows="tourelle/cache",
    macos="Library/Caches/tourelle",
    variable="XDG_CACHE_HOME",
    default=".cache",
    below="tourelle",
)
GAMES: Final = Custom(
    windows="tourelle/games",
    macos="Library/Application Support/tourelle/games",
    variable="XDG_STATE_HOME",
    default=".local/state",
    below="tourelle/games",
)
DATA: Final = Custom(
    windows="tourelle/data",
    macos="Library/Application Support/tourelle",
    variable="XDG_DATA_HOME",
    default=".local/share",
    below="tourelle",
)


def user_folder(custom: Custom, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of this user for one kind of file; it may not exist yet."""
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA", Path.home())) / custom.windows
    if sys.platform == "darwin":
        return Path.home() / custom.macos
    return Path(environment.get(custom.variable) or Path.home() / custom.default) / custom.below
