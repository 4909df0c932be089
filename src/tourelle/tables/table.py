"""A table: the state of one game in progress, made by its entries and by nothing else.

Whoever wishes something asks the table for entries (`submit`, `undo`, `say`, ...); it checks,
answers with entries and changes nothing. Once they are durable, `take` makes them happen. A rebuilt
table takes the very same entries from the journal.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from tourelle.core.game import Game
from tourelle.core.words import Action, Seat
from tourelle.tables import undoing
from tourelle.tables.entries import (
    ACTION,
    ASK,
    CHAT,
    LINK,
    OVER,
    REMATCH,
    SEAT,
    UNDO,
    Chair,
    Entry,
    Opening,
)
from tourelle.tables.trail import Trail
from tourelle.tables.troubles import TroubleError

WAITING: Final = "waiting"
RUNNING: Final = "running"
FRESH: Final = "fresh"


@dataclass(frozen=True)
class Played:
    """An action that stands: who played it, what it was, whether it showed something hidden.

    What is `final` can't be taken back unless others agree.
    """

    seat: Seat
    action: Action
    text: str
    reveals: bool
    final: bool
    number: int
    at: int


class Table:
    """One game in progress."""

    def __init__(self, opening: Opening, game: Game[Any]) -> None:
        """Set a table up as it was opened."""
        self.opening: Final = opening
        self.game: Final = game
        self._trail: Final = Trail(game, opening.seed)
        self.position: Any = self._trail.at(0)
        self.chairs: list[Chair] = list(opening.chairs)
        self.entries: list[Entry] = []
        self.before: list[int] = []
        """For each entry, how many actions stood when it was made."""
        self.played: list[Played] = []
        self.moved = 0
        """The number of the last entry that changed the position."""
        self.asked: Entry | None = None
        """A wish for an undo that waits for consent."""
        self.undone: list[list[Played]] = []
        """What was taken back and could be played again: the latest undo last."""
        self.rematch: str | None = None

    # ------------------------------------------------------------ what is

    @property
    def number(self) -> int:
        """Return the number of the last entry."""
        return len(self.entries)

    @property
    def to_move(self) -> Seat | None:
        """Return who chooses next; None once the game is over."""
        return self.game.to_move(self.position)

    @property
    def status(self) -> str:
        """Return `waiting` for people, `running` or `over`."""
        if self.is_over:
            return OVER
        return WAITING if any(chair.empty for chair in self.chairs) else RUNNING

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.game.is_over(self.position)

    @property
    def tag(self) -> str:
        """Return under which word the journal shelves this table; fresh: nobody has played yet."""
        status = FRESH if self.status == RUNNING and not self.moved else self.status
        return f"{'listed' if self.opening.listed else 'private'}-{status}"

    @property
    def changed(self) -> int:
        """Return when something last happened, in milliseconds since 1970."""
        return self.entries[-1].at if self.entries else self.opening.at

    @property
    def staged(self) -> int:
        """Return how many actions the seat to move has played in one go."""
        to_move, count = self.to_move, 0
        for played in reversed(self.played):
            if played.seat != to_move:
                break
            count += 1
        return count

    def seats_of(self, keys: list[str]) -> list[int]:
        """Return the seats whose keys have these hashes."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.key and chair.key in keys]

    def position_after(self, actions: int) -> Any:
        """Return the position after the first `actions` of those that stand."""
        return self._trail.at(actions)

    # ------------------------------------------------------------ wishes, answered with entries

    def submit(self, number: int, seat: int, text: str, at: int) -> list[Entry]:
        """Answer a seat that wants to play an action at the position after entry `number`."""
        if self.is_over:
            raise TroubleError("over")
        self._check_current(number)
        if seat != self.to_move:
            raise TroubleError("not-your-turn")
        after = self.game.copy(self.position)
        action = self.game.play_text(after, text)
        entries = [self._entry(at, ACTION, seat, text=self.game.action_text(action))]
        if self.game.is_over(after):
            entries.append(replace(self._entry(at, OVER, None), number=self.number + 2))
        return entries

    def undo(self, number: int, seat: int, at: int) -> list[Entry]:
        """Answer a seat that wants its last action back, or agrees that another gets it."""
        if self.is_over:
            raise TroubleError("over")
        self._check_current(number)
        if self.asked is not None and not undoing.same_party(self, seat, self.asked.seat or 0):
            return [self._entry(at, UNDO, self.asked.seat, to=self.asked.data["to"], agreed=seat)]
        wish = undoing.wish(self, seat)
        if wish is None:
            final = any(played.final for played in self.played)
            raise TroubleError("undo-final" if final else "nothing-to-undo")
        if wish.free:
            return [self._entry(at, UNDO, seat, to=wish.to)]
        if self.asked is not None:
            raise TroubleError("already-asked")
        return [self._entry(at, ASK, seat, to=wish.to)]

    def redo(self, number: int, seat: int, at: int) -> list[Entry]:
        """Answer a seat that wants back what its last undo took: the very same actions."""
        self._check_current(number)
        taken = undoing.redoable(self, seat)
        if not taken:
            raise TroubleError("nothing-to-redo")
        first = self.number + 1
        return [
            replace(self._entry(at, ACTION, played.seat, text=played.text), number=first + i)
            for i, played in enumerate(taken)
        ]

    def say(self, seat: int, text: str, at: int) -> list[Entry]:
        """Answer a seat that has something to say."""
        return [self._entry(at, CHAT, seat, text=text)]

    def come(self, seat: int, at: int) -> list[Entry]:
        """Answer the holder of a seat's key who comes to the table; nothing if that is known."""
        if self.chairs[seat].taken:
            return []
        return [self._entry(at, SEAT, seat, taken=True)]

    def rename(self, seat: int, name: str, at: int) -> list[Entry]:
        """Answer a seat that wants another name."""
        return [self._entry(at, SEAT, seat, name=name)] if name != self.chairs[seat].name else []

    def hand_over(self, seat: int, bot: str | None, at: int) -> list[Entry]:
        """Answer the wish that a bot plays on at a seat, or (None) its person again."""
        if self.is_over:
            raise TroubleError("over")
        if self.chairs[seat].key is None:
            raise TroubleError("bots-seat")
        return [self._entry(at, SEAT, seat, bot=bot)] if bot != self.chairs[seat].bot else []

    def join(self, key: str, name: str, at: int) -> list[Entry]:
        """Answer somebody who wants the first free seat: it gets a new key."""
        for seat, chair in enumerate(self.chairs):
            if chair.empty and chair.kind == LINK and self.opening.listed and not self.is_over:
                return [self._entry(at, SEAT, seat, key=key, name=name, taken=True)]
        raise TroubleError("no-free-seat")

    def play_again(self, table: str, seat: int, at: int) -> list[Entry]:
        """Answer a seat that has opened the same table again."""
        if not self.is_over:
            raise TroubleError("not-over")
        return [self._entry(at, REMATCH, seat, table=table)]

    def _check_current(self, number: int) -> None:
        """Refuse a wish made at a position that is no more; words said meanwhile do not matter."""
        if not self.moved <= number <= self.number:
            raise TroubleError("stale")

    def _entry(self, at: int, kind: str, seat: int | None, **data: object) -> Entry:
        """Return the next entry; time never runs backwards."""
        return Entry(self.number + 1, max(at, self.changed), kind, seat, data)

    # ------------------------------------------------------------ what happens

    def take(self, entry: Entry) -> None:
        """Let an entry happen; trusts that this table, or its journal, made it."""
        self.before.append(len(self.played))
        if entry.kind == ACTION:
            self._play(entry)
        elif entry.kind == UNDO:
            self.undone.append(self.played[entry.data["to"] :])
            self.played = self.played[: entry.data["to"]]
            self._trail.cut(len(self.played))
            self.position = self.position_after(len(self.played))
        elif entry.kind == SEAT:
            self._seat(entry)
        elif entry.kind == REMATCH:
            self.rematch = entry.data["table"]
        if entry.kind in (ACTION, UNDO):
            self.moved = entry.number
            self.asked = None
        if entry.kind == ASK:
            self.asked = entry
        self.entries.append(entry)

    def _play(self, entry: Entry) -> None:
        """Let an action happen."""
        text = entry.data["text"]
        action = self.game.parse_action(text)
        seat = Seat(entry.seat or 0)
        reveals = self.game.reveals(self.position, action)
        final = self.game.is_final(action)
        self.game.apply(self.position, action)
        self._trail.add(action, self.position)
        self.played.append(Played(seat, action, text, reveals, final, entry.number, entry.at))
        self._forget_undone(seat, text)

    def _forget_undone(self, seat: Seat, text: str) -> None:
        """Let what was taken back go, unless this is the first of it, played again."""
        latest = self.undone[-1] if self.undone else []
        if not latest or (latest[0].seat, latest[0].text) != (seat, text):
            self.undone = []
        elif len(latest) > 1:
            self.undone[-1] = latest[1:]
        else:
            self.undone.pop()

    def _seat(self, entry: Entry) -> None:
        """Let somebody sit down, change name, leave to a bot or come back."""
        seat = entry.seat or 0
        self.chairs[seat] = replace(self.chairs[seat], **entry.data)
