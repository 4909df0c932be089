"""Who sits at a table: how people come to a seat, lend it, leave it, and are shown the door."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import asdict, replace
from typing import Final, NamedTuple

from tourelle.tables.entries import HERE, LINK, OPEN, SEAT, Chair, Entry, Opening
from tourelle.tables.troubles import TroubleError


class Guest(NamedTuple):
    """Somebody who sits down: the hash of the key that they get, their name and crest."""

    key: str
    name: str = ""
    crest: str = ""


class Seating(ABC):
    """The chairs of a table, and its entries, one after another."""

    def __init__(self, opening: Opening) -> None:
        """Set chairs as a table was opened."""
        self.opening: Final = opening
        self.chairs: list[Chair] = list(opening.chairs)
        self.entries: list[Entry] = []

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Tell whether the game has ended."""

    @abstractmethod
    def _stays_out(self, seat: int) -> bool:
        """Tell whether a seat has no time for the rest of the game."""

    # ------------------------------------------------------------ what is

    @property
    def number(self) -> int:
        """Return the number of the last entry."""
        return len(self.entries)

    @property
    def changed(self) -> int:
        """Return when something last happened, in milliseconds since 1970."""
        return self.entries[-1].at if self.entries else self.opening.at

    def seats_of(self, keys: list[str]) -> list[int]:
        """Return the seats whose keys have these hashes."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.key and chair.key in keys]

    def seats_lent_to(self, tokens: list[str]) -> list[int]:
        """Return the seats at which the holders of tokens with these hashes may play."""
        return [s for s, chair in enumerate(self.chairs) if chair.token and chair.token in tokens]

    def seats_open_to(self, secrets: list[str]) -> list[int]:
        """Return the seats that the holders of keys or tokens with these hashes look from."""
        return sorted({*self.seats_of(secrets), *self.seats_lent_to(secrets)})

    # ------------------------------------------------------------ wishes, answered with entries

    def come(self, seat: int, together: Collection[int], at: int) -> list[Entry]:
        """Answer the holder of a seat's key who comes, with those of `together` at one screen.

        Nothing where all that is known; a bot that others let play for them leaves.
        """
        chair, news = self.chairs[seat], dict[str, object]()
        if not chair.taken:
            news["taken"] = True
        if chair.stand_in and not self._stays_out(seat):
            news |= {"bot": None, "stand_in": False}
        screen = [s for s, other in enumerate(self.chairs) if other.kind == HERE]
        if seat in screen and not chair.apart and not set(screen) <= {*together}:
            news["apart"] = True
        return [self._entry(at, SEAT, seat, **news)] if news else []

    def rename(self, seat: int, name: str, at: int) -> list[Entry]:
        """Answer a seat that wants another name."""
        return [self._entry(at, SEAT, seat, name=name)] if name != self.chairs[seat].name else []

    def hand_over(self, seat: int, bot: str | None, at: int) -> list[Entry]:
        """Answer a seat that wants a bot to play on for it, or (None) to play again."""
        if bot is None and self._stays_out(seat):
            raise TroubleError("time-is-out")
        return self._lend(seat, bot, at, stand_in=False)

    def stand_in(self, seat: int, bot: str, at: int) -> list[Entry]:
        """Answer the wish of others that a bot plays for somebody until they come."""
        if self.chairs[seat].lent:
            return []
        return self._lend(seat, bot, at, stand_in=True)

    def _lend(self, seat: int, bot: str | None, at: int, *, stand_in: bool) -> list[Entry]:
        """Return that a bot plays at a person's seat from now on, or none does."""
        if self.is_over:
            raise TroubleError("over")
        if not self.chairs[seat].personal:
            raise TroubleError("bots-seat")
        if bot == self.chairs[seat].bot:
            return []
        return [self._entry(at, SEAT, seat, bot=bot, stand_in=stand_in)]

    def give_token(self, seat: int, token: str | None, at: int) -> list[Entry]:
        """Answer a seat that wants a program to play for it, or (None) no longer."""
        if token is not None and self.is_over:
            raise TroubleError("over")
        if token == self.chairs[seat].token:
            return []
        return [self._entry(at, SEAT, seat, token=token)]

    def join(self, guest: Guest, at: int, wished: int | None = None) -> list[Entry]:
        """Answer somebody who wants a free seat, the wished one or the first; nothing if seated."""
        if self.seats_of([guest.key]):
            return []
        free = [seat for seat, chair in enumerate(self.chairs) if self.is_free(chair)]
        if not free:
            raise TroubleError("no-free-seat")
        return self._seated(wished if wished in free else free[0], guest, at)

    def is_free(self, chair: Chair) -> bool:
        """Tell whether anybody may take a seat: once, every friend's seat of a listed table."""
        if not chair.empty or self.is_over:
            return False
        if self.opening.seen is None:
            return chair.kind == LINK and self.opening.listed
        return chair.kind == OPEN

    def accept(self, invitation: str, guest: Guest, at: int) -> list[Entry]:
        """Answer an invitation's first use: the seat gets a key; nothing if it has this one."""
        seat = self.invited(invitation)
        if seat is None:
            raise TroubleError("no-such-invitation")
        if self.chairs[seat].key == guest.key:
            return []
        if self.chairs[seat].taken:
            raise TroubleError("invitation-used")
        if self.is_over:
            raise TroubleError("over")
        return self._seated(seat, guest, at)

    def invited(self, invitation: str) -> int | None:
        """Return the seat that an invitation with this hash is for, used or not."""
        seats = (s for s, chair in enumerate(self.chairs) if chair.invitation == invitation)
        return next(seats, None)

    def _seated(self, seat: int, guest: Guest, at: int) -> list[Entry]:
        """Return that somebody sits down; a bot that played there meanwhile leaves."""
        news = {"key": guest.key, "name": guest.name or self.chairs[seat].name, "taken": True}
        if guest.crest:
            news["crest"] = guest.crest
        return [self._entry(at, SEAT, seat, **news, bot=None, stand_in=False)]

    def remove(self, seat: int, invitation: str, at: int) -> list[Entry]:
        """Answer the creator who wants somebody gone: the seat waits for a new invitation's use."""
        chair = self.chairs[seat]
        if self.is_over:
            raise TroubleError("over")
        if seat == self.opening.creator or chair.kind not in (LINK, OPEN) or not chair.taken:
            raise TroubleError("nobody-to-remove")
        gone = Chair(LINK, invitation=invitation)
        news = {
            name: value for name, value in asdict(gone).items() if value != getattr(chair, name)
        }
        return [replace(self._entry(at, SEAT, seat), data={"key": None, **news})]

    # ------------------------------------------------------------ entries

    def _entry(self, at: int, kind: str, seat: int | None, **data: object) -> Entry:
        """Return the next entry; time never runs backwards."""
        return Entry(self.number + 1, max(at, self.changed), kind, seat, data)

    def _seat(self, entry: Entry) -> None:
        """Let somebody sit down, change name, leave to a bot or come back."""
        seat = entry.seat or 0
        self.chairs[seat] = replace(self.chairs[seat], **entry.data)
