"""The bots of one table: whose turn it is thinks, then plays its turn action by action."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.driving import BotError, Driver
from tourelle.bots.program import taken_troubles
from tourelle.bots.thinking import Progress
from tourelle.core.words import Action, Seat
from tourelle.server.bots.programs import opponent
from tourelle.server.clock import now
from tourelle.server.metrics import Metrics
from tourelle.server.protocol import Message, Thinking
from tourelle.server.settings import Settings
from tourelle.server.thinking.door import Thinking as Thinker
from tourelle.server.thinking.jobs import TurnJob
from tourelle.server.thinking.queued import SetAsideError
from tourelle.tables.entries import Entry
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import Wish

log = logging.getLogger("tourelle.server")
FALLBACK: Final = "greedy"
"""Who plays for a bot that is no more."""
TICK: Final = 0.25
"""Seconds between two words about how far a bot is."""


class BotRoom(Protocol):
    """The room that bots play in."""

    @property
    def table(self) -> Table:
        """Return what is played."""

    @property
    def settings(self) -> Settings:
        """Return what the host decided."""

    @property
    def metrics(self) -> Metrics:
        """Return where things are counted."""

    @property
    def attended(self) -> bool:
        """Tell whether somebody is there."""

    @property
    def drives(self) -> Callable[[], bool]:
        """Return what tells whether bots think here, and not at another server."""

    def murmur(self, message: Message) -> None:
        """Tell everybody something that is no change."""

    async def fulfil(self, wish: Wish) -> list[Entry]:
        """Let a wish come true."""


class BotPlayer:
    """Plays for all bots of a table."""

    def __init__(self, room: BotRoom, thinker: Thinker, who: str) -> None:
        """Take the room, the door to thinking, and the address whose table it is."""
        self._room: Final = room
        self._thinker: Final = thinker
        self._who: Final = who
        self._task: asyncio.Task[None] | None = None
        self._about: tuple[int, str | None] = (-1, None)  # what the task thinks about
        self._handing_in: asyncio.Task[None] | None = None  # a task that has chosen
        self._progress = Progress()
        self._closed = False
        self._driver: Final = Driver()

    @property
    def thinking(self) -> bool:
        """Tell whether a bot is at work."""
        return self._task is not None and not self._task.done()

    @property
    def to_move(self) -> str | None:
        """Return the bot whose turn it is."""
        table = self._room.table
        seat = table.to_move
        return None if seat is None else table.chairs[seat].bot

    def think(self) -> None:
        """Let the bot to move think about this very position; whoever thought before stops."""
        if self._closed:
            return
        about = (self._room.table.moved, self.to_move)
        if self.thinking and self._about == about:
            return
        self.stop()
        if self.to_move is not None and self._room.attended and self._room.drives():
            self._about = about
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        """Stop thinking and free the thread; what a bot has chosen is still played."""
        if self._task is not None and self._task is not self._handing_in:
            self._progress.stop()
            self._task.cancel()
        self._task = None

    def close(self) -> None:
        """Stop for good: the table is kept in the journal and played elsewhere from now on."""
        self._closed = True
        self.stop()

    # ------------------------------------------------------------ one action

    async def _play(self) -> None:
        """Choose as a bot and submit like everybody else."""
        table, seat = self._room.table, self._room.table.to_move
        bot = opponent(self._room.settings, self.to_move, FALLBACK)
        if seat is None:
            return
        number, started = table.number, time.perf_counter()
        if not self._driver.has_plan(table.play):
            self._driver.adopt(table.play, await self._choose(bot, seat))
            number = await self._own_up(bot, seat, number)
        took = time.perf_counter() - started
        self._room.metrics.note("thought", took)
        await asyncio.sleep(max(0.0, self._room.settings.pace - took))
        self._handing_in = asyncio.current_task()
        await self._submit(number, seat)

    async def _choose(self, bot: Bot, seat: Seat) -> list[Action]:
        """Return what a bot would play, knowing its seat's view; nothing where it errs."""
        table = self._room.table
        self._progress = progress = Progress()
        view = table.game.view(table.play.position, seat)
        job = TurnJob(table.game, view, seat, bot, secrets.randbits(62))
        await self._watched(asyncio.ensure_future(self._thinker.ready(job)), seat, None)
        chosen = asyncio.ensure_future(self._thinker.think(self._who, job, progress))
        try:
            await self._watched(chosen, seat, progress)
            return chosen.result()
        except asyncio.CancelledError:
            progress.stop()
            raise
        except SetAsideError:
            log.error("bot", extra={**job.about, "trouble": f"set aside: {FALLBACK} plays"})
            return [] if bot.name == FALLBACK else await self._choose(BOTS[FALLBACK], seat)
        except Exception:  # a bot that errs must not stop the game
            log.exception("bot", extra={"bot": bot.name, "game": table.game.title})
            return []

    async def _own_up(self, bot: Bot, seat: Seat, number: int) -> int:
        """Write into the log what a program did wrong; return the table's number after that."""
        table = self._room.table
        for trouble in taken_troubles(bot):
            log.warning("program", extra={"bot": bot.name, "trouble": trouble.said()})
            try:
                data = trouble.data()
                written = await self._room.fulfil(lambda d=data: table.note(seat, d, now()))  # type: ignore[misc]
                number += len(written) if table.moved <= number else 0
            except TroubleError:  # enough has been said at this table
                break
        return number

    async def _watched(
        self, work: "asyncio.Future[Any]", seat: Seat, progress: Progress | None
    ) -> None:
        """Wait for some work, and tell everybody how far it is; None: it is being compiled."""
        try:
            while not (await asyncio.wait({work}, timeout=TICK))[0]:
                share = None if progress is None else round(progress.share, 3)
                self._room.murmur(Thinking(seat=seat, share=share))
        finally:
            work.cancel()

    async def _submit(self, number: int, seat: Seat) -> None:
        """Submit the next action of a bot's turn; the table may have moved on."""
        table = self._room.table
        try:
            action = self._driver.next_action(table.play)
        except BotError:
            self._room.metrics.count("bot_errors")
            action = secrets.choice(table.play.legal_actions())
        text = table.play.text(action)
        try:
            await self._room.fulfil(lambda: table.submit(number, seat, text, now()))
        except TroubleError as error:
            if error.reason == "stale":
                self.think()
        except Exception:
            log.exception("bot", extra={"table": table.opening.table})
