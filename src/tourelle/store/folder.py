"""One server a data folder: a lock that the system lets go of when its holder dies."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from tourelle.store.troubles import StartError

NAME: Final = "lock"
FAR: Final = 1 << 30
"""Where Windows locks a byte: beyond the text, so that others can read it."""


class FolderLock:
    """Holds a data folder until it is let go, or its process ends in whatever way."""

    def __init__(self, folder: Path, address: str = "") -> None:
        """Take the folder, or say who has it."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: Final = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            trouble = error.strerror or str(error)
            raise StartError("unwritable", folder=folder, trouble=trouble) from error
        try:
            _lock(self._file)
        except OSError:
            holder = _holder(self._file)
            os.close(self._file)
            raise StartError("held", folder=folder, **holder) from None
        os.ftruncate(self._file, 0)
        text = json.dumps({"process": os.getpid(), "address": address})
        os.write(self._file, text.encode())

    def release(self) -> None:
        """Let the folder go."""
        os.close(self._file)


def note_address(folder: Path, address: str) -> None:
    """Write down where a server listens that shares its store with others, and locks no folder."""
    if is_held(folder):  # by a server with a store of its own, which has written down where
        return
    with suppress(OSError):
        file = os.open(folder / NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(file, json.dumps({"process": os.getpid(), "address": address}).encode())
        os.close(file)


def _holder(file: int) -> dict[str, object]:
    """Return what the holder wrote down about itself."""
    try:
        told = json.loads(os.pread(file, 1000, 0) if hasattr(os, "pread") else os.read(file, 1000))
        return {"process": int(told["process"]), "address": str(told["address"]) or "?"}
    except (ValueError, KeyError, TypeError):
        return {"process": "?", "address": "?"}


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Lock a file or raise an OSError."""
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        """Lock a file or raise an OSError."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_held(folder: Path) -> bool:
    """Tell whether a server uses a folder now."""
    try:
        file = os.open(folder / NAME, os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(file)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
