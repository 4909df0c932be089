"""A table: the state of one game in progress, made by its entries and by nothing else.

Whoever wishes something asks the table for entries (`submit`, `undo`, `say`, ...); it checks,
answers with entries and changes nothing. Once they are durable, `take` makes them happen. A rebuilt
table takes the very same entries from the journal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import forfeited
from tourelle.core.words import Outcome, Seat
from tourelle.play import AnyPlay, Play
from tourelle.tables import clocks, undoing
from tourelle.tables.clocks import Clock
from tourelle.tables.entries import (
    ACTION,
    AGREE,
    ASK,
    CHAT,
    CLOCK,
    NOTE,
    OVER,
    REFUSE,
    REMATCH,
    SEAT,
    UNDO,
    Entry,
    Opening,
)
from tourelle.tables.seating import Seating
from tourelle.tables.troubles import TroubleError

WAITING: Final = "waiting"
RUNNING: Final = "running"
FRESH: Final = "fresh"
"""All have come, and nobody has played yet."""


KEPT: Final = 32
"""Every so many actions a position is kept, so that going back never takes longer than that."""


@dataclass(frozen=True)
class Played:
    """An action that stands: who played it, its notation, the number of its entry, and when."""

    seat: Seat
    text: str
    number: int
    at: int


class Table(Seating):
    """One game in progress."""

    def __init__(self, opening: Opening, game: AnyGame, start: AnyPosition = None) -> None:
        """Set a table up as it was opened; `start`: from a position that was not dealt."""
        super().__init__(opening)
        self.game: Final = game
        dealt = game.deal(opening.seed) if start is None else start
        self.play: AnyPlay = Play(game, dealt, opening.seed, kept=KEPT)
        """The game itself: what stands, whose turn it is, how far one may go back."""
        self.before: list[int] = []
        """For each entry, how many actions stood when it was made."""
        self.played: list[Played] = []
        self.moved = 0
        """The number of the last entry that changed the position."""
        self.asked: Entry | None = None
        """A wish for an undo that waits for consent."""
        self.undone: list[list[Played]] = []
        """What was taken back and could be played again: the latest undo last."""
        self.agreed: list[int] = []
        """The seats that have agreed to it."""
        self.rematch: str | None = None
        pace = opening.pace
        self.clock: Final = Clock(pace, len(opening.chairs), opening.at) if pace else None
        self.forfeit: int | None = None
        """The seat that lost because its time was out."""

    # ------------------------------------------------------------ what is

    @property
    def position(self) -> AnyPosition:
        """Return what stands now."""
        return self.play.position

    @property
    def to_move(self) -> Seat | None:
        """Return who chooses next; None once the game is over."""
        return None if self.forfeit is not None else self.play.to_move

    @property
    def status(self) -> str:
        """Return `waiting` for people, `running` or `over`."""
        if self.is_over:
            return OVER
        return WAITING if any(chair.empty for chair in self.chairs) else RUNNING

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended, by the rules or by the clock."""
        return self.play.is_over or self.forfeit is not None

    @property
    def outcome(self) -> Outcome | None:
        """Return the result; where time was out the best of the others wins."""
        if self.forfeit is None:
            return self.play.outcome()
        return forfeited(self.game, self.position, self.forfeit)

    @property
    def ticking(self) -> int | None:
        """Return the seat whose time passes now."""
        clock, seat = self.clock, self.to_move
        if clock is None or seat is None or clock.paused or self.chairs[seat].bot:
            return None
        return seat if self.status == RUNNING else None

    @property
    def deadline(self) -> int | None:
        """Return when somebody's time is out, unless something happens."""
        clock, seat = self.clock, self.ticking
        return None if clock is None or seat is None else clock.since + clock.left[seat]

    def left(self, seat: int, at: int) -> int:
        """Return how many milliseconds a seat of a table with a clock has."""
        assert self.clock is not None
        spent = at - self.clock.since if seat == self.ticking else 0
        return max(0, self.clock.left[seat] - max(0, spent))

    @property
    def tag(self) -> str:
        """Return under which word the journal shelves this table."""
        return self.tag_after([])

    def tag_after(self, entries: Sequence[Entry]) -> str:
        """Return the tag of this table once some entries have happened."""
        chairs = list(self.chairs)
        for entry in entries:
            if entry.kind == SEAT and entry.seat is not None:
                chairs[entry.seat] = replace(chairs[entry.seat], **entry.data)
        kinds = {entry.kind for entry in entries}
        if self.is_over or OVER in kinds:
            status = OVER
        elif any(chair.empty for chair in chairs):
            status = WAITING
        else:
            status = RUNNING if self.moved or ACTION in kinds else FRESH
        return f"{'listed' if self.opening.listed else 'private'}-{status}"

    @property
    def stands_since(self) -> int:
        """Return when somebody last moved, or the table was opened; words don't count."""
        return self.entries[self.moved - 1].at if self.moved else self.opening.at

    @property
    def staged(self) -> int:
        """Return how many actions the seat to move has played in one go."""
        to_move, count = self.to_move, 0
        for played in reversed(self.played):
            if played.seat != to_move:
                break
            count += 1
        return count

    @property
    def given(self) -> int | None:
        """Return how many actions came with an imported record; None where the table dealt."""
        if not self.opening.imported or self.opening.given is not None:
            return self.opening.given
        told = (n for n, entry in enumerate(self.entries) if entry.kind != ACTION)
        return next(told, len(self.entries))  # kept before tables knew it: no fewer than these

    def position_after(self, actions: int) -> AnyPosition:
        """Return the position after the first `actions` of those that stand."""
        return self.play.position_after(actions)

    # ------------------------------------------------------------ wishes, answered with entries

    def submit(self, number: int, seat: int, text: str, at: int) -> list[Entry]:
        """Answer a seat that wants to play an action at the position after entry `number`."""
        if self.is_over:
            raise TroubleError("over")
        self._check_current(number)
        if seat != self.to_move:
            raise TroubleError("not-your-turn")
        self._check_clock(at)
        step = self.play.foresee(text)
        entries = [self._entry(at, ACTION, seat, text=self.play.text(step.action))]
        if self.game.is_over(step.after):
            entries.append(replace(self._entry(at, OVER, None), number=self.number + 2))
        return entries

    def undo(self, number: int, seat: int, at: int) -> list[Entry]:
        """Answer a seat that wants its last action back: it is, or the others are asked."""
        if self.is_over:
            raise TroubleError("over")
        self._check_current(number)
        self._check_clock(at)
        wish = undoing.wish(self, seat)
        if wish is None:
            final = self.play.free_to(company=False) > 0
            raise TroubleError("undo-final" if final else "nothing-to-undo")
        if wish.free:
            return [self._entry(at, UNDO, seat, to=wish.to)]
        if self.asked is not None:
            raise TroubleError("already-asked")
        return [self._entry(at, ASK, seat, to=wish.to)]

    def redo(self, number: int, seat: int, at: int) -> list[Entry]:
        """Answer a seat that wants back what its last undo took: the very same actions."""
        self._check_current(number)
        self._check_clock(at)
        taken = undoing.redoable(self, seat)
        if not taken:
            raise TroubleError("nothing-to-redo")
        first = self.number + 1
        return [
            replace(self._entry(at, ACTION, played.seat, text=played.text), number=first + i)
            for i, played in enumerate(taken)
        ]

    def agree(self, wish: int, seat: int, at: int) -> list[Entry]:
        """Answer a seat that lets another have the undo asked for in entry `wish`."""
        asked, asker = self._asked_of(wish, seat)
        agreed = [*self.agreed, seat]
        if seat not in undoing.waited_for(self, asker, self.agreed):
            return []
        if undoing.waited_for(self, asker, agreed):
            return [self._entry(at, AGREE, seat, wish=wish)]
        return [self._entry(at, UNDO, asker, to=asked.data["to"], wish=wish, agreed=agreed)]

    def refuse(self, wish: int, seat: int, at: int) -> list[Entry]:
        """Answer a seat that does not want the undo asked for in entry `wish`."""
        self._asked_of(wish, seat)
        return [self._entry(at, REFUSE, seat, wish=wish)]

    def _asked_of(self, wish: int, seat: int) -> tuple[Entry, int]:
        """Return a wish that `seat` is asked about, and who asks."""
        asked = self.asked
        if asked is None or asked.number != wish or asked.seat is None:
            raise TroubleError("no-such-wish")
        if undoing.same_party(self, seat, asked.seat):
            raise TroubleError("own-wish")
        return asked, asked.seat

    def say(self, seat: int, text: str, at: int) -> list[Entry]:
        """Answer a seat that has something to say."""
        return [self._entry(at, CHAT, seat, text=text)]

    def note(self, seat: int, trouble: Mapping[str, object], at: int) -> list[Entry]:
        """Return that a program at a seat did not play as it should."""
        return [self._entry(at, NOTE, seat, **trouble)]

    def play_again(self, table: str, seat: int, at: int) -> list[Entry]:
        """Answer a seat that has opened the same table again."""
        if not self.is_over:
            raise TroubleError("not-over")
        return [self._entry(at, REMATCH, seat, table=table)]

    # ------------------------------------------------------------ the clock

    def time_out(self, at: int) -> list[Entry]:
        """Answer the clock: whoever has no time left loses, or a bot plays on for them."""
        seat = self.ticking
        if self.clock is None or seat is None or self.left(seat, at) > 0:
            return []
        out = self._entry(at, CLOCK, seat, what=clocks.OUT)
        if self.clock.pace.late == clocks.LOSES:
            return [out, Entry(out.number + 1, out.at, OVER)]
        news = {"bot": self.clock.pace.late, "stand_in": True}
        return [out, Entry(out.number + 1, out.at, SEAT, seat, news)]

    def pause(self, seat: int, at: int) -> list[Entry]:
        """Answer a seat that wants the clock to stand: it does once everybody wants it."""
        if self.clock is None or self.status != RUNNING:
            raise TroubleError("no-clock")
        if self.clock.paused or seat in self.clock.wanting:
            return []
        waited = undoing.waited_for(self, seat, self.clock.wanting)
        what = clocks.WANTS if waited else clocks.PAUSE
        return [self._entry(at, CLOCK, seat, what=what)]

    def resume(self, seat: int, at: int) -> list[Entry]:
        """Answer a seat that wants no pause, or no longer."""
        if self.clock is None or not (self.clock.paused or self.clock.wanting):
            return []
        return [self._entry(at, CLOCK, seat, what=clocks.GO)]

    def stood(self, lost: int, at: int) -> list[Entry]:
        """Answer a server that was away for so many milliseconds: they don't count."""
        if (seat := self.ticking) is None or lost <= 0:
            return []
        return [self._entry(at, CLOCK, seat, what="stood", ms=lost)]

    def _check_clock(self, at: int) -> None:
        """Refuse to play in a pause, or when time is out."""
        if self.clock is None:
            return
        if self.clock.paused:
            raise TroubleError("paused")
        seat = self.ticking
        if seat is not None and self.left(seat, at) <= 0:
            raise TroubleError("time-is-out")

    def _stays_out(self, seat: int) -> bool:
        """Tell whether a seat has no time for the rest of the game; by turns the next one has."""
        clock = self.clock
        return clock is not None and clock.pace.kind == clocks.LIVE and seat in clock.out

    def _check_current(self, number: int) -> None:
        """Refuse a wish made at a position that is no more; words said meanwhile do not matter."""
        if not self.moved <= number <= self.number:
            raise TroubleError("stale")

    # ------------------------------------------------------------ what happens

    def take(self, entry: Entry) -> None:
        """Let an entry happen; trusts that this table, or its journal, made it."""
        self.before.append(len(self.played))
        whose = self.to_move
        if self.clock is not None:
            self._count_time(self.clock, entry)
        if entry.kind == ACTION:
            self._play(entry)
        elif entry.kind == UNDO:
            self.undone.append(self.played[entry.data["to"] :])
            self.played = self.played[: entry.data["to"]]
            self.play.pop_to(len(self.played))
        elif entry.kind == SEAT:
            self._seat(entry)
        elif entry.kind == REMATCH:
            self.rematch = entry.data["table"]
        if entry.kind in (ACTION, UNDO):
            self.moved = entry.number
        if entry.kind in (ACTION, UNDO, REFUSE):
            self.asked = None
        elif entry.kind == ASK:
            self.asked, self.agreed = entry, []
        elif entry.kind == AGREE:
            self.agreed.append(entry.seat or 0)
        if self.clock is not None and entry.kind in (ACTION, UNDO) and self.to_move != whose:
            self.clock.pass_on(whose, self.to_move, played=entry.kind == ACTION)
        self.entries.append(entry)

    def _count_time(self, clock: Clock, entry: Entry) -> None:
        """Let the time up to an entry pass, and what it says of the clock happen."""
        lost = entry.data["ms"] if entry.kind == CLOCK and entry.data["what"] == "stood" else 0
        clock.since += lost
        clock.count(self.ticking, entry.at)
        if entry.kind == CLOCK and entry.seat is not None:
            clock.happen(entry.seat, entry.data)
            if entry.data["what"] == clocks.OUT and clock.pace.late == clocks.LOSES:
                self.forfeit = entry.seat
        elif entry.kind == ACTION:
            clock.wanting = []

    def _play(self, entry: Entry) -> None:
        """Let an action happen."""
        seat, text = Seat(entry.seat or 0), entry.data["text"]
        self.play.apply(self.game.parse_action(text))
        self.played.append(Played(seat, text, entry.number, entry.at))
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
