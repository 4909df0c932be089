"""The first start: every title is compiled in a thread, step by step, and says how far it is."""

import asyncio
import gc
import threading
from functools import partial
from typing import Any, Final

from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.thinking import Thought
from tourelle.core.compile import CPU, MACHINE, buffer, cache_folder
from tourelle.core.first_use import Step
from tourelle.core.first_use import steps as rule_steps
from tourelle.core.game import Game
from tourelle.core.words import Seat
from tourelle.games import TITLES, game_class


def steps(rules: type[Game[Any]]) -> list[Step]:
    """Return calls that together compile whatever a table may need, its bots included."""
    game = rules({})
    return [*rule_steps(rules), *(partial(_choose, bot, game) for bot in BOTS.values())]


def _choose(bot: Bot, game: Game[Any]) -> None:
    """Let a bot think once."""
    position = game.setup(0)
    seat = game.to_move(position) or Seat(0)
    bot.turn(game, game.view(position, seat), seat, buffer(1), Thought(stopped=True))


class Warming:
    """Compiles the titles one after another; a table waits for its own title only."""

    def __init__(self) -> None:
        """Compile nothing yet."""
        self._loop = asyncio.get_running_loop()
        self._ready: Final = {title: asyncio.Event() for title in TITLES}
        self._wanted: Final[list[str]] = list(TITLES)
        self.progress: str | None = None
        """What is being compiled: `torres 3/10`."""

    def start(self) -> None:
        """Compile everything in a thread of its own."""
        threading.Thread(target=self._run, name="compiling", daemon=True).start()

    def skip(self) -> None:
        """Take everything for compiled: whoever comes first waits."""
        for event in self._ready.values():
            event.set()

    @property
    def ready(self) -> bool:
        """Tell whether every title is compiled."""
        return all(event.is_set() for event in self._ready.values())

    async def wait(self, title: str) -> None:
        """Wait until a title is compiled; it comes before those nobody waits for."""
        if title in self._ready and not self._ready[title].is_set():
            if title in self._wanted:
                self._wanted.remove(title)
                self._wanted.insert(0, title)
            await self._ready[title].wait()

    def _run(self) -> None:
        """Compile one title after another."""
        while self._wanted:
            title = self._wanted.pop(0)
            self.progress = f"{title} 0"
            todo = steps(game_class(title))
            for number, step in enumerate(todo, 1):
                self.progress = f"{title} {number}/{len(todo)}"
                step()
            self._leave_mark(title)
            self._loop.call_soon_threadsafe(self._ready[title].set)
        self.progress = None
        gc.collect()
        gc.freeze()  # the compiler's objects stay: to look through them again takes 0.15 s a time

    @staticmethod
    def _leave_mark(title: str) -> None:
        """Leave the mark by which commands know that a title is compiled."""
        if MACHINE == CPU:
            try:
                (cache_folder(title) / "warm").touch()
            except OSError:
                return
