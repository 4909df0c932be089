"""The built web app as files, and a plain page about the API."""

from html import escape
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from tourelle.server.requests.previews import ASK_AGAIN, preview
from tourelle.server.said import messages
from tourelle.tables.troubles import TroubleError

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
MANUAL: Final = STATIC.parent / "manual"
"""The documentation, where `dev.py docs` has built it."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASSETS: Final = "assets"
"""The folder of files whose names hold a hash of what is in them."""
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
"""What the web app consists of; a machine's own list of types may be empty or wrong."""

router = APIRouter()


def _document(title: str, body: str) -> HTMLResponse:
    """Return a page without script or style."""
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    return HTMLResponse(f"{head}<h1>{escape(title)}</h1>{body}</html>")


def _file(path: str, folder: Path) -> Path | None:
    """Return the file of a folder that a path names, whatever its characters; None for none."""
    try:
        wanted = (folder / path).resolve()
        return wanted if folder in wanted.parents and wanted.is_file() else None
    except (OSError, ValueError):  # too long for a name, or no name at all
        return None


@router.get("/api/docs", include_in_schema=False)
async def api_page(request: Request) -> HTMLResponse:
    """Show what can be asked of this server."""
    app: FastAPI = request.app
    schema: dict[str, Any] = app.openapi()
    rows = []
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            call = f"{method.upper()} {path}"
            rows.append(f"<dt><code>{escape(call)}</code><dd>{escape(about['description'])}")
    more = messages.told("en", "page.api", schema='<a href="/api/openapi.json">openapi.json</a>')
    return _document("Tourelle: API", f"<p>{more}<dl>{''.join(rows)}</dl>")


@router.api_route("/g/{table}", methods=["GET", "HEAD"], include_in_schema=False)
@router.api_route("/j/{table}", methods=["GET", "HEAD"], include_in_schema=False)
async def table_page(table: str, request: Request) -> Response:
    """Send the web app with what a chat shows of a link to this table."""
    index = STATIC / "index.html"
    if not index.is_file():
        return await page("")
    head = await preview(request, table) + "</head>"
    text = index.read_text(encoding="utf-8").replace("</head>", head, 1)
    return HTMLResponse(text, headers={"cache-control": ASK_AGAIN})


@router.api_route("/docs", methods=["GET", "HEAD"], include_in_schema=False)
async def manual() -> Response:
    """Lead to the documentation."""
    return RedirectResponse("/docs/index.html")


@router.api_route("/docs/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def manual_page(path: str) -> Response:
    """Send a page of the documentation, where it was built."""
    wanted = _file(path or "index.html", MANUAL)
    if wanted is None:
        raise TroubleError("no-such-page")
    kind = TYPES.get(wanted.suffix)
    return FileResponse(wanted, media_type=kind, headers={"cache-control": ASK_AGAIN})


@router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(path: str) -> Response:
    """Send a file of the web app; every path without a file's ending is a page of it."""
    wanted = _file(path, STATIC)
    if wanted is not None:
        cached = FOR_EVER if path.split("/")[0] == ASSETS else ASK_AGAIN
        kind = TYPES.get(wanted.suffix)
        return FileResponse(wanted, media_type=kind, headers={"cache-control": cached})
    if path.startswith("api/") or "." in path.rsplit("/", 1)[-1]:
        raise TroubleError("no-such-page")
    index = STATIC / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"cache-control": ASK_AGAIN})
    return _document("Tourelle", f"<p>{messages.told('en', 'page.unbuilt')}")
