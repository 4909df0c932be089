"""How far the tables of a database had come, as one machine noted it beside its own commits.

A database put back from an old copy, or one that took the place of another before it had heard
everything, tells less than was acknowledged. Every server notes the last lines it has had kept in
a file of its own, and what a file tells is compared when the next server takes it.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tourelle.store.folder import FolderLock
from tourelle.store.heads import Head, Heads, read_heads
from tourelle.store.troubles import StartError

FOLDER: Final = "heads"
NAME: Final = "journal.heads"
BEFORE: Final = "journal.heads-before"
MOST: Final = 256
"""Servers that use one folder at once, at most."""


class NotedHeads:
    """The file of one server; two generations of it, so that it does not grow for ever."""

    def __init__(self, folder: Path | None) -> None:
        """Take a file that no server uses, and read what it tells; None: nothing is noted."""
        self.noted: list[Head] = []
        self._heads: Heads | None = None
        self._lock: FolderLock | None = None
        self._folder = folder
        if folder is not None:
            self._folder, self._lock = _free(folder / FOLDER)
            latest = {head.table: head for head in read_heads(self._folder / BEFORE)}
            latest |= {head.table: head for head in read_heads(self._folder / NAME)}
            self.noted = list(latest.values())

    def begin(self) -> None:
        """Begin anew: what was noted has been compared."""
        if self._folder is not None:
            (self._folder / BEFORE).unlink(missing_ok=True)
            self._heads = Heads(self._folder / NAME)
            self._heads.clear()

    def note(self, heads: Iterable[Head]) -> None:
        """Remember some heads that are kept."""
        if self._heads is None or self._folder is None:
            return
        with suppress(OSError):
            self._heads.note(heads)
            if self._heads.long:
                os.replace(self._folder / NAME, self._folder / BEFORE)
                full, self._heads = self._heads, Heads(self._folder / NAME)
                full.close()

    def close(self) -> None:
        """Let the file go; it stays, for whoever takes it next."""
        if self._heads is not None:
            self._heads.close()
        if self._lock is not None:
            self._lock.release()


def _free(folder: Path) -> tuple[Path, FolderLock]:
    """Return the first place that no other server has, and its lock."""
    for number in range(MOST):
        place = folder / str(number)
        try:
            return place, FolderLock(place)
        except StartError as error:
            if error.reason != "held":
                raise
    raise StartError("held", folder=folder, process="?", address="?")
