"""What a journal holds of a table: how it was opened, then one entry after another."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from tourelle.core.words import Param
from tourelle.tables.clocks import Pace

HERE: Final = "here"
LINK: Final = "link"
OPEN: Final = "open"
BOT: Final = "bot"

ACTION: Final = "action"
UNDO: Final = "undo"
ASK: Final = "ask"
AGREE: Final = "agree"
REFUSE: Final = "refuse"
CHAT: Final = "chat"
NOTE: Final = "note"
SEAT: Final = "seat"
OVER: Final = "over"
REMATCH: Final = "rematch"
CLOCK: Final = "clock"

PUBLIC: Final = "public"
PRIVATE: Final = "private"


@dataclass(frozen=True)
class Chair:
    """A seat of a table: where its player comes from, its name, its bot, the hash of its key.

    `bot` names who plays there now; a chair of kind `here` or `link` can be lent to one, and it is
    a `stand_in` where others asked for it. `taken` tells whether somebody has come who holds the
    key. `invitation` is the hash of what its first use turns into a key. `apart`: the key was seen
    at a screen that does not hold the keys of all that were opened as one screen. `token` is the
    hash of what lets a program play here for the person whose seat it is. `crest` names the emblem
    by which that person wishes to be known.
    """

    kind: str
    name: str = ""
    bot: str | None = None
    key: str | None = None
    taken: bool = False
    invitation: str | None = None
    stand_in: bool = False
    apart: bool = False
    token: str | None = None
    crest: str = ""

    @property
    def personal(self) -> bool:
        """Tell whether the seat belongs to a person: come or not, present or not."""
        return self.kind != BOT

    @property
    def empty(self) -> bool:
        """Tell whether nobody has come yet."""
        return not self.taken and self.bot is None

    @property
    def lent(self) -> bool:
        """Tell whether a bot plays for the person whose seat it is."""
        return self.personal and self.bot is not None


@dataclass(frozen=True)
class Opening:
    """How a table was opened: everything that its entries build on.

    `given`: how many actions an imported record brought; whoever brought it knew the deal.
    `seen`: `public`, by `link` or `private` to its players; older tables don't say, and anybody may
    take a friend's seat of theirs that are listed. `pace`: how its clock runs, where it has one.
    """

    table: str
    game: str
    rules: int
    options: Mapping[str, Param]
    seed: int
    nonce: str
    chairs: tuple[Chair, ...]
    at: int
    listed: bool = False
    imported: bool = False
    given: int | None = None
    seen: str | None = None
    pace: Pace | None = None

    @property
    def private(self) -> bool:
        """Tell whether nobody but its players may look at the table."""
        return self.seen == PRIVATE

    @property
    def creator(self) -> int | None:
        """Return the seat of whoever opened the table: the first at their own screen."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.kind == HERE), None)

    def line(self) -> str:
        """Return the opening as the journal keeps it."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def read_opening(line: str) -> Opening:
    """Read an opening that the journal kept."""
    data = json.loads(line)
    chairs = tuple(Chair(**chair) for chair in data.pop("chairs"))
    pace = data.pop("pace", None)
    return Opening(chairs=chairs, pace=Pace(**pace) if pace else None, **data)


@dataclass(frozen=True)
class Entry:
    """One thing that happened: its number from 1 on, when (ms since 1970), what, who, details."""

    number: int
    at: int
    kind: str
    seat: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        """Return the entry as the journal keeps it."""
        row = [self.number, self.at, self.kind, self.seat, dict(self.data)]
        return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def read_entry(line: str) -> Entry:
    """Read an entry that the journal kept."""
    number, at, kind, seat, data = json.loads(line)
    return Entry(number, at, kind, seat, data)
