"""Who looks at a table: the seats they hold, their language, what they may read of an action."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourelle.core.words import WATCHER, Seat
from tourelle.server.said import secrecy
from tourelle.tables.table import Table


@dataclass(frozen=True)
class Eyes:
    """Who listens: the seats whose keys they hold, and their language."""

    seats: tuple[int, ...] = ()
    language: str = "en"

    def looking(self, table: Table) -> Seat:
        """Return the seat to look through: whose turn it is, else who moved last, of one's own."""
        to_move = table.to_move
        if to_move in self.seats:
            return to_move
        for played in reversed(table.played):
            if played.seat in self.seats:
                return played.seat
        return Seat(self.seats[0]) if self.seats else WATCHER

    def may_know(self, seat: int | None) -> bool:
        """Tell whether what `seat` alone knows may be written down: not on a shared screen."""
        return self.seats == (seat,)


class AuthorsEyes(Eyes):
    """Whoever set a position up and plays all seats: what was played there is no secret to them."""

    def may_know(self, seat: int | None) -> bool:  # noqa: ARG002 (whoever it is)
        """Tell that everything may be written down."""
        return True


def eyes_of(table: Table, hashes: Sequence[str], language: str) -> Eyes:
    """Return the eyes of somebody who holds secrets with these hashes."""
    return Eyes(tuple(table.seats_open_to(list(hashes))), language)


def text_for(table: Table, text: str, seat: int | None, eyes: Eyes) -> str:
    """Return the notation of an action as a listener may read it."""
    title = table.game.title
    if table.is_over or eyes.may_know(seat) or not secrecy.is_secret(title, text):
        return text
    return secrecy.masked(text)
