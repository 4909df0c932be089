"""The app: everything composed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from tourelle.server.bots.precompile import Precompiler
from tourelle.server.gate.guard import Guard
from tourelle.server.live.listing import Listing
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.streaming import LINES
from tourelle.server.notices.sending import Notices
from tourelle.server.requests import lessons as lesson_requests
from tourelle.server.requests import lists as list_requests
from tourelle.server.requests import notices as notice_requests
from tourelle.server.requests import pages, previews
from tourelle.server.requests import puzzles as puzzle_requests
from tourelle.server.requests import reading as reading_requests
from tourelle.server.requests import reviews as review_requests
from tourelle.server.requests import study as study_requests
from tourelle.server.requests import tables as table_requests
from tourelle.server.requests.asking import answer_refusals
from tourelle.server.settings import Settings
from tourelle.store.sqlite import NAME, SqliteJournal


def create_app(settings: Settings, journal: SqliteJournal | None = None) -> FastAPI:
    """Return the app; its journal, given or opened at the start, is closed at shutdown."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        precompiler = Precompiler()
        if settings.precompile:
            precompiler.start()
        else:
            precompiler.skip()
        app.state.lobby = lobby = Lobby(
            settings, precompiler, journal or SqliteJournal(settings.data / NAME)
        )
        app.state.listing = Listing(lobby)
        app.state.notices = notices = Notices(settings, lobby.journal, lobby.metrics, lobby.find)
        lobby.stirred = notices.note
        running = [
            asyncio.create_task(work) for work in (lobby.clocks.run(lobby.journal), notices.run())
        ]
        try:
            yield
        finally:
            for task in running:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await notices.close()
            await asyncio.to_thread(lobby.close)

    app = FastAPI(
        title="Tourelle",
        version=reading_requests.own_version(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.include_router(table_requests.router)
    app.include_router(list_requests.router)
    app.include_router(notice_requests.router)
    app.include_router(reading_requests.router)
    app.include_router(review_requests.router)
    app.include_router(study_requests.router)
    app.include_router(lesson_requests.router)
    app.include_router(puzzle_requests.router)
    app.include_router(previews.router)
    app.include_router(pages.router)
    answer_refusals(app)
    whole = (*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES)  # lines are to be read one by one
    app.add_middleware(GZipMiddleware, minimum_size=1000, exclude_content_types=whole)
    app.add_middleware(Guard, settings=settings)
    return app
