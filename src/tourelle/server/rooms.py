"""A table with all that lives around it: its writer, its listeners, its bots."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from typing import Any, Final, Protocol, TypeVar

from tourelle.bots import BOTS
from tourelle.bots.thinking import Thought
from tourelle.core.compile import buffer
from tourelle.core.words import Action, Seat
from tourelle.server.metrics import Metrics
from tourelle.server.settings import Settings
from tourelle.tables.entries import Entry
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import Journal, Wish, Writer

T = TypeVar("T")
log = logging.getLogger("tourelle.server")
FALLBACK: Final = "greedy"
"""Who plays for a bot that is no more."""


def now() -> int:
    """Return the time of the wall clock in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Listener(Protocol):
    """Somebody at a table."""

    seats: list[int]

    def wake(self) -> None:
        """Hear that something has changed."""


class Room:
    """A live table."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        settings: Settings,
        metrics: Metrics,
        thinkers: Executor,
    ) -> None:
        """Take a table that is in the journal."""
        self.table: Final = table
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.listeners: Final[set[Listener]] = set()
        self.rematching: Final = asyncio.Lock()
        self.used = time.monotonic()
        self.left: Final = dict.fromkeys(range(len(table.chairs)), time.monotonic())
        """When the last holder of each seat's key went away."""
        self._writer: Final = Writer(table, journal, self.tell)
        self._thinkers: Final = thinkers
        self._thinking: asyncio.Task[None] | None = None
        self._planned: tuple[bytes, list[Action]] = (b"", [])  # and the position it goes on from
        self._cache: dict[Hashable, Any] = {}

    # ------------------------------------------------------------ what happens

    async def grant(self, wish: Wish) -> list[Entry]:
        """Let a person's wish come true and tell everybody."""
        self.used = time.monotonic()
        return await self._grant(wish)

    async def _grant(self, wish: Wish) -> list[Entry]:
        """Let a wish come true, a person's or a bot's."""
        if self.table.number >= self.settings.entries:
            raise TroubleError("journal-full")
        started = time.perf_counter()
        entries = await self._writer.grant(wish)
        if entries:
            self.metrics.count("entries", f'kind="{entries[0].kind}"')
            self.metrics.note("durable", time.perf_counter() - started)
        return entries

    def tell(self) -> None:
        """Wake everybody at the table, the bots too."""
        self._cache.clear()
        for listener in self.listeners:
            listener.wake()
        self.think()

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return something made from the present state, made once until the state changes."""
        if key not in self._cache:
            self._cache[key] = make()
        found: T = self._cache[key]
        return found

    # ------------------------------------------------------------ who is there

    def connected(self, seat: int) -> bool:
        """Tell whether somebody who holds the key of `seat` is there."""
        return any(seat in listener.seats for listener in self.listeners)

    def abandoned(self, seat: int) -> bool:
        """Tell whether the holder of a seat's key has been away for long."""
        away = time.monotonic() - self.left[seat]
        return not self.connected(seat) and away >= self.settings.abandoned

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        self.listeners.discard(listener)
        for seat in listener.seats:
            self.left[seat] = time.monotonic()
        if listener.seats:
            self.tell()

    def touch(self) -> None:
        """Note that somebody looks at the table; its bots go on."""
        self.used = time.monotonic()
        self.think()

    @property
    def attended(self) -> bool:
        """Tell whether somebody is there, or was just now: bots don't play to empty rooms."""
        away = time.monotonic() - self.used
        return bool(self.listeners) or away < self.settings.abandoned

    @property
    def idle(self) -> bool:
        """Tell whether nobody would miss this room."""
        return not self.listeners and self._thinking is None

    # ------------------------------------------------------------ bots

    @property
    def bot_to_move(self) -> str | None:
        """Return the bot whose turn it is."""
        seat = self.table.to_move
        return None if seat is None else self.table.chairs[seat].bot

    def think(self) -> None:
        """Let the bot to move think about this very position; whoever thought before stops."""
        key = (self.table.moved, self.bot_to_move)
        if self._thinking is not None:
            if self._thinking.get_name() == str(key):
                return
            self._thinking.cancel()
            self._thinking = None
        if self.bot_to_move is not None and self.attended:
            self._thinking = asyncio.create_task(self._bot_turn(), name=str(key))

    async def _bot_turn(self) -> None:
        """Choose as a bot and submit like everybody else."""
        table, seat = self.table, self.table.to_move
        bot = BOTS.get(self.bot_to_move or "", BOTS[FALLBACK])
        if seat is None:
            return
        number, view = table.number, table.game.view(table.position, seat)
        dice = buffer(1)
        dice[0] = secrets.randbits(62)
        started = time.perf_counter()
        awaited, planned = self._planned
        if not planned or awaited != table.game.identity(table.position):
            thought = Thought()
            try:
                planned = await asyncio.get_running_loop().run_in_executor(
                    self._thinkers, bot.turn, table.game, view, seat, dice, thought
                )
            except asyncio.CancelledError:
                thought.stop()
                raise
            except Exception:  # a bot that errs must not stop the game
                log.exception("bot", extra={"bot": bot.name, "game": table.game.title})
                planned = [Action(-1)]
        took = time.perf_counter() - started
        self.metrics.note("thought", took)
        await asyncio.sleep(max(0.0, self.settings.pace - took))
        await self._bot_submit(number, seat, planned)

    async def _bot_submit(self, number: int, seat: Seat, planned: list[Action]) -> None:
        """Submit the next action of a bot's turn; the table may have moved on."""
        game, action = self.table.game, planned[0]
        legal = game.legal_actions(self.table.position)
        if action not in legal:
            self.metrics.count("bot_errors")
            action, planned = secrets.choice(legal), []
        after = game.copy(self.table.position)
        game.apply(after, action)
        self._planned = (game.identity(after), planned[1:])
        text = game.action_text(action)
        self._thinking = None
        try:
            await self._grant(lambda: self.table.submit(number, seat, text, now()))
        except TroubleError as error:
            if error.reason == "stale":
                self.think()
        except Exception:
            log.exception("bot", extra={"table": self.table.opening.table})

    def close(self) -> None:
        """Stop thinking."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
