"""The app: everything composed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from tourelle.server.bots.precompile import Precompiler
from tourelle.server.cycles import Cycles
from tourelle.server.gate.guard import Guard
from tourelle.server.live.fellows import Fellows
from tourelle.server.live.listing import Listing
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.streaming import LINES
from tourelle.server.notices.sending import Notices
from tourelle.server.requests import admin as admin_requests
from tourelle.server.requests import lessons as lesson_requests
from tourelle.server.requests import lists as list_requests
from tourelle.server.requests import notices as notice_requests
from tourelle.server.requests import pages, previews
from tourelle.server.requests import puzzles as puzzle_requests
from tourelle.server.requests import reading as reading_requests
from tourelle.server.requests import reviews as review_requests
from tourelle.server.requests import study as study_requests
from tourelle.server.requests import tables as table_requests
from tourelle.server.requests import you as own_requests
from tourelle.server.requests.asking import answer_refusals
from tourelle.server.settings import Settings
from tourelle.store.choosing import open_journal
from tourelle.store.journal import Journal

REQUESTS: Final = (
    table_requests,
    list_requests,
    admin_requests,
    notice_requests,
    own_requests,
    reading_requests,
    review_requests,
    study_requests,
    lesson_requests,
    puzzle_requests,
    previews,
    pages,
)
"""What may be asked, in the order in which an address is looked up: pages answer all the rest."""


async def _among(fellows: Fellows, lobby: Lobby, notices: Notices) -> None:
    """Be one of several servers at the same journal, for ever."""

    async def look_after_all() -> None:
        await lobby.clocks.go_on(lobby.journal)
        await notices.go_on()

    fellows.carded = notices.heard
    fellows.stewarding = look_after_all
    await fellows.run()


def create_app(settings: Settings, journal: Journal | None = None) -> FastAPI:
    """Return the app; its journal, given or opened at the start, is closed at shutdown."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        precompiler = Precompiler()
        if settings.precompile:
            precompiler.start()
        else:
            precompiler.skip()
        app.state.lobby = lobby = Lobby(
            settings, precompiler, journal or open_journal(settings.store, settings.data)
        )
        app.state.listing = Listing(lobby)
        app.state.door = door = admin_requests.Door(
            settings.data, shared=lobby.journal.peers is not None
        )
        app.state.notices = notices = Notices(settings, lobby.journal, lobby.metrics, lobby.find)
        lobby.stirred.append(notices.note)
        cycles = Cycles(lobby.metrics.asked)
        running = [
            asyncio.create_task(work)
            for work in (lobby.clocks.run(lobby.journal), notices.run(), cycles.run())
        ]
        if lobby.fellows is not None:
            running.append(asyncio.create_task(_among(lobby.fellows, lobby, notices)))
        if lobby.workers is not None:
            running.append(asyncio.create_task(lobby.workers.run()))
        try:
            yield
        finally:
            for task in running:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            door.close()
            await notices.close()
            await lobby.players.close()
            if lobby.fellows is not None:
                await lobby.fellows.close()
            await asyncio.to_thread(lobby.close)

    app = FastAPI(
        title="Tourelle",
        version=reading_requests.own_version(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    for requests in REQUESTS:
        app.include_router(requests.router)
    answer_refusals(app)
    whole = (*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES)  # lines are to be read one by one
    app.add_middleware(GZipMiddleware, minimum_size=1000, exclude_content_types=whole)
    app.add_middleware(Guard, settings=settings)
    return app
