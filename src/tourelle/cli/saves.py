"""Where games are kept: every game by itself as it is played, and wherever a person says."""

import itertools
import json
import os
import time
from pathlib import Path
from typing import Final

from tourelle.cli.reading import is_record
from tourelle.cli.voice import UserError
from tourelle.core.folders import user_folder
from tourelle.core.records import Record

SUFFIX: Final = ".tourelle.json"
GAMES_KEPT: Final = 20


def state_folder() -> Path:
    """Return the folder of this user's running games."""
    chosen = os.environ.get("TOURELLE_STATE")
    return Path(chosen) if chosen else user_folder("games")


def new_place(title: str) -> Path:
    """Return where a new game will keep itself; old games make room."""
    folder = state_folder()
    for stale in _by_age(folder)[GAMES_KEPT - 1 :]:
        stale.unlink(missing_ok=True)
    stamp = f"{title}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    places = (folder / f"{stamp}-{number}{SUFFIX}" for number in itertools.count())
    return next(place for place in places if not place.exists())


def last_game() -> Path | None:
    """Return the game played last that is not over, or None."""
    for path in _by_age(state_folder()):
        try:
            if json.loads(path.read_text(encoding="utf-8")).get("outcome") is None:
                return path
        except (OSError, ValueError, AttributeError):
            continue
    return None


def _by_age(folder: Path) -> list[Path]:
    """Return the kept games, the latest first."""
    found = [(path.stat().st_mtime_ns, path) for path in folder.glob(f"*{SUFFIX}")]
    return [path for _, path in sorted(found, reverse=True)]


def write(record: Record, path: Path) -> None:
    """Write a record so that a reader finds the old one or the new one, never a half."""
    text = json.dumps(record.to_json(), ensure_ascii=False) + "\n"
    half = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(text, encoding="utf-8")
        half.replace(path)
    except OSError as trouble:
        raise UserError("unwritable", file=path, trouble=trouble.strerror or "") from None


def save_as(record: Record, name: str) -> Path:
    """Save a record under a name; a file that is no record is not overwritten."""
    path = Path(name).expanduser()
    if not path.suffix:
        path = path.with_name(path.name + SUFFIX)
    if path.exists() and not _holds_record(path):
        raise UserError("not-overwritten", file=path)
    write(record, path)
    return path


def _holds_record(path: Path) -> bool:
    """Tell whether a file holds a record."""
    try:
        return is_record(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return False
