"""A small file beside the journal that remembers how far each table had come.

SQLite drops the end of a damaged write-ahead log without a word. So after every commit the last
line of each table is noted here as well, and compared at the next start. It is not waited for:
after a power cut it may know less than the journal, never more.
"""

import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

MOST_BYTES: Final = 1 << 18
"""When the file is longer, the log is moved into the journal, and the file begun anew."""


class Head(NamedTuple):
    """The last line of a table: its number and its hash."""

    table: str
    number: int
    hash: bytes


class Heads:
    """The file, open for appending."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it."""
        self._file: Final = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        self._size = os.fstat(self._file).st_size
        self._torn = False

    @property
    def long(self) -> bool:
        """Tell whether it is time to begin anew."""
        return self._size > MOST_BYTES

    def note(self, heads: Iterable[Head]) -> None:
        """Remember some heads that are on disk."""
        text = "".join(_line(head) for head in heads).encode()
        if self._torn:
            text = b"\n" + text
        written = 0
        try:
            written = os.write(self._file, text)
        finally:
            self._size += written
            self._torn = written != len(text)  # a full disk may take half of a line

    def clear(self) -> None:
        """Forget everything: the journal itself has it all."""
        os.ftruncate(self._file, 0)
        self._size, self._torn = 0, False

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def read_heads(path: Path) -> list[Head]:
    """Return the latest head of every table that is noted; lines that make no sense are not."""
    latest: dict[str, Head] = {}
    try:
        data = path.read_bytes()
    except OSError:
        return []
    for line in data.splitlines():
        head = _read(line)
        if head is not None:
            latest[head.table] = head
    return list(latest.values())


def _line(head: Head) -> str:
    text = f"{head.table} {head.number} {head.hash.hex()}"
    return f"{text} {zlib.crc32(text.encode()):08x}\n"


def _read(line: bytes) -> Head | None:
    text, _, check = line.rpartition(b" ")
    if check != f"{zlib.crc32(text):08x}".encode():
        return None
    table, number, found = text.decode().rsplit(" ", 2)
    return Head(table, int(number), bytes.fromhex(found))
