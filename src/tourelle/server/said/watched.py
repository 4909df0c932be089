"""What messages about a table are made from: a live table's room, or a study of no table."""

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

from tourelle.server.said.chronicle import Chronicle
from tourelle.store.troubles import Damage
from tourelle.tables.table import Table

T = TypeVar("T")


class Watched(Protocol):
    """A table with what is known around it."""

    @property
    def table(self) -> Table:
        """The table itself."""

    @property
    def chronicle(self) -> Chronicle:
        """What every action did."""

    @property
    def damage(self) -> Damage | None:
        """What the disk lost of it."""

    @property
    def is_aside(self) -> bool:
        """Whether damage ended the game."""

    @property
    def chat(self) -> bool:
        """Whether people may write to each other there."""

    @property
    def watchers(self) -> int:
        """How many look on without a seat."""

    @property
    def watching(self) -> list[str]:
        """Their names, where they wish to be named."""

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return something made from the present state."""

    def connected(self, seat: int) -> bool:
        """Tell whether somebody who holds the key of `seat` is there."""
