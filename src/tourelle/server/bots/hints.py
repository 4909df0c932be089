"""Hints: what a strong player would do, thought about in the bots' threads from a seat's view."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Final

from tourelle.bots.thinking import Candidate, Findings, Progress
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Seat
from tourelle.server.protocol import Choice, Hint, HintCandidate
from tourelle.server.said.company import names_of
from tourelle.server.said.eyes import Eyes
from tourelle.server.said.retelling import retold
from tourelle.server.settings import Settings
from tourelle.server.thinking.door import Thinking
from tourelle.server.thinking.jobs import HintJob, JobError
from tourelle.tables.entries import BOT
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError

SHOWN: Final = 3
"""The best turn and up to two others."""
LOOK: Final = 0.2
"""Seconds between two looks whether whoever asked is still there."""
REMEMBERED: Final = 500

Gone = Callable[[], Awaitable[bool]]


def allowed(table: Table, eyes: Eyes, seat: Seat) -> None:
    """Refuse a hint about `seat` that would be unfair, or tell what its asker may not know."""
    if table.is_over:
        return
    if sum(chair.kind != BOT for chair in table.chairs) > 1:
        raise TroubleError("hint-among-people")
    if seat not in eyes.seats:
        raise TroubleError("hint-not-yours")


class Hints:
    """Answers whoever asks what to play."""

    def __init__(self, settings: Settings, thinking: Thinking) -> None:
        """Take the door to thinking."""
        self._seconds: Final = settings.hint
        self._thinking: Final = thinking
        self._searches: Final[dict[int, Progress]] = {}
        self._found: Final[dict[Hashable, Findings]] = {}

    async def hint(
        self, table: Table, actions: int | None, eyes: Eyes, who: str, gone: Gone
    ) -> Hint | None:
        """Return what the seat to move after `actions` should do; None if its asker has gone."""
        game = table.game
        actions = len(table.played) if actions is None else actions
        if actions > len(table.played):
            raise TroubleError("no-such-moment", actions=len(table.played))
        position = table.position_after(actions)
        seat = game.to_move(position)
        if seat is None:
            raise TroubleError("over")
        allowed(table, eyes, seat)
        # An action's number in the journal stands for the position after it, undone or not.
        key = (table.opening.table, table.played[actions - 1].number if actions else 0)
        view = game.view(position, seat)
        found = await self._findings(key, game, view, seat, who, gone)
        names = names_of(table, eyes.language)
        return (
            None if found is None else _hint(game, view, seat, actions, found, names, eyes.language)
        )

    async def at(
        self,
        game: AnyGame,
        position: AnyPosition,
        actions: int,
        names: Sequence[str],
        language: str,
        who: str,
        gone: Gone,
    ) -> Hint | None:
        """Return what the seat to move at a position of no table should do."""
        seat = game.to_move(position)
        if seat is None:
            raise TroubleError("over")
        view = game.view(position, seat)
        key = (game.title, game.rules, *game.options.items(), game.identity(view))
        found = await self._findings(key, game, view, seat, who, gone)
        return None if found is None else _hint(game, view, seat, actions, found, names, language)

    async def _findings(
        self, key: Hashable, game: AnyGame, view: View, seat: Seat, who: str, gone: Gone
    ) -> Findings | None:
        """Return what is known under a key, or is found by thinking; None if nobody listens."""
        found = self._found.get(key)
        if found is None:
            found = await self._think(game, view, seat, who, gone)
            if found is not None:
                self._remember(key, found)
        return found

    async def _think(
        self, game: AnyGame, view: View, seat: Seat, who: str, gone: Gone
    ) -> Findings | None:
        """Think until the time is over or whoever asked has gone."""
        progress = Progress()
        self._searches[id(progress)] = progress
        job = HintJob(game, view, seat, self._seconds, secrets.randbits(62))
        work = asyncio.ensure_future(self._thinking.think(who, job, progress))
        try:
            while not (await asyncio.wait({work}, timeout=LOOK))[0]:
                if await gone():
                    return None
            return work.result()
        except JobError:
            raise TroubleError("no-answer") from None
        finally:
            progress.stop()
            work.cancel()
            self._searches.pop(id(progress), None)

    def _remember(self, key: Hashable, found: Findings) -> None:
        """Keep what was found; the oldest is forgotten."""
        if len(self._found) >= REMEMBERED:
            self._found.pop(next(iter(self._found)))
        self._found[key] = found

    def stop(self) -> None:
        """End all thinking."""
        for progress in list(self._searches.values()):
            progress.stop()


def _hint(
    game: AnyGame,
    view: View,
    seat: Seat,
    actions: int,
    found: Findings,
    names: Sequence[str],
    language: str,
) -> Hint:
    """Return what was found as a message, told in a world that its seat may imagine."""
    world = game.imagine(view, seat, 0)
    candidates = [
        HintCandidate(
            turn=_told(game, world, candidate, names, language),
            chance=round(candidate.chance, 3) if candidate.visits else None,
            points=[round(points, 1) for points in candidate.points],
            visits=candidate.visits,
        )
        for candidate in _worth_telling(found)
    ]
    return Hint(actions=actions, seat=seat, candidates=candidates)


def _worth_telling(found: Findings) -> Sequence[Candidate]:
    """Return the best turns; those that were never followed say nothing."""
    followed = [candidate for candidate in found.candidates if candidate.visits]
    return (followed or found.candidates[:1])[:SHOWN]


def _told(
    game: AnyGame, world: AnyPosition, candidate: Candidate, names: Sequence[str], language: str
) -> list[Choice]:
    """Return a turn in words."""
    texts = [game.action_text(action) for action in candidate.turn]
    (told,) = retold(language, game.title, names, [texts], (game, world))
    return told
